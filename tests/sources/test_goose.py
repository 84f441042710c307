"""What the reader makes of Goose's database (test_databases.py has what every database goes through)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from segue.session.records import FileTouch, Said, Side, Thought, Todo, Usage
from segue.sources import base
from segue.sources.goose import Goose
from tests.fixtures import HERE
from tests.fixtures.goose.make import Book
from tests.sources.kit import calls, marks, words

GOOSE = Goose()
FIXTURES = HERE / "goose"


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A database with one session in it, open for more."""
    book = Book(tmp_path / "sessions.db")
    book.session()
    return book


def test_the_database_alone_is_its_newest_session_of_a_person() -> None:
    """What Goose puts into the user's mouth about the place is not the user's, nor is an image."""
    session = GOOSE.read(FIXTURES / "plain.db")
    assert words(session) == ["Retry the upload when the server says 503.", "Twice is enough, and never for a POST."]
    assert words(session, "agent") == ["Three times.", "Twice, and only for GET."]
    assert [i.text for i in session.items if isinstance(i, Thought)] == ["A back-off is kinder."]
    assert session.glance.id == "20261102_2"


def test_what_the_session_is() -> None:
    glance = GOOSE.glance(FIXTURES / "plain.db" / "20261102_2")
    assert (glance.id, glance.cwd, glance.title) == ("20261102_2", "/w/app", "Retries of the upload")
    assert (glance.model, glance.usage) == ("claude-sonnet-4-5", Usage(12_020, 200_000))
    assert (glance.started, glance.ended) == ("2026-11-02T09:00:03Z", "2026-11-02T09:00:08Z")
    assert glance.path == str(FIXTURES / "plain.db" / "20261102_2")
    assert not glance.helper


def test_what_nobody_sat_before_is_a_helper() -> None:
    assert GOOSE.glance(FIXTURES / "plain.db" / "20261102_3").helper
    helper = GOOSE.glance(FIXTURES / "tools.db" / "20261102_2")
    assert (helper.helper, helper.parent) == (True, "20261102_1")


def test_the_window_is_the_models_where_goose_was_told(book: Book) -> None:
    """Without answers that say how much they used, what the session says counts."""
    book.session("20261102_2", model_config_json='{"model_name": "own", "context_limit": 64000}', total_tokens=900)
    book.user("Hello there.")
    assert GOOSE.glance(book.close()).usage == Usage(900, 64_000)


@pytest.mark.parametrize(
    ("name", "outcome", "code"),
    [
        ("a", "failed", 1),
        ("edit", "ok", None),
        ("d", "ok", 0),
        ("e", "failed", None),
        ("g", "failed", 2),
        ("h", "rejected", None),
        ("i", "failed", None),
        ("j", "unanswered", None),
    ],
)
def test_a_calls_outcome_is_what_its_answer_says(name: str, outcome: str, code: int | None) -> None:
    """Earlier versions told the exit code in words only."""
    call = calls(GOOSE.read(FIXTURES / "tools.db"))[f"call_{name}"]
    assert (call.outcome, call.exit_code) == (outcome, code)


def test_files_are_touched_as_the_tools_say() -> None:
    found = calls(GOOSE.read(FIXTURES / "tools.db"))
    assert found["call_edit"].files == (FileTouch("/w/app/dates.py", "edited", "return day", "return iso(day)"),)
    assert found["call_b"].files == (FileTouch("/w/app/test_dates.py", "created", "", "def test_it(): ...\n"),)
    assert found["call_c"].files == (FileTouch("/w/app/dates.py", "edited", "", "x = 1\n"),)
    assert found["call_f"].files == (FileTouch("/w/app/b.py", "edited", "1", "2"),)


def test_steps_and_sub_agents_are_what_they_are() -> None:
    found = calls(GOOSE.read(FIXTURES / "tools.db"))
    steps = (Todo("Write the parser", "done"), Todo("Write the tests", "active"), Todo("Push it", "pending"))
    assert found["call_todo__todo_write"].todos == steps
    assert found["call_delegate"].side == Side("Count who calls parse.", "Four callers.", session="20261102_2")


def test_a_call_that_was_stopped_leaves_only_its_end() -> None:
    """Goose writes a call together with its answer: of a stopped one nobody knows what it was."""
    session = GOOSE.read(FIXTURES / "tools.db")
    assert marks(session) == [(24, "interrupted", "")]
    assert session.gaps == ()


