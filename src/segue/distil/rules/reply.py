"""How the last request was answered, as long as nobody has reacted to it: that is how things stand."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from segue.distil.digest import Digest
from segue.distil.records import Claim, at
from segue.distil.rules.words_of_agent import agent_claims, is_narration
from segue.distil.sentences import sentences
from segue.session.records import Said

WHOLE = 1200
"""Characters of a last answer that is told as far as there is room; of a longer one the best is."""
LITTLE = 0.3
"""Worth of a letter of what only belongs to it."""
ANSWERED = "Answered, no reaction yet:"
STOPS, LINE = (".", "!", "?", ":"), 3
"""How a sentence ends that needs no mark before the next one, and how far that one is when only a line ended."""


def reply(digest: Digest) -> Iterator[Claim]:
    """The last words, when they were meant as an answer."""
    turn = digest.turns[-1]
    if not turn.said or turn.interrupted or (turn.calls and turn.calls[-1].line > turn.said[-1].line):
        return
    said = turn.said[-1]
    claims = [c for c in agent_claims(turn, digest) if c.pointers[0].line == said.line]
    best = _whole(said, claims) or _best(claims)
    for number, claim in enumerate(best):
        yield msgspec.structs.replace(claim, lead="" if number else ANSWERED)


def _best(claims: list[Claim]) -> list[Claim]:
    """The first sentence and the best other one."""
    first = min(claims, key=lambda c: c.place, default=None)  # the rest may refer to it
    best = sorted(claims, key=lambda c: (c is not first, -c.weight / (30 + len(c.text)), c.place))[:2]
    return sorted(best, key=lambda c: c.place)


def _whole(said: Said, claims: list[Claim]) -> list[Claim]:
    """All of an answer that is not long: nothing came after it, so it is how things stand. What follows a full stop
    goes on behind it, also where a line ended."""
    found = sentences(said.text)
    if all(map(is_narration, found)) or sum(len(one.text) for one in found) > WHOLE:
        return []
    worth = {claim.place: claim.weight for claim in claims}
    first = sum(worth.values())  # the rest may refer to it
    told: list[Claim] = []
    gap = 0
    for before, one in zip((None, *found), found, strict=False):
        if before and before.text.endswith(STOPS) and one.place - before.place <= LINE:
            gap += one.place - before.place - 1
        told.append(
            Claim(
                text=one.text,
                pointers=(at(said.line),),
                standing="stated",
                weight=worth.get(one.place, LITTLE * len(one.text)) + (0 if told else first),
                place=one.place - gap,
            )
        )
    return told
