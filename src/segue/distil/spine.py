"""The spine: a session without its noise, as text of bounded size, every line under its record number.

It is what an engine with a model reads, and what chunks are cut from; the rules read the session's own records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from segue.distil.asked import own_work
from segue.distil.records import flat
from segue.session.records import Call, Item, Mark, Said, Session

MOST = 200_000
"""Characters of a whole spine."""
_LENGTHS = {"user": 2000, "agent": 800, "call": 160, "mark": 400}
_LEAST = 24


class SpineLine(Struct, frozen=True, gc=False):
    line: int
    text: str
    turn: bool = False
    """A user's turn begins here: the only place where a chunk may."""

    def __str__(self) -> str:
        return f"L{self.line} {self.text}"


def spine(session: Session, most: int = MOST) -> tuple[SpineLine, ...]:
    """Who said what and what was done, in order. Over the bound everything is told shorter, then calls are left out."""
    lengths, items = dict(_LENGTHS), own_work(session.items)
    while True:
        lines = tuple(_lines(items, lengths))
        size = sum(len(str(line)) + 1 for line in lines)
        if size <= most:
            return lines
        if lengths["call"] == 0 and max(lengths.values()) <= _LEAST:
            return _middle_out(lines, most)
        shorter = {kind: max(length // 2, _LEAST) for kind, length in lengths.items()}
        lengths = shorter | {"call": 0} if lengths["call"] <= _LEAST else shorter


def chunks(lines: Sequence[SpineLine], size: int) -> Iterator[tuple[SpineLine, ...]]:
    """Pieces of a spine, each begun by a user's turn; one is closed at the first turn after `size` characters."""
    piece: list[SpineLine] = []
    length = 0
    for line in lines:
        if line.turn and piece and length >= size:
            yield tuple(piece)
            piece, length = [], 0
        piece.append(line)
        length += len(str(line)) + 1
    if piece:
        yield tuple(piece)


def _lines(items: Sequence[Item], lengths: dict[str, int]) -> Iterator[SpineLine]:
    for item in items:
        kind, text = _told(item)
        if text and lengths[kind]:
            yield SpineLine(item.line, f"{kind}: {_cut(text, lengths[kind])}", turn=kind == "user")


def _told(item: Item) -> tuple[str, str]:
    if isinstance(item, Said):
        return item.role, flat(item.text)
    if isinstance(item, Call):
        what = item.command or item.about or ", ".join(touch.path for touch in item.files)
        return "call", flat(f"{item.name} {what} [{item.outcome}]")
    if isinstance(item, Mark):
        return "mark", flat(f"{item.kind} {item.text}")
    return "mark", ""  # thinking is never depended on


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _middle_out(lines: tuple[SpineLine, ...], most: int) -> tuple[SpineLine, ...]:
    """The beginning and the end of what is still too long: how it began and how it stands."""
    half, size, head = most // 2, 0, 0
    while head < len(lines) and size + len(str(lines[head])) < half:
        size += len(str(lines[head])) + 1
        head += 1
    tail, size = len(lines), 0
    while tail > head and size + len(str(lines[tail - 1])) < half:
        size += len(str(lines[tail - 1])) + 1
        tail -= 1
    return lines[:head] + lines[tail:]
