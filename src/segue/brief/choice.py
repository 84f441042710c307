"""Which claims go into a brief: each pool in turn takes its share of the room, densest first; nothing is said twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain

import msgspec

from segue.brief.render import entry
from segue.brief.templates import LONGEST, POOLS, SMALL, Template
from segue.brief.tokens import line_tokens
from segue.distil.records import (
    AFTER_IT,
    BESIDES,
    JUST_BEFORE,
    LISTED,
    OFFERED,
    PASTED,
    REFUSED,
    SETTLED,
    Claim,
    Finding,
    content,
)

SPOKEN = ("agent", "cause", "recent", "retreat")
"""Pools of what the agent said."""
WEIGHTY = 1.0
"""Worth of the user's words, whatever their length, from which on they are more than an aside."""
DENSE = 0.22
"""Worth for their length from which on they come before the agent's: plain questions and next steps come after."""
AGAIN = 0.9
"""Each further sentence of the agent's in one finding is worth so much of the one before it."""
DONE = 0.7
"""What was handed on and acted on, or asked and answered, is worth so much of what still stands."""
TRIES = 800
"""Claims that are looked at in one pool: the thousandth best never fits, and a session may have a hundred thousand."""
LEAST = 6
"""Tokens below which nothing worth saying fits."""
ANSWER = 45
"""Characters of an answer that is told with its question whatever else there is: a yes or a no."""
BARE, MEANT = 70, 200
"""Characters of the user's words that say little alone, and of what they are told with then."""
MET = (JUST_BEFORE, OFFERED, LISTED)
AROUND = 50
"""Characters that a claim's quotation marks, its voice and its pointers take, at most as a rule."""
SAME = 0.7
"""A sentence that shares so much of its words with one already said is not said again."""


class Choice:
    def __init__(self, findings: Sequence[Finding], template: Template, room: int, said: Sequence[Claim] = ()) -> None:
        kinds = {kind for plan in template.sections for kind in plan.kinds}
        self._findings = [f for f in findings if f.kind in kinds]
        self._room = room
        self._large = room > SMALL
        self._taken: list[set[int]] = [set() for _ in self._findings]
        self._cost: list[int] = [0] * len(self._findings)
        self._heard: list[int] = [0] * len(self._findings)
        self._said: dict[str, list[int]] = {}
        self._texts: set[str] = set()
        self._run = ""
        self._claims_said = 0
        for claim in said:
            self._note(claim)

    def made(self) -> list[Finding]:
        """The findings with the claims that were taken, in their first order."""
        pools: dict[str, list[tuple[int, int]]] = {}
        for number, finding in enumerate(self._findings):
            for place, claim in enumerate(finding.claims):
                pools.setdefault(pool_of(finding, claim), []).append((number, place))
        whole = self._room
        for pool, small, large in POOLS:
            share = small * min(whole, SMALL) + large * max(whole - SMALL, 0)
            self._fill(pools.get(pool, []), int(share))
        told = ((finding, sorted(places)) for finding, places in zip(self._findings, self._taken, strict=True))
        return [part for finding, places in told for part in parted(finding, [finding.claims[n] for n in places])]

    def _fill(self, candidates: list[tuple[int, int]], room: int) -> None:
        room = min(room, self._room)
        queue = []
        for number, place in candidates:
            if place not in self._taken[number]:
                finding = self._findings[number]
                queue.append((-density_of(finding, finding.claims[place]), number, place, 0))
        heapify(queue)
        waiting: dict[int, list[tuple[float, int, int, int]]] = {}
        tries = TRIES
        while queue and room > LEAST and tries:
            tries -= 1
            density, number, place, heard = heappop(queue)
            if heard < (now := self._heard[number]):
                heappush(queue, (density * AGAIN ** (now - heard), number, place, now))
                continue
            if self._hangs(number, place):
                waiting.setdefault(number, []).append((density, number, place, heard))
                continue
            cost = self._try(number, place, room)
            room -= cost
            self._room -= cost
            for one in waiting.pop(number, ()) if cost else ():
                heappush(queue, one)

    def _hangs(self, number: int, place: int) -> bool:
        """It says nothing by itself, and what it belongs to has not been taken yet."""
        claims = self._findings[number].claims
        if not claims[place].leans:
            return False
        taken = [claims[n] for n in self._taken[number]]
        if claims[place].lead == LISTED:  # it goes with the reply
            return not any(claim.verbatim for claim in taken)
        return all(claim.leans for claim in taken)

    def _try(self, number: int, place: int, room: int) -> int:
        """Take a claim if it fits and says something new; what it cost."""
        finding = self._findings[number]
        claim = finding.claims[place]
        mine = is_agents(claim)
        if len(claim.text) > 4 * room or (claim.verbatim and claim.text in self._texts):
            return 0
        if (mine and self._already(claim)) or (finding.kind == "command" and self._covered(claim)):
            return 0  # asked before what it would cost: that takes longer
        cost = self._cost_with(number, place, finding)
        if cost > room:
            return 0
        self._taken[number].add(place)
        self._cost[number] += cost
        self._heard[number] += mine
        self._note(claim)
        for beside in (self._answer(number, finding), self._meant(number, place, finding)) if claim.verbatim else ():
            if beside is not None:
                cost += self._try(number, beside, room - cost)
        return cost

    def _answer(self, number: int, finding: Finding) -> int | None:
        """Where the finding answers a question that has just been taken, if that takes few words."""
        found = (n for n, c in enumerate(finding.claims) if c.answers and n not in self._taken[number])
        place = next(found, None)
        return place if place is not None and len(finding.claims[place].text) <= ANSWER else None

    def _meant(self, number: int, place: int, finding: Finding) -> int | None:
        """Where the finding tells what a few words of the user's were said to; in a small brief nobody knows."""
        claims, taken = finding.claims, self._taken[number]
        if not self._large or len(claims[place].text) > BARE or any(is_agents(claims[n]) for n in taken):
            return None
        before = [n for n in range(place) if claims[n].lead in MET and len(claims[n].text) <= MEANT]
        return max(before, key=lambda n: density_of(finding, claims[n]), default=None)

    def _cost_with(self, number: int, place: int, finding: Finding) -> int:
        chosen = sorted({*self._taken[number], place})
        text = entry(msgspec.structs.replace(finding, claims=tuple(finding.claims[n] for n in chosen)))
        return line_tokens(text) - self._cost[number]

    def _already(self, claim: Claim) -> bool:
        if claim.text in self._texts:
            return True
        mine = content(claim.text)
        hits = Counter(chain.from_iterable(self._said.get(word, ()) for word in mine))
        return bool(hits) and max(hits.values()) >= SAME * max(len(mine), 3)

    def _covered(self, claim: Claim) -> bool:
        """The command stands already as a part of another one."""
        return claim.text[1 : claim.text.rindex("`")] in self._run

    def _note(self, claim: Claim) -> None:
        self._claims_said += 1
        self._texts.add(claim.text)
        if claim.text.startswith("`"):
            self._run += f"{claim.text}\n"
        for word in content(claim.text):
            self._said.setdefault(word, []).append(self._claims_said)


