"""Files that tickets touched, from git: commits that name the ticket, else those between its start and end, marked so.

Changes that are not committed come first: the newest work is where an agent was interrupted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from segue.channel.records import Ticket
from segue.git import Commit, Snapshot
from segue.store.ids import ms_of


class Touched(Struct, frozen=True, kw_only=True):
    path: str
    state: str
    """What git calls it when it is not committed; `committed` otherwise."""
    commit: str = ""
    ticket: str = ""
    inferred: bool = False
    """No commit names the ticket: this one was made while it was worked on."""

    def words(self) -> str:
        """One entry of a brief."""
        for_ = f" for {self.ticket}" if self.ticket else ""
        return f"`{self.path}` {self.state}{for_}{' (inferred from its times)' if self.inferred else ''}"


def touched(tickets: Sequence[Ticket], snapshot: Snapshot | None) -> tuple[Touched, ...]:
    """Uncommitted first, then each path once, with its newest commit."""
    if snapshot is None:
        return ()
    out = [Touched(path=c.path, state=f"{c.code}, not committed") for c in snapshot.changes]
    seen = set()
    for ticket in tickets:
        commits, inferred = commits_of(ticket, snapshot.commits)
        for commit in commits:
            for path in commit.paths:
                if path not in seen:
                    seen.add(path)
                    out.append(_committed(path, commit, ticket, inferred))
    return tuple(out)


def commits_of(ticket: Ticket, commits: Sequence[Commit]) -> tuple[list[Commit], bool]:
    """A ticket's commits, newest first, and whether they are only inferred."""
    name = re.compile(rf"(?<![\w-]){re.escape(ticket.ticket_id)}(?![\w-])") if ticket.ticket_id else None
    named = [c for c in commits if name and name.search(c.subject)]
    start, end = ms_of(ticket.started_at), ms_of(ticket.completed_at)
    if named or start is None:
        return named, False
    # A commit knows whole seconds only: the second in which a ticket began counts as its own.
    first = start // 1000 * 1000
    return [c for c in commits if first <= (ms_of(c.time) or 0) and (end is None or (ms_of(c.time) or 0) <= end)], True


def _committed(path: str, commit: Commit, ticket: Ticket, inferred: bool) -> Touched:
    return Touched(path=path, state="committed", commit=commit.hash[:10], ticket=ticket.ticket_id, inferred=inferred)
