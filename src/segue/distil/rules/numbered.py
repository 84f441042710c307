"""What the numbers in a reply stand for: "1 yes, 3 leave it" says nothing without the list that it answers."""

from __future__ import annotations

import re

from segue.distil.digest import Digest, Turn
from segue.distil.records import LISTED, Claim, at, flat
from segue.distil.sentences import shortened, unmarked
from segue.patterns import late
from segue.session.records import Said

_ITEM = late(
    r"^[ \t]*(?:[-*] |#+ )?(?:\*\*)?(?:(?:[Oo]ption|[Vv]ariant|[Aa]pproach|[Pp]lan) )?"
    r"\(?([a-fA-F]|\d{1,2})(?:\*\*)?[.):]\)?(?:\*\*)? +(\S.*)$|"
    r"^\|[ \t*]*([A-F]|\d{1,2})[ \t*]*\|[ \t]*([^|\n]*[^|\s])",
    re.M,
)
"""An item of a list, or a row of a table."""
_UNIT = r"of|to|x|times|min\w*|sec\w*|s|ms|h|hours?|days?|weeks?|months?|years?|px|[kmg]b|percent|tage?|uhr|std|stunden"
_I = r"1 (?:want|think|mean|am)\b"
"""Typed for "I"."""
_NAMED = late(
    rf"(?:(?:^|[.!?;,+&\n]|\band\b)\s*(?!{_I})(?=\d+(?:[.:)!+&,]| (?!(?:{_UNIT})\b)[a-z]))|(?<=\s)(?=\d+[:)]))"
    r"(\d{1,2})"
)
"""Not where something is counted or measured."""
_LETTER = late(r"\W*([a-fA-F])(?:[.):,]| (?:is|makes|means|sounds|then|please|but|and)\b)")
_CHOSEN = late(
    r"\b(?:option|variant|go with|take|choose|pick|do|prefer) \(?([a-f]|\d{1,2})\)?"
    r"(?=[.,;:!]|\s*$|\s+(?:is|it is|then|and|but|please|pls)\b)",
    re.I,
)
"""The one of several that is taken, or left, wherever the reply says so."""
MOST, SHORT, ALONE = 4, 45, 120
"""Items that are told, and letters of each, or of the only one."""
AGO = 3
"""Turns back to which a reply may mean a list."""
REPLY, AT_ONCE = 400, 60
"""Characters of a reply that names items by their number, and within which it begins to."""
WEIGHT = 3.0


def numbered(turn: Turn, digest: Digest) -> list[Claim]:
    """The items of the agent's last list that the user's reply names by number, as one claim beside it. A list of some
    turns ago is meant only where the reply says that it takes one of several."""
    if turn.ask is None or not turn.before or len(turn.ask.text) > REPLY:
        return []
    said, signs = turn.before[-1], _signs(turn.ask.text)
    listed = items(said)
    chosen = [sign.lower() for sign in _CHOSEN.findall(turn.ask.text)]
    option = "option" in turn.ask.text.lower()
    if signs and len(listed) < 2 and not chosen:  # before it measured what the one would cost
        said = next((one for one in reversed(turn.before) if len(items(one)) > 1), said)
        listed = items(said)
    if chosen and (len(listed) < 2 or (option and not _offers(said))):
        older = (one.said[-1] for one in digest.turns[max(turn.index - AGO, 0) : turn.index][::-1] if one.said)
        lists = (one for one in older if len(found := items(one)) > 1 and {*chosen} <= found.keys())
        said = next((one for one in lists if not option or _offers(one)), said)
        listed, signs = items(said) if not option or _offers(said) else {}, {}
    named = [sign for sign in dict.fromkeys([*signs, *chosen]) if sign in listed][:MOST]
    if len(listed) < 2 or not named:
        return []
    most = SHORT if len(named) > 1 else ALONE
    text = "; ".join(f"{number}. {shortened(flat(unmarked(listed[number])), most)}" for number in named)
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


def _offers(said: Said) -> bool:
    return "option" in said.text.lower()


def items(said: Said) -> dict[str, str]:
    """What a list has under each of its numbers or letters."""
    found = (one.groups() for one in _ITEM.finditer(said.text))
    return {(sign or row).lower(): item or cell for sign, item, row, cell in found}


def _signs(text: str) -> dict[str, None]:
    """The numbers that a reply names, if it does so at once, or the letter that it opens with."""
    letter = _LETTER.match(text)
    first = _NAMED.search(text)
    found = _NAMED.findall(text) if first and first.start() <= AT_ONCE else []
    return dict.fromkeys([*([letter[1].lower()] if letter else []), *found])
