"""What the reader makes of OpenCode's database, sound, torn, locked, foreign or newer than we know."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from segue import choose, config
from segue.errors import SourceError
from segue.session.records import Call, FileTouch, Mark, Said, Session, Side, Thought, Todo, Usage
from segue.sources import base, reader_for
from segue.sources.opencode import OpenCode, database
from segue.store.index import Index
from tests.fixtures import HERE
from tests.fixtures.opencode.make import MADE, RUN, Book, tool

OPENCODE = OpenCode()
FIXTURES = HERE / "opencode"


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A database with one session in it, open for more."""
    book = Book(tmp_path / "opencode.db")
    book.session()
    return book


def words(session: Session, role: str = "user") -> list[str]:
    return [i.text for i in session.items if isinstance(i, Said) and i.role == role]


def calls(session: Session) -> dict[int, Call]:
    return {i.line: i for i in session.items if isinstance(i, Call)}


def marks(session: Session) -> list[tuple[int, str, str]]:
    return [(i.line, i.kind, i.text) for i in session.items if isinstance(i, Mark)]


def read_safely(path: Path) -> Session | None:
    """The session, or None where the database cannot be used; a list and a brief must agree."""
    try:
        session = OPENCODE.read(path)
    except SourceError as error:
        assert error.hint
        return None
    assert OPENCODE.glance(path) == session.glance
    "".join(words(session) + words(session, "agent")).encode("utf-8")
    return session


@pytest.mark.parametrize("name", MADE)
def test_the_fixtures_are_what_the_maker_makes(name: str, tmp_path: Path) -> None:
    """The databases cannot be reviewed; what they are made from can."""
    made = MADE[name](tmp_path / f"{name}.db")
    assert content_of(made) == content_of(FIXTURES / f"{name}.db")


