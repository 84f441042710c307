"""The last thing the user asked for: the goal, when nobody gives another one."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest, Turn
from segue.distil.records import JUST_BEFORE, PASTED, THANKED, Claim, Finding, at, content, flat
from segue.distil.rules.borrowed import shape
from segue.distil.rules.clauses import closes, nods
from segue.distil.rules.numbered import numbered
from segue.distil.rules.reply import reply
from segue.distil.rules.words_of_agent import FRAGMENT
from segue.distil.rules.words_of_user import user_claims
from segue.distil.sentences import sentences

LONGEST = 320
"""Characters that are told of a longer one, the weightiest first."""
WHOLE = 1000
"""Characters of a last request that is told whole: it is what the next agent is to do."""
VAGUE = 1
"""Telling words, at most, of a request that means something of what was said before it."""
ENDING = 3
"""Sentences at the end of a message among which its question stands."""


def last_ask(digest: Digest) -> Turn | None:
    """The last message that says more than yes."""
    for turn in reversed(digest.asks):
        assert turn.ask is not None
        if turn.ask.via != "command" and not nods(turn.ask.text.lower()):
            return turn
    return digest.asks[-1] if digest.asks else None


def request(digest: Digest) -> Iterator[Finding]:
    return iter(digest.once(asked_last))


def asked_last(digest: Digest) -> tuple[Finding, ...]:
    turn = last_ask(digest)
    if turn is None:
        return ()
    told = user_claims(turn, digest, set())
    if sum(len(claim.text) for claim in told) <= WHOLE:
        return _found(told, turn, digest)
    if all(claim.lead == PASTED for claim in told):
        return _found(_headed(told), turn, digest)
    ranked = sorted(told, key=lambda c: (-c.weight / (20 + len(c.text)), c.place))
    kept: list[Claim] = []
    length = 0
    most = max((claim.weight / (20 + len(claim.text)) for claim in ranked), default=0.0)
    for claim in ranked:
        if claim.weight / (20 + len(claim.text)) < 0.3 * most:
            continue
        if length + len(claim.text) <= LONGEST or not kept:
            kept.append(claim)
            length += len(claim.text)
    return _found(kept, turn, digest)


def _headed(pasted: list[Claim]) -> list[Claim]:
    """Of what a program printed, how it begins: its first lines say what is wrong; of lines of one shape one does."""
    kept: dict[str, Claim] = {}
    for claim in sorted(pasted, key=lambda c: c.place):
        if sum(len(one.text) for one in kept.values()) + len(claim.text) <= LONGEST:
            kept.setdefault(shape(claim.text), claim)
    return list(kept.values())


def _found(kept: list[Claim], turn: Turn, digest: Digest) -> tuple[Finding, ...]:
    kept.sort(key=lambda c: c.place)
    ended = tuple(_thanks(digest) or (*_agreed(turn, digest), *reply(digest)))
    done = ended and digest.evidence.goal  # not open, and told as what it came to
    before = numbered(turn, digest) or _spoken_of(turn)
    found = Finding(kind="request", claims=(*before, *kept, *ended), origin="user", weight=2.0)
    return (found,) if kept and not done else ()


def _spoken_of(turn: Turn) -> list[Claim]:
    """What a last request means that says little itself: "yes it does. where else then"."""
    if turn.ask is None or not turn.before or len(content(turn.ask.text)) > VAGUE:
        return []
    said = turn.before[-1]
    last = [one for one in sentences(said.text)[-ENDING:] if not one.heading and len(one.text) > FRAGMENT][-2:]
    while sum(len(one.text) for one in last) > LONGEST:
        last.pop(0)
    where = (at(said.line),)
    return [
        Claim(lead=JUST_BEFORE, text=one.text, pointers=where, standing="stated", weight=len(one.text), place=one.place)
        for one in last
    ]


def _thanks(digest: Digest) -> list[Claim]:
    """The user's thanks for it, when that was the last word."""
    ask = digest.turns[-1].ask
    if ask is None or not closes(ask.text):
        return []
    return [
        Claim(
            lead=THANKED,
            text=flat(ask.text),
            pointers=(at(ask.line),),
            verbatim=True,
            standing="stated",
            weight=2.0 * len(ask.text),
            place=1,
        )
    ]


def _agreed(asked: Turn, digest: Digest) -> Iterator[Claim]:
    """What a bare yes after it was said to: the agent's question, which is then the last request."""
    last = digest.asks[-1]
    if last is asked or not last.before or last.ask is None:
        return
    said = last.before[-1]
    question = next((one for one in reversed(sentences(said.text)[-ENDING:]) if one.text.endswith("?")), None)
    if question and len(question.text) > FRAGMENT:
        yield Claim(
            lead="Then agreed to:",
            text=question.text,
            pointers=(at(said.line),),
            standing="stated",
            weight=2.0 * len(question.text),
        )
