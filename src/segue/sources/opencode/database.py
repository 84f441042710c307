"""OpenCode's database: which sessions it holds, and the records of one.

A session's records are its messages, each followed by its parts, in the order of their ids; their ordinals are our
record numbers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from segue.session.records import Gap
from segue.sources._database import Keeper, Row, Stamp, as_bytes, numbered, words

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


def records(db: sqlite3.Connection, session: Row, gaps: list[Gap]) -> Iterator[Record]:
    for number, (kind, (name, data)) in numbered(_rows(db, words(session["id"])), gaps):
        yield Record(number, kind, words(name), as_bytes(data))


def _rows(db: sqlite3.Connection, key: str) -> Iterator[tuple[str, tuple[Any, Any]]]:
    for message in db.execute(_MESSAGES, (key,)):
        yield "message", message
        for part in db.execute(_PARTS, (words(message[0]),)):
            yield "part", part
    for part in db.execute(_ORPHANS, (key, key)):
        yield "orphan", part


def stamps(db: sqlite3.Connection) -> dict[str, Stamp]:
    rows = db.execute("select id, time_updated from session where parent_id is null").fetchall()
    return {words(name): Stamp(time) for name, time in rows if isinstance(time, int) and words(name)}


KEEPER = Keeper(
    label="OpenCode",
    tables=frozenset((b"session", b"message", b"part")),
    name="opencode",
    hint="is OpenCode writing to it? try again; `opencode export ID` tells whether OpenCode itself can read it",
    named="select * from session where id = ? limit 1",
    newest="select * from session order by parent_id is not null, time_updated desc, id limit 1",
    stamps=stamps,
    records=records,
)
