"""The user's own words, verbatim: which clauses of a message carry its corrections, rules and wishes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from segue.distil import signals
from segue.distil.digest import Digest, Turn
from segue.distil.pasted import marked, own_voice, pasted
from segue.distil.records import Claim, at, content, flat, words
from segue.distil.sentences import Sentence, sentences
from segue.patterns import late
from segue.session.records import Said

WHOLE = 200
"""A message of so many characters is one clause."""
CLAUSE = 320
"""A longer sentence is cut where its parts join."""
REVERSALS = 15
PASTE = 450
DOCUMENT = 1500
TAPER = 0.8
POINT = 2.0
"""Worth of the first sentence of a point of a review, for its length: that of a correction."""
REPORTED = "Reported and corrected:"
STRONG, HOLDS, PLAIN, AMONG = 1.8, 1.4, 1.0, 0.5
"""What an order, a convention and a plain statement add to a clause's worth; the last one also among others."""
SPOKEN, BURIED = 0.8, 0.4
"""What is left of a clause's worth in the middle of a long message: a person's words, and anything else."""
_NEWS = late(
    r"\?|^\W*(?:(?:ok(?:ay)?|and|but|so|well|oh|ah|hm+)\W+)*(?:it|that|this|these|those|they|there|same|still|now|here|what|"
    r"why|how|can|could|would|let'?s|do|did|is|are|yes|no|go|please|lets|try|check|look|add|make|fix|run|show|give|write)\b|"
    r"\b(?:i|i'm|im|i'd|we|me|my|us|you|your|work(?:s|ing|ed)?|fail(?:s|ed|ing)?|broken|errors?|crash\w*|looks?|seems?|"
    r"was|were|did|got|went|done|just|again|yet|now|today|currently|\w+ing)\b",
    re.I,
)
OVERRULES = 0.5
"""From here on a message counts as overruling the agent."""
_OBJECTS = (
    r"no|nope|wrong|actually|revert|undo|stop|scratch|scractch|forget|never ?mind|ignore|instead|that'?s not|not|"
    r"(?:don'?t|dont)(?! (?:know|recall|understand|have|think))"
)
_HESITATES = r"wait|but|hmm+|why (?:did|are|not)"
_DENIES = (
    r"i meant|i mean|that'?s not|thats not|this is not|it'?s not|not what|i thought|shouldn'?t|isn'?t|isnt|doesn'?t|"
    r"too (?:much|many|long|strict)|still (?:not|reads|fails|the)|i don'?t (?:want|like)|i dont (?:want|like|think i)|"
    r"wasn'?t|aren'?t|we (?:don'?t need|removed)|instead of|should(?:n'?t)? (?:align|not)|on purpose"
)
NODS = frozenset(
    """
    yes yeah yep yup ok okay k sure go on ahead do it that sounds looks good great nice perfect cool thanks thank you
    lgtm continue proceed done correct right exactly agreed please now next works fine super
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
_MEANT = late(r"\b(?:i meant?|i thought|that'?s not|thats not|not what|on purpose)\b", re.I)
_REQUESTS = late(
    r"^\W*(?:ok(?:ay)?\W+|oh\W+|and\W+|so\W+)*(?:can|could|would) (?:you|we)|^\W*(?:ok(?:ay)?\W+)?(?:let'?s|please)\b",
    re.I,
)
_ASKS = late(
    r"^\W*(?:so |and |ok(?:ay)?,? |alright\W*|oh\W*|question:? ?)*(?:what|how|is there|are there|does|do i|do we|did|"
    r"where|which|when|who|why (?:is|does|do)|can i)\b",
    re.I,
)
_WISHES = late(r"\b(?:let'?s|i want|i'd like|please|use|take|call it|name it|go with|make it|put)\b", re.I)


def corrective(turn: Turn) -> float:
    """How likely the message overrules the agent: by its own words, by how it came, by what the agent answered."""
    ask = turn.ask
    if ask is None or not turn.before:
        return 0.0
    if ask.via == "rejection":
        return 1.0
    score = 0.0
    if _ASKS.match(ask.text) or is_quoting(ask.text):
        score += 0.1
    elif _only_asks(ask.text):
        score += 0.3
    elif signals.pattern(_OBJECTS).search(ask.text[:24]) or signals.pattern(_DENIES).search(ask.text[:120]):
        score += 0.3 if _REQUESTS.match(ask.text) else 0.6
    elif signals.pattern(_HESITATES).search(ask.text[:24]):
        score += 0.35
    elif signals.pattern(signals.CORRECTION).search(ask.text[:160]):
        score += 0.2
    if turn.said and len(ask.text) < 1500:
        score += (0.3 if is_quoting(ask.text) else 0.5) * signals.yielded(turn.said[0].text)
    return min(score, 1.0)


def _only_asks(text: str) -> bool:
    """One question and nothing else: it overrules only when the agent gives way to it."""
    bare = text.strip()
    return bare.endswith("?") and len(bare) < WHOLE and not _MEANT.search(bare) and not signals.OBJECTION.match(bare)


def label(turn: Turn, amends: float) -> str:
    """How the words of an objection are announced, when `User corrected:` would say too much."""
    assert turn.ask is not None
    if amends >= OVERRULES and _only_asks(turn.ask.text):
        return "User asked, agent gave way:"
    return REPORTED if is_quoting(turn.ask.text) else ""


def is_quoting(text: str) -> bool:
    """A long message that opens in another's words: a review, a report. It objects to no word of the agent's."""
    if len(text) < PASTE / 2 or own_voice(text[:160]) or pasted(text.strip().split("\n", 1)[0]):
        return False
    return not signals.pattern(_OBJECTS).search(text[:24]) and not signals.pattern(_DENIES).search(text[:60])


def clauses(ask: Said) -> list[Sentence]:
    text = ask.text
    if ask.via == "answer":
        return [Sentence(part, 2 * n) for n, part in enumerate(flat(text).split("; "), 1) if part]
    whole = flat(text)
    if len(whole) <= WHOLE and "```" not in text:
        return [Sentence(whole, 1)] if whole else []
    return _joined([s for s in sentences(text, CLAUSE) if len(s.text) > 2])


def _joined(found: list[Sentence]) -> list[Sentence]:
    """Short sentences with the one that follows: "Coordinate only." says little without it."""
    kept: list[Sentence] = []
    for one in found:
        before = kept[-1] if kept else None
        short = before and len(before.text) < 25 and one.place == before.place + 1
        if (
            before
            and short
            and not pasted(before.text)
            and not signals.pattern(signals.STRONG_RULE).search(before.text)
        ):
            kept[-1] = Sentence(f"{before.text} {one.text}", one.place)
        else:
            kept.append(one)
    return kept


def _hangs(text: str) -> bool:
    """Too short to stand alone, and neither a rule nor a program's."""
    return len(text) < 25 and not pasted(text) and not signals.pattern(signals.STRONG_RULE).search(text)


def user_claims(turn: Turn, digest: Digest, seen: set[str], amends: float | None = None) -> list[Claim]:
    """One claim a clause, each with what it is worth. Of a document that someone pasted the first few count: each
    further one is worth less than the one before it."""
    ask = turn.ask
    assert ask is not None
    found = list(_weighed(turn, digest, seen, corrective(turn) if amends is None else amends))
    if len(ask.text) < DOCUMENT or turn is digest.asks[0]:
        return found
    ranked = sorted(range(len(found)), key=lambda n: (-found[n].weight, n))
    worth = {number: found[number].weight * TAPER**rank for rank, number in enumerate(ranked)}
    return [msgspec.structs.replace(claim, weight=worth[number]) for number, claim in enumerate(found)]


def _weighed(turn: Turn, digest: Digest, seen: set[str], amends: float) -> Iterator[Claim]:
    ask = turn.ask
    assert ask is not None
    found = clauses(ask)
    long = len(ask.text) > PASTE
    shapes = Counter(_shape(clause.text) for clause in found)
    foreign = marked([clause.text for clause in found]) if len(found) > 1 else [False]
    points = _points(found) if is_quoting(ask.text) else set()
    any_own = any(not away and len(clause.text) > 12 for clause, away in zip(found, foreign, strict=False))
    last, first = turn is digest.asks[-1], turn is digest.asks[0]
    for number, clause in enumerate(found):
        key = clause.text.lower()
        if key in seen:
            continue
        seen.add(key)
        if taken_back(clause.text, ask.line, digest):
            continue
        worth = clause_worth(clause.text, amends, alone=len(found) == 1)
        if number in points:
            worth = max(worth, POINT * float(len(clause.text) ** 0.6))
        elif len(found) > 1 and (foreign[number] or shapes[_shape(clause.text)] > 3 or _echoes(clause.text, turn)):
            if any_own and not is_rule(clause.text):
                continue
            worth *= 0.15
        elif long and number > 1 and number < len(found) - 2:
            worth *= SPOKEN if own_voice(clause.text) or declares(clause.text) else BURIED
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


def is_standing(text: str) -> bool:
    """A rule that holds beyond the request it came with, so that it may be called one."""
    if text.rstrip().endswith("?") or _REQUESTS.match(text) or pasted(text):
        return False
    binds = signals.pattern(signals.STRONG_RULE).search(text)
    return bool(binds) or (signals.is_order(text) and bool(signals.pattern(signals.BINDS).search(text)))


def nods(text: str) -> bool:
    """A word of consent and nothing else."""
    said = words(text)
    return len(said) <= 5 and all(word in NODS for word in said)


def requests(text: str) -> bool:
    """It opens by asking for something to be done."""
    return bool(_REQUESTS.match(text) or _ASKS.match(text))


def is_rule(text: str) -> bool:
    """It binds beyond this turn; a question never does."""
    if text.rstrip().endswith("?"):
        return False
    tables = (signals.STRONG_RULE, signals.CONVENTION)
    return any(signals.pattern(table).search(text) for table in tables) or signals.is_order(text)


def _shape(text: str) -> str:
    """Lines of one shape are a program's."""
    return " ".join(text.split()[-3:])


def _echoes(text: str, turn: Turn) -> bool:
    """The agent had just written it."""
    return any(text[:40] in said.text for said in turn.before)


def declares(text: str) -> bool:
    """A plain statement of how things are, with nobody in it and no news: said by a user, it is how they shall be."""
    return 12 < len(text) < 110 and not _NEWS.search(text) and not pasted(text) and not signals.ORDER.match(text)


def _binding(text: str, *, alone: bool) -> float:
    """What a clause's likeness to a rule adds to its worth, when no strong word says that it is one."""
    if signals.is_order(text):
        return 1.6 if signals.pattern(signals.BINDS).search(text) else 1.2
    if signals.pattern(signals.CONVENTION).search(text) and not text.rstrip().endswith("?"):
        return HOLDS
    weak = 0.8 if signals.pattern(signals.RULE).search(text) else 0.0
    return max(weak, (PLAIN if alone else AMONG) if declares(text) else 0.0)


def clause_worth(text: str, amends: float, *, alone: bool = False) -> float:
    count = max(len(words(text)), len(text) // 12)  # a language without spaces has few words
    if count == 0:
        return 0.0
    strong = bool(signals.pattern(signals.STRONG_RULE).search(text))
    worth = 1.0 + 1.2 * amends + (STRONG if strong else _binding(text, alone=alone))
    if signals.pattern(signals.CORRECTION).search(text):
        worth += 0.6
    if signals.pattern(signals.WISH).search(text):
        worth += 0.6
    if _ASKS.match(text) and not strong and amends < 0.5:
        worth *= 0.55
    if signals.pattern(signals.LOST).search(text) and not strong:
        worth *= 0.5
    if signals.AGREEMENT.match(text) and count <= 4:
        worth *= 0.25
    elif count <= 3 and not strong:
        worth *= 0.4
    return worth * float(max(len(text), 24) ** 0.6)