def parted(finding: Finding, claims: Sequence[Claim]) -> Iterator[Finding]:
    """Claims as entries that are not too long. A question goes with its answer; of what an objection met, the objection
    and the answer to it stay together."""
    part: list[Claim] = []
    parts = [part]
    for claim in claims:
        if _is_long(finding, [*part, claim]) and _objects(part, claim) and not _is_long(finding, [*part[1:], claim]):
            del part[0]
        if part and _is_long(finding, [*part, claim]):
            part = _moved(part, claim, finding)
            parts.append(part)
        part.append(claim)
    return (_as_told(finding, tuple(part)) for part in parts if any(not claim.leans for claim in part))


def _moved(part: list[Claim], claim: Claim, finding: Finding) -> list[Claim]:
    """What goes with a claim into the next entry: the question it answers, or what its record said before it. What
    leans and makes that one too long is left out."""
    if part[-1].leans and is_agents(part[-1]):
        last = part.pop()
        return [] if _is_long(finding, [last, claim]) else [last]
    first = len(part)
    while first and part[first - 1].pointers == claim.pointers and part[first - 1].verbatim == claim.verbatim:
        first -= 1
    rest = part[first:]
    if finding.kind == "correction" or not first or not rest or _is_long(finding, [*rest, claim]):
        return []
    del part[first:]
    return rest


def _objects(claims: Sequence[Claim], answer: Claim) -> bool:
    """To what was said before it; of what is refused, that is the most of it, and numbers mean nothing without it."""
    kept = any(claim.lead in (REFUSED, LISTED) for claim in claims)
    met = bool(claims) and not claims[0].verbatim and any(claim.verbatim for claim in claims) and not kept
    return met and is_agents(answer) and not answer.leans


def _is_long(finding: Finding, claims: Sequence[Claim]) -> bool:
    most = sum(2 * len(claim.text) + len(claim.lead) + AROUND for claim in claims)  # every letter may be made inert
    return most > LONGEST and len(entry(msgspec.structs.replace(finding, claims=tuple(claims)))) > LONGEST


def _as_told(finding: Finding, claims: tuple[Claim, ...]) -> Finding:
    """An objection that led to something, or of which only the answer is left, or what else was said with it, is a
    conclusion, and stands as one."""
    if claims[0].lead == AFTER_IT:
        claims = (msgspec.structs.replace(claims[0], lead=""), *claims[1:])
    heard = [claim for claim in claims if claim.verbatim]
    objects = (
        any(claim.lead not in (BESIDES, PASTED) for claim in heard) if finding.kind == "correction" else bool(heard)
    )
    answers = finding.kind in ("correction", "constraint") and not objects
    settled = any(claim.lead in SETTLED for claim in claims)
    return msgspec.structs.replace(finding, claims=claims, kind="decision" if answers or settled else finding.kind)


def pool_of(finding: Finding, claim: Claim) -> str:
    if finding.kind in ("file", "command"):
        return finding.kind
    if finding.kind in ("state", "open_thread", "todo", "interrupted", "conflict", "injection"):
        return "state"
    if is_agents(claim) or (claim.leans and claim.standing == "verified"):
        return _pool_of_agents(finding, claim)
    if claim.weight < WEIGHTY * max(len(claim.text), 24) ** 0.6:
        return "aside"
    return "user" if density_of(finding, claim) >= DENSE else "plain"


def _pool_of_agents(finding: Finding, claim: Claim) -> str:
    if claim.lead == OFFERED or _is_tried(finding, claim) or (finding.kind == "dead_end" and not claim.leans):
        return "retreat"
    if claim.leans:
        return "agent"
    return "recent" if claim.recent else "cause" if finding.kind == "root_cause" or claim.explains else "agent"


def _is_tried(finding: Finding, claim: Claim) -> bool:
    """What the user says did not help: "User, after it:" says nothing without it."""
    return claim.lead == JUST_BEFORE and any(other.lead == AFTER_IT for other in finding.claims)


def is_agents(claim: Claim) -> bool:
    return claim.standing == "stated" and not claim.verbatim


def density_of(finding: Finding, claim: Claim) -> float:
    worth = finding.weight * claim.weight / (20 + len(claim.text))
    return worth * DONE if claim.lead in SETTLED else worth
