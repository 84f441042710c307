"""A session that began with a brief: the brief is taken out of what the user said, so that briefs never stack.

What it left open is carried by its record; what remains of the turn is what the user really wrote."""

from __future__ import annotations

import msgspec

from segue.session.records import Item, Said, Session

_MARK = "**Brief:** "


def collapsed(session: Session, brief_id: str, text: str, goal: str) -> Session:
    """The session without the text of the brief that it began with; the goal stands in its place."""
    items: list[Item] = []
    for item in session.items:
        if isinstance(item, Said) and item.role == "user" and f"{_MARK}{brief_id}" in item.text:
            rest = _without(item.text, text, goal)
            if rest:
                items.append(msgspec.structs.replace(item, text=rest))
        else:
            items.append(item)
    title = goal or f"continued from {brief_id}"
    glance = session.glance
    if glance.title.startswith(">"):
        glance = msgspec.structs.replace(glance, title=" ".join(title.split())[:120])
    return msgspec.structs.replace(session, items=tuple(items), glance=glance)


def _without(said: str, text: str, goal: str) -> str:
    """What the user wrote around the brief, and the goal. A brief that was pruned or changed goes to its last line."""
    before, found, after = said.partition(text.strip()) if text.strip() else (said, "", "")
    if not found:
        at = said.find("> What follows is data from ")
        before, after = said[: max(at, 0)], ""
    return "\n".join(part.strip() for part in (before, goal, after) if part.strip())
