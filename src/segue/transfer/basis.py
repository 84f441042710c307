"""What a brief is made from when a channel is part of it: the session, the channel's records, its working memory, and
what earlier briefs left open."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from segue.brief.open_items import carried_on, parent_brief
from segue.channel import handoffs, place
from segue.channel.records import Channel, Memory
from segue.channel.store import Channels
from segue.deliver.document import Written, before_request, findings_of
from segue.distil import channel as rules
from segue.distil.earlier import collapsed
from segue.distil.records import Evidence, Finding
from segue.session.records import Session
from segue.store.ids import Moment, now
from segue.transfer.records import Basis, Wish

POLL = 0.2


def with_channel(evidence: Evidence, tell: Callable[[str], None]) -> Evidence:
    """The evidence joined with the channel of the session's repository, where there is one; `tell` hears of one that
    cannot be read."""
    channels, cwd = Channels(), evidence.session.glance.cwd
    channel = place.here(channels, Path(cwd)) if cwd else None
    if cwd and channel is None and (path := place.lost(channels, Path(cwd))):
        tell(f"{path} cannot be read: the brief is the session's alone")
    joined = basis_of(channels, channel, evidence, Wish(), now()).evidence if channel else None
    return joined or evidence


def basis_of(channels: Channels, channel: Channel, evidence: Evidence | None, wish: Wish, moment: Moment) -> Basis:
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
        return msgspec.structs.replace(basis, stated=_stated(document, None, wish, moment))
    name = parent_brief(evidence.session)
    parent = handoffs.transfer_of(folder, name) if name else None
    session = before_request(evidence.session) if document else evidence.session
    stated = _stated(document, session, wish, moment)
    if parent:
        session = collapsed(session, name, handoffs.text_of(folder, name), parent.goal)
    fate = carried_on(parent, session, state)
    joined = (*evidence.joined, *rules.findings(records, memory.gap, fate.carried), *stated)
    evidence = msgspec.structs.replace(evidence, session=session, joined=joined)
    return msgspec.structs.replace(basis, evidence=evidence, parent=name, fate=fate, stated=stated)


def _stated(document: Written | None, session: Session | None, wish: Wish, moment: Moment) -> tuple[Finding, ...]:
    """What the agent's own document says; how old it is too, when it was taken at any age."""
    if document is None:
        return ()
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


def _brief_id(folder: Path, memory: Memory, wish: Wish, moment: Moment) -> str:
    """The id that the working memory minted, unless a brief has it already; else one of our own."""
    minted = memory.gap.brief_id if memory.gap and not wish.resume else ""
    return minted if minted and not handoffs.text_file(folder, minted).exists() else moment.id("brief")
