"""How an objection is announced: that it corrects or rejects is said only where it is certain."""

from __future__ import annotations

import re

from segue.distil import signals
from segue.distil.digest import Turn
from segue.distil.records import ASKED, CORRECTED, GAVE_WAY, REFUSED, REPORTED, content
from segue.distil.rules.corrections import (
    FOLLOWS,
    OF_WHICH,
    OVERRULES,
    REVERTS,
    asks,
    gave_way,
    is_quoting,
    is_review,
    offer_refused,
    turns_down,
)
from segue.distil.sentences import sentences
from segue.distil.yielding import concedes
from segue.patterns import late

_SAYS_NO = late(rf"[.!?]\s+(?:{signals.NO}|no{{2,}}|nope)\b(?! one\b|\W+(?:right|then|ok)\b)", re.I)
"""Not where it answers a question of one's own."""
_TAKES = late(r"\W*[\w-]+(?: [\w-]+){0,3} then\b(?! (?:it|that|this|the)\b)", re.I)
"""It opens by taking what was offered: "polling then"."""
_LEAVES = late(r"\W*(?:no\W+|nope\W+)?(?:leave|forget|drop|skip) (?:it|that|this)\b", re.I)
_MIGHT = ("if you want", "if you'd", "i'd ", "i’d ", "shall i", "want me")
"""How an agent says what it might do; what it did is another thing."""
_PUT_BACK = late(r"\b(?:put|bring|take|get)\b.{1,40}\bback\b", re.I)
_WONDERS = late(r"(?:^|[,.;:!?]\s+)(?:and |so |but |then )?(?:how|what|why|where|which|when|who)\b[^.?!]*\?\W*$", re.I)
"""It ends by asking for what a yes does not answer."""
OPENS = 120
"""Characters within which a sentence says no, or not at all."""


def label(turn: Turn, amends: float) -> str:
    """How the words of an objection are announced: that they correct is said only where it is certain."""
    assert turn.ask is not None
    if offer_refused(turn) or turns_down(turn):
        return REFUSED
    if amends >= OVERRULES and asks(turn.ask.text):
        return GAVE_WAY if gave_way(turn) and not _WONDERS.search(turn.ask.text[-OF_WHICH:]) else ASKED
    if is_quoting(turn.ask.text) or is_review(turn.ask.text):
        return REPORTED
    if amends < OVERRULES or not _surely(turn):
        return ""
    return REFUSED if _declines(turn) else CORRECTED


def _declines(turn: Turn) -> bool:
    """The no is to something that the agent said it might do, and that was no mistake."""
    if turn.ask is None or turn.ask.via == "rejection" or (turn.said and concedes(turn.said[0].text)):
        return False
    if REVERTS.search(turn.ask.text) or _PUT_BACK.search(turn.ask.text):
        return False
    told, last = content(turn.ask.text), sentences(turn.before[-1].text)[-3:]
    offers = (one for one in last if signals.has(_MIGHT, one.text.lower()) and told & content(one.text))
    return bool(_LEAVES.match(turn.ask.text)) or any(offers) or any(one.text.endswith("?") for one in last)


def _surely(turn: Turn) -> bool:
    """It came with a refusal, says no with a sentence of its own that follows from nothing, or the agent says that it
    was wrong; not where the user is at a loss."""
    assert turn.ask is not None
    if signals.says(signals.LOST, turn.ask.text[:OF_WHICH]):
        return False
    opens = signals.OBJECTION.match(turn.ask.text) and not FOLLOWS.match(turn.ask.text)
    refuses = opens or (_SAYS_NO.search(turn.ask.text[:OPENS]) and not _TAKES.match(turn.ask.text))
    refuses = refuses and not turn.ask.text.rstrip().endswith("?")  # it asks again
    return turn.ask.via == "rejection" or bool(refuses) or (bool(turn.said) and concedes(turn.said[0].text))
