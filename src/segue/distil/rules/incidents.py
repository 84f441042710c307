"""What was found out on the way: a command that failed and what the agent made of it, a cause named in mid-turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from segue.distil import signals
from segue.distil.digest import Digest, Turn
from segue.distil.records import AT_THE_TIME, JUST_BEFORE, Claim, Finding, Kind, at, flat
from segue.distil.rules.retried import failed_attempts
from segue.distil.rules.shell import core
from segue.distil.rules.since import reports_failure, since_of
from segue.distil.rules.verdicts import ended
from segue.distil.rules.words_of_agent import claims_of, cue_of, heavier, plan_before, telling
from segue.patterns import late
from segue.session.records import Call, Said

_ERROR = late(
    r"[^\n]*(?:\b(?:error|failed|fail|cannot|can't|unsupported|invalid|denied|not found|undefined|unknown|refused|"
    r"no such|missing|panic|exception|fatal)\b|Error:)[^\n]*",
    re.I,
)
_THAT_IS_IT = late(r"(?:so )?(?:that|this)(?:['’]s| is| was) the (?:real|root|actual|true) cause\b")
"""What was said right before it is; opening a message, what follows."""
_CODE = late(r"`[^`\n]+`")
TOLD = 0.8
NAMED = 2.0
"""Of a sentence that says what it was in so many words: it comes before what it explains."""
OVER = 0.4
"""Of what a sentence is worth, if it was taken back since: what it was in truth comes before it."""
NEAR = 8
"""Records between a failure and the words that explain it."""


def incidents(digest: Digest) -> Iterator[Finding]:
    for turn in filter(digest.is_recent, digest.turns):
        tried, again = ({pair[n].line for pair in failed_attempts(turn)} for n in (0, 1))
        wrong = turn.ask is not None and reports_failure(turn.ask.text)
        for said in telling(turn):
            cue = cue_of(said, digest) or ("root_cause" if wrong and _CODE.search(said.text) else None)
            wrong = cue == "dead_end" or said.line in again or (wrong and not cue)
            if cue and said.line not in tried and not turn.reports(said):
                yield from _found(said, cue, turn, digest)


def _found(said: Said, cue: Kind, turn: Turn, digest: Digest) -> Iterator[Finding]:
    """What a message tells: a cause, or what came to nothing, with the plan that it was and the cause named instead."""
    claims = _claims(said, turn, digest)
    if cue == "dead_end":
        if instead := _named_instead(claims):
            yield Finding(kind="root_cause", claims=tuple(instead))
        back = _retreating([claim for claim in claims if claim not in instead])
        claims = [*_tried(said, turn, back), *back] if back else []
    if claims:
        near = (c for c in reversed(turn.calls) if 0 < said.line - (c.result_line or c.line) <= NEAR)
        failed = next((call for call in near if ended(call) == "failed"), None)
        yield Finding(kind=cue, claims=(*([_failure(failed)] if failed else ()), *claims))


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


def _failure(call: Call) -> Claim:
    what = core(call.command)[:90].split("\n")[0] if call.command else (call.files[0].path if call.files else call.name)
    found = _ERROR.search(call.output[-1500:])
    error = f": {flat(found[0])[:120]}" if found else ""
    return Claim(
        lead="Failed:", text=f"`{what}`{error}", pointers=(at(call.line),), standing="verified", weight=60.0, leans=True
    )
