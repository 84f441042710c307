"""How to get the package that our MCP server needs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from segue.install import package


def test_what_uv_installed_uv_adds_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no pip in an environment that uv made."""
    installed = tmp_path / "segue_handoff-0.1.0.dist-info"
    installed.mkdir()
    (installed / "INSTALLER").write_text("uv\n")
    (installed / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: segue-handoff\nVersion: 0.1.0\nRequires-Dist: mcp<3,>=2.3; extra == 'mcp'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert package.how_to_get() == f"uv pip install --python {sys.executable} 'mcp<3,>=2.3'"


def test_the_command_never_names_our_own_package() -> None:
    """It is on no index: whoever registers the name there would be installed instead."""
    assert "segue-handoff" not in package.how_to_get() and "'mcp<3,>=2.3'" in package.how_to_get()
