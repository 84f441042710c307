"""A choice among options that the agent offered: which one the user took, and which were dropped by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, at, words
from segue.distil.rules.clauses import clause_worth
from segue.distil.rules.numbered import items
from segue.distil.sentences import Sentence, opening, sentences, shortened
from segue.distil.signals import has
from segue.patterns import late
from segue.session.records import Said

_NAMES = late(r"\b(?:option|approach|number|choice)\s*#?(\d|[a-e])\b", re.I)
_NAMING = ("option", "approach", "number", "choice")
_SIGN = late(r"\W*(\d|[b-e])\W{0,2}(?:please|$)", re.I)
_DOUBTS = late(r"\W*(?:wait|hmm|but|no|not)\b", re.I)
_OPTION = late(r"^(?:option|approach)\s+(\d|[a-e])\b", re.I)
_JOINS = late(r"\b(?:combin\w+|hybrid|both|all (?:of|three|four)|together|mix)\b|\d\s*(?:\+|and)\s*\d", re.I)
"""An option that is made of others: taking it drops none of them."""
_TWO = late(r"\b[Bb]oth\b|\b(?:\d ?(?:\+|&|,|and) ?\d|[A-E] ?(?:\+|&|and) ?[A-E])\b")
_ASKS = ("would you like", "which ", "prefer", "want me to", "option", "approach", "should i", "should we")
_TAKES = late(
    r"\b(?:let'?s|go (?:with|for)|take|pick|choose|prefer|yes|yeah|ok(?:ay)?|i'?d (?:go|take|do|like)|i want|i would|"
    r"do (?:that|the|it)|sounds good)\b",
    re.I,
)
"""How a reply says that it takes what it names."""
_TAKING = (
    "let", "go ", "take", "pick", "choose", "prefer", "ye", "ok", "i'd ", "id ", "i want", "i would", "do ", "sounds",
)  # fmt: skip
"""One of them stands in every such reply: looked for first."""
SHORT, TOLD, REPLY = 90, 160, 160
END = " .;,"
LAST, MOST = 1200, 7
"""Characters of a message in which it asks to choose, and options of which there are too many to be any."""
SHARED = 3
"""Words of an option that a reply must repeat to be taken for a choice of it."""


def options(digest: Digest) -> Iterator[Finding]:
    for turn in digest.asks:
        if turn.before and turn.ask and len(turn.ask.text) < 250:
            yield from _choice(turn, turn.before[-1])


def _choice(turn: Turn, said: Said) -> Iterator[Finding]:
    assert turn.ask is not None
    if not _may_pick(turn.ask.text):  # before the longer text is taken apart
        return
    offered = offers(said)
    number = picked(turn.ask.text, offered) if 2 <= len(offered) <= MOST else None
    if number is None:
        return
    told = opening(turn.ask.text, TOLD)
    dropped = "; ".join(shortened(o.text.rstrip(END), SHORT) for n, o in enumerate(offered) if n != number)
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
            text=f"{shortened(offered[number].text.rstrip(END), SHORT)}{left}",
            pointers=(at(said.line),),
            standing="inferred",
            weight=0.8 * len(dropped),
        ),
    )
    yield Finding(kind="decision", claims=claims)


def offers(said: Said) -> list[Sentence]:
    """The first sentence of each option that a message names, has under letters, or lists where it asks to choose."""
    found = sentences(said.text)
    named = [one for one in found if _OPTION.match(one.text)]
    if len(named) > 1:
        return named if "?" in said.text[-LAST:] or has(_ASKS, said.text[-LAST:].lower()) else []
    lettered = [
        Sentence(opening(text, TOLD), n) for n, (sign, text) in enumerate(items(said).items()) if sign.isalpha()
    ]
    if len(lettered) > 1:
        return lettered
    asked = next((n for n, one in enumerate(found) if not one.bullet and has(_ASKS, one.text.lower())), len(found))
    return _first_list(found[asked:])


def _first_list(found: Sequence[Sentence]) -> list[Sentence]:
    """The first sentence of each item of the list that comes next."""
    heads: list[Sentence] = []
    for before, one in pairwise(found):
        if heads and not one.bullet:
            break
        if one.bullet and (not before.bullet or one.place > before.place + 1):
            heads.append(one)
    return heads


def _may_pick(text: str) -> bool:
    """A question names none, and who takes two drops neither."""
    if "?" in text or _DOUBTS.match(text):
        return False
    takes = _sign_in(text) or (has(_TAKING, text.lower()) and _TAKES.search(text))
    return bool(takes) and not _TWO.search(text)


def _sign_in(text: str) -> str:
    """The number or the letter by which a reply names one."""
    begins = text[:REPLY]
    found = _SIGN.match(begins) or (_NAMES.search(begins) if has(_NAMING, begins.lower()) else None)
    return found[1].lower() if found else ""


def picked(text: str, offered: list[Sentence]) -> int | None:
    """Which one a reply names, by number or letter, or by its own words."""
    sign = _sign_in(text)
    if not sign:
        return _named(text, offered)
    number = int(sign) - 1 if sign.isdigit() else ord(sign) - ord("a")
    return number if 0 <= number < len(offered) else None


def _named(text: str, offered: list[Sentence]) -> int | None:
    """The one whose own words the reply repeats, when no other comes near."""
    told = {word for word in words(text) if len(word) > 2}
    shared = [len(told & set(words(one.text))) for one in offered]
    best, second = sorted(shared, reverse=True)[:2]
    return shared.index(best) if best >= SHARED and best >= 2 * second else None
