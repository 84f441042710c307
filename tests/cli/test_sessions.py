"""`segue sessions` on a machine with sessions of all agents."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from pathlib import Path

import pytest

from segue.agents import AGENTS
from tests.cli.conftest import POWERLESS

ALL = (("claude", "tools"), ("codex", "tools"), ("pi", "tools"), ("omp", "tools"))


@pytest.fixture
def all_agents(machine):
    return [machine(agent, name) for agent, name in ALL]


def test_lists_every_agent_newest_first(segue, all_agents, expected):
    """By what they say themselves. The whole table, with ages left out: they depend on today."""
    seen = segue("sessions", "--all")
    rows = json.loads(segue("sessions", "--all", "--json").out)
    assert [row["agent"] for row in rows] == ["omp", "pi", "claude", "codex"]
    ages = "\n".join(" ".join(line.split()) for line in seen.out.splitlines())
    for row in rows:
        assert row["id"][:8] in ages and row["agent"] in ages
    assert seen.out.splitlines()[0].split() == ["ID", "AGENT", "PROJECT", "TITLE", "AGE", "TURNS", "FULL"]
    assert seen.code == 0


def test_a_copied_file_is_no_newer_session(segue, machine):
    """Order, age and what `segue brief` takes for the newest are all of the session's own times."""
    newer, older = machine("claude", "tools"), machine("claude", "plain", "5e55a009-0000-4000-8000-000000000009")
    older.write_text(older.read_text().replace("2026-", "2025-"))
    assert older.stat().st_mtime > newer.stat().st_mtime
    rows = json.loads(segue("sessions", "--all", "--json").out)
    assert [row["id"] for row in rows] == [newer.stem, older.stem]
    for words in (("brief", "latest"), ("brief", "latest", "--json")):
        assert f"session {newer.stem[:8]} of claude: the newest session" in segue(*words).err


def test_a_session_without_times_is_as_old_as_its_file(segue, machine):
    """The file that was written last stands first among them."""
    for number in (1, 2):
        path = machine("claude", "tools", f"5e55a00{number}-0000-4000-8000-000000000001")
        path.write_text(re.sub(r'"timestamp":\s*"[^"]*",?', "", path.read_text()))
    assert [row["id"][:8] for row in json.loads(segue("sessions", "--json").out)] == ["5e55a002", "5e55a001"]


def test_json_has_what_a_program_wants(segue, machine, expected):
    machine("claude", "tools")
    expected("sessions-claude.json", segue("sessions", "--all", "--json").out)


def test_one_agent_only(segue, all_agents):
    rows = json.loads(segue("sessions", "--all", "--agent", "codex", "--json").out)
    assert [row["agent"] for row in rows] == ["codex"]


def test_an_unknown_agent_is_told_the_known_ones(segue, all_agents):
    """In the order that they have everywhere, whichever reader is asked first."""
    seen = segue("sessions", "--agent", "cursor")
    assert seen.code == 2
    assert f"known agents: {', '.join(agent.name for agent in AGENTS)}\n" in seen.err


def test_the_limit_says_what_it_left_out(segue, all_agents):
    seen = segue("sessions", "--all", "--limit", "1")
    assert len(seen.out.splitlines()) == 2
    assert "3 more; --limit 4 shows them all" in seen.err