def test_compactions_are_crossed() -> None:
    """Summaries are marks, also those that a later one hid; Goose's own words are nobody's; a focus is the user's."""
    session = GOOSE.read(FIXTURES / "compaction.db")
    assert [(i.via, i.text) for i in session.items if isinstance(i, Said) and i.role == "user"] == [
        ("typed", "Remember the word walrus."),
        ("typed", "Which word was it?"),
        ("command", "keep the word"),
    ]
    assert words(session, "agent") == ["I will.", "Walrus."]
    assert marks(session) == [(4, "compaction", "The word is walrus."), (8, "compaction", "They agreed on walrus.")]
    assert session.glance.usage == Usage(None, 200_000)


def test_a_cleared_session_says_so(book: Book) -> None:
    """Goose deletes what was there; the command stays, and a prompt that looks like one goes to the model."""
    book.user("/clear", agentVisible=False)
    book.message("assistant", [{"type": "text", "text": "Conversation cleared"}], {"agentVisible": False})
    book.user("/usr/bin is full")
    book.agent("Then empty it.")
    session = GOOSE.read(book.close())
    assert marks(session) == [(1, "cleared", "")]
    assert words(session) == ["/usr/bin is full"] and words(session, "agent") == ["Then empty it."]


def test_gaps_are_counted_with_their_numbers() -> None:
    session = GOOSE.read(FIXTURES / "damaged.db")
    assert [gap.line for gap in session.gaps] == [2, 3, 4, 5, 6, 7, 8, 9, 9, 13, 14, 16, 17]
    assert words(session) == ["Survive this file.", "NUL before me."]
    assert words(session, "agent") == ["Wrong b��tes here.", "Half an emoji ?.", "The end."]


def test_raw_records_are_the_columns_as_they_stand() -> None:
    assert dict(GOOSE.raw(FIXTURES / "damaged.db", 4, 6)) == {4: b"5", 5: b"[", 6: b""}


def test_no_table_of_messages_is_a_gap_and_none_of_sessions_an_error(book: Book) -> None:
    book.user("Hello there.")
    book.db.execute("drop table messages")
    session = GOOSE.read(book.close())
    assert session.glance.cwd == "/w/app"
    assert [gap.what for gap in session.gaps] == ["the database cannot be read further: no such table: messages"]


def test_a_newer_schema_is_read_for_what_is_known_in_it(book: Book) -> None:
    """New columns and tables, old columns that are gone, a new type of part."""
    book.user("Hello there.", {"type": "hologram"})
    book.agent("Hello.", {"type": "aura", "text": "blue"}, used=120)
    for change in (
        "alter table sessions add column mood text",
        "alter table messages add column weight real default 1.5",
        "create table dream (id text)",
        "alter table sessions drop column total_tokens",
        "alter table sessions drop column parent_session_id",
        "alter table messages drop column message_id",
    ):
        book.db.execute(change)
    session = GOOSE.read(book.close())
    assert words(session) == ["Hello there."] and session.glance.usage.used == 120
    assert [gap.what for gap in session.gaps] == ["unknown part type 'hologram'", "unknown part type 'aura'"]


def test_sessions_are_found_newest_first_and_elsewhere_when_told(
    isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sub-agents are not listed; what a schedule started is. The variables that move Goose move us."""
    for place in (".local/share/goose", "Library/Application Support/Block/goose", "root/data", "data/goose"):
        (isolated / place / "sessions").mkdir(parents=True)
    plain, tools = FIXTURES / "plain.db", FIXTURES / "tools.db"
    shutil.copy(plain, isolated / ".local/share/goose/sessions/sessions.db")

    def names() -> list[str]:
        return [base.session_id(GOOSE, path) for path in GOOSE.find(isolated)]

    assert names() == ["20261102_3", "20261102_2", "20261102_1"]
    shutil.copy(tools, isolated / "Library/Application Support/Block/goose/sessions/sessions.db")
    assert names() == ["20261102_1", "20261102_3", "20261102_2", "20261102_1"]
    shutil.copy(tools, isolated / "data/goose/sessions/sessions.db")
    monkeypatch.setenv("XDG_DATA_HOME", str(isolated / "data"))
    assert names() == ["20261102_1"]
    shutil.copy(plain, isolated / "root/data/sessions/sessions.db")
    monkeypatch.setenv("GOOSE_PATH_ROOT", str(isolated / "root"))
    assert names() == ["20261102_3", "20261102_2", "20261102_1"]
