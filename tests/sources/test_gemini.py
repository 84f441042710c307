"""What the reader makes of Gemini CLI's event log beyond what every reader must."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from segue.session.records import FileTouch, Said, Thought, Todo, Usage
from segue.sources import base, reader_for
from segue.sources.gemini import GeminiCli
from tests.fixtures import HERE
from tests.sources.kit import calls, marks, words

GEMINI = GeminiCli()
FIXTURES = HERE / "gemini"
OLD = FIXTURES / "legacy" / "session-2026-01-02T03-04-6e317100.json"
Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes records as a session of a project."""

    def write(*records: dict[str, Any], name: str = "session-2026-11-02T09-00-0123abcd.jsonl") -> Path:
        path = tmp_path / "tmp" / "app" / "chats" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return write


def prompt(id_: str, *parts: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "type": "user", "content": [{"text": part} for part in parts], **more}


def answer(id_: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "type": "gemini", "content": text, **more}


def test_the_users_words_are_told_from_what_stands_around_them() -> None:
    """Hooks speak before, after and alone, files are drawn in, the client opens with the place."""
    session = GEMINI.read(FIXTURES / "plain.jsonl")
    assert words(session) == [
        "Retry the upload when the server says 503.",
        "Twice is enough, and never for a POST.",
        "See @notes.md for the rest",
    ]
    assert [i.text for i in session.items if isinstance(i, Thought)] == ["Plan: back off between tries"]


def test_what_the_session_is() -> None:
    glance = GEMINI.glance(FIXTURES / "plain.jsonl")
    assert (glance.id, glance.cwd) == ("6e317100-0000-4000-8000-000000000001", "/w/app")
    assert (glance.title, glance.model) == ("Retries of the upload", "gemini-3.8-flash")
    assert glance.usage == Usage(12_000, 1_048_576)
    assert (glance.started, glance.ended) == ("2026-11-02T09:00:01.000Z", "2026-11-02T09:00:12.000Z")


@pytest.mark.parametrize(
    ("name", "outcome", "code", "line", "result"),
    [
        ("c1", "failed", 1, 5, 5),
        ("c2", "ok", None, 5, 5),
        ("c6", "ok", None, 10, 10),
        ("c7", "failed", None, 11, 11),
        ("c8", "rejected", None, 12, 12),
        ("c12", "ok", None, 18, 19),
        ("c13", "interrupted", None, 24, 24),
        ("c14", "unanswered", None, 26, None),
    ],
)
def test_a_call_told_twice_is_one_with_its_outcome(
    name: str, outcome: str, code: int | None, line: int, result: int | None
) -> None:
    """In `toolCalls` with its end or as parts of two messages; a command's failure is told by its last lines only."""
    call = calls(GEMINI.read(FIXTURES / "tools.jsonl"))[name]
    assert (call.outcome, call.exit_code, call.line, call.result_line) == (outcome, code, line, result)


def test_files_are_touched_as_the_tools_say() -> None:
    found = calls(GEMINI.read(FIXTURES / "tools.jsonl"))
    assert found["c2"].files == (FileTouch("/w/app/dates.py", "read"),)
    assert found["c3"].files == (
        FileTouch("/w/app/dates.py", "edited", "return day", "return date.fromisoformat(day)"),
    )
    assert found["c4"].files == (FileTouch("/w/app/test_dates.py", "created", "", "def test_it(): ...\n"),)
    assert found["c5"].files == (FileTouch("/w/app/dates.py", "edited", "", "x = 1\n"),)


def test_steps_questions_and_sub_agents_are_what_they_are() -> None:
    session = GEMINI.read(FIXTURES / "tools.jsonl")
    found = calls(session)
    assert found["c10"].todos == (Todo("Write the parser", "done"), Todo("Write the tests", "active"))
    side = found["c11"].side
    assert side and (side.task, side.session) == ("Count who calls parse.", "5ab00000-0000-4000-8000-00000000000a")
    assert side.outcome.endswith("Four callers.")
    assert [(i.text, i.line) for i in session.items if isinstance(i, Said) and i.via == "answer"] == [
        ("ISO, always", 15)
    ]
    assert marks(session) == [
        (13, "interrupted", ""),
        (20, "error", "[API Error: quota]"),
        (23, "interrupted", ""),
    ]


def test_a_compression_loses_no_prompt_and_counts_none_twice() -> None:
    """What it kept it lists under new ids, and a resumption lists it all again; said twice stays said twice."""
    session = GEMINI.read(FIXTURES / "compression.jsonl")
    assert words(session) == ["Remember the word walrus.", "Continue.", "Continue.", "Which word was it?", "Thanks."]
    assert words(session, "agent") == ["I will.", "Done.", "Done again.", "It was walrus.", "You are welcome."]
    assert marks(session) == [(10, "compaction", "<state_snapshot>The word is walrus.</state_snapshot>")]
    assert session.glance.usage.used == 5100


def test_after_a_compression_the_context_is_unknown(written: Written) -> None:
    """Until the next answer says so."""
    summary = [prompt("s1", "All of it."), answer("s2", "Got it. Thanks for the additional context!")]
    path = written(
        prompt("u", "Do much."), answer("g", "Done.", tokens={"input": 900}), {"$set": {"messages": summary}}
    )
    assert GEMINI.glance(path).usage.used is None
    assert words(GEMINI.read(path)) == ["Do much."]


def test_a_step_back_leaves_a_sign_and_takes_the_turn_away() -> None:
    """A step back to nowhere takes nothing; a history written anew under new ids is no second one."""
    session = GEMINI.read(FIXTURES / "rewind.jsonl")
    assert words(session) == ["Make a plan.", "Do it with processes.", "Go."]
    assert words(session, "agent") == ["Here it is.", "Processes, then.", "Gone."]
    assert calls(session) == {}
    assert marks(session) == [(7, "rewind", "Do it with threads."), (10, "rewind", "")]


