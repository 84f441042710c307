"""The event log that a Gemini CLI session is: messages put in by id, checkpoints that replace all, steps back.

Two views are kept. *Listed* is what the client itself would show: the last checkpoint and what came after. *Known* is
every message ever seen, because checkpoints leave out what was compressed. After a compression or a cancelled
turn the client lists old messages under new ids; by their words such copies are known for what they are.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from segue.sources._text import one_line


class Entry(Struct):
    """One message, under the record where its words were first seen."""

    id: str
    role: str
    line: int
    words: str = ""
    time: str = ""
    copy: bool = False
    gone: bool = False
    """The user went back to before it."""


class Log:
    def __init__(self) -> None:
        self.known: dict[str, Entry] = {}
        self.listed: dict[str, Entry] = {}

    def put(self, entry: Entry) -> Entry:
        """A message, new or written again: its newest words count, under the record that holds them."""
        old = self.known.setdefault(entry.id, entry)
        if entry.words and entry.words != old.words:
            old.words, old.line = entry.words, entry.line
        self.listed[entry.id] = old
        old.gone = False
        return old

    def checkpoint(self, entries: list[Entry]) -> None:
        """The whole list anew. What stands there under a new id was mostly said before."""
        named = {entry.id for entry in entries}
        said: dict[tuple[str, str], list[Entry]] = {}
        for known in self.known.values():
            if known.words and not known.copy and known.id not in named:
                said.setdefault((known.role, known.words), []).append(known)
        self.listed = {}
        for entry in entries:
            fresh = entry.id not in self.known
            kept = self.put(entry)
            twins = said.get((kept.role, kept.words), [])
            if twins and (fresh or kept.copy or twins[-1].line < kept.line):
                kept.copy = True
                self.listed[entry.id] = twins.pop()

    def rewind(self, to: str) -> str:
        """Leave a message and all after it; returns the first words that are left. An unknown one leaves nothing."""
        if to not in self.listed:
            return ""
        order = list(self.listed)
        left = [self.listed.pop(name) for name in order[order.index(to) :]]
        for entry in left:
            entry.gone = True
        return one_line(next((e.words for e in left if e.role == "user" and e.words), ""))

    def entries(self) -> Iterable[Entry]:
        return (entry for entry in self.known.values() if entry.words and not entry.copy and not entry.gone)
