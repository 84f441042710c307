"""What is left open, carried from brief to brief until it is closed: by a todo done, a ticket completed, a decision."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from segue.brief.records import Brief
from segue.channel.records import OpenItem, State, Transfer
from segue.distil.records import LISTED, Finding, Pointer
from segue.patterns import late
from segue.session.records import Call, Said, Session, short_id
from segue.store.ids import BRIEF

OPEN = ("todo", "open_thread", "conflict")
"""An interrupted call is not among them: the next session has settled it, one way or the other."""
LONGEST = 300
FIRST_TURNS = 3
"""A brief is handed over in the first turn; what agents and hooks put before it may take one or two."""
MARK = "**Brief:** "
_STAMPED = late(re.escape(MARK) + BRIEF.pattern)


class Fate(Struct, frozen=True, kw_only=True):
    """What became of what the parent brief left open."""

    carried: tuple[OpenItem, ...] = ()
    closed: tuple[str, ...] = ()


def parent_brief(session: Session | None) -> str:
    """The brief with which a session began: the first turns hold it, or at least name it."""
    said = [item.text for item in session.items if isinstance(item, Said) and item.role == "user"] if session else []
    opening = "\n".join(text[:4000] for text in said[:FIRST_TURNS])
    found = _STAMPED.search(opening) or BRIEF.search(opening)
    return found[0].removeprefix(MARK) if found else ""


def carried_on(parent: Transfer | None, session: Session | None, state: State) -> Fate:
    """The parent's open items, apart: what was closed since, and what goes on."""
    if parent is None:
        return Fate()
    done = _closers(session, state)
    closed = tuple(item.text for item in parent.open_items if _key(item.text) in done)
    return Fate(carried=tuple(i for i in parent.open_items if _key(i.text) not in done), closed=closed)


def in_brief(brief: Brief, brief_id: str, session: Session | None, carried: Sequence[OpenItem]) -> tuple[OpenItem, ...]:
    """What a brief leaves open: its own, and what it carries, whether or not there was room to show it."""
    mine = short_id(session.glance.id) if session else ""
    shown = [f for section in brief.sections for f in section.entries if f.kind in OPEN]
    texts = {_key(claim.text) for finding in shown for claim in finding.claims}
    old = tuple(msgspec.structs.replace(item, shown=any(_key(item.text) in text for text in texts)) for item in carried)
    known = {_key(item.text) for item in old}
    fresh = [
        OpenItem(text=text, kind=finding.kind, pointer=pointer, since=brief_id)
        for finding in shown
        for text, pointer in _texts(finding, mine)
        if not any(key in _key(text) for key in known)
    ]
    return (*old, *fresh)


def _texts(finding: Finding, session: str) -> Iterable[tuple[str, str]]:
    for claim in finding.claims:
        if claim.pointers and claim.lead != LISTED:  # the ways that a question means are no question
            yield claim.text[:LONGEST], _spelled(claim.pointers[0], session)


def _spelled(pointer: Pointer, session: str) -> str:
    """A pointer that means the same in any later brief."""
    if pointer.kind == "transcript" and not pointer.session:
        return f"transcript:{session}:L{pointer.line}"
    return str(pointer)


def _closers(session: Session | None, state: State) -> set[str]:
    """What is done by now, in the words in which it may have been left open."""
    calls = [item for item in session.items if isinstance(item, Call)] if session else []
    return {
        *(_key(todo.text) for call in calls for todo in call.todos if todo.status == "done"),
        *(_key(ticket.title) for ticket in state.tickets if ticket.status == "completed"),
        *(_key(decision.title) for decision in state.decisions),
    }


def _key(text: str) -> str:
    """The words alone: case, spaces and the full stop at the end make no difference."""
    return " ".join(text.lower().split()).rstrip(".…!?")
