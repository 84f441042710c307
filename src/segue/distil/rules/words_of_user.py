"""The user's own words, verbatim: which clauses of a message carry its corrections, rules and wishes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from segue.distil.digest import Digest, Turn
from segue.distil.pasted import own_voice
from segue.distil.records import PASTED, Claim, at, content
from segue.distil.rules.binding import apart
from segue.distil.rules.borrowed import borrowed, echoes, forwarded
from segue.distil.rules.clauses import PASTE, clause_worth, clauses, declares, is_rule
from segue.distil.rules.corrections import OVERRULES, corrective, is_quoting
from segue.distil.sentences import Sentence, sentences
from segue.distil.signals import has
from segue.patterns import late

REVERSALS = 15
DOCUMENT = 1500
TAPER, RULES_TAPER = 0.8, 0.99
"""Of a document's clauses each next one keeps so much of what the one before it kept; of its rules nearly all."""
POINT = 2.0
"""Worth of the first sentence of a point of a review, for its length: that of a correction."""
LATER = 0.4
"""How much of an objection is left after the first words of a long message."""
SENT, SENT_BESIDES = 0.15, 0.05
"""What is left of the worth of a program's line, and of one beside those that say what went wrong."""
RULED, SPOKEN, BURIED = 1.0, 0.7, 0.4
"""What is left of a clause's worth in the middle of a long message: a rule, a person's words, and anything else."""
ANNOUNCES = 70
"""Characters below which what ends with a colon says little without what follows it."""
_FAULT = late(
    r"(?i)\b(?:fail(?:s|ed|ure|ures)?|errors?|fatal|panic(?:ked)?|exception|cannot|could not|couldn't|unknown|denied|"
    r"no such|not found|refused|timed? ?out|undefined|invalid|missing|mismatch)\b|Error\b"
)
_WISHES = late(r"\b(?:let'?s|i want|i'd like|please|use|take|call it|name it|go with|make it|put)\b", re.I)


_WAITS = late(
    r"\b(?:no|not|nothing|don'?t|dont)\b.{0,40}\byet\b|(?<!every )(?<!each )\bplan first\b|\bno code\b|"
    r"\b(?:find|look|check|see|why|cause|understand|know)\b.{0,40}"
    r"\bbefore (?:you |we )?(?:chang|fix|touch|writ|edit)\w*",
    re.I,
)
"""It holds until somebody says go: once something was changed, somebody did."""
_WAITING = ("yet", "plan first", "no code", "before")
"""One of them stands in it: looked for first."""


def last_edited(digest: Digest) -> int:
    """The record of the last change of a file; 0 when nothing was changed."""
    return max((trail.last.line for trail in digest.trails.values()), default=0)


def user_claims(turn: Turn, digest: Digest, seen: set[str], amends: float | None = None) -> list[Claim]:
    """One claim a clause, each with what it is worth. Of a document that someone pasted the first few count: each
    further one is worth less than the one before it."""
    ask = turn.ask
    assert ask is not None
    found = list(_weighed(turn, digest, seen, corrective(turn) if amends is None else amends))
    if len(ask.text) - len(forwarded(ask.text)) < DOCUMENT:
        return found
    ranked = sorted(range(len(found)), key=lambda n: (-found[n].weight / max(len(found[n].text), 24) ** 0.6, n))
    worth = {number: found[number].weight * _tapered(found[number].text, rank) for rank, number in enumerate(ranked)}
    return [msgspec.structs.replace(claim, weight=worth[number]) for number, claim in enumerate(found)]


def _tapered(text: str, rank: int) -> float:
    """How much of its worth the clause of a document keeps: a rule is one wherever it stands."""
    return float((RULES_TAPER if is_rule(text) else TAPER) ** rank)


def _weighed(turn: Turn, digest: Digest, seen: set[str], amends: float) -> Iterator[Claim]:
    ask = turn.ask
    assert ask is not None
    found = clauses(ask)
    if amends < OVERRULES:
        found = apart(found)
    echoed = echoes(found, turn, digest)
    long = len(ask.text) > PASTE
    others = borrowed(found, ask.text)
    points = _points(found, ask.text) - echoed if is_quoting(ask.text) and not others.whole else set()
    any_own = any(not others.shown[n] and n not in echoed and len(clause.text) > 12 for n, clause in enumerate(found))
    faults = any(others.shown[n] and _FAULT.search(clause.text) for n, clause in enumerate(found))
    last, first = turn is digest.asks[-1], turn is digest.asks[0]
    for number, said in enumerate(found):
        key = said.text.lower()
        if key in seen:
            continue
        seen.add(key)
        clause = still_meant(said, ask.line, digest)
        if clause is None or (long and _is_scrap(clause.text)):
            continue
        foreign = number not in points and (others.shown[number] or number in echoed)
        worth = clause_worth(clause.text, amends * (LATER if long and number > 1 else 1))
        if number in points:
            worth = max(worth, POINT * float(len(clause.text) ** 0.6))
        elif foreign:
            if any_own and (number in echoed or not own_voice(clause.text)):
                continue
            worth *= SENT if not faults or _FAULT.search(clause.text) else SENT_BESIDES
        elif long and number > 1 and number < len(found) - 2:
            worth *= _buried(clause.text)
        if clause.lead_in and len(found) > 1 and len(clause.text) < ANNOUNCES:
            worth *= BURIED
        waits = has(_WAITING, key) and _WAITS.search(clause.text)
        if ask.via == "command" or (waits and digest.once(last_edited) > ask.line):
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
            lead=PASTED if others.amid[number] or foreign else "",
        )


def _is_scrap(text: str) -> bool:
    """No word in it says anything. Of a language without spaces between words that cannot be told."""
    return text.isascii() and not content(text)


def _buried(text: str) -> float:
    if is_rule(text):
        return RULED
    return SPOKEN if own_voice(text) or declares(text, alone=False) else BURIED


def _points(found: list[Sentence], text: str) -> set[int]:
    """The first sentences of a review's numbered points: each says what is wrong, the rest explains it. Of those in a
    mail it counts what the user makes of them."""
    theirs = forwarded(text)
    heads = {
        n
        for n, one in enumerate(found)
        if one.bullet
        and not (theirs and one.text in theirs)
        and (n == 0 or one.place > found[n - 1].place + 1)
        and " " in one.text
    }
    return heads if len(heads) > 1 else set()


def still_meant(clause: Sentence, line: int, digest: Digest) -> Sentence | None:
    """What is left of a rule or a wish when later messages of the user's have had their say, the last word wins: all of
    it, all without a last sentence that only says what stays, or none."""
    later = [r for r in digest.reversals[-REVERSALS:] if r.line > line]
    if not later or not (_WISHES.search(clause.text) or is_rule(clause.text)):
        return clause
    if any(r.overrules(clause.text) for r in later):
        return None
    last = next((one.text for one in reversed(sentences(clause.text)) if one.text != clause.text), "")
    gone = last and clause.text.endswith(last) and any(r.removes(last) for r in later)
    return msgspec.structs.replace(clause, text=clause.text.removesuffix(last).rstrip()) if gone else clause
