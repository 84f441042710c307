"""One handoff: a session and its channel become a stamped brief on disk, which is then told to the channel.

The command line, the MCP server and the watcher all come through `prepare` and `save_handoff`. Nothing is started
here; whoever starts an agent does so after the brief is on disk."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from segue import git, handoff
from segue.brief.channel_template import LINES, channel_brief, channel_markdown
from segue.brief.open_items import Fate, carried_on, in_brief, parent_brief
from segue.brief.records import Brief
from segue.brief.render import headings
from segue.brief.stamp import Stamp, checked, stamped
from segue.brief.tokens import tokens
from segue.brief.verify import verified
from segue.channel import handoffs, place, secrets, write
from segue.channel.records import Channel, Decision, Entry, Memory, State, Transfer
from segue.channel.store import Channels
from segue.choose import Choice, choose
from segue.deliver.document import Written, before_request, findings_of
from segue.distil import channel as rules
from segue.distil.earlier import collapsed
from segue.distil.join import Join, parts
from segue.distil.records import Evidence, Finding, elsewhere
from segue.distil.rules import find
from segue.errors import SegueError
from segue.session.records import Session
from segue.store.ids import Moment, now

COMMITS = 200
"""How far back the commits of tickets are looked for."""
POLL = 0.2
LINKED = 4
"""Earlier sessions of a channel whose corrections and dead ends are told."""


class Wish(Struct, frozen=True, kw_only=True):
    """What was asked for."""

    goal: str = ""
    template: str = "session"
    budget: int = 2000
    to: str = ""
    resume: str = ""
    """The brief whose working memory is taken; empty for a brief made anew."""
    document: Written | None = None
    """What the agent itself wrote, checked already; a brief that is resumed brings its own."""
    wait_gap: float = 0.0
    with_git: bool = True
    strict: bool = False
    force: bool = False


class Prepared(Struct, frozen=True, kw_only=True):
    """A brief that passed its checks and is not on disk yet."""

    brief: Brief
    bare: str
    """The text that `segue brief` gives for the same inputs."""
    text: str
    transfer: Transfer
    memory: Memory
    document: Written | None = None
    warnings: tuple[str, ...] = ()


class Basis(Struct, frozen=True, kw_only=True):
    """What a brief is made from when a channel is part of it."""

    state: State
    records: rules.Records
    memory: Memory
    brief_id: str
    document: Written | None = None
    evidence: Evidence | None = None
    parent: str = ""
    fate: Fate = Fate()

    @property
    def session(self) -> Session | None:
        return self.evidence.session if self.evidence else None


def with_channel(evidence: Evidence) -> Evidence:
    """The evidence joined with the channel of the session's repository, where there is one."""
    channels, cwd = Channels(), evidence.session.glance.cwd
    channel = place.here(channels, Path(cwd)) if cwd else None
    joined = _basis(channels, channel, evidence, Wish(), now()).evidence if channel else None
    return joined or evidence


def prepare(channels: Channels, channel: Channel, chosen: Choice | None, wish: Wish, moment: Moment) -> Prepared:
    """The brief of a session and its channel, checked as strictly as the wish says. Writes nothing."""
    secrets.refuse([("the goal", wish.goal)])
    evidence = handoff.gather(chosen.reader, chosen.path, goal=wish.goal, with_git=wish.with_git) if chosen else None
    basis = _basis(channels, channel, evidence, wish, moment)
    brief, bare, lines = _brief(basis, wish)
    transfer = _transfer(basis, brief, wish, moment)
    text = stamped(bare, _stamp(basis, transfer))
    warnings = checked(text, headings(brief), lines, strict=wish.strict, force=wish.force)
    if basis.records.left_out:
        warnings.append(f"left out: {basis.records.left_out} records of {channels.home} that hold secrets")
    transfer = msgspec.structs.replace(transfer, tokens=tokens(text))
    return Prepared(
        brief=brief,
        bare=bare,
        text=text,
        transfer=transfer,
        memory=basis.memory,
        document=basis.document,
        warnings=tuple(warnings),
    )


def save_handoff(channels: Channels, made: Prepared, moment: Moment, *, tell: bool = True) -> Path:
    """The brief on disk, working memory and document beside it; then the channel is told, as well as can be."""
    gap = made.memory.gap
    if gap and gap.brief_id != made.transfer.brief_id:
        write.save_gap(channels, msgspec.structs.replace(gap, brief_id=made.transfer.brief_id))
    if made.document:
        handoffs.save_document(channels, made.transfer.channel_id, made.transfer.brief_id, made.document)
    path = handoffs.save(channels, made.transfer, made.text)
    if tell:
        with suppress(SegueError):  # the brief is safe; a feed that cannot be written must not undo it
            _tell(channels, made.transfer, moment)
    return path


def _basis(channels: Channels, channel: Channel, evidence: Evidence | None, wish: Wish, moment: Moment) -> Basis:
    folder = handoffs.handoffs(channels, channel.channel_id)
    state = channels.state(channel)
    records = rules.Records(state)
    memory = _memory(folder, evidence.session if evidence else None, wish, moment)
    brief = _brief_id(folder, memory, wish, moment)
    document = handoffs.document_of(folder, wish.resume, Written) if wish.resume else wish.document
    if document:
        document = msgspec.structs.replace(document, brief_id=brief, channel_id=channel.channel_id)
    basis = Basis(state=state, records=records, memory=memory, brief_id=brief, document=document)
    if evidence is None:
        return basis
    name = parent_brief(evidence.session)
    parent = handoffs.transfer_of(folder, name) if name else None
    session = before_request(evidence.session) if document else evidence.session
    stated = _stated(document, session, wish, moment) if document else ()
    if parent:
        session = collapsed(session, name, handoffs.text_of(folder, name), parent.goal)
    fate = carried_on(parent, session, state)
    joined = (*evidence.joined, *rules.findings(records, memory.gap, fate.carried), *stated)
    evidence = msgspec.structs.replace(evidence, session=session, joined=joined)
    return msgspec.structs.replace(basis, evidence=evidence, parent=name, fate=fate)


