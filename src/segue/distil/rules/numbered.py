"""What the numbers in a reply stand for: "1 yes, 3 leave it" says nothing without the list that it answers."""

from __future__ import annotations

import re

from segue.distil.digest import Turn
from segue.distil.records import LISTED, Claim, at, flat
from segue.distil.sentences import shortened, unmarked
from segue.patterns import late

_ITEM = late(r"^[ \t]*(?:[-*] |#+ )?(?:\*\*)?\(?([a-fA-F]|\d{1,2})[.):]\)?(?:\*\*)? +(\S.*)$", re.M)
_NAMED = late(
    r"(?:(?:^|[.!?;,+&\n]|\band\b)\s*(?=\d+(?:[.:)!+&,]| (?!of\b|to\b|x\b|times\b)[a-z]))|(?<=\s)(?=\d+[:)]))(\d{1,2})"
)
_LETTER = late(r"\W*([a-fA-F])(?:[.):,]| (?:is|makes|means|sounds|then|please|but|and)\b)")
MOST, SHORT = 4, 45
"""Items that are told, and letters of each."""
REPLY, AT_ONCE = 400, 60
"""Characters of a reply that names items by their number, and within which it begins to."""
WEIGHT = 3.0


def numbered(turn: Turn) -> list[Claim]:
    """The items of the agent's last list that the user's reply names by number, as one claim beside it."""
    if turn.ask is None or not turn.before or len(turn.ask.text) > REPLY:
        return []
    said = turn.before[-1]
    listed = {sign.lower(): item for sign, item in _ITEM.findall(said.text)}
    named = [sign for sign in _signs(turn.ask.text) if sign in listed][:MOST]
    if len(listed) < 2 or not named:
        return []
    text = "; ".join(f"{number}. {shortened(flat(unmarked(listed[number])), SHORT)}" for number in named)
    return [
        Claim(
            lead=LISTED,
            text=text,
            pointers=(at(said.line),),
            standing="stated",
            weight=WEIGHT * len(text),
            leans=True,
        )
    ]


def _signs(text: str) -> dict[str, None]:
    """The numbers that a reply names, if it does so at once, or the letter that it opens with."""
    letter = _LETTER.match(text)
    first = _NAMED.search(text)
    found = _NAMED.findall(text) if first and first.start() <= AT_ONCE else []
    return dict.fromkeys([*([letter[1].lower()] if letter else []), *found])
