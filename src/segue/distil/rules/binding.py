"""Whether words hold beyond the turn they were said in, so that they may be called a rule.

Most messages with a "must" or a "never" in them do not: they report, guess, plan, or ask for one thing now. What a rule
sounds like is learned (`likeness.py`); here is only what such a sentence cannot be."""

from __future__ import annotations

from segue.distil.likeness import SURELY, ruling
from segue.distil.pasted import pasted
from segue.distil.rules.clauses import REQUESTS
from segue.distil.sentences import split
from segue.patterns import late

_MEANS = late(
    r"\b(?:it|its|it's|that's|that is|that was|this|these|those|them|they|again|still|why|wrong|actually|wait|revert|"
    r"undo|back|i mean|i meant|i thought|i said|you've|you have|you just|you did)\b"
    r"(?! (?:repo\w*|project|codebase|code|app|package|team)\b)",
)
"""It means something that was just done or said."""
_FIRST = late(r"[,;:.](?: |$)")
_FILLERS = frozenset("ok okay but and so hm hmm wait ah oh well also yeah yes no".split())  # noqa: SIM905


def is_standing(text: str) -> bool:
    """A rule that holds beyond the request it came with, and nearly all of it is one."""
    parts = list(split(text, len(text)))
    binding = sum(len(part) for part in parts if _binds(part))
    return 3 * binding >= 2 * sum(map(len, parts))


def _binds(text: str) -> bool:
    asks = text.rstrip().endswith("?") or REQUESTS.match(text)
    return not asks and ruling(text) > SURELY and not pasted(text)


def is_general(text: str) -> bool:
    """A rule that means nothing of what was just done: it objects to nothing."""
    return is_standing(text) and not _objects(text)


def _objects(text: str) -> bool:
    first = _FIRST.split(text.lower().replace("’", "'").strip(), maxsplit=1)[0]
    return first in _FILLERS or bool(_MEANS.search(first)) or first.endswith(" that")
