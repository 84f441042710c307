"""A question that the agent put with its own tool, and what the user chose: one decision, in both their words."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.rules.clauses import clause_worth
from segue.session.records import BETWEEN_ANSWERS, Call

LONGEST = 220


def answers(digest: Digest) -> Iterator[Finding]:
    for before, turn in zip(digest.turns, digest.turns[1:], strict=False):
        for question, replies, call in paired(before, turn):
            assert turn.ask is not None
            asked = Claim(
                lead="Agent asked:",
                text=question,
                pointers=(at(call.line),),
                standing="inferred",
                weight=2.0 * len(question),
                leans=True,
            )
            chosen = (
                Claim(
                    lead="User chose:",
                    text=reply,
                    pointers=(at(turn.ask.line),),
                    verbatim=True,
                    standing="stated",
                    weight=2.5 * clause_worth(reply, 0.5),
                    place=2 * number,
                )
                for number, reply in enumerate(replies, 1)
            )
            yield Finding(kind="decision", claims=(asked, *chosen), origin="user")


def paired(before: Turn, turn: Turn) -> list[tuple[str, list[str], Call]]:
    """Each question with what was answered; nothing when they cannot be told apart."""
    ask = turn.ask
    if ask is None or ask.via != "answer":
        return []
    call = next((c for c in reversed(before.calls) if c.result_line == ask.line), None)
    if call is None or "?" not in call.about:
        return []
    questions = [flat(part).rstrip("?") + "?" for part in call.about.split("? / ")]
    replies = [reply for part in ask.text.split(BETWEEN_ANSWERS) if (reply := flat(part))]
    each = [replies] if len(questions) == 1 else [[reply] for reply in replies]
    if len(questions) != len(each):
        return []
    return [(q, chosen, call) for q, chosen in zip(questions, each, strict=True) if chosen and len(q) <= LONGEST]
