"""One finding a user message: what it objected to, the user's words, and the best sentences of the agent's turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from segue.distil import signals
from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, Kind, at
from segue.distil.rules.request import request
from segue.distil.rules.words_of_agent import agent_claims, sentence_worth
from segue.distil.rules.words_of_user import corrective, user_claims
from segue.distil.sentences import content, sentences


def episodes(digest: Digest) -> Iterator[Finding]:
    seen = (
        {claim.text.lower() for finding in request(digest) for claim in finding.claims}
        if not digest.evidence.goal
        else set()
    )
    for turn in digest.turns:
        claims: list[Claim] = []
        kind: Kind = "decision"
        if turn.ask:
            amends = corrective(turn)
            mine = list(user_claims(turn, digest, seen))
            kind = _kind(turn, amends)
            if kind == "correction" and mine:
                claims += met(turn)
            claims += mine
        claims += agent_claims(turn, digest)
        if claims:
            yield Finding(kind=kind, claims=tuple(claims), origin="user" if turn.ask else "rules")


def _kind(turn: Turn, amends: float) -> Kind:
    assert turn.ask is not None
    if amends >= 0.5:
        return "correction"
    if signals.pattern(signals.STRONG_RULE).search(turn.ask.text) and len(turn.ask.text) < 700:
        return "constraint"
    return "decision"


def met(turn: Turn) -> list[Claim]:
    """The agent's sentences that the correction answers: those that share its words, else the last proposal."""
    if not turn.before or turn.ask is None:
        return []
    told = content(turn.ask.text)
    ranked = []
    for said in turn.before[-2:]:
        for one in sentences(said.text):
            if one.heading or len(one.text) < 25:
                continue
            shared = len(told & content(one.text))
            worth, _ = sentence_worth(one)
            ranked.append((shared * 1.0 + 0.5 * worth + (0.3 if said is turn.before[-1] else 0), said.line, one))
    ranked.sort(key=lambda r: (-r[0], r[1], r[2].place))
    return [
        Claim(
            text=one.text,
            pointers=(at(line),),
            lead="Agent had said:" if n == 0 else "",
            standing="stated",
            weight=(9 - 3 * n) * (1 + 0.2 * score),
            place=one.place,
            leans=True,
        )
        for n, (score, line, one) in enumerate(ranked[:2])
    ]
