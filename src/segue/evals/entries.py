"""A brief taken apart again for judging: entries with the number of their line. Only scorers read markdown back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from segue.evals.words import plain

PREAMBLE = ""
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s|\|")
_POINTER = re.compile(
    r"\(?(?<![\w:/.])(?:transcript:)?(?:[0-9a-f-]{4,}:)?L\d+\b(?:\s*[-–,]\s*L?\d+\b)*\)?"
    r"|\b(?:commit|file|decision|ticket|feed|gap):\S+"
)


class Entry(Struct, frozen=True):
    """One bullet with what hangs under it, one table row or one paragraph."""

    number: int
    """Line of the brief on which it begins, from 1."""
    section: str
    """The heading it stands under; empty before the first one."""
    text: str

    @property
    def plain(self) -> str:
        return plain(self.text)

    @property
    def bare(self) -> str:
        """Its words without bullet and pointers."""
        return _POINTER.sub("", _ITEM.sub("", self.text, count=1)).strip()


def entries(text: str) -> tuple[Entry, ...]:
    return tuple(_entries(text))


def _entries(text: str) -> Iterator[Entry]:
    section = PREAMBLE
    started, lines = 0, list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        heading = line.startswith("#") and line.lstrip("#").startswith(" ")
        if lines and (heading or (section == PREAMBLE and line[:1] != " ") or not line.strip() or _ITEM.match(line)):
            yield Entry(started, section, "\n".join(lines))
            lines = []
        if line.startswith("## "):
            section = line[3:].strip()
        elif not heading and line.strip():
            started = number if not lines else started
            lines.append(line)
    if lines:
        yield Entry(started, section, "\n".join(lines))
