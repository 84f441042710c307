"""The reader of pi's sessions, on files made by hand; each fixture's intent is in its intents.json."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from segue.session.records import Call, FileTouch, Said, Session, Thought, Todo, Usage
from segue.sources.pi import Pi
from segue.sources.pi.window import window_of
from tests.sources.kit import marks, words

FIXTURES = Path(__file__).parents[1] / "fixtures" / "pi"
ALL = sorted(FIXTURES.glob("*.jsonl"))
PI = Pi()
HEADER = '{"type":"session","version":3,"id":"s1","timestamp":"2026-11-02T09:00:00.000Z","cwd":"/w"}'


def read(name: str) -> Session:
    return PI.read(FIXTURES / f"{name}.jsonl")


def prompts(session: Session, but: str = "") -> list[str]:
    return [i.text for i in session.items if isinstance(i, Said) and i.role == "user" and i.via != but]


def calls(session: Session) -> dict[str, Call]:
    return {i.id or f"L{i.line}": i for i in session.items if isinstance(i, Call)}


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def record(place: str, parent: str | None, message: dict[str, Any]) -> str:
    return json.dumps({"type": "message", "id": place, "parentId": parent, "message": message})


def entry(place: str, parent: str | None, words: str) -> str:
    return record(place, parent, {"role": "user", "content": [text(words)]})


CALL = {
    "role": "assistant",
    "content": [{"type": "toolCall", "id": "c", "name": "bash", "arguments": {"command": "ls"}}],
}
RESULT = {"role": "toolResult", "toolCallId": "c", "toolName": "bash", "content": [text("a.txt")]}
Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(*lines: str | bytes, name: str = "2026-11-02T09-00-00-000Z_from-name.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
        return path

    return write


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_the_users_turns_are_the_prompts_that_are_no_answers(path: Path) -> None:
    session = PI.read(path)
    assert session.glance.human_turns == len(prompts(session, but="answer"))


def test_a_plain_session_gives_its_facts() -> None:
    """Header, name, model and usage come together in the glance."""
    glance = read("plain").glance
    assert (glance.agent, glance.id) == ("pi", "0190aaaa-0000-7000-8000-000000000001")
    assert (glance.cwd, glance.title, glance.model) == ("/w/lamp", "Blink at start", "claude-sonnet-4-5")
    assert (glance.started, glance.ended) == ("2026-11-02T09:00:01.000Z", "2026-11-02T09:00:12.000Z")
    assert (glance.usage, glance.usage.percent, glance.human_turns) == (Usage(3000, 200_000), 2, 3)


def test_only_the_users_own_words_are_the_users() -> None:
    """A skill's text, a file put before the words and an extension's message are not human."""
    session = read("plain")
    said = [(i.line, i.via, i.text) for i in session.items if isinstance(i, Said) and i.role == "user"]
    assert said == [
        (5, "typed", "Make the lamp blink twice at start.\nDo not touch the driver."),
        (7, "command", "look at the blink only"),
        (9, "typed", "use the pause from my notes"),
    ]
    assert [i.text for i in session.items if isinstance(i, Thought)] == ["The blink is in main."]


def test_tool_calls_are_joined_with_their_results_by_id() -> None:
    """The second call is answered before the first, and each keeps its own outcome."""
    found = calls(read("tools"))
    assert {id_: call.outcome for id_, call in found.items()} == {
        **dict.fromkeys(["c2", "c3", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12"], "ok"),
        "c1": "failed",
        "c4": "failed",
        "c13": "rejected",
        "c14": "interrupted",
        "c15": "interrupted",
        "c16": "unanswered",
    }
    first = found["c1"]
    assert (first.act, first.command, first.exit_code, first.result_line) == ("run", "make test", 2, 6)
    assert first.output.startswith("1 failed, 4 passed")
    acts = [found[id_].act for id_ in ("c2", "c3", "c5", "c7", "c8", "c9", "c10", "c11", "c12")]
    assert acts == ["read", "edit", "edit", "search", "search", "todo", "ask", "delegate", "other"]


def test_a_written_file_is_new_unless_the_session_met_it_before() -> None:
    """pi does not say so itself; the timer was read under its relative path and is written under the whole one."""
    found = calls(read("tools"))
    assert found["c3"].files == (FileTouch("src/timer.py", "edited", "return 80\ndef pause", "return 100\ndef wait"),)
    assert found["c5"].files == (FileTouch("src/blink.py", "created", "", "print('blink')\n"),)
    assert found["c6"].files[0].how == "edited"
    assert found["c2"].files == (FileTouch("src/timer.py", "read"),)


def test_extensions_tools_are_understood_by_what_they_leave() -> None:
    """Todo lists, questions and sub-agents are extensions in pi; their details carry the meaning."""
    session = read("tools")
    found = calls(session)
    assert found["c9"].todos == (Todo("mend the timer", "done", 15), Todo("document the pin", "pending", 15))
    assert found["c10"].about == "Which pin?"
    assert [i.text for i in session.items if isinstance(i, Said) and i.via == "answer"] == ["the one on the left, 13"]
    side = found["c11"].side
    assert side and (side.task, side.outcome) == ("Find every use of pause.", "pause is used in two places.")
    assert session.glance.human_turns == 2


def test_an_abort_and_an_error_leave_marks() -> None:
    """The next agent must know what was stopped and what never came."""
    session = read("tools")
    assert marks(session) == [(23, "interrupted", "Operation aborted"), (25, "error", "429 too many requests")]
    assert session.glance.usage == Usage(2700, 272_000)
    assert session.glance.parent == "0190aaaa-0000-7000-8000-000000000001"


def test_the_live_path_is_the_session_and_a_mark_stands_where_a_branch_was_left() -> None:
    """Abandoned words are not instructions any more, but that they were abandoned is worth knowing."""
    session = read("branch")
    assert prompts(session) == ["Name the rooms.", "Paint the hall blue instead.", "Leave the kitchen white."]
    assert words(session, "agent") == ["Hall, kitchen, cellar.", "The hall is blue.", "White it stays."]
    assert marks(session) == [
        (4, "rewind", "went back and left 4 records behind (L4 to L7): Paint the hall green."),
        (12, "rewind", "The kitchen was painted black; the user did not like it."),
    ]
    assert not calls(session) and not session.gaps


def test_what_stands_before_a_compaction_still_counts() -> None:
    """The model forgot it, the project did not. How full the context is now, nobody knows."""
    session = read("compaction")
    assert len(prompts(session)) == 3
    assert marks(session)[0] == (6, "compaction", "Nine switches were written down and labelled.")
    assert session.glance.usage == Usage(None, 200_000)


def test_a_first_version_without_ids_is_one_line() -> None:
    """v1 has no tree; an old hook's message is as little human as an extension's."""
    session = read("v1")
    assert prompts(session) == ["Old file, no ids.", "And the shell?"]
    assert marks(session) == [(6, "compaction", "The machine runs Linux.")]
    assert calls(session)["o2"].files == (FileTouch("rc", "edited", "sh", "zsh"),)
    assert not session.gaps


def test_the_users_own_commands_are_calls_and_end_no_turn() -> None:
    """`!cmd` is the user's doing: with its exit code, and the agent's words before it stay its last."""
    session = read("user-bash")
    found = [
        (i.command, i.outcome, i.exit_code) for i in session.items if isinstance(i, Call) and i.name == "user-bash"
    ]
    assert found == [("cat /sys/fuse", "ok", 0), ("fuse --reset", "failed", 3), ("fuse --watch", "interrupted", None)]
    assert [i.final for i in session.items if isinstance(i, Said) and i.role == "agent"] == [True]


def test_a_damaged_file_loses_its_damaged_lines_only() -> None:
    """The record after a torn line names a parent that is not there; what came before must not be lost with it."""
    session = read("damaged")
    assert prompts(session) == ["Count the lamps.", "Count the lamps in the cellar too.", "cut emoji ? here"]
    assert words(session, "agent") == ["There are three lamps.", "Five with the cellar.", "Noted\ufffd."]
    assert [(gap.line, gap.what) for gap in session.gaps] == [
        (4, "not JSON (torn or damaged)"),
        (5, "not a record"),
        (6, "not a record"),
        (7, "a record without a type (1×)"),
        (8, "not a record"),
        (10, "unknown record type 'hologram' (1×)"),
        (12, "a result whose call is not there"),
        (15, "not JSON (torn or damaged)"),
    ]


def test_an_unknown_version_is_read_for_what_is_known() -> None:
    """A new release of pi must not cost its users their briefs."""
    session = read("newer")
    assert words(session, "agent") == ["I do."] and session.glance.cwd == ""
    assert [gap.what for gap in session.gaps] == ["unknown message role 'oracle' (1×)"]


def test_a_cycle_of_parents_ends(written: Written) -> None:
    """A parent further down cannot be one; the record before stands in for it."""
    path = written(HEADER, entry("a", "b", "one"), entry("b", "a", "two"), entry("b", "b", "three"))
    assert prompts(PI.read(path)) == ["one", "two", "three"]


def test_a_record_written_twice_is_no_abandoned_branch(written: Written) -> None:
    """A crash can leave the same record twice."""
    path = written(HEADER, entry("a", None, "one"), entry("a", None, "one"), entry("b", "a", "two"))
    session = PI.read(path)
    assert prompts(session) == ["one", "two"] and not marks(session)


def test_a_second_root_leaves_the_first_behind(written: Written) -> None:
    """Editing the very first prompt starts a new tree in the same file."""
    path = written(HEADER, entry("a", None, "first try"), entry("b", None, "second try"))
    session = PI.read(path)
    assert prompts(session) == ["second try"] and session.glance.title == "second try"
    assert marks(session) == [(2, "rewind", "went back and left 1 record behind (L2): first try")]


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"\0\0\0", b"null", b'{"type":"message"}', b'{"type":"message","message":7}']
)
def test_a_file_with_nothing_of_ours_is_an_empty_session(written: Written, content: bytes) -> None:
    """What is known is its name."""
    session = PI.read(path := written(content))
    assert session.glance.id == "from-name" and not session.items
    assert PI.glance(path) == session.glance


def test_fields_of_a_wrong_kind_count_as_absent(written: Written) -> None:
    """Another program writes these files; nothing in them is promised."""
    odd = {
        "role": "assistant",
        "content": [{"type": "text", "text": "kept"}, 5, {"type": "toolCall", "arguments": "["}],
    }
    path = written(
        '{"type":"session","id":7,"cwd":null,"timestamp":1793610000000}',
        json.dumps({"type": "message", "id": "a", "parentId": 5, "timestamp": [], "message": odd | {"usage": "much"}}),
        json.dumps({"type": "message", "id": "b", "parentId": "a", "message": {"role": "toolResult", "content": None}}),
    )
    session = PI.read(path)
    assert words(session, "agent") == ["kept"] and session.glance.started == "2026-11-02T09:00:00.000Z"
    assert PI.glance(path) == session.glance


def test_a_line_of_fifty_megabytes_is_read_and_bounded(written: Written) -> None:
    """Tools print logs; a brief holds the beginning and the end of them."""
    path = written(HEADER, record("a", None, CALL), record("b", "a", RESULT | {"content": [text("x" * 50_000_000)]}))
    (found,) = calls(PI.read(path)).values()
    assert found.outcome == "ok" and len(found.output) < 5000


def test_a_result_on_a_left_branch_still_answers_its_call(written: Written) -> None:
    """Going back to an agent's message leaves its results on the other branch; the call was run all the same."""
    path = written(HEADER, record("a", None, CALL), record("b", "a", RESULT), entry("d", "a", "something else"))
    (found,) = calls(PI.read(path)).values()
    assert (found.outcome, found.output, found.result_line) == ("ok", "a.txt", 3)


