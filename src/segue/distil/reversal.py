"""The user's last word wins: a later message that takes an earlier one back."""

from __future__ import annotations

import re

from segue.distil.records import content
from segue.distil.signals import has
from segue.patterns import late

_TURNS = late(
    r"\b(?:actually|instead|no longer|not any ?more|rather than|let'?s not|from now on|we don'?t need|"
    r"you (?:may|can) now|is fine after all|now use|switch(?:ed)? (?:back )?to|changed my mind|on second thought)\b",
    re.I,
)
_TAKES_BACK = late(
    r"\b(?:(?:forget|never ?mind|scratch|drop|ignore) (?:(?:what i (?:said|asked|wrote) |that )?about|what i \w+ on)|"
    r"(?:forget|never ?mind|scratch|drop) (?:the|that|my|all))\s+([^:;,.!?\n]{3,60})",
    re.I,
)
"""Not "ignore the failing test": that is about the test, and not about what was said of it."""
_ALLOWS = late(
    r"^\W*(?:ok(?:ay)?|yes|yeah|fine|alright|right|well|hm+)\W+(?:then\W+)?(?:(?:one|an?|the|another|a single)\s+)?"
    r"([\w-]{3,30}) (?:is|are) (?:fine|ok(?:ay)?|allowed)\b",
    re.I,
)
"""The user gives in: "ok, one table is fine"."""
_WITHOUT = late(
    r"\b(?:no|drop|remove|lose|kill) +(?:more\s+|the\s+)?([\w-]{3,30})"
    r"(?=\s+(?:either|at all|any ?more|after all|then|now|please|pls)\b|\s*(?:[,.;!)]|$))|"
    r"\bwithout\s+(?:more\s+|the\s+)?([\w-]{3,30})(?=\s+(?:either|at all|any ?more|after all)\b)",
    re.I | re.M,
)
"""The user wants a thing gone, with no word about how: "so no folders either"."""
_FORBIDS = late(
    r"\W*(?:and |but |also |please )*(?:never|don['’]?t|do not|must not|mustn['’]t)\s+(?:ever\s+)?([a-z]{3,20})", re.I
)
"""Words that begin by saying what is not to be done."""
_GRANTS = late(
    r"\b(?:fine|ok(?:ay)?|allowed|may|can|use|no longer|not any ?more|after all|instead|from now on|changed my mind|"
    r"second thought|we don['’]?t need|let['’]?s not)\b",
    re.I,
)
"""Words by which it may be done after all."""
_NAMES = late(r"\b(?:call|name|rename) (?:it|this|them|the \w+)\b", re.I)
_HINTS = (
    "actual", "instead", "longer", "more", "rather", "let", "now", "need", "fine", "switch", "mind", "second", "forget",
    "scratch", "drop", "ignore", "call", "name", "is ok", "are ok", "allowed", "no ", "without", "remove", "kill",
    "lose",
)  # fmt: skip
_KEEPING = ("stay", "remain", "keep", "leave")
_VAGUE = frozenset(
    ("existing", "current", "old", "other", "previous", "last", "first", "whole", "part", "thing", "idea")
)
"""Say nothing of what is taken back."""
BESIDE = 3
"""Times the words by which a thing stays: what is longer says more than that."""
_WHOLE = 400
"""A longer message is a description, not a word taken back."""


class Reversal:
    """One message that may take back what was said before it."""

    __slots__ = ("_text", "allowed", "gone", "line", "names", "things", "words")

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        self._text = text
        self.words = content(text) if _TURNS.search(text) else frozenset()
        taken = _TAKES_BACK.search(text)
        self.things = frozenset(map(_stem, content(taken[1]))) - _VAGUE if taken else frozenset()
        self.names = bool(_NAMES.search(text))
        allows = _ALLOWS.match(text)
        self.allowed = _stem(allows[1].lower()) if allows and content(allows[1]) else ""
        gone = (more or without for more, without in _WITHOUT.findall(text))
        self.gone = frozenset(_stem(thing.lower()) for thing in gone if content(thing)) - _VAGUE

    def overrules(self, earlier: str) -> bool:
        """It names what is taken back, or gives it another name, or allows what was not to be, or wants gone what was
        to stay, or speaks of the same thing with a word of change: half of the telling words of the shorter one are
        shared, three at least."""
        mine = content(earlier)
        if self.things and 2 * len(self.things & set(map(_stem, mine))) >= len(self.things):
            return True
        if self.names and _NAMES.search(earlier):
            return True
        if self.allowed and _denied(self.allowed, earlier.lower()):
            return True
        if self.removes(earlier):
            return True
        shared = len(mine & self.words)
        return shared >= 3 and shared >= 0.5 * min(len(mine), len(self.words)) and self._speaks_of(earlier)

    def removes(self, earlier: str) -> bool:
        """It wants gone what was to stay, and the earlier words say little else."""
        return bool(self.gone) and any(_stays(thing, earlier.lower()) for thing in self.gone)

    def _speaks_of(self, earlier: str) -> bool:
        """What is forbidden is taken back by a word that grants it, or by naming the doing: "actually, list the public
        names" is nothing against "never change" them."""
        forbids = _FORBIDS.match(earlier)
        doing = rf"(?i)\b{forbids[1]}(?:s|ing|e?d)?\b" if forbids else ""
        return not forbids or bool(_GRANTS.search(self._text) or re.search(doing, self._text))


def _denied(thing: str, low: str) -> bool:
    """The thing is what a no is said to: not what stands somewhere behind it, as in "no secrets in the config"."""
    words = r"(?: (?!(?:in|on|into|of|from|to|for|change|touch|edit|rename|delete|remove|break)\b)[\w-]+)"
    denied = rf"(?:\b(?:no|not|without|never|avoid)|n['’]t)\b{words}{{0,3}} {re.escape(thing)}"
    return thing in low and bool(re.search(denied, low))


def _stays(thing: str, low: str) -> bool:
    """The thing was to be kept, and little else is said."""
    if thing not in low or not has(_KEEPING, low):  # a pattern for one thing is compiled in every run
        return False
    name = re.escape(thing)
    kept = rf"\b{name}s? (?:stays?|remains?)\b|\b(?:keep|leave)s? (?:the |our |my )?{name}s?(?! (?:out|away|off)\b)\b"
    found = re.search(kept, low)
    return found is not None and BESIDE * len(found[0]) >= len(low)


def _stem(word: str) -> str:
    return word.removesuffix("s")


def reversal_in(line: int, text: str) -> Reversal | None:
    if len(text) > _WHOLE or not has(_HINTS, text.lower()):
        return None
    found = Reversal(line, text)
    return found if found.words or found.things or found.names or found.allowed or found.gone else None
