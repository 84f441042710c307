"""Every error is words that a model can act on: a category, what is wrong, what to try. And the server goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from segue.surfaces.mcp.errors import explained
from tests.mcp_server.conftest import MINE, Hold, Open


def test_wrong_arguments_are_named_and_their_values_are_not(work: Path, talk: Open):
    here = talk()
    said = here.refused("channel_post", text="x", type="shout")
    assert said.startswith("wrong use: type: Input should be 'message'") and "shout" not in said
    assert said.endswith("suggestion: nothing was done; look at the tool's input schema")
    for tool, arguments in (
        ("channel_post", {"text": ""}),
        ("channel_post", {"text": 3}),
        ("channel_decide", {"title": "t"}),
        ("handoff_brief", {"budget": 1_000_000}),
        ("handoff_brief", {"budget": 5}),
        ("thread_search", {"query": "x" * 501}),
        ("thread_search", {"query": "x", "limit": 0}),
        ("thread_read", {"pointer": "L" + "9" * 300}),
        ("thread_read", {"pointer": "L1", "around": -1}),
        ("handoff_receipt", {"brief": "brief-1-a", "goal": "g", "next": "n", "pointers": []}),
        ("channel_status", {"limit": "many"}),
    ):
        assert here.refused(tool, **arguments).startswith("wrong use: ")
    assert here.refused("channel_nothing") == "Unknown tool: channel_nothing"
    assert here.call("channel_status")["channel"] == ""


def test_what_is_not_there_is_said_with_what_is(work: Path, hold: Hold, talk: Open):
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    assert here.refused("thread_read", pointer="L77") == (
        f"not found: L77 of session {MINE[:8]} holds nothing that was said or done\n"
        f"suggestion: the nearest record is transcript:{MINE[:8]}:L2; its records go up to L2"
    )
    twin = MINE[:-1] + "9"
    hold(work, twin, "Another.", "Yes.")
    said = here.refused("handoff_brief", session=MINE[:8])
    assert said.startswith("not found: 2 sessions' ids begin with") and MINE in said and twin in said
    assert here.call("handoff_brief", session=MINE)["session"] == MINE
    assert here.refused("thread_read", pointer="commit:abc123") == (
        "wrong use: a commit: pointer is not read here\n"
        "suggestion: git show, or your own tool for reading files, shows it"
    )
    assert "is no pointer" in here.refused("thread_read", pointer="somewhere")
    assert "there is no word to look for" in here.refused("thread_search", query="?!")


def test_a_repository_without_sessions_says_so(repo: Path, talk: Open):
    here = talk()
    for tool, arguments in (("handoff_brief", {}), ("handoff_save", {}), ("thread_read", {"pointer": "L1"})):
        said = here.refused(tool, **arguments)
        assert said == "not found: no session was held in this repository\nsuggestion: there is nothing to read yet"
    assert "no session was held" in here.refused("channel_handoff_finalize", schemaVersion=1, activeHypothesis="x")
    assert here.call("thread_search", query="anything") | {"notice": ""} == {
        "notice": "",
        "passages": [],
        "searched": 0,
    }


def test_a_home_that_cannot_be_written_is_an_error_and_not_an_end(work: Path, talk: Open, tmp_path: Path):
    """A file stands where segue's home should be."""
    (tmp_path / "no-home").write_text("", encoding="utf-8")
    here = talk(SEGUE_HOME=str(tmp_path / "no-home"))
    assert here.refused("channel_post", text="x").startswith("failed: cannot write ")
    assert here.call("channel_status")["channel"] == ""


def test_settings_that_are_none_are_named(work: Path, talk: Open, tmp_path: Path):
    (tmp_path / "segue-home").mkdir()
    (tmp_path / "segue-home" / "config.toml").write_text("budget = 'many'", encoding="utf-8")
    said = talk(CLAUDE_CODE_SESSION_ID=MINE).refused("handoff_brief")
    assert said.startswith("wrong use: settings: ") and "suggestion: look at " in said


def test_a_fault_of_ours_is_logged_and_tells_only_its_kind(tmp_path: Path):
    """What we did not expect may hold anything: the caller learns that it happened, the log what it was."""
    said = explained(KeyError("a private thing"))
    assert said.startswith("fault: segue failed: KeyError\nsuggestion: ") and "private" not in said
    assert "a private thing" in (tmp_path / "segue-home" / "faults.log").read_text(encoding="utf-8")


def run(cwd: Path, *options: str, code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "segue", "mcp", *options]
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, input="", capture_output=True, text=True, check=False
    )


def test_the_server_ends_with_its_client(repo: Path):
    """Closed input is the end, not an error; nothing but the protocol is ever on stdout."""
    done = run(repo)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_the_extra_the_way_to_get_it_is_told(repo: Path, tmp_path: Path):
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "mcp.py").write_text("raise ModuleNotFoundError('No module named mcp', name='mcp')\n")
    done = run(repo, PYTHONPATH=str(tmp_path / "bare"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: the MCP server needs the package mcp, version 2.3 or newer (mcp is missing)\n"
        f"hint: {sys.executable} -m pip install 'mcp<3,>=2.3'\n"
    )


def test_a_server_collects_its_garbage() -> None:
    """A short run does without; a server goes on for days."""
    code = (
        "import gc, segue.surfaces.mcp.server as server; server.serve = lambda *a, **k: print(gc.isenabled());"
        "import sys; sys.argv = ['segue', 'mcp']; from segue.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, input="", check=True)
    assert done.stdout == "True\n"


def test_no_other_command_pays_for_the_server(repo: Path):
    """The package is imported when `segue mcp` runs, and not by the command line, its help, or the file itself."""
    code = "import sys, segue.surfaces.cli.mcp; sys.exit(bool({'mcp', 'pydantic'} & set(sys.modules)))"
    assert run(repo, code=code).returncode == 0
