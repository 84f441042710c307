"""What was tried and did not help, told as a dead end."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at
from segue.distil.rules.retried import failed_attempts
from segue.distil.rules.words_of_agent import claims_of
from segue.session.records import Said

TRIED = "Agent, before it still failed:"


def attempts(digest: Digest) -> Iterator[Finding]:
    for turn in filter(digest.is_recent, digest.turns):
        for tried, again in failed_attempts(turn):
            place = 0.9 + 0.4 * digest.late(tried.line)
            best = sorted(claims_of(tried, place, digest), key=lambda claim: -claim.weight)[:2]
            claims = [_tried(claim, again) for claim in sorted(best, key=lambda claim: claim.place)]
            if claims:
                yield Finding(kind="dead_end", claims=tuple(claims))


def _tried(claim: Claim, again: Said) -> Claim:
    pointers = (*claim.pointers, at(again.line))
    return msgspec.structs.replace(claim, lead=TRIED, pointers=pointers)
