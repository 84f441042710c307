"""The agent's sentences worth repeating: causes, choices, retreats, loose ends; by words and by where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from segue.distil import signals
from segue.distil.digest import Digest, Turn, changed
from segue.distil.records import Claim, at, content
from segue.distil.rules.clauses import ASKS, WHOLE
from segue.distil.rules.diagnoses import diagnosed, explaining, failure_before
from segue.distil.rules.retried import failed_attempts
from segue.distil.rules.shell import is_command_line
from segue.distil.rules.since import since_of
from segue.distil.rules.worth_of_words import REASON, SHORT, sentence_worth
from segue.distil.sentences import Sentence, sentences, with_turn
from segue.distil.yielding import yielded
from segue.patterns import late
from segue.session.records import Said

LOOKS_INTO = late(
    r"(?:now,? |next,? |first,? |then |ok(?:ay)?[,.! ]+)*(?:let me|let['’]s|i['’]?ll|i will|i['’]m) (?:\w+ ){0,2}?"
    r"(?:re-?)?(?:check|verify|look|read|see|run|find|search|inspect|trace|review|confirm|test|build|try|start|open|"
    r"continue)(?:n?ing)?\b",
    re.I,
)
_COURTESY = late(
    r"(?:good|great|excellent|fair) (?:question|point|idea|catch)|haha|sure|absolutely|of course|thanks|perfect|got it|"
    r"you['’]re (?:absolutely )?right[.!]?$",
    re.I,
)
_TURNS = late(r"\b(?:no|not|never|without|missing|lacks?|untested|unless|until|if|when)\b|n['’]t\b", re.I)
_DOES = late(
    r"\b(?:i['’]?ll|i will|let me|let['’]s|i['’]m going to|going to|i['’]m \w+ing|i can|we can|try(?:ing)?|"
    r"add(?:ing)?|us(?:e|ing)|switch(?:ing)?|replac(?:e|ing)|mov(?:e|ing)|put(?:ting)?|wrap(?:ping)?)\b",
    re.I,
)
"""How an agent says what it does next."""
PLAN = 30
"""Characters of a sentence that may be one."""
OPENING = 30
"""Of a message: an exclamation ("Scrap that.") is no sentence worth repeating, and says what the rest means."""
STEM = 120
ON_THE_WAY = 0.6
"""Of what is said on the way to an answer: the answer says it better, or otherwise."""
OBJECTED = 0.6
"""Of a report that the user's next word refuses: what it says is likely not so any more."""
ANSWER = 4.5
"""How much more the first sentence of a report is worth after a question: it says yes or no, once it is past its
courtesies."""
_VERDICT = late(
    r"^(?:yes|yep|no\b|nope|not |exactly|correct|right|you['’]re (?:absolutely |completely )?(?:right|correct)|"
    r"it (?:does|doesn|is|isn|can|was|will)|you (?:can|don['’]t)|true|almost|partly|mostly|neither|both)|\d",
    re.I,
)
"""A yes or a no, or as good as one; or a number."""
RECENT = 4
"""Turns at the end whose reports say how things stand: by the labels of 21 sessions a sentence of theirs is worth two
to five of those before."""
PLAIN = 1.0
"""Of a sentence in which no word and no form says that it matters."""
FRAGMENT = 25
"""Too short to say anything by itself; in bytes, because languages without spaces say more in a letter."""
ANNOUNCES = 70
"""Characters below which what ends with a colon says nothing without what follows it."""
FEW = 10
BETWEEN = 6
"""Messages of a turn that are all looked at; of more, how many between its beginning and its end."""
GROWTH = 0.85
"""Worth grows with length a little slower than cost does: of two equal sentences the shorter one is taken."""


