"""The user's own words, verbatim: which clauses of a message carry its corrections, rules and wishes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from segue.distil.digest import Digest, Turn
from segue.distil.pasted import marked, own_ends, own_voice
from segue.distil.records import Claim, at, bare, content, flat
from segue.distil.rules.clauses import PASTE, clause_worth, clauses, declares, is_rule
from segue.distil.rules.corrections import corrective, is_quoting
from segue.distil.sentences import Sentence
from segue.patterns import late

REVERSALS = 15
DOCUMENT = 1500
TAPER = 0.8
POINT = 2.0
"""Worth of the first sentence of a point of a review, for its length: that of a correction."""
RULED, SPOKEN, BURIED = 1.0, 0.7, 0.4
"""What is left of a clause's worth in the middle of a long message: a rule, a person's words, and anything else."""
LATELY = 4
"""Turns back to which a user quotes the agent."""
ECHO = 40
"""Characters by which it is known: fewer may be said by two."""
_SHOWS = late(
    r"\b(?:(?:here'?s|here is|here are|this is|these are|see|like|for) (?:an? |some |the |my |another )?"
    r"(?:examples?|samples?|references?|inspiration|drafts?|templates?)|says? this|goes like this|as follows|"
    r"(?:take|consider|given|look at) the following (?:scenario|example|case|situation|output|log|error|session))\W*$",
    re.I,
)
"""The words before something that is shown."""
_WISHES = late(r"\b(?:let'?s|i want|i'd like|please|use|take|call it|name it|go with|make it|put)\b", re.I)


def user_claims(turn: Turn, digest: Digest, seen: set[str], amends: float | None = None) -> list[Claim]:
    """One claim a clause, each with what it is worth. Of a document that someone pasted the first few count: each
    further one is worth less than the one before it."""
    ask = turn.ask
    assert ask is not None
    found = list(_weighed(turn, digest, seen, corrective(turn) if amends is None else amends))
    if len(ask.text) < DOCUMENT or turn is digest.asks[0]:
        return found
    ranked = sorted(range(len(found)), key=lambda n: (-found[n].weight / max(len(found[n].text), 24) ** 0.6, n))
    worth = {number: found[number].weight * TAPER**rank for rank, number in enumerate(ranked)}
    return [msgspec.structs.replace(claim, weight=worth[number]) for number, claim in enumerate(found)]


def _weighed(turn: Turn, digest: Digest, seen: set[str], amends: float) -> Iterator[Claim]:
    ask = turn.ask
    assert ask is not None
    found = clauses(ask)
    long = len(ask.text) > PASTE
    shapes = Counter(_shape(clause.text) for clause in found)
    foreign = marked([clause.text for clause in found]) if len(found) > 1 else [False] * len(found)
    if any(foreign):
        own = own_ends(ask.text)
        foreign = [flag and clause.text not in own for flag, clause in zip(foreign, found, strict=True)]
    if long:
        foreign = [flag or shown for flag, shown in zip(foreign, _shown(found), strict=True)]
    points = _points(found) if is_quoting(ask.text) else set()
    echoed = _echoed(found, turn, digest) if len(found) > 1 else frozenset()
    any_own = any(not foreign[n] and n not in echoed and len(clause.text) > 12 for n, clause in enumerate(found))
    last, first = turn is digest.asks[-1], turn is digest.asks[0]
    for number, clause in enumerate(found):
        key = clause.text.lower()
        if key in seen:
            continue
        seen.add(key)
        if taken_back(clause.text, ask.line, digest) or (long and _is_scrap(clause.text)):
            continue
        worth = clause_worth(clause.text, amends, alone=len(found) == 1)
        if number in points:
            worth = max(worth, POINT * float(len(clause.text) ** 0.6))
        elif len(found) > 1 and (foreign[number] or shapes[_shape(clause.text)] > 3 or number in echoed):
            if any_own and (number in echoed or not is_rule(clause.text)):
                continue
            worth *= 0.15
        elif long and number > 1 and number < len(found) - 2:
            worth *= _buried(clause.text)
        if ask.via == "command":
            worth *= 0.5
        worth *= 1 + 0.4 * digest.late(ask.line) + (0.5 if last else 0) + (0.4 if first and number < 2 else 0)
        if digest.goal_words:
            worth *= 1 + len(digest.goal_words & content(clause.text)) / len(digest.goal_words)
        yield Claim(
            text=clause.text,
            pointers=(at(ask.line),),
            verbatim=True,
            standing="stated",
            weight=worth,
            place=clause.place,
        )


def _shown(found: list[Sentence]) -> list[bool]:
    """Which clauses are what the user shows, an example or a draft: all after the words that announce it, but for
    what a person says at the end."""
    paragraphs = (n for n, one in enumerate(found[1:], 1) if one.place > found[n - 1].place + 1)
    first = next((n for n in paragraphs if _SHOWS.search(found[n - 1].text)), len(found))
    last = len(found)
    while last > first and own_voice(found[last - 1].text):
        last -= 1
    return [first <= number < last for number in range(len(found))]


def _is_scrap(text: str) -> bool:
    """No word in it says anything. Of a language without spaces between words that cannot be told."""
    return text.isascii() and not content(text)


def _buried(text: str) -> float:
    if is_rule(text):
        return RULED
    return SPOKEN if own_voice(text) or declares(text, alone=False) else BURIED


def _points(found: list[Sentence]) -> set[int]:
    """The first sentences of a review's numbered points: each says what is wrong, the rest explains it."""
    heads = {
        n
        for n, one in enumerate(found)
        if one.bullet and (n == 0 or one.place > found[n - 1].place + 1) and " " in one.text
    }
    return heads if len(heads) > 1 else set()


def taken_back(text: str, line: int, digest: Digest) -> bool:
    """A rule or a wish that a later message of the user's overrules: the last word wins."""
    later = [r for r in digest.reversals[-REVERSALS:] if r.line > line]
    if not later or not (_WISHES.search(text) or is_rule(text)):
        return False
    return any(r.overrules(text) for r in later)


def _shape(text: str) -> str:
    """Lines of one shape are a program's."""
    return " ".join(text.split()[-3:])


def _echoed(found: list[Sentence], turn: Turn, digest: Digest) -> frozenset[int]:
    """The clauses that the agent had written not long before, whatever marks it had put into them, and those that are
    marked as a quote."""
    assert turn.ask is not None
    before = digest.turns[max(turn.index - LATELY, 0) : turn.index]
    written = bare(" ".join(said.text for earlier in before for said in earlier.said))
    long = ((n, bare(clause.text)) for n, clause in enumerate(found) if len(clause.text) >= ECHO)
    quoted = flat("\n".join(line for line in turn.ask.text.split("\n") if line.lstrip().startswith(">")))
    cited = {n for n, clause in enumerate(found) if quoted and clause.text in quoted}
    return frozenset(n for n, text in long if text[:ECHO] in written) | cited
