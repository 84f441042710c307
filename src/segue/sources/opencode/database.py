"""OpenCode's database: which sessions it holds, and the records of one.

A session's records are its messages, each followed by its parts, in the order of their ids; their ordinals are our
record numbers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from segue.session.records import Gap
from segue.sources._database import Keeper, Row, Stamp, as_bytes, words

KEEPER = Keeper(
    label="OpenCode",
    tables=frozenset((b"session", b"message", b"part")),
    name="opencode",
    hint="is OpenCode writing to it? try again; `opencode export ID` tells whether OpenCode itself can read it",
)
_NAMED = "select * from session where id = ? limit 1"
_NEWEST = "select * from session order by parent_id is not null, time_updated desc, id limit 1"
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


def opened(path: Path) -> AbstractContextManager[tuple[sqlite3.Connection, Row]]:
    return KEEPER.opened(path, _NAMED, _NEWEST)


def records(db: sqlite3.Connection, session: Row, gaps: list[Gap]) -> Iterator[Record]:
    """Every record of a session, as far as the database can be read: where it ends early there is a gap."""
    number = 0
    name = session["id"]
    try:
        for number, (kind, row) in enumerate(_rows(db, name), 1):
            yield Record(number, kind, words(row[0]), as_bytes(row[1]))
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


def stamps(db: sqlite3.Connection) -> dict[str, Stamp]:
    rows = db.execute("select id, time_updated from session where parent_id is null").fetchall()
    return {words(name): Stamp(time) for name, time in rows if isinstance(time, int) and words(name)}
