"""Where the agent says what was wrong. Few words give that away, but its place does: it has looked, it says what it
saw, and right after that it changes something."""

from __future__ import annotations

import re
from collections.abc import Container

import msgspec

from segue.distil import signals
from segue.distil.digest import Turn, changed
from segue.distil.records import AT_THE_TIME, Claim, at, flat
from segue.distil.rules.retried import failed_attempts
from segue.distil.rules.shell import core
from segue.distil.rules.since import reports_failure
from segue.distil.rules.verdicts import ended
from segue.patterns import late
from segue.session.records import Call, Said

_ANNOUNCES = late(
    r"\W*(?:(?:yes|ok(?:ay)?|right|confirmed|so|and|ah+|aha|now|but|there|you['’]re right|good)\b[\s,.!:;—-]*)*(?:"
    r"found\b|got it\b|there it is|that(?:['’]s| is| was) (?:it|why|exactly|the|#\d)|that explains|which explains|"
    r"(?:this|here)(?:['’]s| is| was) (?:also )?(?:the|why|what)\b|this explains|root cause|cause:|confirmed|"
    r"reproduced|now i (?:know|see|understand)|both (?:are|have|come)|it['’]?s (?:the|not|because)|"
    r"i see (?:it|the|why|what)|"
    r"the (?:real |actual |root |true )?(?:cause|culprit|reason|bug|problem|issue)\b)",
    re.I,
)
"""How a message opens that says what was wrong."""
_PLANS = late(
    r"(?:so )?(?:i['’]?(?:ll|d|m going)|i (?:will|can|could|would)|let me|let['’]s|next|then|now i|going to|"
    r"two fixes)\b",
    re.I,
)
"""What is done about it is told by what was edited."""
_ERROR = late(
    r"^[^\n]*(?:\b(?:error|failed|fail|cannot|can't|unsupported|invalid|denied|not found|undefined|unknown|refused|"
    r"no such|missing|panic|exception|fatal)\b|Error:)[^\n]*",
    re.I | re.M,
)
_CODE = late(r"`[^`\n]+`")
OPENING, LOOKED_AT = 160, 700
"""Characters of a message in which it announces what was wrong, or names it."""
SHORT = 60
"""Characters of a sentence that announces it and says no more."""
NAMED, PLANNED, ANNOUNCED, CODE, OVER = 1.4, 0.4, 0.3, 1.2, 0.4
"""What a sentence is worth in a message that says in so many words that it found the cause; where it says what comes
next, or only announces; where it names something in code; and where the cause was another one in the end."""
GROWTH = 0.85
NEAR = 8
"""Records between a failure and the words that explain it."""


def diagnosed(turn: Turn, taken_back: Container[int]) -> dict[int, float]:
    """By record, the messages that say what was wrong, with what that is worth. After something that was in vain, or
    that the user saw to fail, the next one that names code does; a report only where it says so."""
    found: dict[int, float] = {}
    wrong = turn.ask is not None and reports_failure(turn.ask.text)
    again = {after.line for _, after in failed_attempts(turn)}
    until = [*(said.line for said in turn.said[1:]), None]
    for said, next_line in zip(turn.said, until, strict=False):
        if said.line in taken_back or said.line in again:
            wrong = True
            continue
        names = _ANNOUNCES.match(said.text[:OPENING]) or signals.has(signals.NAMES_CAUSE, said.text[:LOOKED_AT].lower())
        explains = names or (wrong and _CODE.search(said.text)) or _is_acted_on(turn, said.line, next_line)
        if explains and (names or not turn.reports(said)):
            found[said.line] = NAMED if names else 1.0
            wrong = False
    return found


def _is_acted_on(turn: Turn, line: int, until: int | None) -> bool:
    """It had looked before, and changes something before it says more."""
    acts = [call for call in turn.calls if call.line > line and (until is None or call.line < until)]
    return changed(acts) and any(call.line < line for call in turn.calls)


def explaining(claim: Claim, worth: float) -> Claim:
    """A sentence of such a message: all of them say what was wrong, and none by its words more than another."""
    if _PLANS.match(claim.text):
        worth *= PLANNED
    elif len(claim.text) < SHORT and _ANNOUNCES.match(claim.text):
        worth *= ANNOUNCED
    if claim.answers:  # it is told with its question, and weighs as an answer does
        return msgspec.structs.replace(claim, explains=True)
    worth *= (CODE if "`" in claim.text else 1.0) * (OVER if claim.lead == AT_THE_TIME else 1.0)
    weight = worth * len(claim.text) ** GROWTH
    return msgspec.structs.replace(claim, weight=max(weight, claim.weight) if claim.recent else weight, explains=True)


def failure_before(said: Said, turn: Turn) -> list[Claim]:
    """The command that had just failed, as what the words explain."""
    near = (c for c in reversed(turn.calls) if 0 < said.line - (c.result_line or c.line) <= NEAR)
    return [_failure(call) for call in near if ended(call) == "failed"][:1]


def _failure(call: Call) -> Claim:
    what = core(call.command)[:90].split("\n")[0] if call.command else (call.files[0].path if call.files else call.name)
    found = _ERROR.search(call.output[-1500:])
    error = f": {flat(found[0])[:120]}" if found else ""
    return Claim(
        lead="Failed:", text=f"`{what}`{error}", pointers=(at(call.line),), standing="verified", weight=60.0, leans=True
    )
