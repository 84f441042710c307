"""Gemini CLI's records as they stand on disk: only the fields we use, each of them optional."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct, field

from segue.errors import SourceError
from segue.session.records import Gap
from segue.sources._jsonl import Walk, lenient, objects, raw_lines
from segue.sources._values import NOTHING, anything, mapping


class Row(Struct, rename="camel", gc=False):
    """A header, a message, a change of the header, or a step back: one shape, told apart by what is there."""

    session_id: str = ""
    project_hash: str = ""
    start_time: str = ""
    last_updated: str = ""
    kind: str = ""
    summary: str = ""
    messages: Raw = NOTHING
    id: str = ""
    timestamp: str = ""
    type: str = ""
    content: Raw = NOTHING
    display_content: Raw = NOTHING
    tool_calls: Raw = NOTHING
    thoughts: Raw = NOTHING
    tokens: Raw = NOTHING
    model: str = ""
    changed: Raw = field(default=NOTHING, name="$set")
    rewind_to: str = field(default="", name="$rewindTo")


_row = msgspec.json.Decoder(Row).decode
_list = msgspec.json.Decoder(list[Raw] | None).decode


def row_of(raw: Raw) -> Row | None:
    try:
        return _row(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        value = anything(raw)
        return lenient(value, Row) if isinstance(value, dict) else None


def rows_in(raw: Raw) -> list[Row]:
    """The messages of a list; what is no message is left out."""
    try:
        found: list[Raw] | None = _list(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        value = anything(raw)
        loose = value if isinstance(value, list) else []
        return [lenient(one, Row) for one in loose if isinstance(one, dict)]
    return [row for row in map(row_of, found or ()) if row]


def records(path: Path, gaps: list[Gap]) -> Iterator[tuple[int, Row]]:
    """Every record with its number: the line of a log, the ordinal of the message in an old file."""
    if path.suffix == ".json":
        yield from _old(path, gaps)
        return
    walk = Walk(path, Row)
    yield from walk
    gaps += walk.gaps


def raw_records(path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
    """The records of a range; a message of an old file stands on several lines there, and here on one."""
    if path.suffix != ".json":
        yield from raw_lines(path, first, last)
        return
    for number, message in enumerate(_messages(_whole(path)), 1):
        if first <= number <= last:
            yield number, json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")


def _old(path: Path, gaps: list[Gap]) -> Iterator[tuple[int, Row]]:
    whole = _whole(path)
    if not whole:
        gaps.append(Gap(1, "not JSON (torn or damaged)"))
        return
    yield 1, lenient({key: value for key, value in whole.items() if key != "messages"}, Row)
    for number, message in enumerate(_messages(whole), 1):
        if isinstance(message, dict):
            yield number, lenient(message, Row)
        else:
            gaps.append(Gap(number, "not a record"))


def _messages(whole: dict[str, Any]) -> list[Any]:
    found = whole.get("messages")
    return found if isinstance(found, list) else []


def _whole(path: Path) -> dict[str, Any]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"cannot open {path}: {error.strerror}", hint="is the file there, and yours to read?"
        ) from error
    return mapping(next(objects(data.replace(b"\0", b"").strip().decode("utf-8", "replace")), None))
