"""`segue doctor`: what is here, what is installed, what is broken."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest


@pytest.fixture
def programs(tmp_path: Path) -> str:
    """A PATH with two agents of ours: one that answers, one that never does."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, body in (("claude", "echo '2.1.325 (Claude Code)'"), ("codex", "exit 3")):
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def test_it_says_which_agents_are_here_and_what_could_be_installed(segue, programs: str) -> None:
    seen = segue("doctor", PATH=programs)
    assert seen.code == 0
    rows = {line.split()[0]: line for line in seen.out.splitlines()[3:]}
    assert "2.1.325 (Claude Code)" in rows["claude"] and rows["claude"].endswith("segue install claude")
    assert "found" in rows["codex"]
    assert rows["gemini"].split() == ["gemini", "-", "-"]
    assert len(rows) == 9


def test_what_is_installed_is_healthy(segue, programs: str) -> None:
    segue("install", "claude")
    seen = segue("doctor", "--json", PATH=programs)
    assert (seen.code, seen.err) == (0, "")
    found = {agent["agent"]: agent for agent in json.loads(seen.out)["agents"]}
    assert [part["standing"] for part in found["claude"]["scopes"][0]["parts"]] == ["installed"] * 4
    assert [part["standing"] for part in found["codex"]["scopes"][0]["parts"]] == ["absent"] * 3


def test_a_part_that_starts_another_segue_is_broken(segue, isolated: Path) -> None:
    """The Python that installed it was removed: said with its path, and installing again mends it."""
    segue("install", "claude")
    for name in (".claude/settings.json", ".claude.json"):
        file = isolated / name
        file.write_text(file.read_text().replace(sys.executable, "/gone/python"))
    seen = segue("doctor")
    assert seen.code == 1
    assert "broken: claude: ~/.claude.json is stale: it starts /gone/python, which is not there any more" in seen.err
    assert segue("install", "claude").code == 0
    assert segue("doctor").code == 0


def test_half_an_installation_is_broken(segue, isolated: Path) -> None:
    segue("install", "claude")
    (isolated / ".claude/settings.json").unlink()
    seen = segue("doctor")
    assert seen.code == 1 and "~/.claude/settings.json has no hooks of ours" in seen.err


def test_a_file_that_the_agent_itself_cannot_read_is_broken(segue, isolated: Path) -> None:
    (isolated / ".claude").mkdir()
    (isolated / ".claude/settings.json").write_text("{")
    seen = segue("doctor")
    assert seen.code == 1 and "~/.claude/settings.json is broken" in seen.err
