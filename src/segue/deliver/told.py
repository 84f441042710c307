"""What a channel is told of a delivery: that the agent was started with the brief, or that it was not handed over, why,
and how to send it again. As well as can be: the brief is on disk, and the ledger knows too."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path

from segue.channel import place, write
from segue.channel.records import Entry, Transfer
from segue.channel.store import Channels
from segue.deliver.records import Delivery, How
from segue.distil.channel import HANDOFF
from segue.errors import SegueError
from segue.store.ids import now

HOW: dict[How, tuple[str, ...]] = {"interactive": (), "headless": ("--headless", "--yes"), "tmux": ("--in", "tmux")}
LONGEST = 200
"""Characters of a goal that are repeated."""


def started(channels: Channels | None, one: Delivery) -> None:
    _post(channels, one, f"{one.agent} is started with it")


def failed(channels: Channels | None, one: Delivery) -> None:
    _post(channels, one, f"not handed over to {one.to}: {one.why or one.state}. Send it again: {one.again}")


def again(channels: Channels | None, transfer: Transfer, how: How) -> str:
    """The command that sends it again, for the shell of whoever stands where we stand."""
    goal = transfer.goal if len(transfer.goal) <= LONGEST else "GOAL"
    words = [
        "segue",
        "handoff",
        *([goal] if goal else []),
        "--resume",
        transfer.brief_id,
        "--to",
        transfer.to,
        *HOW[how],
    ]
    here = place.here(channels, Path.cwd()) if channels else None
    elsewhere = here is None or here.channel_id != transfer.channel_id
    return shlex.join([*words, *(["--channel", transfer.channel_id] if elsewhere else [])])


def _post(channels: Channels | None, one: Delivery, text: str) -> None:
    if channels is None:
        return
    meta = {"kind": HANDOFF, "briefId": one.brief_id, "to": one.to, "schemaVersion": "1"}
    entry = Entry(
        channel_id=one.channel_id,
        type="status_update",
        from_agent_id="segue",
        from_display_name="segue",
        content=f"Handoff {one.brief_id}: {text}",
        metadata=meta,
    )
    with suppress(SegueError):
        write.post(channels, entry, now())
