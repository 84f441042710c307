"""More of what is installed into the real agents: hooks that are not Claude Code's or Codex's."""

from __future__ import annotations

import json

import pytest

from tests.e2e.conftest import Installed
from tests.e2e.kit.terminal import terminal
from tests.e2e.proofs import proves

pytestmark = pytest.mark.e2e
RULE = "Never use tabs here."


@proves("pi", "hooks", "compact")
def test_pi_saves_a_brief_before_it_compacts(bench: Installed) -> None:
    """The extension's hook fires and does not stand in the way: brief and compaction are both there."""
    with bench("pi") as at:
        settings = at.desk.home / ".pi/agent/settings.json"
        short = {**json.loads(settings.read_text(encoding="utf-8")), "compaction": {"keepRecentTokens": 1}}
        settings.write_text(json.dumps(short), encoding="utf-8")  # else it finds the session too small
        at.segue("install", "pi")
        with terminal(at.desk, "pi") as screen:
            screen.wait_for_text("fake-model")
            for prompt, answer in ((RULE, "Agreed."), ("Go on.", "Gladly.")):
                screen.submit(f"{prompt} [[text {answer}]]")
                screen.wait_for_record(f'"{answer}"')
                screen.settle()
            screen.submit("/compact")
            screen.wait_for_record('"type":"compaction"')
        (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
        assert RULE in brief.read_text(encoding="utf-8")
        assert not (at.home / "hooks.log").exists()
