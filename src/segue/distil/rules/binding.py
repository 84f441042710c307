"""Whether words hold beyond the turn they were said in, so that they may be called a rule.

Most messages with a "must" or a "never" in them do not: they report, guess, plan, or ask for one thing now.
The tables are phrases, which are quicker to look for than patterns and as easy to add to."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import dropwhile, product

from segue.distil import signals
from segue.distil.pasted import pasted
from segue.distil.rules.clauses import REQUESTS
from segue.distil.sentences import split
from segue.patterns import late


def phrases(*table: str) -> tuple[str, ...]:
    """Whole words between bars; a star at the end of one stands for any ending."""
    return tuple(f" {one[:-1]}" if one[-1] == "*" else f" {one} " for row in table for one in row.split("|") if one)


def pairs(*parts: str) -> tuple[str, ...]:
    """Each of the first with each of the next."""
    found = (" ".join(filter(None, one)) for one in product(*[part.split("|") for part in parts]))
    return tuple(f" {one[:-1]}" if one[-1] == "*" else f" {one} " for one in found)


BINDING = (
    *phrases(
        "must|mustn't|never|always|do not|don't|dont|under no circumstances|not allowed|only allowed|forbid*|forbade|"
        "prohibit*|banned|mandatory|off limits|off-limits|hands off|may not|may only|may never|no more than|at most|"
        "only ever|strictly|refrain*|without exception|from now on|from here on|going forward|no-go|not subject to|"
        "not negotiable|not up for|and stays|it stays|that stays|this stays|"
        "stays as is|stay as is|stick to|has to|have to|avoid|should always|should never|"
        "should only|should not|shouldn't|shouldnt|keep the|keep all|keep every|keep it|keep this|absolutely no*",
        "niemals|immer|stets|jamais|toujours|nunca|siempre|sempre|nooit|altijd",
    ),
    *pairs("can't|cannot", "go|be|exceed|grow|take|have"),
)
"""Words that bind, where nothing says that they only report, guess or ask."""
LIMITED = phrases("make sure|ensure*|prefer*|should|by default|nothing else|treat|limit|nobody|leave")
"""Words that bind only beside one that says how far."""
_PLACES = "repo*|project|codebase|code base|code|app|package|monorepo|company|team"
AT_LARGE = (
    *phrases(
        "every|each|all|any|anything|anywhere|everything|everywhere|always|never|ever|whenever|no|only|from now on|"
        "alone|by hand|at all times|instead of|policy|read-only|wherever|no matter|edits|touches|changes|including you"
    ),
    *pairs("in", "this|our|the", _PLACES),
)
_WITHIN = pairs("in", "this|our", _PLACES)
HERE = (
    *_WITHIN,
    *pairs("my|our|house|general|one|hard", "convention*|rule*|policy|style*|standard*|constraint*|requirement*"),
    *pairs("for|across|in", "the whole", "project|repo*"),
    *pairs("need|needs|without", "my", "ok|okay|approval|sign-off|signoff"),
    *pairs("one", "class|file|function|test|component|module|change|commit", "per"),
    *pairs("that's|thats", "law|the rule|the bar|how we|how it"),
    *phrases(
        "append-only|read-only|read only|additions-only|is frozen|are frozen|out of bounds|applies to all|"
        "applies to every|without asking|no exceptions|no exception|in that order|is required|are required|"
        "for the record|règle*|regel|remember that|keep in mind|the standard here|the norm here|the rule here|"
        "reserved for"
    ),
)
"""How it is here: a rule without a word that binds."""
ANNOUNCED = ("remember:", "note:", "merken:")
_FILLERS = frozenset("ok okay but and so hm hmm wait ah oh well also yeah yes no b c 1 2 3".split())  # noqa: SIM905
OPENS = (
    *phrases(
        "is|are|was|were|does|did|should|shouldn't|shouldnt|can|could|would|feel|why|what|how|which|who|where|look|looks|"
        "seem|seems|apparently|maybe|probably|answer me|explain|must be|must have|never mind|nvm|"
        "always good|always nice|i'll|i've"
    ),
    *pairs("do|don't", "you|we|i"),
    *pairs("i", "think|guess|never|always|thought|tried|had|believe|assume|hope|wonder|have|need"),
    *pairs("you", "never|always|did|already|still|should be|don't"),
    *pairs("we", "|always|never", "had|were|have|need"),
    *pairs("it|it's|this|that", "always|never|still|just|now|keep*|only|looks|seems|must be|must have|avoid*"),
)
"""A question, a guess, a remark on the agent or on what was seen."""
_FAILS = "crash*|fail*|break*|broke*|hang*|hung|throw*|threw|freez*|froze|stall*|flak*|finish*|load*|happen*|return*"
_DID = "work|works|worked|understood|knew|heard|would have|closed|answered|said|asked|had|got|called|came|see|seen|saw"
PASSING = (
    *phrases(
        "tomorrow|tonight|today|yesterday|right now|for now|not now|not yet|this time|just once|step back|"
        "should be able|i guess|i believe|but now|nobody knows|can't be right|can't be true|immer noch|time out|"
        "times out|must have been|no further action"
    ),
    *pairs("next|last", "week|time|month|night"),
    *pairs("before you", "finish|stop|go"),
    *pairs("i|we|i'll|we'll|i will|we will|i'd|we'd", "have to"),
    *pairs("keep", "it|this", "up|going|running|coming|open"),
    *pairs("must be", "a|an|the|some*|because|due|related"),
    *pairs("must have", "gone|broken"),
    *pairs("always|never|still|keep|keeps", f"{_FAILS}|{_DID}"),
    *pairs("but|and", "|now|it|now it", "isn't|isnt|doesn't|doesnt|didn't|didnt|is not|does not|does"),
    *pairs("but", "i|it|we", "get|got|see|saw"),
    *pairs("prefer", "|the", "first|second|third|last|latter|former|option*|version*"),
    *pairs("don't|dont", "know|recall|understand|think|see|have|remember|get|mind|like|worry|bother|forget|stop"),
    *pairs("don't|dont", "do", "it|that|this"),
    *pairs("should not|shouldn't|must not|mustn't|do not|don't|dont", "mean"),
)
"""A report, a conjecture, a choice among things shown; or it is about now, or about one time."""
_ERRORS = ("error:", "exception:", "warning:", "keep it,", "keep it.", "keep it;", "keep it and ")
_DISBELIEF = late(r"\b(?:can['’]?t|cannot) be(?:[,.!?]|$)", re.I)
_SHARE = late(r" at most \S+ of (?:the|my|our|all|these|those) ")
"""How many there were, not how many there may be."""
_DENIED = pairs("i", "don't|dont|do not")
_RUNS = phrases("running|going|open")
_NOTHING = ("problem", "worries", "idea", "doubt", "objection", "issue", "matter", "need", "way", "luck", "more")
_WHERE = phrases("without|anywhere|ever|outside|unless|until|to shared|to main|to master|to prod*")
MEANS = phrases(
    "it|its|it's|that's|that is|that was|this|these|those|them|they|again|still|why|wrong|actually|wait|revert|undo|"
    "back|i mean|i meant|i thought|i said|you've|you have|you just|you did"
)
"""It means something that was just done or said."""
_PLAIN = str.maketrans({"’": "'", **dict.fromkeys(',.;:!?()[]{}"“”*`\n\t', " ")})
_ENDS = (", ", "; ", ": ", ". ")


@lru_cache(maxsize=1024)
def _words(text: str) -> str:
    """Lower-case words with one space around each."""
    return f" {' '.join(text.lower().translate(_PLAIN).split())} "


def is_standing(text: str) -> bool:
    """A rule that holds beyond the request it came with, and nearly all of it is one."""
    parts = list(split(text, len(text)))
    binding = sum(len(part) for part in parts if _binds(part))
    return 3 * binding >= 2 * sum(map(len, parts))


@lru_cache(maxsize=1024)
def _binds(text: str) -> bool:
    if text.rstrip().endswith("?") or REQUESTS.match(text) or pasted(text) or _in_passing(text):
        return False
    said = _words(text)
    if signals.has(BINDING, said) or signals.has(HERE, said) or _none(said) or signals.has(ANNOUNCED, text.lower()):
        return True
    if signals.has(LIMITED, said) and signals.has(AT_LARGE, said):
        return True
    return signals.is_order(text) and bool(signals.pattern(signals.BINDS).search(text))


def _in_passing(text: str) -> bool:
    """Whatever words that bind are in it."""
    said, low = _words(text), text.lower()
    opening = f" {' '.join(dropwhile(_FILLERS.__contains__, said.split()))} "
    if (
        opening.startswith(OPENS)
        or signals.has(PASSING, said)
        or signals.has(_ERRORS, low)
        or _SHARE.search(said)
        or _DISBELIEF.search(text)
    ):
        return True
    if " keep the " in said and signals.has(_RUNS, said):
        return True
    return any(one in said and f"{one}want " not in said for one in _DENIED)


def _none(said: str) -> bool:
    """No such thing in such a place."""
    words = list(dropwhile(lambda word: word != "no" and word in _FILLERS, said.split()))
    return len(words) > 2 and words[0] == "no" and not words[1].startswith(_NOTHING) and signals.has(_WHERE, said)


def is_general(text: str) -> bool:
    """A rule that means nothing of what was just done: it objects to nothing."""
    return is_standing(text) and not _objects(text)


def _objects(text: str) -> bool:
    said = text.lower().lstrip()
    ends = [end for sign in _ENDS if (end := said.find(sign)) >= 0]
    first = _words(said[: min(ends, default=len(said))])
    if first.strip() in _FILLERS:
        return True
    for place in _WITHIN:
        first = first.replace(place, " ")
    return signals.has(MEANS, first) or first.endswith(" that ")
