"""What a brief must hold: every expected thing found with its line, or missed with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

import msgspec
from msgspec import Struct

from segue.evals.dataset import Fact
from segue.evals.entries import Entry
from segue.evals.words import holds, plain

REJECTION = (
    "reject", "revert", "overrul", "abandon", "instead", "not work", "n't work", "fail", "wrong", "undone", "undid",
    "dropped", "rolled back", "ruled out", "dead end", "dead-end", "no longer", "superseded", "removed", "turned out",
    "was not", "wasn't", "does not", "doesn't", "do not", "don't", "cannot", "can't", "taken back", "refused",
)  # fmt: skip
"""What makes an entry say that something was given up."""


class Check(Struct, frozen=True, kw_only=True):
    """One thing that the case expects, and whether the brief has it."""

    kind: str
    wanted: str
    found: bool
    needs: str = ""
    """The words that count: a quote, or groups of words that must stand in one entry."""
    line: int = 0
    """The brief's line that earned it, or came nearest; 0 when there is none."""
    why: str = ""


def check_fact(fact: Fact, found: Sequence[Entry]) -> Check:
    check = _check_verbatim(fact, found) if fact.verbatim else _check_anchors(fact, found)
    groups = (" or ".join(group) for group in fact.anchors)
    return msgspec.structs.replace(check, needs=f"“{fact.verbatim}”" if fact.verbatim else " + ".join(groups))


def check_text(kind: str, wanted: str, found: Sequence[Entry]) -> Check:
    for entry in found:
        if holds(entry.plain, plain(wanted)):
            return Check(kind=kind, wanted=wanted, found=True, line=entry.number)
    return Check(kind=kind, wanted=wanted, found=False, why="not in the brief")


def _check_verbatim(fact: Fact, found: Sequence[Entry]) -> Check:
    wanted = plain(fact.verbatim)
    for entry in found:
        if holds(entry.plain, wanted):
            return Check(kind=fact.kind, wanted=fact.gist, found=True, line=entry.number)
    line, words = 0, ""
    for entry in found:
        match = SequenceMatcher(None, entry.plain, wanted, autojunk=False).find_longest_match()
        part = wanted[match.b : match.b + match.size].strip()
        if len(part) > len(words):
            line, words = entry.number, part
    if len(words) < max(12, 0.3 * len(wanted)):
        return Check(kind=fact.kind, wanted=fact.gist, found=False, why="the words are nowhere in the brief")
    why = f"not word for word: only “{words}” of “{fact.verbatim}”"
    return Check(kind=fact.kind, wanted=fact.gist, found=False, line=line, why=why)


def _check_anchors(fact: Fact, found: Sequence[Entry]) -> Check:
    best: tuple[int, int, tuple[tuple[str, ...], ...]] = (0, 0, fact.anchors)
    mute = 0
    for entry in found:
        lacks = tuple(g for g in fact.anchors if not any(holds(entry.plain, plain(word)) for word in g))
        if not lacks and (fact.kind != "dead_end" or _says_given_up(entry)):
            return Check(kind=fact.kind, wanted=fact.gist, found=True, line=entry.number)
        mute = mute or (entry.number if not lacks else 0)
        best = max(best, (len(fact.anchors) - len(lacks), entry.number, lacks), key=lambda b: b[0])
    if mute:
        why = "said, but not as a dead end: no word of rejection in the entry"
        return Check(kind=fact.kind, wanted=fact.gist, found=False, line=mute, why=why)
    return Check(kind=fact.kind, wanted=fact.gist, found=False, line=best[1], why=_lacking(best[0], best[2]))


def _lacking(met: int, lacks: tuple[tuple[str, ...], ...]) -> str:
    words = " and ".join(" or ".join(map(repr, group)) for group in lacks)
    return f"the nearest entry lacks {words}" if met else f"no entry has {words}"


def _says_given_up(entry: Entry) -> bool:
    return "dead" in entry.section.casefold() or any(word in entry.plain for word in REJECTION)
