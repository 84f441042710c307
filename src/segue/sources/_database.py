"""Another program's SQLite database, opened for reading and nothing else, for the agents that keep sessions in one.

A session's path is the database's with the session's id below it: no such file exists, and everyone but its reader
only hands it on. While the agent runs, the newest records are in the write-ahead log, so the database is opened as
what it is and never as one that cannot change; SQLite keeps its own two files (-wal, -shm) beside it for that.
"""

from __future__ import annotations

import os
import sqlite3
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from segue.errors import SourceError
from segue.session.records import Gap
from segue.sources._files import database_of
from segue.sources.base import OnePass

PATIENCE = 2.0
"""Seconds that we wait for a writer."""
LISTS = "`segue sessions --all` lists what there is"
Row = dict[str, Any]
T = TypeVar("T")


class Record(Protocol):
    """What every agent's record has."""

    @property
    def number(self) -> int: ...
    @property
    def data(self) -> bytes:
        """As it stands in the database."""


class Stamp(NamedTuple):
    time: int
    """When the session last changed, in milliseconds."""
    mark: str = ""
    """What else changes with it, where that time is too coarse."""


class Keeper(NamedTuple):
    """Whose database it is, what to ask it, and what to say when it cannot be used."""

    label: str
    tables: frozenset[bytes]
    name: str
    """What its file's name holds: for a database that is too busy or too damaged to be asked for its tables."""
    hint: str
    named: str
    """Selects a session by its id."""
    newest: str
    """Selects the one that the database alone means."""
    stamps: Callable[[sqlite3.Connection], dict[str, Stamp]]
    """When the sessions that are no sub-agents' last changed, by their ids."""
    records: Callable[[sqlite3.Connection, Row, list[Gap]], Iterator[Record]]
    """Every record of a session."""

    def split(self, path: Path) -> tuple[Path, str]:
        """The database and the session's id, empty for the database alone."""
        file = database_of(path)
        if file is None and _closed(path):
            raise SourceError(f"cannot open {path}: Permission denied", hint="is the file yours to read?")
        if file is None:
            raise SourceError(f"{path} is no database of {self.label}", hint=LISTS)
        return file, "" if file == path else path.name

    def claims(self, path: Path) -> bool:
        file = database_of(path)
        if file is None:
            return False
        try:
            with connected(file) as db:
                names = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
        except sqlite3.Error:
            return self.name in file.name
        return names >= self.tables

    @contextmanager
    def opened(self, path: Path) -> Iterator[tuple[sqlite3.Connection, Row]]:
        """A connection that sees one moment, and the row of the session that the path names."""
        file, name = self.split(path)
        try:
            with connected(file) as db:
                db.execute("begin")
                yield db, _one(db.execute(self.named, (name,)) if name else db.execute(self.newest), file, name)
        except sqlite3.Error as error:
            raise SourceError(f"cannot read {file}: {error}", hint=self.hint) from error


@contextmanager
def connected(file: Path) -> Iterator[sqlite3.Connection]:
    address = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)) as db:
        db.text_factory = bytes  # texts may hold anything
        yield db


def _one(found: sqlite3.Cursor, file: Path, name: str) -> Row:
    for row in by_column(found):
        return row
    raise SourceError(f"{file} has no session {name}" if name else f"{file} holds no session", hint=LISTS)


def by_column(found: sqlite3.Cursor) -> Iterator[Row]:
    columns = [column[0] for column in found.description]
    return (dict(zip(columns, values, strict=True)) for values in found)


def numbered(rows: Iterator[T], gaps: list[Gap]) -> Iterator[tuple[int, T]]:
    """Rows under our record numbers, as far as the database can be read: where it ends early there is a gap."""
    number = 0
    try:
        for number, row in enumerate(rows, 1):
            yield number, row
    except sqlite3.Error as error:
        gaps.append(Gap(number + 1, f"the database cannot be read further: {error}"))


class Clock:
    """When the sessions of a database last changed, asked of the database only when its files did."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._known: dict[Path, tuple[object, dict[str, Stamp]]] = {}

    def sessions(self, file: Path) -> dict[str, Stamp]:
        """The sessions that are no sub-agents'. A database that cannot be read has none."""
        state = _state(file)
        known = self._known.get(file)
        if known is None or known[0] != state:
            known = self._known[file] = (state, self._asked(file))
        return known[1]

    def newest_first(self, files: list[Path]) -> Iterator[Path]:
        times = {file / name: stamp.time for file in files for name, stamp in self.sessions(file).items()}
        return iter(sorted(times, key=lambda path: (-times[path], str(path))))

    def changed(self, path: Path) -> int:
        """In nanoseconds, as a file's time."""
        file, name = self._keeper.split(path)
        times = {one: stamp.time for one, stamp in self.sessions(file).items()}
        return 1_000_000 * (times.get(name, 0) if name else max(times.values(), default=0))

    def identity(self, path: Path) -> str:
        """Changes whenever the session does; of the database as a whole when the session is not in its list."""
        file, name = self._keeper.split(path)
        stamp = self.sessions(file).get(name)
        return ":".join([str(file.stat().st_ino), *map(str, filter(None, stamp))]) if stamp else str(_state(file))

    def _asked(self, file: Path) -> dict[str, Stamp]:
        try:
            with connected(file) as db:
                return self._keeper.stamps(db)
        except sqlite3.Error:
            return {}


def _closed(file: Path) -> bool:
    return file.is_file() and not os.access(file, os.R_OK)


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


class DatabaseReader(OnePass):
    """What a reader does, whosesoever the database is."""

    keeper: Keeper

    def __init__(self) -> None:
        self._clock = Clock(self.keeper)

    @abstractmethod
    def databases(self, home: Path) -> list[Path]:
        """Where the agent keeps them, of those that are there."""

    def find(self, home: Path) -> Iterator[Path]:
        """Sub-agents' sessions are not among them. A damaged database has none; one that may not be read stands for
        its sessions, so that whoever opens it is told."""
        files = self.databases(home)
        return chain(self._clock.newest_first(files), filter(_closed, files))

    def claims(self, path: Path) -> bool:
        return self.keeper.claims(path)

    def session_id(self, path: Path) -> str:
        return self.keeper.split(path)[1] or path.stem

    def changed(self, path: Path) -> int:
        return self._clock.changed(path)

    def identity(self, path: Path) -> str:
        return self._clock.identity(path)

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        with self.keeper.opened(path) as (db, session):
            for record in self.keeper.records(db, session, []):
                if record.number > last:
                    return
                if record.number >= first:
                    yield record.number, record.data


def words(value: object) -> str:
    """A text column, whatever it really holds."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else "" if value is None else str(value)


def as_bytes(value: object) -> bytes:
    """A column of JSON, whatever it really holds."""
    return value if isinstance(value, bytes) else words(value).encode()
