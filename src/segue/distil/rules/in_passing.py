"""What the user asked for in passing, and what does not seem to have come up again: the first thing to be forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, at, content
from segue.distil.rules.binding import is_standing
from segue.distil.rules.borrowed import own_clauses
from segue.distil.signals import OBJECTION, has
from segue.patterns import late
from segue.session.records import Call

LEAD = "Asked in passing, see whether it was done:"
SHOWN, LOOKED_AT = 3, 40
"""Of these that are told, and of messages that are looked at, the last ones."""
TELLING, ENOUGH = 3, 3
"""Letters that a telling word has more of, and how many of them it takes to know the thing again."""
AGAIN = 0.7
"""Of the telling words, so many that come up again mean that somebody came back to it."""
STEM = 6
"""Letters of a word from which on its ending may change."""
_HINTS = (
    "while ", "at it", "forget", "one more", "tiny", "small thing", "btw", "by the way", "wenn du", "remind me",
    "some day", "at some point", "not now", "quick", "also", "oh", "and", "as well", "ach",
    "ps",
)  # fmt: skip
_ASIDE = late(
    r"\b(?:while (?:you|we)(?:['’]?re| are)|when you['’]?re at it|before i forget|tiny (?:one|thing)|small thing|"
    r"wenn du (?:eh|schon)|remind me|at some point|some day|(?:don['’]?t|dont) forget|quickie|quick one)\b",
    re.I,
)
"""It is said on the side."""
_BESIDES = late(
    r"(?:^\W*(?:and|also|oh|ach|ps|btw)\b|\b(?:by the way|btw|as well|one more)\b).{0,60}?"
    r"\b(?:make|add|put|give|write|change|rename|remove|replace|show|update|create|move|pin|fix|check|i want|i need|"
    r"i['’]?d like|i would like|can you|could you|ich hätte gern|mach|bau|füg)\b",
    re.I,
)
"""It comes after something else, and asks for something."""
_WONDERS = late(r"(?:\?|(?<!the )\bright|, (?:or|no))\W{0,3}$", re.I)
_FORBIDS = late(r"\bplease(?: also)? no\b", re.I)


def in_passing(digest: Digest) -> Iterator[Finding]:
    found = [
        (share, claim)
        for turn in [turn for turn in digest.asks[-LOOKED_AT - 1 : -1] if _may_hold_one(turn)]
        for share, claim in _asked(turn, digest)
        if share < AGAIN
    ]
    for _, claim in sorted(found, key=lambda one: (one[0], one[1].pointers[0].line))[:SHOWN]:
        yield Finding(kind="open_thread", claims=(claim,), weight=9.0, origin="user")


def _may_hold_one(turn: Turn) -> bool:
    assert turn.ask is not None
    return turn.ask.via != "command" and has(_HINTS, turn.ask.text.lower())


def _asked(turn: Turn, digest: Digest) -> Iterator[tuple[float, Claim]]:
    """Each wish on the side, and how much of it came up again."""
    assert turn.ask is not None
    later = ""
    for clause in own_clauses(turn, digest):
        if not _is_wish(clause.text) or not _telling(clause.text):
            continue
        later = later or from_then_on(turn.index, digest)
        claim = Claim(
            lead=LEAD,
            text=clause.text,
            pointers=(at(turn.ask.line),),
            verbatim=True,
            standing="stated",
            place=clause.place,
        )
        yield came_up(clause.text, later), claim


def _telling(text: str) -> list[str]:
    """The words by which the thing is known again; none where they are too few."""
    found = [_stem(word) for word in content(text) if len(word) > TELLING]
    return found if len(found) >= ENOUGH else []


def came_up(text: str, later: str) -> float:
    """The share of its telling words that stand in what came later."""
    telling = _telling(text)
    return sum(word in later for word in telling) / len(telling) if telling else 0.0


def _is_wish(text: str) -> bool:
    asks = _ASIDE.search(text) or _BESIDES.search(text)
    refuses = _WONDERS.search(text) or OBJECTION.match(text) or _FORBIDS.search(text)
    return bool(asks) and not refuses and not is_standing(text)


def _stem(word: str) -> str:
    return word if len(word) < STEM or not word.isalpha() else word[:-2]


def from_then_on(index: int, digest: Digest) -> str:
    """All that the agent said and did from a turn on, in small letters."""
    said = (one.text for after in digest.turns[index:] for one in after.said)
    return "\n".join((*said, done_from(index, digest))).lower()


def done_from(index: int, digest: Digest) -> str:
    """All that it did, in small letters: what it says of a thing may be that it is still to do."""
    return "\n".join(_deed(call) for after in digest.turns[index:] for call in after.calls).lower()


def _deed(call: Call) -> str:
    touched = " ".join(f"{touch.path} {touch.new}" for touch in call.files)
    return " ".join((call.about, call.command, touched, *(todo.text for todo in call.todos)))