def agent_claims(turn: Turn, digest: Digest) -> Iterator[Claim]:
    """The sentences of a turn, each with what it is worth."""
    asked = content(turn.ask.text) if turn.ask else frozenset()
    since = since_of(turn, digest)
    place_of_turn = standing_of(turn, digest)
    failed = {tried.line for tried, _ in failed_attempts(turn)}
    heard = telling(turn) if digest.is_recent(turn) else _cause_named(turn)
    back = [said for said in heard if not turn.reports(said) and takes_back(said, digest)]
    told = diagnosed(turn, {said.line for said in back}) if digest.is_recent(turn) else {}
    plans = {(plan[0].line, plan[1].text) for said in back if (plan := plan_before(said, turn))}
    for said in heard:
        if said.line in failed or said in back:
            continue  # a finding of its own, under its own heading, with the plan that it takes back
        place = place_of_turn
        final = turn.reports(said)
        if final:
            place *= OBJECTED if since.objected else 1.15
        elif not changed(turn.calls):
            place *= ON_THE_WAY
        if said.line in told:
            yield from failure_before(said, turn)
        recent = final and len(digest.turns) - turn.index <= RECENT
        answers = final and turn.ask is not None and _is_question(turn.ask.text)
        lead = since.voice_of(said)
        for claim in claims_of(said, place, digest, whole=turn is digest.turns[-1]):
            if (
                (said.line, claim.text) in plans
                or since.voids(claim.text, said.line)
                or (final and since.refutes(claim.text))
            ):
                continue
            mine = content(claim.text)
            worth = (1.15 if len(mine & asked) > 1 else 1.0) * (1.2 if len(mine & since.taken_up) > 1 else 1.0)
            first = answers and not _COURTESY.match(claim.text)
            if first:
                worth *= ANSWER
                answers = False
            claim = msgspec.structs.replace(  # noqa: PLW2901
                claim, lead=lead, weight=claim.weight * worth, answers=first, recent=recent
            )
            by_place = told.get(said.line, 0) * (0.9 + 0.4 * digest.late(said.line))
            yield explaining(claim, by_place) if by_place else claim


def _is_question(text: str) -> bool:
    return text.rstrip().endswith("?") or (len(text) < WHOLE and bool(ASKS.match(text)))


def standing_of(turn: Turn, digest: Digest) -> float:
    """How much the place of a turn says: the last ones, and those that answer an objection."""
    left = len(digest.turns) - 1 - turn.index
    place = 2.5 if left == 0 else 1.6 if left < 3 else 1.0
    if turn.said and yielded(turn.said[0].text) >= 1:
        place *= 1.2
    return place * (0.85 + 0.3 * turn.index / max(len(digest.turns), 1))


def heavier(claim: Claim, factor: float) -> Claim:
    return claim if factor == 1.0 else msgspec.structs.replace(claim, weight=claim.weight * factor)


def claims_of(said: Said, place: float, digest: Digest, *, whole: bool = True) -> Iterator[Claim]:
    """One claim a sentence, without narration and fragments; if it need not be whole, without the items of lists that
    say nothing but that something was made ("Layered textures")."""
    for one, worth in weighed(said, digest):
        if not whole and one.bullet and worth <= PLAIN and not _turns(one.stem):
            continue
        yield Claim(
            text=_with_stem(one),
            pointers=(at(said.line),),
            standing="stated",
            weight=worth * place * len(one.text) ** GROWTH,
            place=one.place,
        )


def _with_stem(one: Sentence) -> str:
    """An item of a list with what announced the list, where that turns its meaning: "There is no test for:"."""
    return f"{one.stem} {one.text}" if _turns(one.stem) else one.text


@lru_cache(maxsize=1024)
def _turns(stem: str) -> bool:
    """Remembered: all items of a list have the same stem, and mostly there is none."""
    return len(stem) <= STEM and bool(_TURNS.search(stem))


def weighed(said: Said, digest: Digest) -> list[tuple[Sentence, float]]:
    key = said.line, len(said.text)
    if key not in digest.weighed:
        digest.weighed[key] = list(_weigh(said, digest))
    return digest.weighed[key]


