"""One finding a user message: what it objected to, the user's words, and the best sentences of the agent's turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, Kind, content
from segue.distil.rules.request import request
from segue.distil.rules.words_of_agent import agent_claims, claims_of, heavier
from segue.distil.rules.words_of_user import corrective, is_rule, pasted, user_claims

MET = 0.6
REPLY = 1.5


def episodes(digest: Digest) -> Iterator[Finding]:
    seen = (
        {claim.text.lower() for finding in request(digest) for claim in finding.claims}
        if not digest.evidence.goal
        else set()
    )
    for turn in digest.turns:
        if turn.index not in digest.considered:
            continue
        claims: list[Claim] = []
        kind: Kind = "decision"
        if turn.ask:
            amends = corrective(turn)
            mine = list(user_claims(turn, digest, seen, amends))
            kind = _kind(mine, amends)
            if kind == "correction" and mine and digest.is_recent(turn):
                claims += met(turn, digest)
            claims += mine
        reply = turn.said[1].line if len(turn.said) > 1 else digest.last_line
        for claim in agent_claims(turn, digest):
            claims.append(heavier(claim, REPLY) if kind == "correction" and claim.pointers[0].line <= reply else claim)
        if claims:
            yield Finding(kind=kind, claims=tuple(claims), origin="user" if turn.ask else "rules")


def _kind(words: list[Claim], amends: float) -> Kind:
    """What a message is by the weightiest thing it says."""
    if amends >= 0.5:
        return "correction"
    best = max(words, key=lambda claim: claim.weight, default=None)
    if best and is_rule(best.text) and not pasted(best.text):
        return "constraint"
    return "decision"


def met(turn: Turn, digest: Digest) -> list[Claim]:
    """The agent's sentences that the correction answers: those that share its words, else the last proposal."""
    assert turn.ask is not None
    told = content(turn.ask.text)
    if turn.said:
        told |= content(turn.said[0].text[:300])
    ranked = []
    for age, said in enumerate(reversed(turn.before[-6:])):
        for claim in claims_of(said, 0.85**age, digest):
            if len(claim.text) >= 25:
                shared = len(told & content(claim.text))
                ranked.append(heavier(claim, MET * (1 + 0.5 * min(shared, 4))))
    ranked.sort(key=lambda c: (-c.weight, c.pointers[0].line, c.place))
    best = sorted(ranked[:2], key=lambda c: (c.pointers[0].line, c.place))
    return [
        msgspec.structs.replace(claim, lead="Agent had said:" if n == 0 else "", leans=True)
        for n, claim in enumerate(best)
    ]