@pytest.mark.parametrize(
    ("said", "outcome", "code"),
    [
        ({"content": [text("exit code: 7 is what the manual says")]}, "ok", None),
        ({"details": {"exitCode": 0}}, "ok", 0),
        ({"details": {"exitCode": 1}}, "failed", 1),
        ({"details": {"exitCode": "1"}, "isError": True}, "failed", None),
        ({"content": [text("Command timed out after 5 seconds")], "isError": True}, "failed", None),
        ({"content": [text("half\n\nCommand aborted")], "isError": True}, "interrupted", None),
        ({"content": [text("Tool call denied by user: bash")], "isError": True}, "rejected", None),
    ],
)
def test_a_commands_outcome_is_what_its_result_says(
    written: Written, said: dict[str, Any], outcome: str, code: int | None
) -> None:
    """Only pi's own last line or the details hold an exit code; a command's output may say anything."""
    (found,) = calls(PI.read(written(HEADER, record("a", None, CALL), record("b", "a", RESULT | said)))).values()
    assert (found.outcome, found.exit_code) == (outcome, code)


def test_a_call_id_used_twice_gives_each_call_its_own_result(written: Written) -> None:
    """Some providers count their calls anew in every turn."""
    second = RESULT | {"isError": True, "content": [text("Command exited with code 9")]}
    path = written(
        HEADER, record("a", None, CALL), record("b", "a", RESULT), record("c", "b", CALL), record("d", "c", second)
    )
    found = [(i.line, i.outcome, i.exit_code) for i in PI.read(path).items if isinstance(i, Call)]
    assert found == [(2, "ok", None), (4, "failed", 9)]