def test_inside_a_repository_its_sessions_are_the_default(segue, machine, tmp_path):
    """Worktrees of one repository count as one; `--all` still shows everything."""
    repository, worktree = tmp_path / "repo", tmp_path / "tree"
    git(repository, "init", "-q", str(repository))
    git(repository, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first")
    git(repository, "worktree", "add", "-q", str(worktree))
    held = machine("claude", "tools")
    held.write_bytes(held.read_bytes().replace(b"/w/app", str(repository).encode()))
    machine("pi", "tools")
    rows = json.loads(segue("sessions", "--json", cwd=worktree).out)
    assert [row["agent"] for row in rows] == ["claude"]
    assert len(json.loads(segue("sessions", "--all", "--json", cwd=worktree).out)) == 2
    assert json.loads(segue("sessions", "--here", "--json").out) == []


def test_a_repository_without_sessions_is_told_that_the_listed_are_of_others(segue, machine, tmp_path):
    """A program gets none for this repository's, and is told too."""
    git(tmp_path / "repo", "init", "-q")
    assert "no session was held" not in segue("sessions", cwd=tmp_path / "repo").err
    machine("claude", "tools")
    seen = segue("sessions", cwd=tmp_path / "repo")
    assert seen.code == 0 and "5e55a001" in seen.out
    assert seen.err == "no session was held in this repository; these are of other places\n"
    asked = segue("sessions", "--json", cwd=tmp_path / "repo")
    assert (asked.code, asked.out) == (0, "[]\n")
    assert asked.err == "no session was held in this repository; --all lists those of others\n"
    for quiet in (("--all",), ("--all", "--json")):
        outside = segue("sessions", *quiet, cwd=tmp_path / "repo")
        assert "5e55a001" in outside.out and outside.err == ""


def test_what_was_left_out_is_counted_when_nothing_is_left(segue, machine):
    machine("codex", "subagent")
    seen = segue("sessions")
    assert seen.code == 3 and "--helpers lists 1 more, of sub-agents and headless runs" in seen.err
    assert segue("sessions", "--helpers").code == 0


def git(folder: Path, *args: str) -> None:
    folder.mkdir(exist_ok=True)
    subprocess.run(["git", *args], cwd=folder, check=True)


def test_a_machine_without_sessions_says_where_it_looked(segue):
    seen = segue("sessions")
    assert seen.code == 3
    assert (
        seen.screen
        == "--- stderr\nerror: there is no session on this machine\nhint: segue looks below ~\n--- exit code 3\n"
    )
    assert segue("sessions", "--json").out == "[]\n"


def test_a_grown_file_is_looked_at_again(segue, machine):
    path = machine("claude", "plain")
    assert json.loads(segue("sessions", "--json").out)[0]["human_turns"] == 2
    with path.open("a") as file:
        file.write('{"type":"user","uuid":"u9","message":{"role":"user","content":"one more"}}\n')
    assert json.loads(segue("sessions", "--json").out)[0]["human_turns"] == 3


def test_the_index_is_rebuilt_when_it_is_damaged(segue, machine, tmp_path):
    machine("claude", "plain")
    first = segue("sessions", "--json").out
    index = tmp_path / "segue-home" / "index.db"
    assert sqlite3.connect(index).execute("select count(*) from glance").fetchone() == (1,)
    index.write_bytes(b"this is no database" * 100)
    assert segue("sessions", "--json").out == first
    assert sqlite3.connect(index).execute("select count(*) from glance").fetchone() == (1,)


def test_an_index_that_cannot_be_written_costs_time_only(segue, machine, tmp_path):
    machine("claude", "plain")
    (tmp_path / "segue-home").write_text("a file where the folder should be")
    assert json.loads(segue("sessions", "--json").out)[0]["human_turns"] == 2


def test_titles_can_hold_neither_secrets_nor_escapes(segue, machine):
    path = machine("claude", "plain")
    key = "AKIA" + "Q7ZT3MXW2LRN5VKD"
    path.write_text(path.read_text().replace("retry loop", f"\\u001b[31mred {key}\\u202e"))
    for args in (("sessions",), ("sessions", "--json")):
        out = segue(*args).out
        assert key not in out and "\x1b" not in out and "\u202e" not in out and "red" in out


@pytest.mark.parametrize("agent", ["claude", "codex", "pi", "omp", "qwen"])
def test_a_file_that_may_not_be_read_is_told(segue, machine, agent):
    """The others are listed; an older one is not called the newest without a word."""
    machine("claude", "tools", "5e55a007-0000-4000-8000-000000000001")
    closed = machine(agent, "tools" if agent != "qwen" else "plain", "5e55a00f-0000-4000-8000-000000000001")
    closed.chmod(0)
    told = f"not read: cannot open ~/{closed.relative_to(Path.home())}: Permission denied"
    seen = segue("sessions", by=POWERLESS)
    assert (seen.code, seen.err) == (0, f"{told}\n") and "5e55a007" in seen.out
    assert told in segue("brief", "latest", by=POWERLESS).err
    assert told in segue("search", "test", "--all", by=POWERLESS).err


@pytest.mark.parametrize("agent", ["claude", "codex", "pi", "omp", "qwen"])
def test_a_folder_that_may_not_be_looked_into_is_told(segue, machine, agent):
    """Rather than that there is no session on this machine."""
    folder = machine(agent, "tools" if agent != "qwen" else "plain").parent
    folder.chmod(0)
    try:
        for words in (("sessions",), ("brief", "latest")):
            seen = segue(*words, by=POWERLESS)
            assert seen.code == 3 and " that can be read\n" in seen.err
            assert f"not read: cannot open ~/{folder.relative_to(Path.home())}: Permission denied" in seen.err
        assert segue("sessions", "--json", by=POWERLESS).out == "[]\n"
    finally:
        folder.chmod(0o700)
