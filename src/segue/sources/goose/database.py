"""Goose's database: which sessions it holds, and the records of one.

A session's records are its messages, in the order in which Goose itself reads them; their ordinals are our record
numbers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import starmap
from typing import NamedTuple

from segue.session.records import Gap
from segue.sources._database import Keeper, Row, Stamp, as_bytes, by_column, numbered, words

HELPERS = ("sub_agent", "hidden", "scheduled")
"""Types of sessions that nobody sat before."""
_MESSAGES = "select * from messages where session_id = ? order by created_timestamp, id"
_STAMPS = (
    "select s.id, s.updated_at, s.name, (select max(m.id) from messages m where m.session_id = s.id) "
    "from sessions s where s.session_type <> 'sub_agent'"
)


class Record(NamedTuple):
    number: int
    id: str
    role: str
    data: bytes
    metadata: bytes
    time: object
    """Seconds, where it is sound."""


def records(db: sqlite3.Connection, session: Row, gaps: list[Gap]) -> Iterator[Record]:
    return starmap(_record, numbered(_rows(db, words(session["id"])), gaps))


def _rows(db: sqlite3.Connection, name: str) -> Iterator[Row]:
    yield from by_column(db.execute(_MESSAGES, (name,)))  # asked late, so that an error is a gap


def _record(number: int, row: Row) -> Record:
    return Record(
        number=number,
        id=words(row.get("message_id")),
        role=words(row.get("role")),
        data=as_bytes(row.get("content_json")),
        metadata=as_bytes(row.get("metadata_json")),
        time=row.get("created_timestamp"),
    )


def stamps(db: sqlite3.Connection) -> dict[str, Stamp]:
    """Its times are whole seconds, so the newest message and the name tell what they cannot."""
    rows = db.execute(_STAMPS).fetchall()
    return {words(id_): Stamp(_ms(updated), f"{last}:{words(name)}") for id_, updated, name, last in rows if words(id_)}


def _ms(column: object) -> int:
    """A time as SQLite writes it, in milliseconds; 0 for what is none."""
    try:
        return int(datetime.fromisoformat(words(column)).replace(tzinfo=UTC).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return 0


def utc(column: object) -> str:
    """The same as ISO 8601; empty for what is none."""
    ms = _ms(column)
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if ms else ""


KEEPER = Keeper(
    label="Goose",
    tables=frozenset((b"sessions", b"messages", b"schema_version")),
    name="sessions.db",
    hint="is Goose writing to it? try again; `goose session list` tells whether Goose itself can read it",
    named="select * from sessions where id = ? limit 1",
    newest="select * from sessions order by session_type <> 'user', updated_at desc, rowid desc limit 1",
    stamps=stamps,
    records=records,
)