def content_of(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        return list(db.iterdump())


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


def test_a_torn_database_is_told_or_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """The copy was cut short, anywhere."""
    whole = (FIXTURES / "tools.db").read_bytes()
    path = tmp_path / "opencode.db"
    usable = 0
    for length in [*range(0, 200, 17), *range(512, len(whole), 1500)]:
        path.write_bytes(whole[:length])
        usable += read_safely(path) is not None
        list(OPENCODE.find(tmp_path))
        base.identity(OPENCODE, path / "ses_a")
    path.write_bytes(whole)
    assert read_safely(path)
    assert usable < 30


def test_damaged_pages_cost_no_more_than_the_database(tmp_path: Path) -> None:
    """NUL bytes and garbage in one place after another, as a broken disk leaves them."""
    whole = (FIXTURES / "tools.db").read_bytes()
    path = tmp_path / "opencode.db"
    read, short = 0, 0
    for at in range(0, len(whole), 1024):
        for damage in (b"\0" * 512, b"\xff" * 64):
            path.write_bytes(whole[:at] + damage + whole[at + len(damage) :])
            session = read_safely(path)
            read += session is not None
            short += session is not None and session.gaps != ()
    assert read and short


def test_a_locked_database_is_an_error_with_a_hint(book: Book, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """We wait a little and then say so."""
    book.user("Hello there.")
    path = book.close()
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("begin exclusive")
        with pytest.raises(SourceError, match="locked") as caught:
            OPENCODE.read(path)
        assert "try again" in caught.value.hint
        assert OPENCODE.claims(path), "it is still OpenCode's"
    assert words(OPENCODE.read(path)) == ["Hello there."]


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table songs (id text)")


@pytest.mark.parametrize("make", [foreign, lambda path: path.write_bytes(b""), lambda path: path.write_text("text")])
def test_another_programs_file_is_not_claimed(make: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    make(path)
    assert not OPENCODE.claims(path) and not OPENCODE.claims(path / "ses_a")
    for wrong in (path, path / "ses_a"):
        with pytest.raises(SourceError) as caught:
            OPENCODE.read(wrong)
        assert caught.value.hint


@pytest.mark.parametrize("name", ["nowhere.db", "nowhere.db/ses_a"])
def test_a_database_that_is_not_there_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        OPENCODE.glance(tmp_path / name)


def test_a_session_that_is_not_in_it_is_an_error_and_so_is_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="has no session ses_nobody"):
        OPENCODE.read(FIXTURES / "plain.db" / "ses_nobody")
    with pytest.raises(SourceError, match="holds no session"):
        OPENCODE.read(Book(tmp_path / "opencode.db").close())


@pytest.mark.parametrize("table", ["message", "part"])
def test_a_missing_table_is_a_gap_and_no_table_of_sessions_is_an_error(book: Book, table: str) -> None:
    book.user("Hello there.")
    book.db.execute(f"drop table {table}")
    session = read_safely(book.close())
    assert session and session.glance.cwd == "/w/app"
    assert [gap.what for gap in session.gaps] == [f"the database cannot be read further: no such table: {table}"]
    with closing(sqlite3.connect(book.path)) as db:
        db.execute("drop table session")
    assert read_safely(book.path) is None


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
    session = read_safely(book.close())
    assert session and words(session) == ["Hello there."] and session.glance.usage.used == 120
    assert [gap.what for gap in session.gaps] == ["unknown part type 'hologram'", "unknown part type 'aura'"]


@pytest.mark.parametrize("wrong", ["5", "[1]", "null", '{"a": 1}', "true", '"\\ud83d"', "1e999", str(10**30)])
def test_values_of_every_wrong_type_raise_nothing(wrong: str, tmp_path: Path) -> None:
    """Each field of every record in turn: it counts as absent, and nothing else is lost."""
    path = tmp_path / "opencode.db"
    shutil.copy(FIXTURES / "tools.db", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma synchronous = off")
        db.execute("pragma journal_mode = memory")
        rows = [(t, *row) for t in ("message", "part") for row in db.execute(f"select id, data from {t}")]
        keys = {key for _, _, data in rows for key in re.findall(r'"(\w+)":', data)}
        for key in sorted(keys):
            db.execute("begin")
            for table, name, data in rows:
                db.execute(f"update {table} set data = ? where id = ?", (_with_wrong(data, key, wrong), name))
            db.execute("commit")
            assert read_safely(path) is not None


def _with_wrong(data: str, key: str, wrong: str) -> str:
    """The record with every value of this key replaced, at any depth."""

    def changed(value: object) -> object:
        if isinstance(value, dict):
            return {k: "@wrong@" if k == key else changed(v) for k, v in value.items()}
        return [changed(v) for v in value] if isinstance(value, list) else value

    return json.dumps(changed(json.loads(data))).replace('"@wrong@"', wrong)


@pytest.mark.parametrize("column", ["directory", "title", "parent_id", "model", "permission", "revert", "time_updated"])
@pytest.mark.parametrize("value", [None, 5, 1.5, b"\xff\xfe", "{", "[]", 10**18])
def test_columns_of_every_wrong_type_raise_nothing(column: str, value: object, tmp_path: Path) -> None:
    """SQLite holds anything in any column."""
    path = tmp_path / "opencode.db"
    shutil.copy(FIXTURES / "undone.db", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma writable_schema = on")
        db.execute("update sqlite_master set sql = replace(sql, 'not null', '')")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"update session set {column} = ?", (value,))
    session = read_safely(path)
    assert session and words(session)[0] == "Make a plan."
    list(OPENCODE.find(tmp_path))
    assert base.identity(OPENCODE, path / "ses_a")


def test_a_record_of_50_mb_is_bounded(book: Book) -> None:
    book.user("Print it.")
    book.agent(tool("bash", {"command": "yes"}, "x" * (50 << 20), exit=0))
    (call,) = calls(OPENCODE.read(book.close())).values()
    assert call.outcome == "ok" and len(call.output) < 5000


# --- a database that is in use --------------------------------------------------------------------------------------


@pytest.fixture
def live(book: Book) -> Iterator[Book]:
    """As OpenCode holds it: in WAL mode, with the newest records not yet in the file itself."""
    book.user("In the file.")
    book.db.commit()
    book.db.execute("pragma journal_mode = wal")
    book.db.execute("pragma wal_autocheckpoint = 0")
    book.user("In the log.")
    book.db.commit()
    book.user("Not committed.")
    yield book
    book.db.close()


def test_the_newest_records_are_read_out_of_the_log(live: Book) -> None:
    assert words(OPENCODE.read(live.path)) == ["In the file.", "In the log."]


def test_reading_changes_neither_the_database_nor_its_log(live: Book) -> None:
    """What SQLite keeps beside it for its readers (-shm) is its own affair."""
    files = [live.path, live.path.with_name("opencode.db-wal")]
    before = [(file.read_bytes(), file.stat().st_mtime_ns) for file in files]
    OPENCODE.read(live.path)
    OPENCODE.glance(live.path / "ses_a")
    assert [(file.read_bytes(), file.stat().st_mtime_ns) for file in files] == before
    live.agent("And the writer goes on.")
    live.db.commit()
    assert words(OPENCODE.read(live.path), "agent") == ["And the writer goes on."]


def test_a_closed_database_is_left_as_it_was(book: Book) -> None:
    """Every byte of it; a log that appears for its readers is empty."""
    book.user("Hello there.")
    book.db.commit()
    book.db.execute("pragma journal_mode = wal")
    path = book.close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert words(OPENCODE.read(path)) == ["Hello there."]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    others = {file.name: file.stat().st_size for file in path.parent.glob("opencode.db-wal")}
    assert set(others.values()) <= {0}


def test_an_identity_changes_with_its_own_session_only(live: Book) -> None:
    live.session("ses_b")
    live.db.commit()
    one, other = (base.identity(OPENCODE, live.path / name) for name in ("ses_a", "ses_b"))
    live.session_id = "ses_a"
    live.agent("More.")
    live.db.commit()
    assert base.identity(OPENCODE, live.path / "ses_a") != one
    assert base.identity(OPENCODE, live.path / "ses_b") == other


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


def test_a_session_is_chosen_by_its_id_its_path_and_as_the_latest(at_home: Path) -> None:
    """A path that is no file goes through as any other; the index remembers it."""
    for wanted in ("ses_a", "SES_A", str(at_home / "ses_a"), "latest"):
        chosen = choose.choose(wanted)
        assert (chosen.reader.agent, chosen.path) == ("opencode", at_home / "ses_a")
    assert reader_for(at_home).agent == "opencode"
    with Index(config.home()) as index:
        assert index.glance(chosen.reader, at_home / "ses_old").title == "An older one"
    with closing(sqlite3.connect(config.home() / "index.db")) as db:
        kept = {Path(path).name for (path,) in db.execute("select path from glance")}
    assert {"ses_a", "ses_old"} <= kept


def test_words_of_other_agents_in_it_confuse_nobody(book: Book) -> None:
    """People talk about transcripts: a database is told by its first bytes, not by what it holds."""
    book.user(
        '{"type":"user","parentUuid":null,"isSidechain":false}\n{"type":"session","id":"x","timestamp":"y"}\n' * 9
    )
    path = book.close()
    assert reader_for(path).agent == reader_for(path / "ses_a").agent == "opencode"
