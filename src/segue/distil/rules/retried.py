"""Which steps of the agent's did not help: it named a cause, changed something, and saw the same failure again; or the
user saw it, and said so next."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil import signals
from segue.distil.digest import Turn, changed
from segue.distil.rules.clauses import REQUESTS
from segue.patterns import late
from segue.session.records import Said

_STILL = late(
    r"^\W*(?:(?:hm+|ok(?:ay)?|no|well|ah)\W+)*(?:(?:(?:it|that|this|the [\w-]+(?: [\w-]+)?)(?:['’]s| is| are)? )?still "
    r"(?:fail|not\b|the same|broken|get|see\b|seeing|show|hang|red\b|doesn|crash|an? (?:error|failure))|"
    r"(?:the )?same (?:error|failure|result|problem|issue)|(?:that|this|it) (?:didn['’]?t|did not) "
    r"(?:help|fix|work|change)|"
    r"no (?:change|luck|difference|effect)\b|not (?:fixed|enough)\b)",
    re.I,
)
"""How an agent says that its last step changed nothing."""
AGAIN, AT_ONCE = 160, 80
"""Characters of a message within which it says so, the agent's and the user's."""
LOOKED, BACK = 200, 8
"""Messages of a turn that are looked at, the last ones; and how far back the step may be that changed nothing."""


def failed_attempts(turn: Turn) -> list[tuple[Said, Said]]:
    """The message that named a cause, and the one after its edit that saw the same failure."""
    if turn.retried is None:
        turn.retried = list(_in_vain(turn)) if any(call.files for call in turn.calls) else []
    return turn.retried


def _in_vain(turn: Turn) -> Iterator[tuple[Said, Said]]:
    said = turn.said[-LOOKED:]
    for number, again in enumerate(said):
        if not _STILL.match(again.text[:AGAIN]):
            continue
        before = said[max(number - BACK, 0) : number]
        tried = next((one for one in reversed(before) if _proposes(one.text[:600].lower())), None)
        if tried and changed(call for call in turn.calls if tried.line <= call.line < again.line):
            yield tried, again


def in_vain(turn: Turn, after: Turn | None) -> bool:
    """The turn changed something, and the user's next message says that it did not help."""
    if after is None or after.ask is None or REQUESTS.match(after.ask.text) or not changed(turn.calls):
        return False
    opening = after.ask.text[:AT_ONCE]
    return signals.has(signals.NO_HELP_HINTS, opening.lower()) and bool(signals.NO_HELP.search(opening))


def _proposes(low: str) -> bool:
    return signals.has(signals.CAUSE_STRONG, low) or signals.has(signals.PROPOSES, low) or "fix" in low
