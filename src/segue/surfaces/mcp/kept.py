"""A channel's record by its pointer: a decision, a ticket, an entry of the feed, a working memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from segue.channel import handoffs
from segue.channel.records import Channel, GapFill, State
from segue.channel.store import Channels
from segue.errors import SourceError
from segue.store.ids import segment
from segue.surfaces.mcp.view import View

Find = Callable[[Channels, State, str], Iterable[msgspec.Struct]]


def _gap(channels: Channels, state: State, ref: str) -> Iterable[GapFill]:
    found = handoffs.resumed(handoffs.handoffs(channels, state.channel.channel_id), ref, 0).gap
    return [found] if found else []


KINDS: dict[str, Find] = {
    "decision": lambda _, state, ref: [d for d in state.decisions if d.decision_id == ref],
    "ticket": lambda _, state, ref: [t for t in state.tickets if t.ticket_id == ref],
    "feed": lambda _, state, ref: [e for e in state.feed if e.entry_id == ref],
    "gap": _gap,
}


def record_of(view: View, kind: str, ref: str) -> tuple[Channel, str]:
    """The channel that has it, and its fields, a line each; not masked yet."""
    segment(ref, f"id after {kind}:")
    for channel in view.held():
        for found in KINDS[kind](view.channels, view.channels.state(channel), ref):
            values = msgspec.to_builtins(found)
            return channel, "\n".join(f"{name}: {_shown(value)}" for name, value in values.items() if value)
    raise SourceError(f"{view.where} has no {kind} {ref}", hint="channel_status lists what there is")


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return str(value)
