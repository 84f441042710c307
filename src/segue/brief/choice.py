"""Which claims go into a brief: each pool in turn takes its share of the room, densest first; nothing is said twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush

import msgspec

from segue.brief.render import claim_length, entry
from segue.brief.templates import POOLS, Template
from segue.brief.tokens import tokens
from segue.distil.records import Claim, Finding, content

CAP = 460
"""Characters of an entry beyond which the agent's sentences stop; the user's words may go on."""
WEIGHTY = 1.3
"""Worth of the user's words, whatever their length, from which on they come before the agent's."""
AGAIN = 0.9
"""Each further sentence of the agent's in one finding is worth so much of the one before it."""
TRIES = 800
"""Claims that are looked at in one pool: the thousandth best never fits, and a session may have a hundred thousand."""
LEAST = 6
"""Tokens below which nothing worth saying fits."""
SAME = 0.7
"""A sentence that shares so much of its words with one already said is not said again."""


class Choice:
    def __init__(self, findings: Sequence[Finding], template: Template, room: int, said: Sequence[Claim] = ()) -> None:
        kinds = {kind for plan in template.sections for kind in plan.kinds}
        self._findings = [f for f in findings if f.kind in kinds]
        self._room = room
        self._taken: list[set[int]] = [set() for _ in self._findings]
        self._cost: list[int] = [0] * len(self._findings)
        self._heard: list[int] = [0] * len(self._findings)
        self._said: dict[str, list[int]] = {}
        self._texts: set[str] = set()
        self._run = ""
        self._claims_said = 0
        self._next: dict[int, int] = {}
        for claim in said:
            self._note(claim)

    def made(self) -> list[Finding]:
        """The findings with the claims that were taken, in their first order."""
        pools: dict[str, list[tuple[int, int]]] = {}
        for number, finding in enumerate(self._findings):
            for place, claim in enumerate(finding.claims):
                pools.setdefault(pool_of(finding, claim), []).append((number, place))
        whole = self._room
        for pool, share in POOLS:
            self._fill(pools.get(pool, []), int(whole * share))
        later = set(self._next.values())
        return [entry for number in range(len(self._findings)) if number not in later for entry in self._told(number)]

    def _told(self, number: int) -> Iterator[Finding]:
        """A finding's entries: the claims that were taken, in their first order, cut where one is long enough."""
        finding, taken = self._findings[number], set(self._taken[number])
        while number in self._next:
            number = self._next[number]
            taken |= self._taken[number]
        part: list[Claim] = []
        for place in sorted(taken):
            claim = finding.claims[place]
            full = sum(map(claim_length, part)) + claim_length(claim) > CAP
            if part and full and not claim.leans:
                yield _as_told(finding, tuple(part))
                part = []
            part.append(claim)
        if part:
            yield _as_told(finding, tuple(part))

    def _fill(self, candidates: list[tuple[int, int]], room: int) -> None:
        room = min(room, self._room)
        queue = []
        for number, place in candidates:
            if place not in self._taken[number]:
                finding = self._findings[number]
                queue.append((-_density(finding, finding.claims[place]), number, place, 0))
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
        return claims[place].leans and all(claims[n].leans for n in self._taken[number])

    def _try(self, number: int, place: int, room: int) -> int:
        """Take a claim if it fits and says something new; what it cost."""
        finding = self._findings[number]
        claim = finding.claims[place]
        mine = is_agents(claim)
        into = number
        while mine and self._taken[into] and self._cost[into] * 4 + claim_length(claim) > CAP:
            into = self._more(into)
        if len(claim.text) > 4 * room:
            return 0
        cost = self._cost_with(into, place, finding)
        if cost > room or (mine and self._already(claim)) or (finding.kind == "command" and self._covered(claim)):
            return 0
        self._taken[into].add(place)
        self._cost[into] += cost
        self._heard[number] += mine
        self._note(claim)
        return cost

    def _more(self, number: int) -> int:
        """A second entry for what a finding has to say beyond the cap."""
        if number not in self._next:
            self._next[number] = len(self._findings)
            self._findings.append(self._findings[number])
            self._taken.append(set())
            self._cost.append(0)
        return self._next[number]

    def _cost_with(self, number: int, place: int, finding: Finding) -> int:
        chosen = sorted({*self._taken[number], place})
        text = entry(msgspec.structs.replace(finding, claims=tuple(finding.claims[n] for n in chosen)))
        return tokens(text + "\n") - self._cost[number]

    def _already(self, claim: Claim) -> bool:
        mine = content(claim.text)
        hits: dict[int, int] = {}
        for word in mine:
            for number in self._said.get(word, ()):
                hits[number] = hits.get(number, 0) + 1
        return claim.text in self._texts or (bool(hits) and max(hits.values()) >= SAME * max(len(mine), 3))

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


def _as_told(finding: Finding, claims: tuple[Claim, ...]) -> Finding:
    """An objection of which only the answer is left is a conclusion, and stands as one."""
    objects = finding.kind in ("correction", "constraint") and not any(claim.verbatim for claim in claims)
    return msgspec.structs.replace(finding, claims=claims, kind="decision" if objects else finding.kind)


def pool_of(finding: Finding, claim: Claim) -> str:
    if finding.kind in ("file", "command"):
        return finding.kind
    if finding.kind in ("state", "open_thread", "todo", "interrupted", "conflict", "injection"):
        return "state"
    if is_agents(claim) or (claim.leans and claim.standing == "verified"):
        return "agent"
    return "user" if claim.weight >= WEIGHTY * max(len(claim.text), 24) ** 0.6 else "aside"


def is_agents(claim: Claim) -> bool:
    return claim.standing == "stated" and not claim.verbatim


def _density(finding: Finding, claim: Claim) -> float:
    return finding.weight * claim.weight / (20 + len(claim.text))
