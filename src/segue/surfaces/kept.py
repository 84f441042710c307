"""A channel's record by its pointer: a decision, a ticket, an entry of the feed, what an agent wrote when it left."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from segue.channel import handoffs
from segue.channel.records import Channel, State
from segue.channel.store import Channels
from segue.deliver.document import Written
from segue.store.ids import segment

Find = Callable[[Channels, State, str], Iterable[msgspec.Struct]]


def _gap(channels: Channels, state: State, ref: str) -> Iterable[msgspec.Struct]:
    """The working memory and the document of a brief: either, or both."""
    folder = handoffs.handoffs(channels, state.channel.channel_id)
    found = (handoffs.resumed(folder, ref, 0).gap, handoffs.document_of(folder, ref, Written))
    return [one for one in found if one]


KINDS: dict[str, Find] = {
    "decision": lambda _, state, ref: [d for d in state.decisions if d.decision_id == ref],
    "ticket": lambda _, state, ref: [t for t in state.tickets if t.ticket_id == ref],
    "feed": lambda _, state, ref: [e for e in state.feed if e.entry_id == ref],
    "gap": _gap,
}


def record_of(channels: Channels, held: Iterable[Channel], kind: str, ref: str) -> tuple[Channel, str] | None:
    """The first of these channels that has it, and its fields, a line each; not masked yet."""
    segment(ref, f"id after {kind}:")
    for channel in held:
        if found := list(KINDS[kind](channels, channels.state(channel), ref)):
            values = [pair for one in found for pair in msgspec.to_builtins(one).items()]
            return channel, "\n".join(f"{name}: {_shown(value)}" for name, value in values if value)
    return None


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    return str(value)
