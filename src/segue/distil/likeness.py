"""How much a sentence is like a standing rule, by a table of words that was learned from examples.

`rule_words.json` holds a weight for each word, pair of words, opening and ending; the sum of a sentence's weights says
how likely it binds the agent beyond the moment: above 0 rather yes than no. `evals/learn.py` makes the table from the
sentences in `evals/sentences/`, so a wording that is missed is mended by adding sentences, not by a pattern. Knows
nothing of sessions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

import msgspec

from segue.distil import signals
from segue.patterns import late

_TOKENS = late(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[?!:;,.]")
_ODD = late(r"[^\w\s.,'!?-]")
_DIGITS = late(r"\d")
ALWAYS = ""
"""The feature of every sentence: its weight is what a sentence begins with."""
TENTHS = 10
"""Weights are kept in tenths, as whole numbers: they are read twice as fast, and their sum is the same in any order."""
SHORT, LONG = 40, 140
LIKELY, SURELY = 0.5, 0.75
"""From where on a sentence rather states a rule than not, so that it is weighed as one; and from where on it may be
called one: of what people write besides, one in thirty is so much like a rule."""
TAIL = 20
"""Characters behind a colon that may be a rule of their own."""
CERTAIN = 30.0
"""A sum beyond which nothing gets likelier: that of a page of words is past what a float can raise."""
MUCH_ODD, MANY_DIGITS = 0.06, 0.08


def features(text: str) -> Iterator[str]:
    """What the table may hold of a sentence; some may come twice."""
    plain = text.replace("’", "'").strip()
    tokens = ["0" if token.isdigit() else token for token in _TOKENS.findall(plain.lower())]
    yield ALWAYS
    yield from tokens
    yield from map(" ".join, pairwise(tokens))
    yield f"^{tokens[0] if tokens else ''}"
    yield f"^{' '.join(tokens[:2])}"
    yield f"{'word' if plain[-1:].isalnum() else plain[-1:]}$"
    if not SHORT <= len(plain) <= LONG:
        yield "<short>" if len(plain) < SHORT else "<long>"
    if len(_DIGITS.findall(plain)) > MANY_DIGITS * len(plain):
        yield "<digits>"
    if len(_ODD.findall(plain)) > MUCH_ODD * len(plain):
        yield "<odd>"
    if signals.EXPLICIT.match(plain):
        yield "<explicit>"
    if signals.says(signals.STRONG_RULE, plain):
        yield "<says so>"
    if signals.is_order(plain):
        yield "<order>"
    if signals.ABROAD.search(plain.lower()):  # not every language has words between spaces
        yield "<abroad>"


@cache
def table() -> dict[str, int]:
    return msgspec.json.decode(Path(__file__).with_name("rule_words.json").read_bytes(), type=dict[str, int])


@lru_cache(maxsize=4096)
def ruling(text: str) -> float:
    """How likely it states a rule, from 0 to 1, or what it announces does: "One thing that goes for all of this: …".
    Remembered, because each clause is asked several times."""
    announced = text.rpartition(": ")[2]
    told = (text, announced) if TAIL <= len(announced) < len(text) else (text,)
    return max(map(_likely, told))


def _likely(text: str) -> float:
    weights = table()
    total = sum(weights.get(feature, 0) for feature in set(features(text))) / TENTHS
    return 1 / (1 + math.exp(-max(min(total, CERTAIN), -CERTAIN)))