def _weigh(said: Said, digest: Digest) -> Iterator[tuple[Sentence, float]]:
    """A short exclamation ("Found it!") hands its promise on to the next sentence. What announces a list is told with
    its items, where they need it."""
    promised = 1.0
    found = with_turn(_with_verdict(sentences(said.text)))
    carried = {one.stem for one in found if _turns(one.stem)}
    for one in found:
        before, promised = promised, 1.0
        if len(one.text) < SHORT and signals.has(signals.CAUSE, one.text.lower()):
            promised = 1.4
        if one.cited or len(one.text.encode()) < FRAGMENT or one.text in carried:
            continue
        if is_narration(one) or is_command_line(one.text):
            continue
        if one.lead_in and len(one.text) < ANNOUNCES and not signals.has(signals.NAMES_CAUSE, one.text.lower()):
            continue
        worth = before * sentence_worth(one)
        if digest.goal_words:
            worth *= 1 + len(digest.goal_words & content(one.text)) / len(digest.goal_words)
        yield one, worth


def plan_before(said: Said, turn: Turn) -> tuple[Said, Sentence] | None:
    """What the message before this one said to do, if something was done between them."""
    number = turn.said.index(said)
    before = turn.said[number - 1] if number else None
    if before is None or not any(before.line < call.line < said.line for call in turn.calls):
        return None
    plans = [one for one in sentences(before.text) if len(one.text) >= PLAN and _DOES.search(one.text)]
    plans = [one for one in plans if not LOOKS_INTO.match(one.text)]
    return (before, plans[-1]) if plans else None


def takes_back(said: Said, digest: Digest) -> bool:
    """A message on the way takes something back, by its first words or a sentence that is no narration."""
    return any(map(_retreats, (said.text[:OPENING].lower(), *(one.text.lower() for one, _ in weighed(said, digest)))))


@lru_cache(maxsize=4096)
def _retreats(low: str) -> bool:
    """It takes something back; not for a moment, to see what happens. Remembered: two rules ask of each message."""
    taken = signals.has(signals.RETREAT_STRONG, low) and "temporar" not in low
    return taken or low.startswith(("wait", "actually", "hmm"))


def _cause_named(turn: Turn) -> list[Said]:
    return [said for said in turn.said[-1:] if _names_something(said.text[:600].lower())]


def telling(turn: Turn) -> list[Said]:
    """The messages of a turn that may say something: its first and last ones, and those between that name a cause or
    a retreat, the latest of them."""
    if len(turn.said) <= FEW:
        return turn.said
    between = [said for said in turn.said[2:-3] if _names_something(said.text[:600].lower())]
    return [*turn.said[:2], *between[-BETWEEN:], *turn.said[-3:]]


def _names_something(low: str) -> bool:
    return any(signals.has(table, low) for table in (signals.CAUSE_STRONG, signals.RETREAT_STRONG, signals.TURNS))


def is_narration(one: Sentence) -> bool:
    """What the agent was about to do, without a reason in it."""
    if not signals.NARRATION.match(one.text) or signals.has(signals.RETREAT_STRONG, one.text.lower()):
        return False
    return bool(LOOKS_INTO.match(one.text)) or not signals.has(REASON, one.text.lower())


def _with_verdict(found: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentences of a message, the first of them with the yes or no before it."""
    first = next((n for n, one in enumerate(found[:3]) if not _COURTESY.match(one.text)), 0)
    if len(found) < first + 2 or len(found[first].text.encode()) >= FRAGMENT or not _VERDICT.search(found[first].text):
        return found
    said, follows = found[first], found[first + 1]
    if follows.bullet or follows.heading or follows.lead_in or follows.cited:
        return found
    return [*found[:first], msgspec.structs.replace(follows, text=f"{said.text} {follows.text}"), *found[first + 2 :]]
