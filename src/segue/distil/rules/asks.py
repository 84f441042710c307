"""The user's own words: corrections, standing constraints and requests, verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.records import Claim, Evidence, Finding, Kind, at
from segue.session.records import Said

_CORRECTION = re.compile(
    r"\b(no|not|wrong|instead|actually|don't|didn't|shouldn't|revert|stop|why did|i meant)\b", re.I
)
_CONSTRAINT = re.compile(r"\b(must|always|never|only|keep|make sure|ensure|please don't|prefer|should|avoid)\b", re.I)


def asks(evidence: Evidence) -> Iterator[Finding]:
    for item in evidence.session.items:
        if isinstance(item, Said) and item.role == "user":
            kind, weight = _kind(item)
            text = " ".join(item.text.split())[:450]
            claim = Claim(text=text, pointers=(at(item.line),), verbatim=True, standing="stated")
            yield Finding(kind=kind, claims=(claim,), weight=weight, origin="user")


def _kind(item: Said) -> tuple[Kind, float]:
    if item.via == "rejection" or _CORRECTION.search(item.text[:300]):
        return "correction", 3.0
    if _CONSTRAINT.search(item.text):
        return "constraint", 2.5
    return "request", 1.5
