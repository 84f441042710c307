"""What a tool call of Codex was for, and how it ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from segue.session.records import Call, FileTouch, Todo
from tests.sources.codex.kit import CODEX, FIXTURES, calls, prompts, read, row, written


@pytest.fixture(scope="module")
def tools() -> dict[str, Call]:
    return calls("tools")


def test_a_command_is_what_was_run_whatever_carried_it(tools: dict[str, Call]):
    commands = {id_: tools[id_].command for id_ in ("ok1", "old1", "old2", "loc1")}
    assert commands == {
        "ok1": "pytest -q",
        "old1": "cat shelf.txt | head",
        "old2": "git commit -m 'two words'",
        "loc1": "ls -la",
    }


@pytest.mark.parametrize(
    ("id_", "outcome", "code", "output"),
    [
        ("ok1", "ok", 0, "3 passed\n"),
        ("par1", "ok", 0, "clean\n"),
        ("par2", "failed", 2, "no rule docs\n"),
        ("old1", "failed", 1, "cat: shelf.txt: No such file\n"),
        ("old2", "ok", 0, "[shelves 1234abc] two words\n"),
        ("rej1", "rejected", None, "exec command rejected by user: keep the jars, move them to attic/"),
        ("int1", "interrupted", None, "aborted by user after 29.7s"),
        ("int2", "interrupted", None, ""),
        ("una1", "unanswered", None, ""),
        ("img1", "failed", None, "unable to locate image at `/w/pantry/shelf.png`"),
        ("mcp1", "failed", None, "salt: 2"),
        ("odd1", "ok", None, "done"),
    ],
)
def test_outcomes(tools: dict[str, Call], id_: str, outcome: str, code: int | None, output: str):
    """Codex has no error flag: header, JSON, words and events each tell it in some version."""
    call = tools[id_]
    assert (call.outcome, call.exit_code, call.output) == (outcome, code, output)


@pytest.mark.parametrize(
    ("call", "cwd"),
    [
        (
            {"type": "function_call", "name": "exec_command", "arguments": '{"cmd": "ls", "workdir": "/w/attic"}'},
            "/w/attic",
        ),
        ({"type": "local_shell_call", "action": {"command": ["ls"], "working_directory": "/w/attic"}}, "/w/attic"),
        ({"type": "function_call", "name": "exec_command", "arguments": '{"cmd": "ls", "workdir": 7}'}, ""),
    ],
)
def test_a_command_knows_where_it_ran(tmp_path: Path, call: dict[str, Any], cwd: str):
    """Codex names the directory in the call, not in the command."""
    (found,) = written(tmp_path / "one.jsonl", row("response_item", call_id="c", **call)).items
    assert isinstance(found, Call)
    assert found.cwd == cwd


def test_a_result_is_joined_by_its_id_and_knows_its_line(tools: dict[str, Call]):
    assert tools["par2"].result_line == tools["par1"].line + 2
    assert tools["par1"].result_line == tools["par1"].line + 3
    assert tools["una1"].result_line is None


def test_a_command_that_was_left_running_has_no_end(tmp_path: Path):
    """The file ends before anyone looked at it again."""
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(b"".join((FIXTURES / "tools.jsonl").read_bytes().splitlines(keepends=True)[:29]))
    (left,) = [i for i in CODEX.read(torn).items if isinstance(i, Call) and i.id == "bg1"]
    assert (left.outcome, left.output) == ("unanswered", "running\n")


def test_a_command_that_ran_on_gets_the_exit_code_of_a_later_look(tools: dict[str, Call]):
    """`npm test` came back as running; that it failed was said to write_stdin."""
    assert (tools["bg1"].outcome, tools["bg1"].exit_code) == ("failed", 1)
    assert tools["bg1"].output == "running\n1 failing\n"
    assert tools["bg1"].result_line == tools["bg2"].result_line
    assert (tools["bg2"].act, tools["bg2"].command) == ("run", "")


def test_a_patch_names_every_file_and_how(tools: dict[str, Call]):
    assert tools["pat1"].files == (
        FileTouch("docs/jars.md", "created", "", "# Jars\nTwelve."),
        FileTouch("src/shelf.py", "edited", "    return 1", "    return 2"),
        FileTouch("old_name.py", "deleted"),
        FileTouch("new_name.py", "moved", "a = 1", "a = 2"),
        FileTouch("junk.txt", "deleted"),
    )
    assert (tools["pat1"].act, tools["pat1"].outcome) == ("edit", "ok")


def test_a_patch_that_did_not_apply_failed(tools: dict[str, Call]):
    assert (tools["pat2"].act, tools["pat2"].outcome) == ("edit", "failed")


def test_a_patch_in_a_heredoc_is_an_edit(tools: dict[str, Call]):
    call = tools["her1"]
    assert (call.act, call.outcome, call.exit_code) == ("edit", "ok", 0)
    assert call.files == (FileTouch("README.md", "edited", "old line", "new line"),)


def test_a_plan_is_the_whole_list(tools: dict[str, Call]):
    assert tools["plan1"].todos == (
        Todo("Rename", "done"),
        Todo("Test", "active"),
        Todo("Write it down", "pending"),
    )


def test_the_words_of_a_rejection_and_of_an_answer_are_the_users():
    said = prompts(read("tools"))
    assert ("rejection", "keep the jars, move them to attic/") in said
    assert ("answer", "Red; but only the round ones") in said


def test_answers_are_no_turns():
    assert read("tools").glance.human_turns == 3


def test_what_the_other_tools_were_for(tools: dict[str, Call]):
    told = {call.name: (call.act, call.about) for call in tools.values()}
    assert told["web_search"] == ("search", "how to label jars")
    assert told["request_user_input"] == ("ask", "Which lids?")
    assert told["view_image"] == ("read", "/w/pantry/shelf.png")
    assert told["mcp__store.lookup"] == ("other", "salt")
    assert told["gadget"] == ("other", "left")


def test_what_no_response_item_asked_for_is_a_call_too():
    """A command typed by the user, and a patch made inside a script cell."""
    found = calls("paginated")
    assert (found["5d7e"].name, found["5d7e"].command, found["5d7e"].outcome) == (
        "user_shell",
        "echo by hand",
        "ok",
    )
    assert {t.path: t.how for t in found["cell-1"].files} == {
        "/w/pantry/piano.md": "edited",
        "/w/pantry/notes.md": "created",
    }


def test_a_declined_command_was_rejected():
    assert calls("paginated")["c2"].outcome == "rejected"


def test_a_sub_agent_is_one_line_with_its_last_words():
    sides = {call.id: call.side for call in calls("delegating").values() if call.side}
    assert {id_: (side.task, side.outcome) for id_, side in sides.items()} == {
        "sp1": ("Count the spoons in the drawer.", "Nine spoons."),
        "sp2": ("Count the forks.", "the drawer is locked"),
    }
    assert sides["sp1"].session == read("subagent").glance.id


def test_a_long_output_is_bounded(tmp_path: Path):
    call = row("response_item", type="function_call", name="exec_command", arguments='{"cmd":"yes"}', call_id="c")
    result = row("response_item", type="function_call_output", call_id="c", output="y\n" * 100_000)
    (item,) = written(tmp_path / "s.jsonl", call, result).items
    assert isinstance(item, Call) and len(item.output) < 3000 and "left out" in item.output