def test_a_session_is_ours_by_its_header(written: Written) -> None:
    """A header among the first records, and nothing that only oh-my-pi writes."""
    assert all(PI.claims(path) for path in ALL)
    assert not any(PI.claims(path) for path in (FIXTURES.parent / "omp").glob("*.jsonl"))
    assert not PI.claims(written('{"type":"user","sessionId":"x"}', "", "null"))


def test_sessions_are_found_newest_first_and_elsewhere_when_told(
    isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pi's own variables move the place for us as they do for pi; one that points into oh-my-pi's home is not pi's."""
    for age, place in enumerate(
        [".pi/agent/sessions/--w--/b", ".pi/agent/sessions/--v--/a", "agent/sessions/--w--/c", "flat/d"]
    ):
        path = isolated / f"{place}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    (isolated / ".pi/agent/sessions/--w--/notes.txt").touch()

    def names() -> list[str]:
        return [path.stem for path in PI.find(isolated)]

    assert names() == ["b", "a"]
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(isolated / ".omp/profiles/x/agent"))
    assert names() == ["b", "a"]
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(isolated / "agent"))
    assert names() == ["c"]
    monkeypatch.setenv("PI_CODING_AGENT_SESSION_DIR", str(isolated / "flat"))
    assert names() == ["d"]


