"""A prepared brief on disk, and the channel told of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from segue.channel import handoffs, write
from segue.channel.records import Decision, Entry, Transfer
from segue.channel.store import Channels
from segue.distil import channel as rules
from segue.errors import SegueError
from segue.store.ids import Moment
from segue.transfer.records import Prepared


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


def _tell(channels: Channels, transfer: Transfer, moment: Moment) -> None:
    """An entry in the feed and a decision, both marked as bookkeeping: no brief repeats them. Neither says that it was
    handed over, for nobody has started anything yet: what became of it is told by whoever does (`deliver/told.py`)."""
    to = f"a brief for {transfer.to}" if transfer.to else "saved for later"
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
            rationale="A brief of the session was written for the one that goes on.",
            decided_by="segue",
            decided_by_name="segue",
            linked_artifacts=[f"handoffs/{transfer.brief_id}.md"],
            type=rules.HANDOFF,
        ),
        moment,
    )
