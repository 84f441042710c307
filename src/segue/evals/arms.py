"""Who writes the briefs that are scored. An arm takes a case and a budget; adding one is a row in ARMS."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from segue import handoff
from segue.brief.lists import is_command
from segue.brief.tokens import tokens
from segue.errors import UsageError
from segue.evals.dataset import Case
from segue.session.records import Call, Said, Session
from segue.sources import reader_of


class Answer(Struct, frozen=True, kw_only=True):
    """A brief as text, with what a scorer cannot see in it."""

    text: str
    claimed_commands: tuple[str, ...] = ()
    """What the brief presents as commands."""
    ran: tuple[str, ...] = ()
    """The commands that the session really ran."""
    dropped: tuple[str, ...] = ()
    """Claims that verification took out, each with its reason."""


Arm = Callable[[Case, int], Answer]


def rules(case: Case, budget: int) -> Answer:
    """The product as it is: what `segue brief --no-git` prints."""
    reader = reader_of(case.expected.agent)
    evidence = handoff.gather(reader, case.transcript, goal=case.expected.goal, with_git=False)
    brief, text = handoff.write_brief(evidence, template="session", budget=budget)
    claims = (c.text for s in brief.sections for f in s.entries for c in f.claims if is_command(c, f))
    return Answer(
        text=text, claimed_commands=tuple(claims), ran=commands_of(evidence.session), dropped=tuple(brief.dropped)
    )


def tail(case: Case, budget: int) -> Answer:
    """The control: the last words of the session, as many as fit. An engine must beat it by far."""
    session = reader_of(case.expected.agent).read(case.transcript)
    kept: list[str] = []
    for item in reversed(session.items):
        if isinstance(item, Said):
            kept.insert(0, f"- {item.role}: {' '.join(item.text.split())} (L{item.line})")
            if tokens("\n".join(kept)) > budget - 4:
                kept.pop(0)
                break
    return Answer(text="\n".join(["## Tail", "", *kept, ""]), ran=commands_of(session))


ARMS: Mapping[str, Arm] = {"rules": rules, "tail": tail}


def arm_named(name: str) -> Arm:
    if name not in ARMS:
        raise UsageError(f"there is no engine {name!r} to evaluate", hint=f"known engines: {', '.join(ARMS)}")
    return ARMS[name]


def commands_of(session: Session) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.command for item in session.items if isinstance(item, Call) and item.command))
