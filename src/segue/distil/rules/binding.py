"""Whether words hold beyond the turn they were said in, so that they may be called a rule.

Most messages with a "must" or a "never" in them do not: they report, guess, plan, or ask for one thing now. What a rule
sounds like is learned (`likeness.py`); here is only what such a sentence cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from segue.distil import signals
from segue.distil.likeness import SURELY, ruling
from segue.distil.pasted import pasted
from segue.distil.rules.clauses import REQUESTS, nods, requests
from segue.distil.sentences import Sentence, split
from segue.patterns import late

_MEANS = late(
    r"\b(?:it|its|it's|that's|that is|that was|this|these|those|them|they|again|still|why|wrong|actually|wait|revert|"
    r"undo|back|i mean|i meant|i thought|i said|you've|you have|you just|you did)\b"
    r"(?! (?:repo\w*|project|codebase|code|app|package|team)\b)",
)
"""It means something that was just done or said."""
FIRMLY, LEAST = 0.8, 26
"""From where on a sentence may be told apart from the rest of a short message, and its characters at least."""
_EVER = late(r"(?i)\b(?:every|always|never|ever|anywhere|whenever|from now on|without asking|in (?:this|our) \w+)\b")
"""It means more than what was just done."""
_AND = late(r"(?i)^(?:and|also|but|so|oh|ah|pls|please)\b[,:]? ")
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


def lays_down(text: str) -> bool:
    """A rule that needs nothing of what stands around it, and what is said of it, if more is said."""
    return bool(text) and all(_firm(split(text)))


def apart(found: list[Sentence]) -> list[Sentence]:
    """A short message that is one clause, cut where a rule in it begins and ends."""
    if len(found) != 1:
        return found
    text, place = found[0].text, found[0].place
    parts = list(split(text))
    starts = [0]
    for before, part in pairwise(parts):
        starts.append(text.index(part, starts[-1] + len(before)))
    firm = list(_firm(parts))
    cuts = [0, *(starts[n] for n in range(1, len(parts)) if firm[n] != firm[n - 1]), len(text)]
    return [Sentence(text[a:b].strip(), place + n) for n, (a, b) in enumerate(pairwise(cuts))]


def _firm(parts: Iterable[str]) -> Iterator[bool]:
    """Of each sentence, whether it is a rule or says more of one: its reason, mostly."""
    firm = False
    for part in parts:
        firm = _is_firm(part) or (firm and not _acts(part))
        yield firm


def _is_firm(text: str) -> bool:
    if len(text) < LEAST or max(ruling(text), ruling(_AND.sub("", text))) <= FIRMLY:
        return False
    return is_standing(text) and (not _objects(text) or bool(_EVER.search(text)))


def _acts(text: str) -> bool:
    """It asks for something, or nods, and so has nothing to do with the rule before it."""
    return text.rstrip().endswith("?") or requests(text) or signals.is_order(text) or nods(text.lower())


def is_general(text: str) -> bool:
    """A rule that means nothing of what was just done: it objects to nothing."""
    return is_standing(text) and not _objects(text)


def _objects(text: str) -> bool:
    first = _FIRST.split(text.lower().replace("’", "'").strip(), maxsplit=1)[0]
    return first in _FILLERS or bool(_MEANS.search(first)) or first.endswith(" that")
