"""Which channel and which session a handoff means, and what a word was taken for that is no goal."""

from __future__ import annotations

from pathlib import Path

from segue import choose
from segue.channel import handoffs, place
from segue.channel.records import Channel
from segue.channel.store import Channels
from segue.errors import SourceError, UsageError
from segue.store.ids import BRIEF, now
from segue.surfaces.cli._channel import meant, plain
from segue.surfaces.cli._output import note

ENOUGH = 8
"""Characters from which a goal that is the beginning of a session's id is taken for one."""


def check_goal(goal: str) -> None:
    """A goal that is the id of something is refused with the option that was meant."""
    if not goal or " " in goal:
        return
    if BRIEF.fullmatch(goal):
        raise UsageError(f"{goal} is a brief, not a goal", hint=f"did you mean --resume {goal}?")
    if goal.startswith("channel-") and any(c.channel_id == goal for c in Channels().all()):
        raise UsageError(f"{goal} is a channel, not a goal", hint=f"did you mean --channel {goal}?")
    if len(goal) >= ENOUGH and any(
        choose.session_id(path, reader).startswith(goal.lower()) for reader, path in choose.everywhere()
    ):
        raise UsageError(f"{goal} is a session, not a goal", hint=f"did you mean --from {goal}?")


def found(channels: Channels, wanted: str, session: str, *, make: bool) -> tuple[Channel, choose.Choice | None]:
    """The channel that was named and its session, or a session and the channel of its repository.

    A repository's first channel is only written with `make`."""
    if wanted or not channels.ours:
        channel = place.named(channels, wanted) if wanted else _here(channels)
        return channel, choose.choose(session) if session else session_in(channel)
    try:
        chosen = choose.choose(session)
    except SourceError:
        if session or not (channel_here := place.here(channels, Path.cwd())):
            raise
        return channel_here, None
    cwd = Path(chosen.reader.glance(chosen.path).cwd or Path.cwd())
    where = cwd if cwd.is_dir() else Path.cwd()
    if make:
        return meant(channels, "", where), chosen
    here = place.here(channels, where)
    if here is None and (path := place.lost(channels, where)):
        note(f"{path} cannot be read: the brief is the session's alone")
    return here or place.draft(where, now()), chosen


def session_in(channel: Channel) -> choose.Choice | None:
    """My session when it works in the channel's repository, else the newest that is linked to the channel."""
    try:
        mine = choose.choose("")
        seen = mine.reader.glance(mine.path)
        if seen.cwd and place.held_by(channel, Path(seen.cwd)):
            return mine
    except SourceError:
        pass
    linked = [ref for ref in channel.pinned_refs if ref.type == "session"]
    newest = max(linked, key=lambda ref: ref.added_at, default=None)
    return session_by_id(newest.target_id) if newest else None


def session_of(channels: Channels, channel: Channel, brief: str) -> choose.Choice | None:
    """The session of the brief that is resumed, if its file is still there."""
    record = handoffs.transfer_of(handoffs.handoffs(channels, channel.channel_id), brief)
    return session_by_id(record.from_session) if record and record.from_session else None


def session_by_id(wanted: str) -> choose.Choice | None:
    try:
        return choose.choose(wanted)
    except SourceError:
        note(f"session {plain(wanted)[:40]} is gone: the brief is the channel's")
        return None


def _here(channels: Channels) -> Channel:
    channel = place.here(channels, Path.cwd())
    if channel is None:
        raise SourceError(
            f"{channels.home} has no channel of this repository", hint="name one with --channel; `segue channel list`"
        )
    return channel
