"""Walking Claude Code's rows without reading long results twice, or at all."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Raw

from segue.sources._jsonl import Walk
from segue.sources.claude.rows import CUT, Row

LONG = 6000
"""Bytes from which on a result's middle is worth not decoding."""
_BEGINS = b'"content":"'
_ENDS = (b'","is_error":', b'"}]},"')
_BEFORE, _AFTER = 1000, 600
"""How far from the beginning of its row, and from the field that repeats it, a result begins at most."""
_TELLING = 80


class Rows(Walk[Row]):
    """A tool's result stands twice in its row: as the model saw it, and again in `toolUseResult`, which is left out.

    That tells where the first one ends without a walk through it, so a long one is left out too while the row is
    decoded, and put back as it stands in the file. Only its ends will ever be decoded."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, Row, cut=CUT, needs="uuid")

    def _cut_at(self, buffer: bytearray, view: memoryview, start: int, at: int, end: int) -> Row:
        found = twice(buffer, start, at) if at - start > LONG else None
        row = self._spared(view, start, found, at) if found else None
        return row or super()._cut_at(buffer, view, start, at, end)

    def _spared(self, view: memoryview, start: int, inside: tuple[int, int], at: int) -> Row | None:
        """The row, decoded with an empty string in place of its result; None when there is more to it than that."""
        first, last = inside
        try:
            row = self._decode(b"".join((view[start:first], view[last:at], b"}")))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        blocks = row.message.content if row.message else None
        if not isinstance(blocks, list) or len(blocks) != 1 or bytes(blocks[0].content) != b'""':
            return None
        blocks[0].content = Raw(view[first - 1 : last + 1])
        return row


def twice(buffer: bytearray, start: int, at: int) -> tuple[int, int] | None:
    """From where to where a result goes, when what begins as it does after the cut also ends as it does."""
    first = buffer.find(_BEGINS, start, start + _BEFORE) + len(_BEGINS)
    last = max(buffer.rfind(ends, at - _AFTER, at) for ends in _ENDS)
    if first < len(_BEGINS) or last < first + _TELLING:
        return None
    again = buffer.find(buffer[first : first + _TELLING], at, at + _AFTER)
    until = again + last - first
    same = again >= 0 and buffer[until - _TELLING : until + 1] == buffer[last - _TELLING : last + 1]
    return (first, last) if same else None
