"""A choice among options that the agent offered: which one the user took, and which were dropped by it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, at, words
from segue.distil.rules.clauses import clause_worth
from segue.distil.sentences import Sentence, opening, sentences, shortened
from segue.distil.signals import has
from segue.patterns import late
from segue.session.records import Said

_PICK = late(r"\b(?:option|approach|number|choice)\s*#?(\d|[a-e])\b|^\W*(\d|[b-e])\W{0,2}(?:please|$)", re.I)
_DOUBTS = late(r"\W*(?:wait|hmm|but|no|not)\b", re.I)
_OPTION = late(r"^(?:option|approach)\s+(\d|[a-e])\b", re.I)
_JOINS = late(r"\b(?:combin\w+|hybrid|both|all (?:of|three|four)|together|mix)\b|\d\s*(?:\+|and)\s*\d", re.I)
"""An option that is made of others: taking it drops none of them."""
_ASKS = ("would you like", "which ", "prefer", "want me to", "option", "approach", "should i", "should we")
_TAKES = late(
    r"\b(?:let'?s|go (?:with|for)|take|pick|choose|prefer|yes|yeah|ok(?:ay)?|i'?d (?:go|take|do|like)|i want|i would|"
    r"do (?:that|the|it)|sounds good)\b",
    re.I,
)
"""How a reply says that it takes what it names."""
SHORT, TOLD = 90, 160
SHARED = 3
"""Words of an option that a reply must repeat to be taken for a choice of it."""


def options(digest: Digest) -> Iterator[Finding]:
    for turn in digest.asks:
        if turn.before and turn.ask and len(turn.ask.text) < 250:
            yield from _choice(turn, turn.before[-1])


def _choice(turn: Turn, said: Said) -> Iterator[Finding]:
    offered = offers(said)
    assert turn.ask is not None
    if not 2 <= len(offered) <= 7:
        return
    number = picked(turn.ask.text, offered)
    if number is None:
        return
    told = opening(turn.ask.text, TOLD)
    dropped = "; ".join(shortened(o.text, SHORT) for n, o in enumerate(offered) if n != number)
    left = "" if _JOINS.search(offered[number].text) else f"; the other options were dropped: {dropped}"
    claims = (
        Claim(
            lead="User chose:",
            text=told,
            pointers=(at(turn.ask.line),),
            verbatim=True,
            standing="stated",
            weight=1.5 * clause_worth(told, 0.5),
        ),
        Claim(
            lead="Option taken:",
            text=f"{shortened(offered[number].text, SHORT)}{left}",
            pointers=(at(said.line),),
            standing="inferred",
            weight=0.8 * len(dropped),
        ),
    )
    yield Finding(kind="decision", claims=claims)


def offers(said: Said) -> list[Sentence]:
    """The first sentence of each numbered or named option, when the message asks to choose."""
    low = said.text[-1200:].lower()
    if "?" not in low and not has(_ASKS, low):
        return []
    found = list(sentences(said.text))
    named = [s for s in found if _OPTION.match(s.text)]
    if len(named) >= 2:
        return named
    if not has(_ASKS, low):
        return []
    asked = next((n for n, s in enumerate(found) if has(_ASKS, s.text.lower())), len(found))
    return [s for s in found[asked:] if s.bullet][:7]


def picked(text: str, offered: list[Sentence]) -> int | None:
    """Which one a reply names, by number or letter. A question names none."""
    found = _PICK.search(text[:160])
    if "?" in text or _DOUBTS.match(text):
        return None
    if found is None:
        return _named(text, offered)
    sign = (found[1] or found[2]).lower()
    number = int(sign) - 1 if sign.isdigit() else ord(sign) - ord("a")
    return number if 0 <= number < len(offered) else None


def _named(text: str, offered: list[Sentence]) -> int | None:
    """The one whose own words the reply repeats, when no other comes near."""
    if not _TAKES.search(text):
        return None
    told = {word for word in words(text) if len(word) > 2}
    shared = [len(told & set(words(one.text))) for one in offered]
    best, second = sorted(shared, reverse=True)[:2]
    return shared.index(best) if best >= SHARED and best >= 2 * second else None
