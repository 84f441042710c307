"""What a sentence of the agent's is worth by itself: by what it says, and by how it looks."""

from __future__ import annotations

import re
from collections.abc import Callable

from segue.distil import signals
from segue.distil.sentences import Sentence
from segue.patterns import late

REASON = ("because", ", so ", "since ", "due to", "which means", "that's why", "thats why")
_QUOTED = late(r"`[^`]{2,80}`")
_OFFERED = late(r"\b(?:options?|approaches|alternatives|either|choices|possibilities|ways)\b", re.I)
SHORT = 50
NAMES = 6
"""Marks of code in a sentence that names three things at least: by the same labels it is worth four others."""
OFFERED = 0.5
"""Of one among several that were offered: which of them was taken is told elsewhere."""
PROSE = 5
"""Words beside the quoted code below which a line is a list and no sentence."""

BY_WORDS: tuple[tuple[tuple[str, ...], re.Pattern[str] | None, float], ...] = (
    ((*REASON, *signals.CAUSE), None, 1.7),
    (signals.NAMES_CAUSE, None, 1.6),
    (("cause:", "reason:"), late(r"^(?:the )?(?:cause|reason):"), 1.6),
    (("instead", "rather than"), None, 1.4),
    (("not", "n't", "n’t", "no longer", "never"), late(r"\bnot\b|n['’]t\b|\bno longer\b|\bnever\b"), 1.4),
    (signals.RETREAT, None, 1.3),
    (signals.CHOICE, None, 1.25),
    (signals.LOOSE, None, 1.15),
    (signals.STATE, None, 1.1),
    ((" but ",), None, 1.25),
    (("should",), None, 1.25),
    (("`",), None, 1.2),
    (("you ", "try ", "run "), late(r"^(?:you|try|run) "), 0.7),
    (signals.NO_NEWS, None, 0.3),
    (("step ", "option ", "pros", "cons"), late(r"\b(?:step|option) [\da-e]\b|^(?:pros|cons)\b"), 0.4),
    (("if it ", "if that ", "if this "), late(r"^if (?:it|that|this) "), 0.4),
    (("if not", "otherwise", "those", "they", "these"), late(r"^(?:if not|otherwise|those|they|these)\b"), 0.5),
)
"""What a sentence says: phrases of which it holds one, what must be so besides, and by how much that makes it likelier
to matter."""


def _is_bare(one: Sentence) -> bool:
    """Names, and hardly a word that says anything of them."""
    return len(_QUOTED.sub(" ", one.text).split()) < PROSE


BY_FORM: tuple[tuple[Callable[[Sentence], bool], float], ...] = (
    (lambda one: len(_QUOTED.findall(one.text)) > 1, 1.25),
    (lambda one: one.text.count("`") >= NAMES and not _is_bare(one), 2.0),
    (lambda one: len(one.text.encode()) < SHORT, 0.6),
    (lambda one: "`" in one.text and _is_bare(one), 0.5),
    (lambda one: bool(signals.NARRATION.match(one.text)), 0.5),
    (lambda one: one.lead_in, 0.6),
    (lambda one: one.heading, 0.4),
    (lambda one: bool(one.stem and _OFFERED.search(one.stem)), OFFERED),
)


def sentence_worth(one: Sentence) -> float:
    low = one.text.lower()
    worth = 1.0
    for phrases, besides, factor in BY_WORDS:
        for phrase in phrases:  # written out: it is asked of every sentence
            if phrase in low:
                worth *= factor if besides is None or besides.search(low) else 1.0
                break
    for looks, factor in BY_FORM:
        if looks(one):
            worth *= factor
    return worth
