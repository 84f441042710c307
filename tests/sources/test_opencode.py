"""What the reader makes of OpenCode's database, sound, torn, locked, foreign or newer than we know."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from segue.session.records import Call, FileTouch, Said, Session, Side, Thought, Todo, Usage
from segue.sources import base
from segue.sources.opencode import OpenCode
from tests.fixtures import HERE
from tests.fixtures.opencode.make import RUN, Book
from tests.sources.kit import marks, read_safely, words

OPENCODE = OpenCode()
FIXTURES = HERE / "opencode"


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A database with one session in it, open for more."""
    book = Book(tmp_path / "opencode.db")
    book.session()
    return book


def calls(session: Session) -> dict[int, Call]:
    return {i.line: i for i in session.items if isinstance(i, Call)}


# --- what is in it --------------------------------------------------------------------------------------------------


def test_the_database_alone_is_its_newest_session() -> None:
    """Synthetic text is not the user's; the second prompt came while the agent worked."""
    session = OPENCODE.read(FIXTURES / "plain.db")
    assert [(i.text, i.via) for i in session.items if isinstance(i, Said) and i.role == "user"] == [
        ("Retry the upload when the server says 503.", "typed"),
        ("Twice is enough, and never for a POST.", "queued"),
    ]
    assert [i.text for i in session.items if isinstance(i, Thought)] == ["A back-off is kinder."]
    assert session.glance.id == "ses_a"


def test_what_the_session_is() -> None:
    glance = OPENCODE.glance(FIXTURES / "plain.db" / "ses_a")
    assert (glance.id, glance.cwd, glance.title) == ("ses_a", "/w/app", "Retries of the upload")
    assert (glance.model, glance.usage) == ("claude-sonnet-4-5", Usage(12_020, 200_000))
    assert (glance.started, glance.ended) == ("2026-11-02T09:00:04.000Z", "2026-11-02T09:00:15.000Z")
    assert glance.path == str(FIXTURES / "plain.db" / "ses_a")
    assert not glance.helper


def test_a_run_without_a_terminal_is_a_helper_and_its_prompt_is_unwrapped(book: Book) -> None:
    """`opencode run` puts an argument between quotes. A person who types quotes keeps them."""
    run = OPENCODE.read(FIXTURES / "plain.db" / "ses_run")
    assert (run.glance.helper, words(run)) == (True, ['Say "hi" and stop'])
    book.user('"quoted"')
    session = OPENCODE.read(book.close())
    assert (session.glance.helper, words(session)) == (False, ['"quoted"'])


def test_only_one_whole_argument_is_unwrapped(book: Book) -> None:
    book.session("ses_b", permission=RUN)
    book.user('"first part" and "second part"')
    assert words(OPENCODE.read(book.close())) == ['"first part" and "second part"']


@pytest.mark.parametrize(
    ("line", "outcome", "code", "result"),
    [
        (5, "ok", None, 5),
        (6, "failed", 1, 6),
        (10, "ok", 0, 10),
        (11, "failed", None, 11),
        (15, "rejected", None, 15),
        (16, "rejected", None, 16),
        (24, "interrupted", None, 24),
        (25, "interrupted", None, 25),
        (30, "unanswered", None, None),
    ],
)
def test_a_calls_outcome_is_what_its_state_says(line: int, outcome: str, code: int | None, result: int | None) -> None:
    """A failed command is `completed`; a stopped one too."""
    call = calls(OPENCODE.read(FIXTURES / "tools.db"))[line]
    assert (call.outcome, call.exit_code, call.result_line) == (outcome, code, result)


def test_files_are_touched_as_the_tools_say() -> None:
    found = calls(OPENCODE.read(FIXTURES / "tools.db"))
    assert found[7].files == (FileTouch("/w/app/dates.py", "edited", "return day", "return iso(day)"),)
    assert found[8].files == (FileTouch("/w/app/test_dates.py", "created", "", "def test_it(): ...\n"),)
    assert found[9].files == (FileTouch("/w/app/dates.py", "edited", "", "x = 1\n"),)
    assert [(file.path, file.how) for file in found[12].files] == [
        ("/w/app/notes.md", "created"),
        ("/w/app/b.py", "moved"),
        ("/w/app/old.md", "deleted"),
    ]


