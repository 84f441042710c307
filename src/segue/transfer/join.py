"""What a brief of the `channel` template is joined from: the channel's records, git, and the sessions of its past."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from segue import git
from segue.brief.verify import verified
from segue.channel.records import State
from segue.choose import choose
from segue.distil import channel as rules
from segue.distil.join import Join
from segue.distil.records import Evidence, Finding, elsewhere
from segue.distil.rules import find
from segue.errors import SegueError
from segue.transfer.records import Basis

COMMITS = 200
"""How far back the commits of tickets are looked for."""
LINKED = 4
"""Earlier sessions of a channel whose corrections and dead ends are told."""


def join_of(basis: Basis, *, with_git: bool) -> Join:
    state, note = basis.state, "git was not read by segue."
    snapshot = None
    if with_git:
        looked = git.look(_where(basis), since=_since(state), limit=COMMITS)
        snapshot, note = looked.snapshot, looked.why
    seen = _told(basis.evidence) if basis.evidence else []
    others = [f for evidence in _linked(basis) for f in _told(evidence)]
    return Join(
        state=state,
        records=basis.records,
        memory=basis.memory,
        stated=basis.stated,
        git=snapshot,
        git_note=note,
        todos=tuple(f for f in (*seen, *others) if f.kind == "todo"),
        corrections=(
            *(f for f in seen if f.kind in ("correction", "dead_end")),
            *(f for f in others if f.kind in ("correction", "dead_end", "request")),  # a last word may be a correction
        ),
        carried=tuple(map(rules.still_open, basis.fate.carried)),
    )


def _told(evidence: Evidence) -> list[Finding]:
    """A session's findings for a brief that is not the session's own: their pointers say whose records they name."""
    kept, _ = verified(find(evidence), evidence)
    return [elsewhere(finding, evidence.session.glance.id) for finding in kept]


def _linked(basis: Basis) -> Iterator[Evidence]:
    """The newest of the other sessions that are linked to the channel, as far as their files are still there."""
    mine = basis.session.glance.id if basis.session else ""
    refs = [ref for ref in basis.state.channel.pinned_refs if ref.type == "session" and ref.target_id != mine]
    for ref in sorted(refs, key=lambda ref: ref.added_at, reverse=True)[:LINKED]:
        with suppress(SegueError):
            chosen = choose(ref.target_id)
            yield Evidence(session=chosen.reader.read(chosen.path))


def _where(basis: Basis) -> Path:
    if basis.session and basis.session.glance.cwd:
        return Path(basis.session.glance.cwd)
    channel = basis.state.channel
    repos = sorted(channel.repo_assignments, key=lambda r: r.workspace_id != channel.primary_workspace_id)
    return Path(repos[0].repo_path) if repos and repos[0].repo_path else Path.cwd()


def _since(state: State) -> str:
    return min((ticket.started_at for ticket in state.tickets if ticket.started_at), default="")
