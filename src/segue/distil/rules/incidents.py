"""What was found out on the way: a command that failed and what the agent made of it, a cause named in mid-turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from segue.distil import signals
from segue.distil.digest import Digest, Turn
from segue.distil.records import AT_THE_TIME, JUST_BEFORE, Claim, Finding, at, flat
from segue.distil.rules.retried import failed_attempts
from segue.distil.rules.shell import core
from segue.distil.rules.since import since_of
from segue.distil.rules.verdicts import ended
from segue.distil.rules.words_of_agent import claims_of, cue_of, plan_before, telling
from segue.patterns import late
from segue.session.records import Call, Said

_ERROR = late(
    r"[^\n]*(?:\b(?:error|failed|fail|cannot|can't|unsupported|invalid|denied|not found|undefined|unknown|refused|"
    r"no such|missing|panic|exception|fatal)\b|Error:)[^\n]*",
    re.I,
)
_CODE = late(r"`[^`\n]+`")
NAMES = 2
TOLD = 0.8
OVER = 0.4
"""Of what a sentence is worth, if it was taken back since: what it was in truth comes before it."""
NEAR = 8
"""Records between a failure and the words that explain it."""


def incidents(digest: Digest) -> Iterator[Finding]:
    for turn in filter(digest.is_recent, digest.turns):
        failed = [call for call in turn.calls if ended(call) == "failed"]
        tried = {one.line for one, _ in failed_attempts(turn)}
        again = {one.line for _, one in failed_attempts(turn)}
        since = since_of(turn, digest)
        wrong = False
        for said in telling(turn):
            cue = cue_of(said, digest) or ("root_cause" if wrong and _names_code(said) else None)
            wrong = cue == "dead_end" or said.line in again or (wrong and not cue)
            if said.line in tried or turn.reports(said) or not cue:
                continue
            before = [c for c in failed if 0 < said.line - (c.result_line or c.line) <= NEAR]
            lead = since.voice_of(said)
            claims = [
                msgspec.structs.replace(c, weight=c.weight * (OVER if lead == AT_THE_TIME else 1), lead=lead)
                for c in claims_of(said, 0.9 + 0.4 * digest.late(said.line), digest)
                if not since.passed(c.text)
            ]
            if cue == "dead_end":
                instead = _named_instead(claims)
                if instead:
                    yield Finding(kind="root_cause", claims=tuple(instead))
                claims = _retreating([claim for claim in claims if claim not in instead])
            if not claims:
                continue
            if cue == "dead_end":
                claims = [*_tried(said, turn, claims), *claims]
            if before:
                claims.insert(0, _failure(before[-1]))
            yield Finding(kind=cue, claims=tuple(claims))


def _names_code(said: Said) -> bool:
    """After what was wrong, the next message that does says what it is."""
    return len(_CODE.findall(said.text)) >= NAMES


def _named_instead(claims: list[Claim]) -> list[Claim]:
    """What words that take something back name as the cause instead, and all that they say of it behind that."""
    lows = [claim.text.lower() for claim in claims]
    back = [n for n, low in enumerate(lows) if signals.has(signals.RETREAT_STRONG, low)]
    named = (n for n, low in enumerate(lows) if n not in back and signals.has(signals.NAMES_CAUSE, low))
    behind = (n for n in range(max(back, default=0) + 1, len(lows)) if signals.has(signals.CAUSE_STRONG, lows[n]))
    return claims[min([*named, *behind], default=len(claims)) :]


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
