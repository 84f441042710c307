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
    twin: Entry | None = None
    """The message of which this one is a copy."""
    listed: bool = False
    """It stood in a checkpoint before, so it is known what it is."""
    gone: bool = False
    """The user went back to before it."""


class Log:
    def __init__(self) -> None:
        self.known: dict[str, Entry] = {}
        self.listed: dict[str, Entry] = {}
        self._said: dict[tuple[str, str], list[Entry]] = {}

    def put(self, entry: Entry) -> Entry:
        """A message, new or written again: its newest words count, under the record that holds them."""
        old = self.known.setdefault(entry.id, entry)
        if entry.words and (old is entry or entry.words != old.words):
            old.words, old.line = entry.words, entry.line
            self._said.setdefault((old.role, old.words), []).append(old)
        self.listed[entry.id] = old
        old.gone = False
        return old

    def checkpoint(self, entries: list[Entry]) -> None:
        """The whole list anew. What stands there under a new id was mostly said before."""
        taken = {entry.id for entry in entries}
        self.listed = {}
        for entry in entries:
            kept = self.put(entry)
            if kept.words and not kept.listed:
                kept.twin = self._earlier(kept, taken)
            kept.listed = True
            if kept.twin:
                taken.add(kept.twin.id)
                kept.twin.gone = False
                self.listed[entry.id] = kept.twin

    def _earlier(self, entry: Entry, taken: set[str]) -> Entry | None:
        """The last message before this one that says the same, and is neither listed itself nor a copy."""
        same = reversed(self._said[entry.role, entry.words])
        return next((e for e in same if _original(e, entry) and e.id not in taken), None)

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
        return (entry for entry in self.known.values() if entry.words and not entry.twin and not entry.gone)


def _original(one: Entry, copy: Entry) -> bool:
    return one.twin is None and one.words == copy.words and one.line < copy.line
