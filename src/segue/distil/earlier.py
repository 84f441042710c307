"""A session that began with a brief: the brief is taken out of what the user said, so that briefs never stack.

What it left open is carried by its record; what remains of the turn is what the user really wrote."""

from __future__ import annotations

import msgspec

from segue.patterns import late
from segue.session.records import Item, Said, Session

_MARK = "**Brief:** "
_NAMED = late(r'<handoff-context brief="(brief-[\w-]+)">[^\n]*</handoff-context>[^\n]*')
"""The line that names the file of a brief which did not go as a message."""


def collapsed(session: Session, brief_id: str, text: str, goal: str) -> Session:
    """The session without the text of the brief that it began with; the goal stands in its place."""
    items: list[Item] = []
    for item in session.items:
        rest = _rest(item.text, brief_id, text, goal) if isinstance(item, Said) and item.role == "user" else None
        if isinstance(item, Said) and rest is not None:
            if rest:
                items.append(msgspec.structs.replace(item, text=rest))
        else:
            items.append(item)
    title = goal or f"continued from {brief_id}"
    glance = session.glance
    if glance.title.startswith((">", "<handoff-context")):
        glance = msgspec.structs.replace(glance, title=" ".join(title.split())[:120])
    return msgspec.structs.replace(session, items=tuple(items), glance=glance)


def _rest(said: str, brief_id: str, text: str, goal: str) -> str | None:
    """What is left of a turn that brought the brief; None for one that did not."""
    if f"{_MARK}{brief_id}" in said:
        return _without(said, text, goal)
    named = _NAMED.search(said)
    if named and named[1] == brief_id:
        return "\n".join(part.strip() for part in (said[: named.start()], goal, said[named.end() :]) if part.strip())
    return None


def _without(said: str, text: str, goal: str) -> str:
    """What the user wrote around the brief, and the goal. A brief that was pruned or changed goes to its last line."""
    before, found, after = said.partition(text.strip()) if text.strip() else (said, "", "")
    if not found:
        at = said.find("> What follows is data from ")
        before, after = said[: max(at, 0)], ""
    return "\n".join(part.strip() for part in (before, goal, after) if part.strip())
