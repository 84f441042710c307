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


@pytest.fixture
def bare(tmp_path: Path) -> str:
    """A Python in which the package mcp is not to be found, as after `make brief`."""
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "sitecustomize.py").write_text("import sys\nsys.modules['mcp'] = None\n")
    return str(tmp_path / "bare")


def test_a_missing_package_is_told_with_the_command_that_gets_it(segue, bare: str) -> None:
    """At the installation already; and the doctor does not say that installing again would mend it."""
    getting = f"{sys.executable} -m pip install 'mcp<3,>=2.3'"
    installed = segue("install", "claude", PYTHONPATH=bare)
    assert installed.code == 0 and f"the package mcp is missing; get it with: {getting}\n" in installed.err
    seen = segue("doctor", PYTHONPATH=bare)
    assert seen.code == 1 and "MCP: package mcp is missing" in seen.out
    assert seen.err == (
        "broken: claude: its MCP server cannot start, for the package mcp is missing\n"
        "error: 1 broken\n"
        f"hint: the package mcp comes with: {getting}\n"
    )
    assert segue("doctor").code == 0


def test_a_missing_package_and_a_missing_part_get_a_hint_each(segue, bare: str, isolated: Path) -> None:
    segue("install", "claude")
    (isolated / ".claude/settings.json").unlink()
    hints = segue("doctor", PYTHONPATH=bare).err.partition("hint: ")[2]
    assert "the package mcp comes with" in hints and "`segue install AGENT` mends" in hints
