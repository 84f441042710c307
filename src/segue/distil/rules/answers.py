"""A question that the agent put with its own tool, and what the user chose: one decision, in both their words."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.rules.clauses import clause_worth
from segue.session.records import Call

LONGEST = 220


def answers(digest: Digest) -> Iterator[Finding]:
    for before, turn in zip(digest.turns, digest.turns[1:], strict=False):
        for question, answer, call in paired(before, turn):
            assert turn.ask is not None
            asked = Claim(
                lead="Agent asked:",
                text=question,
                pointers=(at(call.line),),
                standing="inferred",
                weight=2.0 * len(question),
                leans=True,
            )
            chosen = Claim(
                lead="User chose:",
                text=answer,
                pointers=(at(turn.ask.line),),
                verbatim=True,
                standing="stated",
                weight=2.5 * clause_worth(answer, 0.5),
            )
            yield Finding(kind="decision", claims=(asked, chosen), origin="user")


def paired(before: Turn, turn: Turn) -> list[tuple[str, str, Call]]:
    """Each question with its answer; nothing when they cannot be told apart."""
    ask = turn.ask
    if ask is None or ask.via != "answer":
        return []
    call = next((c for c in reversed(before.calls) if c.result_line == ask.line), None)
    if call is None or "?" not in call.about:
        return []
    questions = [flat(part).rstrip("?") + "?" for part in call.about.split("? / ")]
    replies = [flat(part) for part in ask.text.split("; ")]
    if len(questions) != len(replies):
        return []
    return [(q, a, call) for q, a in zip(questions, replies, strict=True) if a and len(q) <= LONGEST]
