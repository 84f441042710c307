"""What the reader makes of Copilot CLI's events beyond what every reader must."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from segue.session.records import Call, FileTouch, Mark, Said, Session, Side, Thought, Usage
from segue.sources import base
from segue.sources.copilot import Copilot
from tests.fixtures import HERE

COPILOT = Copilot()
FIXTURES = HERE / "copilot"
Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes events where Copilot would: in a folder that has the session's id."""

    def write(*events: dict[str, Any], workspace: str = "") -> Path:
        path = tmp_path / "session-state" / "5e55a000-0000-4000-8000-000000000005" / "events.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text("".join(json.dumps(event) + "\n" for event in events))
        if workspace:
            (path.parent / "workspace.yaml").write_text(workspace)
        return path

    return write


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": "e", "timestamp": "2026-11-02T09:00:00.000Z", "parentId": None}


def said(session: Session) -> list[tuple[str, str, str]]:
    return [(i.role, i.via, i.text) for i in session.items if isinstance(i, Said)]


def calls(session: Session) -> dict[str, Call]:
    return {i.id: i for i in session.items if isinstance(i, Call)}


def test_only_people_speak_as_the_user() -> None:
    """A skill and the autopilot send messages too; the second prompt came while the agent worked."""
    session = COPILOT.read(FIXTURES / "plain.jsonl")
    assert [row for row in said(session) if row[0] == "user"] == [
        ("user", "typed", "Retry the upload when the server says 503."),
        ("user", "queued", "Twice is enough, and never for a POST."),
    ]
    assert [i.text for i in session.items if isinstance(i, Thought)] == ["A back-off is kinder to the server."]


def test_what_the_session_is() -> None:
    """The last branch and model, the context of the conversation and not that of a side call."""
    glance = COPILOT.glance(FIXTURES / "plain.jsonl")
    assert (glance.id, glance.cwd, glance.branch) == ("c0b10700-0000-4000-8000-000000000001", "/w/app", "retry")
    assert (glance.model, glance.usage) == ("gpt-6", Usage(12_000, 128_000))
    assert glance.title == "Retry the upload when the server says 503."
    assert (glance.started, glance.ended) == ("2026-11-02T09:00:01.000Z", "2026-11-02T09:00:16.000Z")
    assert not glance.helper


@pytest.mark.parametrize(
    ("name", "outcome", "code", "result"),
    [
        ("c1", "ok", None, 8),
        ("c3", "failed", 1, 7),
        ("c6", "ok", 0, 16),
        ("c7", "failed", None, 18),
        ("c8", "rejected", None, 22),
        ("c9", "ok", None, 25),
        ("c12", "interrupted", None, None),
        ("c13", "unanswered", None, None),
        ("u1", "ok", 0, 38),
    ],
)
def test_a_calls_outcome_is_what_its_end_says(name: str, outcome: str, code: int | None, result: int | None) -> None:
    """`success` is said of a failed command too; the exit code tells. Results come in any order."""
    call = calls(COPILOT.read(FIXTURES / "tools.jsonl"))[name]
    assert (call.outcome, call.exit_code, call.result_line) == (outcome, code, result)


def test_files_are_touched_as_the_tools_say() -> None:
    found = calls(COPILOT.read(FIXTURES / "tools.jsonl"))
    assert found["c1"].files == (FileTouch("/w/app/dates.py", "read"),)
    new = "return date.fromisoformat(day)"
    assert found["c4"].files == (FileTouch("/w/app/dates.py", "edited", "return day", new),)
    assert found["c5"].files == (FileTouch("/w/app/test_dates.py", "created", "", "def test_it(): ...\n"),)
    assert found["c10"].files == (FileTouch("/w/app/notes.md", "created"), FileTouch("/w/app/old.md", "deleted"))


def test_a_patch_that_failed_still_names_its_files(written: Written) -> None:
    """Only a patch that went through has its edits listed beside the result."""
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\n"
    asked = {"toolCallId": "c", "name": "apply_patch", "arguments": patch}
    session = COPILOT.read(
        written(
            event("assistant.message", content="", toolRequests=[asked]),
            event("tool.execution_complete", toolCallId="c", success=False, error={"message": "no such context"}),
        )
    )
    call = calls(session)["c"]
    assert (call.outcome, call.output, call.files) == ("failed", "no such context", (FileTouch("a.py", "edited"),))


def test_the_users_words_in_dialogs_are_kept() -> None:
    """With what words a call was refused, and what was answered."""
    words = said(COPILOT.read(FIXTURES / "tools.jsonl"))
    assert ("user", "rejection", "never push from here") in words
    assert ("user", "answer", "ISO, always") in words
    assert COPILOT.glance(FIXTURES / "tools.jsonl").human_turns == 3