def _stated(document: Written, session: Session, wish: Wish, moment: Moment) -> tuple[Finding, ...]:
    """What the agent's own document says; how old it is too, when it was taken at any age."""
    found = findings_of(document, session, document.brief_id)
    if not wish.resume:
        return found
    age = handoffs.age_of(document.captured_at, moment.ms)
    to = rules.to("gap", document.brief_id)
    return (rules.finding("state", "The document of the earlier session is", age, to), *found)


def _memory(folder: Path, session: Session | None, wish: Wish, moment: Moment) -> Memory:
    if wish.resume:
        return handoffs.resumed(folder, wish.resume, moment.ms)
    mine = session.glance.id if session else ""
    found = handoffs.fresh(folder, mine, moment.ms)
    until = time.monotonic() + wish.wait_gap
    while found.gap is None and time.monotonic() < until:
        time.sleep(POLL)
        found = handoffs.fresh(folder, mine, now().ms)
    return found


def _brief(basis: Basis, wish: Wish) -> tuple[Brief, str, int]:
    """The brief, its text, and how many lines it may have."""
    if basis.evidence and wish.template != "channel":
        # A long goal rides on top of the budget: it is never cut.
        budget = wish.budget + max(0, tokens(wish.goal) - wish.budget // 2)
        brief, text = handoff.write_brief(basis.evidence, template=wish.template, budget=budget)
        return brief, text, text.count("\n")
    said = ((part.name, part.findings, part.empty) for part in parts(_join(basis, wish)))
    brief = channel_brief(basis.state, said, wish.goal, wish.budget)
    return brief, channel_markdown(brief), LINES + wish.goal.count("\n")


def _join(basis: Basis, wish: Wish) -> Join:
    state, note = basis.state, "Git was not asked."
    snapshot = None
    if wish.with_git:
        looked = git.look(_where(basis), since=_since(state), limit=COMMITS)
        snapshot, note = looked.snapshot, looked.why
    seen = _told(basis.evidence) if basis.evidence else []
    others = [f for evidence in _linked(basis) for f in _told(evidence)]
    return Join(
        state=state,
        records=basis.records,
        memory=basis.memory,
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


def _brief_id(folder: Path, memory: Memory, wish: Wish, moment: Moment) -> str:
    """The id that the working memory minted, unless a brief has it already; else one of our own."""
    minted = memory.gap.brief_id if memory.gap and not wish.resume else ""
    return minted if minted and not handoffs.text_file(folder, minted).exists() else moment.id("brief")


def _transfer(basis: Basis, brief: Brief, wish: Wish, moment: Moment) -> Transfer:
    session, gap, brief_id = basis.session, basis.memory.gap, basis.brief_id
    items = in_brief(brief, brief_id, session, basis.fate.carried)
    return Transfer(
        brief_id=brief_id,
        channel_id=basis.state.channel.channel_id,
        created_at=moment.iso,
        template=brief.template,
        from_agent=session.glance.agent if session else "",
        from_session=session.glance.id if session else "",
        to=wish.to,
        goal=wish.goal,
        resumed_from=wish.resume,
        parent_brief=basis.parent,
        gap=gap.captured_by_session_id if gap else "",
        open_items=items,
        carried=tuple(item.text for item in items if item.since != brief_id),
        closed=basis.fate.closed,
        dropped=tuple(item.text for item in items if not item.shown),
    )


def _stamp(basis: Basis, transfer: Transfer) -> Stamp:
    who = f"{transfer.from_agent} session {transfer.from_session}" if transfer.from_session else "the channel"
    return Stamp(
        brief_id=transfer.brief_id,
        channel_id=transfer.channel_id,
        channel_name=basis.state.channel.name,
        from_=who,
        to=transfer.to,
        resumed_from=transfer.resumed_from,
        memory=basis.memory,
    )


def _tell(channels: Channels, transfer: Transfer, moment: Moment) -> None:
    """An entry in the feed and a decision, both marked as bookkeeping: no brief repeats them."""
    to = f"to {transfer.to}" if transfer.to else "saved for later"
    meta = {
        "kind": rules.HANDOFF,
        "briefId": transfer.brief_id,
        "sessionId": transfer.from_session,
        "to": transfer.to,
        "resumedFrom": transfer.resumed_from,
        "schemaVersion": "1",
    }
    text = f"Handoff {transfer.brief_id}: {to}"
    write.post(
        channels,
        Entry(
            channel_id=transfer.channel_id,
            type="status_update",
            from_agent_id="segue",
            from_display_name="segue",
            content=text,
            metadata={name: value for name, value in meta.items() if value},
        ),
        moment,
    )
    write.decide(
        channels,
        Decision(
            channel_id=transfer.channel_id,
            title=text,
            rationale="The session was handed over.",
            decided_by="segue",
            decided_by_name="segue",
            linked_artifacts=[f"handoffs/{transfer.brief_id}.md"],
            type=rules.HANDOFF,
        ),
        moment,
    )
