"""Which rows of a file were taken back by the user, for the agents whose rows form a tree by parentUuid.

Parallel tool calls fork it too, and so do compactions and damaged files, so a plain walk from the last row to the root
would lose sound rows. We ask the opposite question: a prompt is abandoned when it hangs off the live path but is not on
it, which is what a rewind (Esc Esc) leaves behind, and so is all below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from segue.session.records import Item, Mark, Said
from segue.sources._text import one_line

Unfinished = TypeVar("Unfinished")


class Entry(Struct, Generic[Unfinished], gc=False):
    """One item-to-be, under its row."""

    uuid: str
    line: int
    item: Item | Unfinished


def kept(
    entries: list[Entry[Unfinished]], prompts: Iterable[str], leaf: str, parents: Mapping[str, str]
) -> list[Entry[Unfinished]]:
    """The entries without those that a rewind took back; a mark stands where each such prompt was."""
    gone = abandoned(filter(None, prompts), leaf, parents)
    if not gone:
        return entries
    known: dict[str, bool] = {}
    out: list[Entry[Unfinished]] = []
    for entry in entries:
        if entry.uuid in gone and isinstance(entry.item, Said):
            mark = Mark(line=entry.line, kind="rewind", text=one_line(entry.item.text), time=entry.item.time)
            out.append(Entry("", entry.line, mark))
        elif not entry.uuid or not below(entry.uuid, gone, parents, known):
            out.append(entry)
    return out


def live_path(leaf: str, parents: Mapping[str, str]) -> set[str]:
    """The rows from a leaf up to its root; compactions are crossed by their logical parent. Cycles end the walk."""
    path: set[str] = set()
    while leaf and leaf not in path:
        path.add(leaf)
        leaf = parents.get(leaf, "")
    return path


def abandoned(prompts: Iterable[str], leaf: str, parents: Mapping[str, str]) -> set[str]:
    """Prompts that a rewind left behind, in file order, by uuid."""
    live = live_path(leaf, parents)
    return {prompt for prompt in prompts if prompt not in live and _hangs_off(prompt, live, parents)}


def _hangs_off(row: str, live: set[str], parents: Mapping[str, str]) -> bool:
    seen: set[str] = set()
    while row and row not in seen:
        if row in live:
            return True
        seen.add(row)
        row = parents.get(row, "")
    return False


def below(row: str, roots: set[str], parents: Mapping[str, str], known: dict[str, bool]) -> bool:
    """Whether a row is one of the roots or hangs under one. `known` remembers answers between calls."""
    trail: list[str] = []
    while row and row not in known and row not in roots:
        known[row] = False  # also ends a cycle
        trail.append(row)
        row = parents.get(row, "")
    answer = row in roots or known.get(row, False)
    for passed in trail:
        known[passed] = answer
    return answer
