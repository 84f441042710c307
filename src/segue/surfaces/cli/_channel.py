"""What every command on channels shares: where they stand, which one is meant, who is speaking, and plain words."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from segue import choose
from segue.agents import AGENTS
from segue.channel import place
from segue.channel.records import Channel
from segue.channel.store import Channels
from segue.redact import clean, mask
from segue.store.ids import now
from segue.surfaces.cli import _complete
from segue.surfaces.cli._output import note

Command = TypeVar("Command", bound=Callable[..., Any])


def home_option(command: Command) -> Command:
    shown = "Channels below another home, such as ~/.relay; it is only read."
    return click.option("--home", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help=shown)(command)


def write_option(command: Command) -> Command:
    return click.option("--write", is_flag=True, help="Write there although --home names a home that is not segue's.")(
        command
    )


def channel_option(command: Command) -> Command:
    shown = "Its id, the beginning of it, or its name; by default the one of this repository."
    return click.option("--channel", "wanted", default="", metavar="ID", shell_complete=_complete.channels, help=shown)(
        command
    )


def meant(channels: Channels, wanted: str, cwd: Path | None = None) -> Channel:
    """The channel that is meant; the repository's own is made on first use, and that is said."""
    if wanted:
        return place.named(channels, wanted)
    channel, made = place.found_or_made(channels, cwd or Path.cwd(), now())
    if made:
        note(f"made {channel.channel_id} for {plain(channel.name)}")
    return channel


def calling() -> tuple[str, str]:
    """Name and session of the agent in whose shell we run; empty when a person is typing."""
    for agent in AGENTS:
        for variable in agent.session_variables:
            if value := os.environ.get(variable, ""):
                return agent.name, choose.session_id(Path(value)) if value.endswith(".jsonl") else value
    return "", ""


def plain(text: str, limit: int = 0) -> str:
    """Text of others on one line of a terminal: no secret, no control character."""
    line = " ".join(clean(mask(text)[0]).split())
    return line if not limit or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def masked(value: Any) -> Any:
    """The same value with every text masked, for --json."""
    if isinstance(value, str):
        return clean(mask(value)[0])
    if isinstance(value, list | tuple):  # records keep their tuples when they are taken apart
        return [masked(one) for one in value]
    if isinstance(value, dict):
        return {masked(name): masked(one) for name, one in value.items()}
    return value
