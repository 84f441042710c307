"""Walking a JSONL file that another program writes: fast where it is sound, patient where it is not.

The file is read through one buffer of our own, so a session of any size costs one buffer and its longest line.
A line that the typed decoder refuses takes the slow road: NUL bytes stripped, wrong UTF-8 and lone surrogates
replaced, glued objects (`}{`) taken apart, fields of the wrong type dropped. What still makes no sense is a Gap
with its line number; nothing here raises for the content of a file, only for a file that cannot be opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec

from segue.errors import SourceError
from segue.session.records import Gap

Row = TypeVar("Row", bound=msgspec.Struct)
BUFFER = 1 << 18
GROWTH = 4
"""A buffer is as large as the longest line asks for: every page of it costs, whether it is used or not."""
SHORT = 2000
"""Bytes of a line that is decoded whole: looking for what could be left out takes as long."""
NEARBY = 700
"""Bytes around the middle of a line where the field mostly begins."""
_BLANK = b" \t\r\n\0"


class Walk(Generic[Row]):
    """Rows of one file with their line numbers; `gaps` fills as the walk goes on.

    A row may hold `msgspec.Raw` fields: they point into the walk's buffer and are good until the next step.
    `cut` names a bulky last field (`,"toolUseResult":`) to leave out before decoding. The name cannot occur inside
    a JSON string, where quotes are escaped. A line whose cut form does not decode (the name stood in a nested object)
    or lacks `needs` (a field that stands before the bulky one in every version we know) is read whole.
    """

    def __init__(self, path: Path, row: type[Row], *, cut: bytes = b"", needs: str = "") -> None:
        self.path = path
        self.gaps: list[Gap] = []
        self._cut = cut
        self._needs = needs
        self._row = row
        self._decode = msgspec.json.Decoder(row).decode

    def __iter__(self) -> Iterator[tuple[int, Row]]:
        decode, cut = self._decode, self._cut
        number = 0
        for buffer, view, lines in _filled(self.path):
            for number, (start, end) in enumerate(lines, number + 1):  # noqa: B020 (counts on)
                if start == end:
                    continue
                at = _place(buffer, cut, start, end) if cut and end - start > SHORT else -1
                try:
                    row = decode(view[start:end]) if at < 0 else self._cut_at(buffer, view, start, at, end)
                except (msgspec.DecodeError, UnicodeError, RecursionError):
                    for row in self._slow(number, bytes(view[start:end])):
                        yield number, row
                else:
                    yield number, row

    def _cut_at(self, buffer: bytearray, view: memoryview, start: int, at: int, end: int) -> Row:
        comma, buffer[at] = buffer[at], 0x7D  # "}" in place of the field's comma closes the object early
        try:
            row = self._decode(view[start : at + 1])
        except (msgspec.DecodeError, RecursionError):
            row = None
        buffer[at] = comma
        return row if row is not None and getattr(row, self._needs, True) else self._decode(view[start:end])

    def _slow(self, number: int, line: bytes) -> Iterator[Row]:
        line = line.strip(_BLANK).removeprefix(b"\xef\xbb\xbf")
        for value in objects(line.decode("utf-8", "replace")):
            if isinstance(value, dict):
                yield lenient(value, self._row)
            else:
                self.gaps.append(Gap(number, str(value) if isinstance(value, Unreadable) else "not a record"))


def _place(buffer: bytearray, cut: bytes, start: int, end: int) -> int:
    """Where the field to leave out begins, -1 without one. It mostly repeats what stands before it, and begins in the
    middle: looking there first spares a walk over half of every long line."""
    middle = (start + end) // 2
    at = buffer.find(cut, max(start, middle - NEARBY), min(end, middle + NEARBY))
    return at if at >= 0 else buffer.find(cut, start, end)


class Unreadable(str):
    """Why a stretch of text is no JSON."""


def spans(path: Path) -> Iterator[tuple[bytearray, memoryview, int, int]]:
    """Every line of a file as (buffer, its view, start, end); what it points at is good until the next step."""
    for buffer, view, lines in _filled(path):
        for start, end in lines:
            yield buffer, view, start, end


def _filled(path: Path) -> Iterator[tuple[bytearray, memoryview, list[tuple[int, int]]]]:
    """The buffer with the lines in it, each time that it is full: a step through two generators for each line cost
    4 of the 125 ms that 91 MB take."""
    try:
        file = path.open("rb", buffering=0)
    except OSError as error:
        raise SourceError(
            f"cannot open {path}: {error.strerror}", hint="is the file there, and yours to read?"
        ) from error
    with file:
        buffer = bytearray(BUFFER)
        view = memoryview(buffer)
        start = end = 0
        while got := file.readinto(view[end : end + BUFFER]):  # what was just read is still near when it is decoded
            scan, end = end, end + got
            lines = []
            while (at := buffer.find(b"\n", scan, end)) >= 0:
                lines.append((start, at))
                start = scan = at + 1
            if lines:
                yield buffer, view, lines
            if start:
                view[: end - start] = view[start:end]  # in place; a slice of the buffer would be a copy
                start, end = 0, end - start
            elif end == len(buffer):
                larger = bytearray(GROWTH * len(buffer))
                larger[:end] = buffer
                buffer, view = larger, memoryview(larger)
        if end > start:
            yield buffer, view, [(start, end)]


def objects(text: str) -> Iterator[Any]:
    """The JSON values of one line, glued ones apart; an Unreadable for the rest that is none."""
    import json  # a sound file needs none of it

    decoder = json.JSONDecoder(parse_constant=lambda _: None)
    at = 0
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = len(text)
            yield Unreadable("not JSON (torn or damaged)")
        else:
            yield _whole_characters(value) if "\\ud" in text or "\\uD" in text else value
        while at < len(text) and text[at] in " \t\r\0,":
            at += 1


def _whole_characters(value: Any) -> Any:
    """The same value without lone surrogates, which no UTF-8 file can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_whole_characters(v) for v in value]
    if isinstance(value, dict):
        return {_whole_characters(k): _whole_characters(v) for k, v in value.items()}
    return value


def lenient(value: dict[str, Any], row: type[Row]) -> Row:
    """A row from a decoded object; fields of an unexpected type count as absent, at any depth."""
    try:
        return msgspec.json.decode(msgspec.json.encode(value), type=row)
    except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError):
        pass
    good: dict[str, Any] = {}
    for field in msgspec.structs.fields(row):
        given = value.get(field.encode_name)
        if given is None:
            continue
        try:
            alone = msgspec.json.encode({field.encode_name: given})
            good[field.name] = getattr(msgspec.json.decode(alone, type=row), field.name)
        except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError):
            inner = _struct_in(field.type)
            if inner and _is_list(field.type):
                many = given if isinstance(given, list) else [given]
                good[field.name] = [lenient(one, inner) for one in many if isinstance(one, dict)]
            elif inner and isinstance(given, dict):
                good[field.name] = lenient(given, inner)
    return row(**good)


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The record among a field's types, alone or in a list, if there is one."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next(filter(None, map(_struct_in, get_args(kind))), None)


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is list or any(map(_is_list, get_args(kind)))


def raw_lines(path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a range as they stand in the file."""
    for number, (_, view, start, end) in enumerate(spans(path), 1):
        if number > last:
            return
        if number >= first:
            yield number, bytes(view[start:end])
