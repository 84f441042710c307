"""The user's last word wins: a later message that takes an earlier one back."""

from __future__ import annotations

import re

from segue.distil.records import content

_TAKES_BACK = re.compile(
    r"\b(?:actually|instead|forget|never ?mind|scratch that|changed my mind|on second thought|no longer|not any ?more|"
    r"drop the|rather than|let'?s not|ignore what i|from now on|we don'?t need|you (?:may|can) now|is fine after all|"
    r"now use|switch(?:ed)? (?:back )?to)\b",
    re.I,
)
_WHOLE = 400
"""A longer message is a description, not a word taken back."""


class Reversal:
    """One message that may take back what was said before it."""

    __slots__ = ("line", "words")

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        self.words = content(text)

    def overrules(self, earlier: str) -> bool:
        """It speaks of the same thing: half of the telling words of the shorter one are shared, three at least."""
        mine = content(earlier)
        shared = len(mine & self.words)
        return shared >= 3 and shared >= 0.5 * min(len(mine), len(self.words))


def reversal_in(line: int, text: str) -> Reversal | None:
    if len(text) <= _WHOLE and _TAKES_BACK.search(text):
        return Reversal(line, text)
    return None