def test_a_sub_agent_is_one_call_with_its_place() -> None:
    """Its events stand among the others: neither its prompt, its command nor its usage is the session's."""
    session = COPILOT.read(FIXTURES / "tools.jsonl")
    side = calls(session)["c11"].side
    assert side == Side("Count who calls parse.", "Four callers.", first_line=30, last_line=36, records=6)
    assert "k1" not in calls(session) and session.glance.usage == Usage(31_000, 128_000)


def test_what_the_user_ran_is_told_from_what_the_agent_ran() -> None:
    call = calls(COPILOT.read(FIXTURES / "tools.jsonl"))["u1"]
    assert (call.name, call.command) == ("user-bash", "git status")


def test_a_compaction_is_crossed_and_a_failed_one_is_none() -> None:
    """Its focus is the user's; how full the context is afterwards, it says itself."""
    session = COPILOT.read(FIXTURES / "compaction.jsonl")
    assert [i for i in session.items if isinstance(i, Mark)] == [
        Mark(line=7, kind="compaction", text="The word is walrus.", time="2026-11-02T09:00:07.000Z")
    ]
    assert ("user", "command", "keep the word") in said(session)
    assert said(session)[0] == ("user", "typed", "Remember the word walrus.")
    assert session.glance.usage == Usage(4000, 128_000)


def test_a_call_whose_message_is_lost_is_known_by_its_start(written: Written) -> None:
    path = written(
        event("tool.execution_start", toolCallId="c", toolName="bash", arguments={"command": "ls"}),
        event("tool.execution_complete", toolCallId="c", success=True, result={"content": "README"}),
    )
    call = calls(COPILOT.read(path))["c"]
    assert (call.line, call.command, call.outcome, call.exit_code) == (1, "ls", "ok", None)


def test_gaps_are_counted_with_their_lines() -> None:
    """Every damaged line but the unknown event, which is a newer client's right."""
    gaps = COPILOT.read(FIXTURES / "damaged.jsonl").gaps
    assert [gap.line for gap in gaps] == [3, 4, 5, 6, 7, 13, 15, 17]


WORKSPACE = """\
id: 5e55a000-0000-4000-8000-000000000005
cwd: /w/elsewhere
branch: main
name: "The \\"parser\\": a \\u00fc"
user_named: true
- not: ours
  nested: no
created_at: 2026-11-02T09:00:00.000Z
"""


def test_the_workspace_fills_what_the_events_lack(written: Written) -> None:
    """A name that the user gave is the title; the id is the folder's."""
    glance = COPILOT.glance(written(event("user.message", content="Hello there."), workspace=WORKSPACE))
    assert (glance.cwd, glance.branch, glance.title) == ("/w/elsewhere", "main", 'The "parser": a ü')
    assert glance.id == "5e55a000-0000-4000-8000-000000000005"


@pytest.mark.parametrize(
    "workspace", ["", "name: 'it''s'\nuser_named: true\n", "\0\0", ":\n::\nname\n", 'name: "torn\n']
)
def test_any_workspace_file_will_do(written: Written, workspace: str) -> None:
    """The few lines are read by hand, and damage costs themselves only."""
    path = written(event("user.message", content="Hello there."), workspace=workspace)
    assert COPILOT.glance(path).title == ("it's" if "it''s" in workspace else "Hello there.")
    assert COPILOT.glance(path) == COPILOT.read(path).glance


def test_a_run_that_another_session_spawned_is_a_helper(written: Written) -> None:
    path = written(event("session.start", sessionId="s", detachedFromSpawningParentSessionId="p"))
    assert (COPILOT.glance(path).helper, COPILOT.glance(path).parent) == (True, "p")


def test_sessions_are_found_by_their_folders(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is called alike in every folder, so the folder's name is the id."""
    for home, name in ((".copilot", "a"), (".copilot", "b"), ("moved", "c")):
        folder = isolated / home / "session-state" / name
        folder.mkdir(parents=True)
        shutil.copy(FIXTURES / "plain.jsonl", folder / "events.jsonl")
        (folder / "session.db").touch()
    assert {base.session_id(COPILOT, path) for path in COPILOT.find(isolated)} == {"a", "b"}
    monkeypatch.setenv("COPILOT_HOME", str(isolated / "moved"))
    assert [base.session_id(COPILOT, path) for path in COPILOT.find(isolated)] == ["c"]