def test_what_was_left_and_is_listed_again_counts_again(written: Written) -> None:
    """Also under a new id."""
    path = written(prompt("u", "Do it."), {"$rewindTo": "u"}, {"$set": {"messages": [prompt("new", "Do it.")]}})
    assert words(GEMINI.read(path)) == ["Do it."]


def test_a_message_written_again_stands_once_with_its_newest_words(written: Written) -> None:
    """Under the record that holds them."""
    path = written(prompt("u", "Say it."), answer("g", "Half an"), answer("g", "Half an answer is none."))
    assert [(i.line, i.text) for i in GEMINI.read(path).items if isinstance(i, Said)] == [
        (1, "Say it."),
        (3, "Half an answer is none."),
    ]


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("Exit Code: 3\nProcess Group PGID: 7\n</untrusted_context>", 3),
        ("Error: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 9", 0),
        ("Exit Code: (none)\nSignal: 9", None),
        ("Exit Code: 3\nand more output", None),
    ],
)
def test_an_exit_code_is_only_what_the_client_wrote_last(written: Written, end: str, code: int | None) -> None:
    """A command may print anything."""
    done = {"functionResponse": {"id": "c", "response": {"output": f"Output: x\n{end}"}}}
    told = {"id": "c", "name": "run_shell_command", "args": {"command": "x"}, "status": "success", "result": [done]}
    call = calls(GEMINI.read(written(answer("g", "", toolCalls=[told]))))["c"]
    assert (call.exit_code, call.outcome) == (code, "failed" if code else "ok")


def test_a_command_knows_where_it_ran(written: Written) -> None:
    told = {"id": "c", "name": "run_shell_command", "args": {"command": "x", "directory": "labels"}}
    assert calls(GEMINI.read(written(answer("g", "", toolCalls=[told]))))["c"].cwd == "labels"


def test_gaps_are_counted_with_their_lines() -> None:
    gaps = GEMINI.read(FIXTURES / "damaged.jsonl").gaps
    assert [gap.line for gap in gaps] == [3, 4, 5, 6, 7, 13, 14, 17, 18, 20]


def test_the_old_form_is_read_by_ordinals() -> None:
    """One object with a list of messages: the record number is the message's place in it."""
    session = GEMINI.read(OLD)
    assert [(type(i).__name__, i.line) for i in session.items] == [("Said", 1), ("Said", 2), ("Call", 2), ("Said", 5)]
    assert calls(session)["c1"].exit_code == 2
    assert [gap.line for gap in session.gaps] == [3]
    assert session.glance == GEMINI.glance(OLD)
    assert (session.glance.title, session.glance.started) == ("Dates of old", "2026-01-02T03:04:05.000Z")
    assert [(number, json.loads(raw)["id"]) for number, raw in GEMINI.raw(OLD, 4, 9)] == [(4, "i1"), (5, "u2")]
    assert reader_for(OLD).agent == "gemini"


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"sessionId":5,"messages":7}', b"\0\0"])
def test_an_old_file_of_any_bytes_is_a_session(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "session-2026-01-02T03-04-6e317100.json"
    path.write_bytes(data)
    session = GEMINI.read(path)
    assert (session.items, session.glance.id) == ((), "6e317100")
    assert GEMINI.glance(path) == session.glance


def test_the_place_beside_the_chats_is_the_exact_one(written: Written) -> None:
    """The text in the file is written for the model."""
    path = written(prompt("c", "<session_context>\n- **Workspace Directories:**\n  - /w/told\n"))
    assert GEMINI.glance(path).cwd == "/w/told"
    (path.parent.parent / ".project_root").write_text("/w/exact\n")
    assert GEMINI.glance(path).cwd == "/w/exact"


def test_a_sub_agents_file_is_a_helper_of_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "chats" / "parent-id" / "child-id.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text('{"sessionId":"child-id","projectHash":"h","kind":"subagent"}\n')
    glance = GEMINI.glance(path)
    assert (glance.id, glance.helper, glance.parent) == ("child-id", True, "parent-id")


def test_every_session_is_found_once(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A resumed session opens a second, empty file; an old file stays beside the log made from it."""
    chats = isolated / ".gemini" / "tmp" / "app" / "chats"
    (chats / "6e317100-0000-4000-8000-000000000001").mkdir(parents=True)
    names = [
        "session-2026-11-02T09-00-6e317100.jsonl",
        "session-2026-11-02T09-05-6e317100.jsonl",
        "session-2026-01-02T03-04-0123abcd.json",
        "session-2026-01-02T03-04-0123abcd.jsonl",
        "session-2026-01-03T03-04-4567abcd.json",
        "6e317100-0000-4000-8000-000000000001/5ab00000.jsonl",
        "notes.jsonl",
    ]
    for age, name in enumerate(names):
        source = OLD if name.endswith(".json") else FIXTURES / "plain.jsonl"
        shutil.copy(source, chats / name)
        os.utime(chats / name, (1_000_000 - age, 1_000_000 - age))
    (chats / names[1]).write_text('{"sessionId":"6e317100-0000-4000-8000-000000000001","projectHash":"h"}\n')
    assert [path.name for path in GEMINI.find(isolated)] == [names[0], names[3], names[4]]
    assert base.session_id(GEMINI, chats / names[1]) == "6e317100-0000-4000-8000-000000000001"
    monkeypatch.setenv("GEMINI_CLI_HOME", str(isolated / "elsewhere"))
    assert list(GEMINI.find(isolated)) == []
