"""What the reader makes of Qwen Code's rows beyond what every reader must."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from segue.session.records import FileTouch, Said, Thought, Todo, Usage
from segue.sources import reader_for
from segue.sources.qwen import QwenCode
from tests.fixtures import HERE
from tests.sources.kit import calls, marks, words

QWEN = QwenCode()
FIXTURES = HERE / "qwen"
SESSION = "9e0e5500-0000-4000-8000-000000000001"
Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes rows as a session of a project, each below the one before it unless it says otherwise."""

    def write(*rows: dict[str, Any]) -> Path:
        path = tmp_path / "projects" / "-w-app" / "chats" / f"{SESSION}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        chain = ("", *(row["uuid"] for row in rows))
        whole = [{"parentUuid": parent or None, **row} for parent, row in zip(chain, rows, strict=False)]
        path.write_text("".join(json.dumps(row) + "\n" for row in whole))
        return path

    return write


def row(uuid: str, type_: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"uuid": uuid, "type": type_, "message": {"role": "user", "parts": list(parts)}, **more}


def prompt(uuid: str, text: str, **more: Any) -> dict[str, Any]:
    return row(uuid, "user", {"text": text}, **more)


def test_the_users_words_are_told_from_what_stands_around_them() -> None:
    """Hooks speak behind them, files are drawn in, timers and goals speak in the user's name."""
    session = QWEN.read(FIXTURES / "plain.jsonl")
    assert words(session) == [
        "Retry the upload when the server says 503.",
        "Twice is enough, and never for a POST.",
        "See @notes.md for the rest",
    ]
    assert [i.text for i in session.items if isinstance(i, Thought)] == ["back off between tries"]


def test_what_the_session_is() -> None:
    glance = QWEN.glance(FIXTURES / "plain.jsonl")
    assert (glance.cwd, glance.branch, glance.model) == ("/w/app", "main", "qwen3-coder-plus")
    assert (glance.title, glance.human_turns) == ("Retries of the upload", 3)
    assert glance.usage == Usage(12_000, 1_000_000)
    assert (glance.started, glance.ended) == ("2026-11-02T09:00:01.000Z", "2026-11-02T09:00:13.000Z")


@pytest.mark.parametrize(
    ("name", "outcome", "code", "line", "result"),
    [
        ("c1", "failed", 1, 2, 4),
        ("c2", "ok", None, 2, 3),
        ("c6", "ok", 0, 9, 10),
        ("c8", "failed", None, 9, 12),
        ("c9", "rejected", None, 13, 14),
        ("c13", "interrupted", None, 26, 27),
        ("c14", "interrupted", None, 26, 28),
        ("c16", "unanswered", None, 35, None),
    ],
)
def test_a_call_is_joined_with_its_end(
    name: str, outcome: str, code: int | None, line: int, result: int | None
) -> None:
    """Results come in whatever order; what a command printed is not its exit code."""
    call = calls(QWEN.read(FIXTURES / "tools.jsonl"))[name]
    assert (call.outcome, call.exit_code, call.line, call.result_line) == (outcome, code, line, result)


def test_files_are_touched_as_the_tools_say() -> None:
    found = calls(QWEN.read(FIXTURES / "tools.jsonl"))
    assert found["c2"].files == (FileTouch("/w/app/dates.py", "read"),)
    assert found["c3"].files == (
        FileTouch("/w/app/dates.py", "edited", "return day", "return date.fromisoformat(day)"),
    )
    assert found["c4"].files == (FileTouch("/w/app/test_dates.py", "created", "", "def test_it(): ...\n"),)
    assert found["c5"].files == (FileTouch("/w/app/notes.md", "created", "", "ISO only.\n"),)


def test_steps_plans_questions_and_sub_agents_are_what_they_are() -> None:
    session = QWEN.read(FIXTURES / "tools.jsonl")
    found = calls(session)
    assert found["c10"].todos == (Todo("Write the parser", "done"), Todo("Write the tests", "active"))
    assert (found["c15"].act, found["c15"].about) == ("plan", "1. Parse. 2. Test.")
    side = found["c12"].side
    assert side and (side.task, side.outcome) == ("Count who calls parse.", "completed: Four callers.")
    said = [(i.text, i.via) for i in session.items if isinstance(i, Said) and i.role == "user" and i.via != "typed"]
    assert said == [("ISO, always", "answer"), ("And mind the zone.", "queued")]


def test_a_stopped_turn_and_a_failed_request_are_marked_once() -> None:
    """Two calls were stopped with one key; a sub-agent's failed request is the sub-agent's."""
    assert marks(QWEN.read(FIXTURES / "tools.jsonl")) == [(27, "interrupted", ""), (30, "error", "429 quota")]


def test_of_a_command_the_arguments_are_the_users() -> None:
    """What a command of the user's own became is nobody's words; the client's own commands say nothing of the work."""
    session = QWEN.read(FIXTURES / "compression.jsonl")
    said = [(i.line, i.text, i.via) for i in session.items if isinstance(i, Said) and i.role == "user"]
    assert said == [
        (1, "Remember the word walrus.", "typed"),
        (5, "the parser", "command"),
        (9, "Thanks.", "typed"),
        (12, "keep the word", "command"),
    ]


