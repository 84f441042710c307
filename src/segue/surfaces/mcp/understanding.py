"""What the next agent says it has understood, held against the brief it was given.

Pure, and without a model: words and pointers are compared, and what is missing is named, so that it can be repaired.
Whether the brief arrived at all is read in the transcript, by `deliver/receipt.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from segue.channel.records import OpenItem, Transfer

HALF = 0.5
"""The share of an open item's words that must be said for it to count as mentioned."""
SHORT = 3
"""Words up to this length tell nothing."""
_WORD = re.compile(r"\w+")


class Check(Struct, frozen=True, kw_only=True):
    missed: tuple[OpenItem, ...] = ()
    """What the brief shows as open and nobody mentioned."""
    unknown: tuple[str, ...] = ()
    """Pointers that the brief does not have."""

    @property
    def accepted(self) -> bool:
        return not self.missed and not self.unknown


def check(record: Transfer | None, text: str, said: Iterable[str], pointers: Iterable[str]) -> Check:
    """What was said about a brief, held against its text and its record."""
    words = _words(" ".join(said))
    shown = [item for item in record.open_items if item.shown] if record else []
    return Check(
        missed=tuple(item for item in shown if not _mentioned(item.text, words)),
        unknown=tuple(pointer for pointer in pointers if not stands_in(pointer, text)),
    )


def stands_in(pointer: str, text: str) -> bool:
    """Whether a brief has this pointer; L12 and transcript:L12 are the same."""
    short = pointer.strip().strip("()`").removeprefix("transcript:")
    return bool(short) and re.search(rf"(?<![\w:-])(?:transcript:)?{re.escape(short)}(?![\w-])", text) is not None


def _mentioned(item: str, said: set[str]) -> bool:
    wanted = _words(item)
    return not wanted or len(wanted & said) >= HALF * len(wanted)


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.lower()) if len(word) > SHORT}
