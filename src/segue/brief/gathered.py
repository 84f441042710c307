"""Entries too short to be read alone are joined with what stands beside them, and nothing is quoted twice: line after
line of three words reads badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from segue.brief.lists import balanced, listed
from segue.brief.render import BESIDE, LISTS, entry, is_list, voice_of
from segue.brief.templates import LONGEST, SHORTEST
from segue.brief.verify import Witness, is_whole
from segue.distil.records import BESIDES, Claim, Finding, Pointer

TALK = ("decision", "root_cause", "constraint", "correction", "dead_end")


def gathered(entries: Iterable[Finding], witness: Witness) -> list[Finding]:
    kept: list[Finding] = []
    for one in _once(entries):
        for place in _beside(kept, one):
            joined = _joined(kept[place], one)
            if joined and is_whole(joined, witness):
                kept[place] = joined
                break
        else:
            kept.append(one)
    return balanced(kept, witness)


def _beside(kept: list[Finding], one: Finding) -> list[int]:
    """Where an entry may be joined: things of a list with any other, what was said only with what came before it."""
    first = 0 if is_list(one) else max(len(kept) - 1, 0)
    return sorted(range(first, len(kept)), key=lambda place: kept[place].kind != one.kind)


def _once(entries: Iterable[Finding]) -> Iterator[Finding]:
    """Without those that only quote what another one quotes."""
    found = list(entries)
    seen = Counter(key for one in found for key in _quotes(one))
    for one in found:
        mine = _quotes(one)
        if len(mine) == len(one.claims) and all(seen[key] > 1 for key in mine):
            seen.subtract(mine)
        else:
            yield one


def _quotes(finding: Finding) -> list[tuple[str, tuple[Pointer, ...]]]:
    return [(claim.text, claim.pointers) for claim in finding.claims if claim.verbatim]


def _joined(before: Finding, after: Finding) -> Finding | None:
    """Both as one entry; None when they are not of a kind, none is short, or they are too long together."""
    if not _alike(before, after):
        return None
    enough = all if _mixed(before, after) else any
    if not enough(map(_is_short, (before, after))):
        return None
    if before.kind in LISTS and after.kind in LISTS:
        joined = listed(before, (*before.claims, *after.claims))
    else:
        joined = msgspec.structs.replace(before, claims=(*before.claims, *_announced(before, after)))
    return joined if len(entry(joined)) <= LONGEST else None


def told_beside(before: Finding, after: Finding) -> Finding | None:
    """Both as one entry, if both are talk and it is not too long. What follows under another kind than its own has
    each voice announced: its words would be taken for that kind's."""
    if not {before.kind, after.kind} <= {*TALK}:
        return None
    if before.kind != after.kind:
        voiced = (msgspec.structs.replace(claim, lead=voice_of(claim)) for claim in after.claims)
        after = msgspec.structs.replace(after, claims=tuple(voiced))
    joined = msgspec.structs.replace(before, claims=(*before.claims, *_announced(before, after)))
    return joined if len(entry(joined)) <= LONGEST else None


def _is_short(finding: Finding) -> bool:
    least = sum(len(claim.text) for claim in finding.claims)
    return least < SHORTEST and len(entry(finding)) < SHORTEST


def _alike(before: Finding, after: Finding) -> bool:
    if before.kind == after.kind:
        return before.kind in (*TALK, "open_thread") or (is_list(before) and is_list(after))
    return all(is_list(one) and one.kind != "todo" for one in (before, after))


def _mixed(before: Finding, after: Finding) -> bool:
    """How the work stands, and a list: a line that says the one is not to go on with the other."""
    return before.kind != after.kind and "state" in (before.kind, after.kind)


def _announced(before: Finding, after: Finding) -> tuple[Claim, ...]:
    """The claims of an entry as they stand beside those of another: what came at another time, or from another voice,
    is told from what stands before it."""
    first = after.claims[0]
    unsaid = ("", BESIDE, BESIDES)
    alike = first.lead in unsaid and all(c.verbatim == first.verbatim and c.lead in unsaid for c in before.claims)
    voice = "" if alike else voice_of(first)
    lead = voice if is_list(after) else f"{BESIDE} {voice}".rstrip()
    return msgspec.structs.replace(first, lead=lead), *after.claims[1:]
