"""OpenCode's database, opened for reading and nothing else: which sessions it holds, and the records of one.

A session's records are its messages, each followed by its parts, in the order of their ids; their ordinals are our
record numbers. While OpenCode runs, the newest of them are in the write-ahead log, so the database is opened as what
it is and never as one that cannot change; SQLite keeps its own two files (-wal, -shm) beside it for that.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from segue.errors import SourceError
from segue.session.records import Gap
from segue.sources._files import database_of

PATIENCE = 2.0
"""Seconds that we wait for a writer."""
TABLES = {b"session", b"message", b"part"}
HINT = "is OpenCode writing to it? try again; `opencode export ID` tells whether OpenCode itself can read it"
_MESSAGES = "select id, data from message where session_id = ? order by time_created, id"
_PARTS = "select id, data from part where message_id = ? order by id"
_ORPHANS = (
    "select id, data from part where session_id = ? and message_id not in "
    "(select id from message where session_id = ?) order by id"
)


class Record(NamedTuple):
    number: int
    kind: str
    """`message`, `part` of the message before it, or `orphan`: a part whose message is not there."""
    id: str
    data: bytes


def split(path: Path) -> tuple[Path, str]:
    """The database and the session's id, empty for the database alone."""
    file = database_of(path)
    if file is None:
        raise SourceError(f"{path} is no database of OpenCode", hint="`segue sessions --all` lists what there is")
    return file, "" if file == path else path.name


def claimed(path: Path) -> bool:
    file = database_of(path)
    if file is None:
        return False
    try:
        with _connected(file) as db:
            names = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
    except sqlite3.Error:
        return "opencode" in file.name
    return names >= TABLES


@contextmanager
def opened(path: Path) -> Iterator[tuple[sqlite3.Connection, dict[str, Any]]]:
    """A connection that sees one moment, and the row of the session that the path names."""
    file, name = split(path)
    try:
        with _connected(file) as db:
            db.execute("begin")
            yield db, _session(db, file, name)
    except sqlite3.Error as error:
        raise SourceError(f"cannot read {file}: {error}", hint=HINT) from error


@contextmanager
def _connected(file: Path) -> Iterator[sqlite3.Connection]:
    address = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)) as db:
        db.text_factory = bytes  # texts may hold anything
        yield db


def _session(db: sqlite3.Connection, file: Path, name: str) -> dict[str, Any]:
    which = ("where id = ?", (name,)) if name else ("order by parent_id is not null, time_updated desc, id", ())
    found = db.execute(f"select * from session {which[0]} limit 1", which[1])
    row = found.fetchone()
    if row is None:
        raise SourceError(
            f"{file} has no session {name}" if name else f"{file} holds no session",
            hint="`segue sessions --all` lists what there is",
        )
    return {column[0]: value for column, value in zip(found.description, row, strict=True)}


def records(db: sqlite3.Connection, session: dict[str, Any], gaps: list[Gap]) -> Iterator[Record]:
    """Every record of a session, as far as the database can be read: where it ends early there is a gap."""
    number = 0
    name = session["id"]
    try:
        for number, (kind, row) in enumerate(_rows(db, name), 1):
            yield Record(number, kind, words(row[0]), _bytes(row[1]))
    except sqlite3.Error as error:
        gaps.append(Gap(number + 1, f"the database cannot be read further: {error}"))


def _rows(db: sqlite3.Connection, name: object) -> Iterator[tuple[str, tuple[Any, Any]]]:
    key = words(name)
    for message in db.execute(_MESSAGES, (key,)):
        yield "message", message
        for part in db.execute(_PARTS, (words(message[0]),)):
            yield "part", part
    for part in db.execute(_ORPHANS, (key, key)):
        yield "orphan", part


class Clock:
    """When the sessions of a database last changed, asked of the database only when its files did."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[object, dict[str, int]]] = {}

    def sessions(self, file: Path) -> dict[str, int]:
        """The sessions that are no sub-agents', with their times in milliseconds."""
        state = _state(file)
        known = self._known.get(file)
        if known is None or known[0] != state:
            known = self._known[file] = (state, _times(file))
        return known[1]

    def time(self, path: Path) -> int:
        file, name = split(path)
        times = self.sessions(file)
        return times.get(name, 0) if name else max(times.values(), default=0)

    def identity(self, path: Path) -> str:
        """Changes whenever the session does; of the database as a whole when the session is not in its list."""
        file, name = split(path)
        time = self.sessions(file).get(name)
        return f"{file.stat().st_ino}:{time}" if time is not None else str(_state(file))


def _state(file: Path) -> object:
    """Both files: what was written last may still be in the log."""
    out = []
    for one in (file, file.with_name(file.name + "-wal")):
        try:
            seen = one.stat()
        except OSError:
            continue
        out.append((seen.st_ino, seen.st_size, seen.st_mtime_ns))
    return tuple(out)


def _times(file: Path) -> dict[str, int]:
    try:
        with _connected(file) as db:
            rows = db.execute("select id, time_updated from session where parent_id is null").fetchall()
    except sqlite3.Error:
        return {}
    return {words(name): time for name, time in rows if isinstance(time, int) and words(name)}


def words(value: object) -> str:
    """A text column, whatever it really holds."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else "" if value is None else str(value)


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else words(value).encode()
