"""What the user put off: to ask somebody, to decide later, to be reminded of. The next agent must not settle it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, at, content
from segue.distil.rules.borrowed import own_clauses
from segue.distil.sentences import split
from segue.distil.signals import has
from segue.patterns import late

LEAD = "User put off:"
SHOWN, LOOKED_AT = 3, 40
"""Of these that are told, and of messages that are looked at, the last ones."""
LEAST, MOST = 45, 100
"""Characters of a sentence that is told alone, and sentences of a clause at most."""
TAKEN_UP = 0.5
"""Of its words, so many that a later message of the user's holds mean that it was taken up again."""
_WHO = r"\b(?:i|we)(?:['’]?ll| will| want to| need to| have to| gotta)?(?: first| just| still)*"
_WILL = r"\b(?:i|we)(?:['’]?ll| will| need to| have to)?(?: just| still)*"
_WHEN = (
    r"\b(?:tomorrow|tonight|later|first|in the evening|next (?:week|month|sprint|release|time)|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
_SOME_DAY = r"\b(?:tomorrow|tonight|later|in the evening|next (?:week|month|sprint|release|time))\b"
_PUT_OFF = late(
    r"\b(?:stays?|leave (?:it|that|this)|keep (?:it|that|this)) open(?=\W*$|[,.;!])|"
    r"\b(?:don['’]?t|dont|do not) know yet\b|\bremind me\b(?! (?:what|how|why|which|where|who|of)\b)|"
    rf"{_WHO} (?:ask|tell|talk|decide|discuss|think (?:about|over))\b[^.?!]{{0,60}}{_WHEN}|"
    rf"{_WILL} (?:check|do|make|send|look|think)\b[^.?!]{{0,60}}{_SOME_DAY}|"
    rf"{_WHEN} {_WHO} (?:ask|tell|talk|decide|check|discuss)\b|"
    r"\b(?:i|we) (?:want|need|have) to (?:ask|talk|think|discuss)\b(?! you\b)|\ba question for (?!you\b)\w+|"
    r"\b(?:i|we)(?:['’]?ll| will) (?:ask|talk to|check with) (?!you\b)\w+|\b(?:i|we)\b.{0,20}\banother time\b|"
    r"\bsleep (?:on|over) (?:it|that|this)\b|\bnot now(?=\W*$|[,.;!])|\bnice\b.{0,20}\bbut (?:only )?after\b",
    re.I,
)
_HINTS = (
    "open", "yet", "remind", "later", "first", "ask ", "talk ", "check ", "another", "tomorrow", "tonight", "next",
    "day", "evening", " to ", "a quest", "sleep", "not now", "nice",
)  # fmt: skip
"""Looked for first: most messages hold none."""


def put_off(digest: Digest) -> Iterator[Finding]:
    found = [claims for turn in digest.asks[-LOOKED_AT - 1 : -1] if (claims := tuple(_said(turn, digest)))]
    for claims in found[-SHOWN:]:
        yield Finding(kind="open_thread", claims=claims, weight=10.0, origin="user")


def _said(turn: Turn, digest: Digest) -> Iterator[Claim]:
    ask = turn.ask
    assert ask is not None
    if ask.via == "command" or not has(_HINTS, ask.text.lower()) or not _PUT_OFF.search(ask.text):
        return
    for clause in own_clauses(turn, digest):
        if clause.text.rstrip().endswith("?"):
            continue
        for n, text in enumerate(_parts(clause.text)):
            if _PUT_OFF.search(text) and not _taken_up(text, turn, digest):
                yield Claim(
                    lead=LEAD,
                    text=text,
                    pointers=(at(ask.line),),
                    verbatim=True,
                    standing="stated",
                    place=MOST * clause.place + n,
                )


def _parts(text: str) -> list[str]:
    """Its sentences, but for one that says little without the one before it."""
    parts: list[str] = []
    for part in split(text):
        if parts and len(part) < LEAST and (joined := f"{parts[-1]} {part}") in text:
            parts[-1] = joined
        else:
            parts.append(part)
    return parts


def _taken_up(text: str, turn: Turn, digest: Digest) -> bool:
    """A later message of the user's is about the same thing; that something else is put off, too, does not count."""
    mine = content(_PUT_OFF.sub(" ", text))
    later = (one.ask.text for one in digest.asks if one.ask and one.index > turn.index)
    return any(len(mine & content(one)) >= max(2, TAKEN_UP * len(mine)) for one in later)