def test_raw_records_are_the_lines_of_the_file() -> None:
    """`segue show --raw` prints what is there, under the number the brief names."""
    lines = (FIXTURES / "plain.jsonl").read_bytes().split(b"\n")
    assert list(PI.raw(FIXTURES / "plain.jsonl", 2, 3)) == [(2, lines[1]), (3, lines[2])]


@pytest.mark.parametrize(
    ("model", "used", "window"),
    [
        ("claude-opus-4-7", None, 1_000_000),
        ("claude-opus-4-20250514", None, 200_000),
        ("claude-sonnet-4.5", 10, 200_000),
        ("claude-sonnet-4-5", 400_000, None),
        ("claude-sonnet-4-5[1m]", 400_000, 1_000_000),
        ("gpt-5.2-codex", None, 272_000),
        ("gemini-3-flash", None, None),
        ("", None, None),
    ],
)
def test_a_window_is_known_by_the_models_family_or_not_at_all(model: str, used: int | None, window: int | None) -> None:
    """The file does not say; a wrong percentage is worse than none."""
    assert window_of(model, used) == window


def test_numbers_and_depths_that_no_program_means_are_left_out(written: Written) -> None:
    """A session must go into JSON again, and reading it must not end in a deep hole."""
    spent = {"role": "assistant", "content": [text("kept")], "usage": {"totalTokens": 10**30}}
    deep = '{"type":"message","id":"b","parentId":"a","message":' + '{"content":' * 100_000 + "1" + "}" * 100_001
    session = PI.read(path := written(HEADER, record("a", None, spent), deep))
    assert words(session, "agent") == ["kept"] and session.glance.usage == Usage()
    assert msgspec.json.decode(msgspec.json.encode(session), type=Session) == session
    assert PI.glance(path) == session.glance
