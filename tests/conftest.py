"""No test can touch the real home, the developer's tmux or the session of the agent that runs the tests."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

OURS = (
    "SEGUE_",
    "CLAUDE",
    "CODEX_",
    "PI_",
    "COPILOT_",
    "GEMINI_",
    "OPENCODE",
    "XDG_",
    "GIT_",
    "TMUX",
    "AI_AGENT",
    "OMP_",
    "QWEN_",
)


SLOW = {"cli", "mcp_server", "approvals"}
"""Folders whose tests start whole programs: `make fast` leaves them to `make test`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in SLOW:
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test; returns it."""
    for name in list(os.environ):
        if name.startswith(OURS):
            monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SEGUE_HOME", str(tmp_path / "segue-home"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    return home