def test_steps_questions_sub_agents_and_ends_are_what_they_are() -> None:
    """How a turn ended stands in its message, and comes after all that was done in it."""
    session = OPENCODE.read(FIXTURES / "tools.db")
    found = calls(session)
    assert found[18].todos == (Todo("Write the parser", "done"), Todo("Write the tests", "active"))
    assert found[19].side == Side("Count who calls parse.", "Four callers.", session="ses_b")
    said = [(i.via, i.text) for i in session.items if isinstance(i, Said) and i.via in ("rejection", "answer")]
    assert said == [("rejection", "never push"), ("answer", "ISO; and only that")]
    assert marks(session) == [(20, "error", "Overloaded"), (25, "interrupted", ""), (28, "error", "No key")]
    assert OPENCODE.glance(FIXTURES / "tools.db" / "ses_b").parent == "ses_a"


def test_a_compaction_is_crossed() -> None:
    """Its text is a mark, the words that make the agent go on are nobody's, the context is unknown."""
    session = OPENCODE.read(FIXTURES / "compaction.db")
    assert words(session) == ["Remember the word walrus.", "Which word was it?"]
    assert words(session, "agent") == ["I will."]
    assert marks(session) == [(8, "compaction", "The word is walrus.")]
    assert session.glance.usage == Usage(None, 200_000)


def test_what_was_undone_leaves_a_sign() -> None:
    session = OPENCODE.read(FIXTURES / "undone.db")
    assert words(session) == ["Make a plan."] and not calls(session)
    assert marks(session) == [(5, "rewind", "Do it with threads.")]
    assert session.glance.usage.used == 9020


def test_gaps_are_counted_with_their_numbers() -> None:
    """The parts of a message that cannot be read are nobody's."""
    session = OPENCODE.read(FIXTURES / "damaged.db")
    assert [gap.line for gap in session.gaps] == [3, 4, 5, 6, 7, 8, 9, 14, 15, 17, 21]
    assert words(session) == ["Survive this file.", "NUL before me."]
    assert words(session, "agent") == ["Wrong b��tes here.", "Half an emoji ?.", "The end."]


def test_raw_records_are_the_columns_as_they_stand() -> None:
    raw = dict(OPENCODE.raw(FIXTURES / "damaged.db", 5, 7))
    assert raw == {5: b"5", 6: b"{", 7: b""}


# --- what can be wrong with it --------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["message", "part"])
def test_a_missing_table_is_a_gap_and_no_table_of_sessions_is_an_error(book: Book, table: str) -> None:
    book.user("Hello there.")
    book.db.execute(f"drop table {table}")
    session = read_safely(OPENCODE, book.close())
    assert session and session.glance.cwd == "/w/app"
    assert [gap.what for gap in session.gaps] == [f"the database cannot be read further: no such table: {table}"]
    with closing(sqlite3.connect(book.path)) as db:
        db.execute("drop table session")
    assert read_safely(OPENCODE, book.path) is None


def test_a_newer_schema_is_read_for_what_is_known_in_it(book: Book) -> None:
    """New columns and tables, old columns that are gone, a new type of part."""
    book.user("Hello there.", {"type": "hologram"})
    book.agent("Hello.", {"type": "aura", "text": "blue"}, used=100)
    for change in (
        "alter table session add column mood text",
        "alter table part add column weight real default 1.5",
        "create table dream (id text)",
        "alter table session drop column revert",
        "alter table session drop column permission",
        "alter table session drop column model",
    ):
        book.db.execute(change)
    session = read_safely(OPENCODE, book.close())
    assert session and words(session) == ["Hello there."] and session.glance.usage.used == 120
    assert [gap.what for gap in session.gaps] == ["unknown part type 'hologram'", "unknown part type 'aura'"]


# --- where it is ----------------------------------------------------------------------------------------------------


@pytest.fixture
def at_home(isolated: Path) -> Path:
    """The fixture where OpenCode keeps it."""
    path = isolated / ".local" / "share" / "opencode" / "opencode.db"
    path.parent.mkdir(parents=True)
    shutil.copy(FIXTURES / "plain.db", path)
    return path


def test_sessions_are_found_newest_first_and_elsewhere_when_told(
    at_home: Path, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in another channel's database; a broken one hides nothing, and sub-agents are not listed."""

    def names() -> list[str]:
        return [base.session_id(OPENCODE, path) for path in OPENCODE.find(isolated)]

    assert names() == ["ses_a", "ses_old", "ses_run"]
    shutil.copy(FIXTURES / "tools.db", at_home.with_name("opencode-dev.db"))
    at_home.with_name("opencode-bad.db").write_bytes(b"SQLite format 3\0 and no more")
    (at_home.parent / "opencode.txt").touch()
    assert names() == ["ses_a", "ses_a", "ses_old", "ses_run"]
    monkeypatch.setenv("OPENCODE_DB", "opencode-dev.db")
    assert names() == ["ses_a"]
    monkeypatch.setenv("XDG_DATA_HOME", str(isolated / "elsewhere"))
    assert names() == []
