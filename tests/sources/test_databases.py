"""The suite that readers of databases share: sound, torn, locked, foreign, in use; nothing written.

What can happen to lines happens to databases in another way (test_readers.py has what happens to lines).
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from segue import choose, config
from segue.errors import SourceError
from segue.session.records import Call
from segue.sources import _database, base, reader_for
from segue.sources.base import Reader
from segue.sources.goose import Goose
from segue.sources.opencode import OpenCode
from segue.store.index import Index
from tests import fixtures
from tests.fixtures.goose import make as goose
from tests.fixtures.opencode import make as opencode
from tests.sources.kit import read_safely, words


class Kept(NamedTuple):
    """How an agent keeps its sessions."""

    reader: Reader
    made: Any
    """The module that makes its fixtures, with its `Book`."""
    file: str
    """Below a home."""
    first: str
    """The id of a session that a book begins with."""
    newest: str
    older: str
    """Sessions of the fixture `plain`."""
    table: str
    columns: tuple[str, ...]
    """Of sessions, whatever they may hold."""
    records: tuple[tuple[str, str], ...]
    """Tables and their columns of JSON."""

    @property
    def fixtures(self) -> Path:
        return fixtures.HERE / self.reader.agent

    @property
    def name(self) -> str:
        return Path(self.file).name


KEPT = (
    Kept(
        OpenCode(),
        opencode,
        ".local/share/opencode/opencode.db",
        "ses_a",
        "ses_a",
        "ses_old",
        "session",
        ("directory", "title", "parent_id", "model", "permission", "revert", "time_updated"),
        (("message", "data"), ("part", "data")),
    ),
    Kept(
        Goose(),
        goose,
        ".local/share/goose/sessions/sessions.db",
        "20261102_1",
        "20261102_2",
        "20261102_1",
        "sessions",
        ("name", "working_dir", "session_type", "parent_session_id", "model_config_json", "total_tokens", "updated_at"),
        (("messages", "content_json"), ("messages", "metadata_json")),
    ),
)
each = pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.reader.agent)


@pytest.fixture
def book(kept: Kept, tmp_path: Path) -> Any:
    """A database with one session in it, open for more."""
    book = kept.made.Book(tmp_path / kept.name)
    book.session()
    return book


@pytest.mark.parametrize(
    ("kept", "name"), [pytest.param(k, n, id=f"{k.reader.agent}-{n}") for k in KEPT for n in k.made.MADE]
)
def test_the_fixtures_are_what_the_maker_makes(kept: Kept, name: str, tmp_path: Path) -> None:
    """The databases cannot be reviewed; what they are made from can."""
    made = kept.made.MADE[name](tmp_path / f"{name}.db")
    assert content_of(made) == content_of(kept.fixtures / f"{name}.db")


def content_of(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        return list(db.iterdump())


# --- what can be wrong with it --------------------------------------------------------------------------------------


@each
def test_a_torn_database_is_told_or_read_as_far_as_it_goes(kept: Kept, tmp_path: Path) -> None:
    """The copy was cut short, anywhere."""
    whole = (kept.fixtures / "tools.db").read_bytes()
    path = tmp_path / kept.name
    lengths = [*range(0, 200, 17), *range(512, len(whole), 1500)]
    usable = 0
    for length in lengths:
        path.write_bytes(whole[:length])
        usable += read_safely(kept.reader, path) is not None
        list(kept.reader.find(tmp_path))
        base.identity(kept.reader, path / kept.first)
    path.write_bytes(whole)
    assert read_safely(kept.reader, path)
    assert usable < len(lengths)


@each
def test_damaged_pages_cost_no_more_than_the_database(kept: Kept, tmp_path: Path) -> None:
    """NUL bytes and garbage in one place after another, as a broken disk leaves them."""
    whole = (kept.fixtures / "tools.db").read_bytes()
    path = tmp_path / kept.name
    read, short = 0, 0
    for at in range(0, len(whole), 1024):
        for damage in (b"\0" * 512, b"\xff" * 64):
            path.write_bytes(whole[:at] + damage + whole[at + len(damage) :])
            session = read_safely(kept.reader, path)
            read += session is not None
            short += session is not None and session.gaps != ()
    assert read and short


@each
def test_a_locked_database_is_an_error_with_a_hint(kept: Kept, book: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """We wait a little and then say so."""
    book.user("Hello there.")
    path = book.close()
    monkeypatch.setattr(_database, "PATIENCE", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("begin exclusive")
        with pytest.raises(SourceError, match="locked") as caught:
            kept.reader.read(path)
        assert "try again" in caught.value.hint
        assert kept.reader.claims(path), "it is still the agent's"
    assert words(kept.reader.read(path)) == ["Hello there."]


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table songs (id text)")


@each
@pytest.mark.parametrize("make", [foreign, lambda path: path.write_bytes(b""), lambda path: path.write_text("text")])
def test_another_programs_file_is_not_claimed(kept: Kept, make: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    make(path)
    assert not kept.reader.claims(path) and not kept.reader.claims(path / kept.first)
    for wrong in (path, path / kept.first):
        with pytest.raises(SourceError) as caught:
            kept.reader.read(wrong)
        assert caught.value.hint


@each
@pytest.mark.parametrize("name", ["nowhere.db", "nowhere.db/anyone"])
def test_a_database_that_is_not_there_is_an_error(kept: Kept, name: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        kept.reader.glance(tmp_path / name)


@each
def test_a_session_that_is_not_in_it_is_an_error_and_so_is_an_empty_one(kept: Kept, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="has no session nobody"):
        kept.reader.read(kept.fixtures / "plain.db" / "nobody")
    with pytest.raises(SourceError, match="holds no session"):
        kept.reader.read(kept.made.Book(tmp_path / kept.name).close())


@each
@pytest.mark.parametrize("wrong", ["5", "[1]", "null", '{"a": 1}', "true", '"\\ud83d"', "1e999", str(10**30)])
def test_values_of_every_wrong_type_raise_nothing(kept: Kept, wrong: str, tmp_path: Path) -> None:
    """Each field of every record in turn: it counts as absent, and nothing else is lost."""
    path = tmp_path / kept.name
    shutil.copy(kept.fixtures / "tools.db", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma synchronous = off")
        db.execute("pragma journal_mode = memory")
        rows = [(t, c, *row) for t, c in kept.records for row in db.execute(f"select rowid, {c} from {t}")]
        keys = {key for *_, data in rows for key in re.findall(r'"(\w+)":', data)}
        for key in sorted(keys):
            db.execute("begin")
            for table, column, name, data in rows:
                changed = _with_wrong(data, key, wrong)
                db.execute(f"update {table} set {column} = ? where rowid = ?", (changed, name))
            db.execute("commit")
            assert read_safely(kept.reader, path) is not None


def _with_wrong(data: str, key: str, wrong: str) -> str:
    """The record with every value of this key replaced, at any depth."""

    def changed(value: object) -> object:
        if isinstance(value, dict):
            return {k: "@wrong@" if k == key else changed(v) for k, v in value.items()}
        return [changed(v) for v in value] if isinstance(value, list) else value

    return json.dumps(changed(json.loads(data))).replace('"@wrong@"', wrong)


@pytest.mark.parametrize(
    ("kept", "column"), [pytest.param(k, c, id=f"{k.reader.agent}-{c}") for k in KEPT for c in k.columns]
)
@pytest.mark.parametrize("value", [None, 5, 1.5, b"\xff\xfe", "{", "[]", 10**18])
def test_columns_of_every_wrong_type_raise_nothing(kept: Kept, column: str, value: object, tmp_path: Path) -> None:
    """SQLite holds anything in any column."""
    path = tmp_path / kept.name
    shutil.copy(kept.fixtures / "compaction.db", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma writable_schema = on")
        db.execute("update sqlite_master set sql = replace(sql, 'not null', '')")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"update {kept.table} set {column} = ?", (value,))
    session = read_safely(kept.reader, path)
    assert session and words(session)[0] == "Remember the word walrus."
    list(kept.reader.find(tmp_path))
    assert base.identity(kept.reader, path / kept.first)


@each
def test_a_record_of_50_mb_is_bounded(kept: Kept, book: Any) -> None:
    book.user("Print it.")
    book.large()
    (call,) = (item for item in kept.reader.read(book.close()).items if isinstance(item, Call))
    assert call.outcome == "ok" and len(call.output) < 5000


# --- a database that is in use --------------------------------------------------------------------------------------


@pytest.fixture
def live(book: Any) -> Iterator[Any]:
    """As the agent holds it: in WAL mode, with the newest records not yet in the file itself."""
    book.user("In the file.")
    book.db.commit()
    book.db.execute("pragma journal_mode = wal")
    book.db.execute("pragma wal_autocheckpoint = 0")
    book.user("In the log.")
    book.db.commit()
    book.user("Not committed.")
    yield book
    book.db.close()


@each
def test_the_newest_records_are_read_out_of_the_log(kept: Kept, live: Any) -> None:
    assert words(kept.reader.read(live.path)) == ["In the file.", "In the log."]


@each
def test_reading_changes_neither_the_database_nor_its_log(kept: Kept, live: Any) -> None:
    """What SQLite keeps beside it for its readers (-shm) is its own affair."""
    files = [live.path, live.path.with_name(f"{kept.name}-wal")]
    before = [(file.read_bytes(), file.stat().st_mtime_ns) for file in files]
    kept.reader.read(live.path)
    kept.reader.glance(live.path / kept.first)
    assert [(file.read_bytes(), file.stat().st_mtime_ns) for file in files] == before
    live.agent("And the writer goes on.")
    live.db.commit()
    assert words(kept.reader.read(live.path), "agent") == ["And the writer goes on."]


@each
def test_a_closed_database_is_left_as_it_was(kept: Kept, book: Any) -> None:
    """Every byte of it; a log that appears for its readers is empty."""
    book.user("Hello there.")
    book.db.commit()
    book.db.execute("pragma journal_mode = wal")
    path = book.close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert words(kept.reader.read(path)) == ["Hello there."]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    others = {file.name: file.stat().st_size for file in path.parent.glob(f"{kept.name}-wal")}
    assert set(others.values()) <= {0}


@each
def test_an_identity_changes_with_its_own_session_only(kept: Kept, live: Any) -> None:
    live.session("other")
    live.db.commit()
    one, other = (base.identity(kept.reader, live.path / name) for name in (kept.first, "other"))
    live.session_id = kept.first
    live.agent("More.")
    live.db.commit()
    assert base.identity(kept.reader, live.path / kept.first) != one
    assert base.identity(kept.reader, live.path / "other") == other


# --- where it is ----------------------------------------------------------------------------------------------------


@pytest.fixture
def at_home(kept: Kept, isolated: Path) -> Path:
    """The fixture where the agent keeps it."""
    path = isolated / kept.file
    path.parent.mkdir(parents=True)
    shutil.copy(kept.fixtures / "plain.db", path)
    return path


@each
def test_a_session_is_chosen_by_its_id_its_path_and_as_the_latest(kept: Kept, at_home: Path) -> None:
    """A path that is no file goes through as any other; the index remembers it."""
    for wanted in (kept.newest, kept.newest.upper(), str(at_home / kept.newest), "latest"):
        chosen = choose.choose(wanted)
        assert (chosen.reader.agent, chosen.path) == (kept.reader.agent, at_home / kept.newest)
    assert reader_for(at_home).agent == kept.reader.agent
    with Index(config.home()) as index:
        assert index.glance(chosen.reader, at_home / kept.older).title == "An older one"
    with closing(sqlite3.connect(config.home() / "index.db")) as db:
        remembered = {Path(path).name for (path,) in db.execute("select path from glance")}
    assert {kept.newest, kept.older} <= remembered


@each
def test_words_of_other_agents_in_it_confuse_nobody(kept: Kept, book: Any) -> None:
    """People talk about transcripts: a database is told by its first bytes, not by what it holds."""
    book.user(
        '{"type":"user","parentUuid":null,"isSidechain":false}\n{"type":"session","id":"x","timestamp":"y"}\n' * 9
    )
    path = book.close()
    assert reader_for(path).agent == reader_for(path / kept.first).agent == kept.reader.agent
