"""Tickets as the graph they are: what can be done now first, what waits named with what it waits for."""

from __future__ import annotations

from collections.abc import Sequence

from segue.channel.records import Ticket

DONE = ("completed",)
NOW = ("executing", "verifying", "retry")


def waiting_for(ticket: Ticket, tickets: Sequence[Ticket]) -> tuple[str, ...]:
    """Ids of what must be completed first; one that nobody knows still holds it up."""
    done = {t.ticket_id for t in tickets if t.status in DONE}
    return tuple(one for one in ticket.depends_on if one not in done)


def standing(ticket: Ticket, tickets: Sequence[Ticket]) -> str:
    """Its status, or what the graph makes of it: a pending ticket with nothing before it is ready."""
    if ticket.status in ("pending", "ready", "blocked"):
        return "blocked" if waiting_for(ticket, tickets) else "ready" if ticket.status != "blocked" else "blocked"
    return ticket.status or "pending"


def in_order(tickets: Sequence[Ticket]) -> tuple[Ticket, ...]:
    """Ready and running first, then failed, then what waits in the order it can be reached, completed last."""
    depth = _depths(tickets)
    ranks = {"ready": 0, **dict.fromkeys(NOW, 0), "failed": 1, "blocked": 2, "completed": 4}

    def key(ticket: Ticket) -> tuple[int, int, str]:
        return ranks.get(standing(ticket, tickets), 3), depth[ticket.ticket_id], ticket.ticket_id

    return tuple(sorted(tickets, key=key))


def _depths(tickets: Sequence[Ticket]) -> dict[str, int]:
    """How many tickets stand one behind the other before each. A circle counts as far as it was walked."""
    before = {t.ticket_id: t.depends_on for t in tickets}
    depth = dict.fromkeys(before, 0)
    for _ in before:
        deeper = {one: max((depth[b] + 1 for b in before[one] if b in depth), default=0) for one in before}
        deeper = {one: min(level, len(before)) for one, level in deeper.items()}
        if deeper == depth:
            break
        depth = deeper
    return depth
