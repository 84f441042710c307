"""What came to nothing on the way: what the agent takes back in mid-turn, with the failure that it saw, what it had
said it would do, and what it names as the cause instead."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from segue.distil import signals
from segue.distil.digest import Digest, Turn
from segue.distil.records import AT_THE_TIME, JUST_BEFORE, Claim, Finding, at
from segue.distil.rules.diagnoses import failure_before
from segue.distil.rules.retried import failed_attempts
from segue.distil.rules.since import since_of
from segue.distil.rules.words_of_agent import claims_of, heavier, plan_before, takes_back, telling
from segue.patterns import late
from segue.session.records import Said

_THAT_IS_IT = late(r"(?:so )?(?:that|this)(?:['’]s| is| was) the (?:real|root|actual|true) cause\b")
"""What was said right before it is; opening a message, what follows."""
TOLD = 0.8
NAMED = 2.0
"""Of a sentence that says what it was in so many words: it comes before what it explains."""
OVER = 0.4
"""Of what a sentence is worth, if it was taken back since: what it was in truth comes before it."""


def incidents(digest: Digest) -> Iterator[Finding]:
    for turn in filter(digest.is_recent, digest.turns):
        tried = {before.line for before, _ in failed_attempts(turn)}
        for said in telling(turn):
            if said.line not in tried and not turn.reports(said) and takes_back(said, digest):
                yield from _found(said, turn, digest)


def _found(said: Said, turn: Turn, digest: Digest) -> Iterator[Finding]:
    claims = _claims(said, turn, digest)
    if instead := _named_instead(claims):
        yield Finding(kind="root_cause", claims=tuple(instead))
    if back := _retreating([claim for claim in claims if claim not in instead]):
        yield Finding(kind="dead_end", claims=(*failure_before(said, turn), *_tried(said, turn, back), *back))


def _claims(said: Said, turn: Turn, digest: Digest) -> list[Claim]:
    since = since_of(turn, digest)
    lead = since.voice_of(said)
    worth = (0.9 + 0.4 * digest.late(said.line)) * (OVER if lead == AT_THE_TIME else 1)
    found = claims_of(said, worth, digest)
    named = (heavier(c, NAMED if signals.has(signals.NAMES_CAUSE, c.text.lower()) else 1.0) for c in found)
    return [msgspec.structs.replace(claim, lead=lead) for claim in named if not since.passed(claim.text)]


def _named_instead(claims: list[Claim]) -> list[Claim]:
    """What words that take something back name as the cause instead, and all that they say of it behind that."""
    lows = [claim.text.lower() for claim in claims]
    back = [n for n, low in enumerate(lows) if signals.has(signals.RETREAT_STRONG, low)]
    named = (n for n, low in enumerate(lows) if n not in back and signals.has(signals.NAMES_CAUSE, low))
    meant = (n - 1 if n else 1 for n, low in enumerate(lows) if _THAT_IS_IT.match(low))
    behind = (n for n in range(max(back, default=0) + 1, len(lows)) if signals.has(signals.CAUSE_STRONG, lows[n]))
    return claims[min([*named, *behind, *meant], default=len(claims)) :]


def _retreating(claims: list[Claim]) -> list[Claim]:
    """The words that take something back; the others say why, and are not told without them."""
    back = {claim.text for claim in claims if signals.has(signals.RETREAT_STRONG, claim.text.lower())}
    return [msgspec.structs.replace(c, leans=bool(back) and c.text not in back) for c in claims]


def _tried(said: Said, turn: Turn, claims: list[Claim]) -> list[Claim]:
    """What the agent had said it would do, before it did it and took it back."""
    plan = plan_before(said, turn)
    if plan is None:
        return []
    before, one = plan
    weight = max(claim.weight for claim in claims) * TOLD
    return [
        Claim(
            lead=JUST_BEFORE,
            text=one.text,
            pointers=(at(before.line),),
            standing="stated",
            weight=weight,
            place=one.place,
            leans=True,
        )
    ]