def test_a_command_that_became_nothing_swallows_no_prompt(written: Written) -> None:
    """The next prompt is the command's only when it stands right below it."""
    invoked = {"systemPayload": {"phase": "invocation", "rawCommand": "/look there", "sentToModel": True}}
    path = written(
        row("a", "system", subtype="slash_command", **invoked),
        row("b", "system", subtype="attribution_snapshot"),
        prompt("c", "My own words."),
    )
    assert words(QWEN.read(path)) == ["My own words."]


def test_a_commands_arguments_as_shown_without_a_terminal(written: Written) -> None:
    """There is no row of the command; where a hook spoke, the prompt says what was typed."""
    path = written(prompt("a", "Tell all about: the parser", systemPayload={"displayText": "/tell the parser"}))
    assert [(i.text, i.via) for i in QWEN.read(path).items if isinstance(i, Said)] == [("the parser", "command")]


def test_a_compression_is_marked_with_its_summary_and_what_is_left() -> None:
    session = QWEN.read(FIXTURES / "compression.jsonl")
    assert marks(session) == [(11, "compaction", "The word is walrus.")]
    assert session.glance.usage.used == 700


def test_what_was_taken_back_is_one_mark(written: Written) -> None:
    """The rows after a rewind hang below an earlier one."""
    path = written(
        prompt("a", "Keep this."),
        prompt("b", "Not this."),
        row("c", "assistant", {"text": "Never mind."}),
        row("d", "system", subtype="rewind", parentUuid="a"),
        row("e", "system", subtype="session_artifact_event", parentUuid="c"),
        prompt("f", "This instead.", parentUuid="d"),
    )
    session = QWEN.read(path)
    assert words(session) == ["Keep this.", "This instead."] and words(session, "agent") == []
    assert marks(session) == [(2, "rewind", "Not this.")]


def test_gaps_are_counted_with_their_lines() -> None:
    session = QWEN.read(FIXTURES / "damaged.jsonl")
    assert [gap.line for gap in session.gaps] == [2, 3, 4, 5, 6, 10, 14, 18]
    assert words(session) == ["Read the damaged file.", "Half an emoji ?.", "Glued."]


def test_a_sub_agent_leads_to_its_file_and_that_to_its_parent(written: Written) -> None:
    """Its file stands beside the chats; read by its path it is Qwen Code's, and a helper."""
    call = {"functionCall": {"id": "c1", "name": "agent", "args": {"prompt": "Count."}}}
    path = written(prompt("a", "Let it count."), row("b", "assistant", call))
    own = path.parent.parent / "subagents" / SESSION / "agent-general-purpose-c1.jsonl"
    own.parent.mkdir(parents=True)
    own.with_suffix(".meta.json").write_text('{"toolUseId": "c1"}')
    own.write_text(json.dumps({**prompt("x", "Count."), "sessionId": SESSION, "isSidechain": True}) + "\n")
    side = calls(QWEN.read(path))["c1"].side
    assert side and side.session == own.stem
    glance = reader_for(own).glance(own)
    assert (glance.agent, glance.helper, glance.parent) == ("qwen", True, SESSION)


def test_a_session_that_a_tool_made_is_a_helper(written: Written) -> None:
    made = row("a", "system", subtype="parent_session", systemPayload={"parentSessionId": "the-parent"})
    glance = QWEN.glance(written(made, prompt("b", "Go on.")))
    assert (glance.helper, glance.parent) == (True, "the-parent")


def test_chats_are_found_newest_first_and_nothing_else(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what lies beside them: the state of a running client, sub-agents, other files."""
    home = isolated / ".qwen" / "projects" / "-w-app"
    names = [f"chats/{SESSION}.jsonl", f"chats/{SESSION[:-1]}2.jsonl"]
    others = [f"chats/{SESSION}.runtime.json", "chats/notes.jsonl", f"subagents/{SESSION}.jsonl"]
    for age, name in enumerate([*names, *others]):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIXTURES / "plain.jsonl", home / name)
        os.utime(home / name, (1_000_000 - age, 1_000_000 - age))
    assert [path.relative_to(home).as_posix() for path in QWEN.find(isolated)] == names
    monkeypatch.setenv("QWEN_HOME", str(isolated / "elsewhere"))
    assert list(QWEN.find(isolated)) == []
    monkeypatch.setenv("QWEN_RUNTIME_DIR", str(isolated / ".qwen"))
    assert len(list(QWEN.find(isolated))) == 2


def test_claudes_rows_in_another_order_of_names_are_not_claimed(tmp_path: Path) -> None:
    """A tool that writes a file again may sort them."""
    path = tmp_path / "s.jsonl"
    path.write_bytes(
        b'{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"Hello"}}\n'
    )
    assert reader_for(path).agent == "claude"
