"""`segue install` and `segue uninstall` as a person runs them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest


def test_install_says_what_it_did_and_how_to_use_it(segue, isolated: Path) -> None:
    seen = segue("install", "claude")
    assert seen.code == 0
    assert seen.out == (
        "command  ~/.claude/commands/handoff.md: written\n"
        "server   ~/.claude.json: written\n"
        "hooks    ~/.claude/settings.json: written\n"
        "skill    ~/.claude/skills/handoff-extract/SKILL.md: written\n"
    )
    assert "use it as: /handoff [focus]" in seen.err
    assert segue("install", "claude").out.count("nothing to do") == 4
    assert segue("uninstall", "claude").out.count("removed") == 4
    assert [p.name for p in isolated.iterdir()] == []


def test_a_dry_run_prints_a_diff_and_writes_nothing(segue, isolated: Path, tmp_path: Path) -> None:
    (isolated / ".claude.json").write_text('{\n  "a": 1\n}\n')
    seen = segue("install", "claude", "--dry-run")
    assert "--- ~/.claude.json\n+++ ~/.claude.json\n@@ -1,3 +1," in seen.out and '\n-  "a": 1\n+  "a": 1,\n' in seen.out
    assert (isolated / ".claude.json").read_text() == '{\n  "a": 1\n}\n'
    assert not (isolated / ".claude").exists() and not (tmp_path / "segue-home").exists()


def test_a_diff_shows_no_secret_that_stands_beside_ours(segue, isolated: Path) -> None:
    key = "sk-ant-api03-" + "Zq7Xw2" * 12
    (isolated / ".claude.json").write_text(json.dumps({"mcpServers": {"x": {"env": {"API_KEY": key}}}}, indent=1))
    seen = segue("install", "claude", "--dry-run")
    assert seen.code == 0 and key not in seen.out + seen.err


def test_a_project_is_a_repository(segue, tmp_path: Path, isolated: Path) -> None:
    assert segue("install", "claude", "--project").code == 2
    subprocess.run(["git", "init", "-q", tmp_path / "p"], check=True)
    (tmp_path / "p" / "below").mkdir()
    seen = segue("install", "claude", "--project", cwd=tmp_path / "p" / "below")
    assert seen.code == 0 and "leave them out of your commits" in seen.err
    names = {str(f.relative_to(tmp_path / "p")) for f in (tmp_path / "p").rglob("*") if f.is_file()}
    assert {".mcp.json", ".claude/settings.local.json", ".claude/commands/handoff.md"} <= names
    assert list(isolated.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("install", "emacs"), "known agents: claude, codex, pi, omp, gemini, qwen, opencode, copilot"),
        (("install", "claude", "--user", "--project"), "exclude each other"),
    ],
)
def test_wrong_use_is_told(segue, words: tuple[str, ...], why: str) -> None:
    seen = segue(*words)
    assert seen.code == 2 and why in seen.err


def test_a_broken_file_is_named_with_its_line(segue, isolated: Path) -> None:
    (isolated / ".claude").mkdir()
    (isolated / ".claude/settings.json").write_text('{\n  "a": 1\n  "b": 2\n}\n')
    seen = segue("install", "claude")
    assert seen.code == 2
    assert seen.err.startswith("error: ~/.claude/settings.json: line 3: a comma is missing\nhint: ")
    assert not (isolated / ".claude.json").exists()
