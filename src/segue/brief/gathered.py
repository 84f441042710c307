"""Short messages of the user's that follow each other become one entry, and nothing is quoted twice: line after line of
three words reads badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from segue.brief.render import entry
from segue.brief.verify import Witness, settled
from segue.distil.records import Finding, Pointer

SHORT = 100
LONGEST = 240
KINDS = ("decision", "constraint")


def gathered(entries: Iterable[Finding], witness: Witness) -> list[Finding]:
    kept: list[Finding] = []
    for one in _once(entries):
        joined = _joined(kept[-1], one) if kept else None
        if joined and list(settled(joined, witness)) == [joined]:
            kept[-1] = joined
        else:
            kept.append(one)
    return kept


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
    """Both as one entry; None when they are not of a kind, or too long together."""
    claims = (*before.claims, *after.claims)
    alike = before.kind == after.kind and after.kind in KINDS
    if not alike or not all(c.verbatim and c.lead == claims[0].lead for c in claims) or len(entry(after)) >= SHORT:
        return None
    joined = msgspec.structs.replace(before, claims=claims)
    return joined if len(entry(joined)) <= LONGEST else None
