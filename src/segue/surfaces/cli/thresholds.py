"""`segue thresholds`: how full running sessions are, and what follows from it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import msgspec

from segue import choose, config
from segue.approvals import thresholds
from segue.approvals.records import Approval
from segue.channel import place
from segue.channel.records import Entry
from segue.channel.store import Channels
from segue.errors import SourceError
from segue.session.records import Glance, short_id
from segue.sources.base import changed
from segue.store.ids import now
from segue.store.index import Index
from segue.surfaces.cli._channel import masked, plain
from segue.surfaces.cli._output import note, write


@click.group(
    "thresholds",
    epilog="""\b
Examples:
  segue thresholds check              post what was crossed, ask where the table says so
  segue thresholds check --within 10  only sessions that were written to in the last ten minutes
  segue thresholds table              percent, and what happens there
""",
)
def command() -> None:
    """Look at how full running sessions are.

    The table in the settings ([thresholds], percent = "post", "ask" or "cycle") says what happens when a session
    crosses a percentage upward: each crossing is posted to the channel's feed once; `ask` also asks you once;
    of `cycle` the hook inside the agent tells you.
    """


@command.command("check")
@click.option(
    "--within", type=click.IntRange(min=1), default=60, show_default=True, metavar="MINUTES", help="Written to lately."
)
@click.option("--json", "as_json", is_flag=True, help="For programs: what was posted and asked.")
def check(within: int, as_json: bool) -> None:
    """Compute every running session's fullness once; post crossings, and ask where the table says so."""
    table = config.load().thresholds
    channels = Channels()
    posted = [entry for glance in running(within) for entry in _report(channels, glance, table)]
    asked = _listened(channels, table)
    if as_json:
        found = {"posted": [msgspec.to_builtins(e) for e in posted], "asked": [msgspec.to_builtins(a) for a in asked]}
        write(msgspec.json.format(msgspec.json.encode(masked(found)), indent=1).decode() + "\n", None)
        return
    lines = [
        f"posted: session {short_id(plain(e.metadata['sessionId']))} crossed {e.metadata['threshold']} %"
        for e in posted
    ]
    lines += [f"asked: {a.id} ({a.payload['thresholdPct']} %, session {short_id(plain(a.session_id))})" for a in asked]
    write("".join(f"{line}\n" for line in lines) or "nothing was crossed\n", None)
    if asked:
        note("`segue approvals` shows what waits for your answer")


@command.command("table")
def table() -> None:
    """Print the table that is in force."""
    rows = sorted(config.load().thresholds.items(), key=lambda row: int(row[0]))
    write("".join(f"{percent:>3} %  {action}\n" for percent, action in rows), None)


def running(minutes: int) -> Iterator[Glance]:
    """Sessions that were written to lately, helpers apart."""
    since = time.time_ns() - minutes * 60_000_000_000
    with Index(config.home()) as index:
        for reader, path in choose.everywhere():
            try:
                if changed(reader, path) < since:
                    return  # they come newest first
                seen = index.glance(reader, path)
            except SourceError:
                continue
            if not seen.helper:
                yield seen


def _report(channels: Channels, seen: Glance, table: Mapping[str, str]) -> list[Entry]:
    percent = seen.usage.percent
    if percent is None or not seen.cwd or not thresholds.crossed(percent, table, ()):
        return []
    cwd = Path(seen.cwd)
    if not cwd.is_dir():
        return []
    try:
        channel, _ = place.found_or_made(channels, cwd, now())
    except SourceError as error:  # one channel that cannot be read stops no other
        note(f"session {short_id(plain(seen.id))} is not reported: {error}")
        return []
    full = thresholds.Fullness(
        session_id=seen.id, used=seen.usage.used or 0, total=seen.usage.window or 0, percent=percent
    )
    return thresholds.report(channels, channel.channel_id, full, table, now)


def _listened(channels: Channels, table: Mapping[str, str]) -> list[Approval]:
    from segue.approvals.queue import Queue

    queue = Queue()
    return [
        asked
        for channel in channels.all()
        if channel.status != "archived"
        for asked in thresholds.listen(channels.feed(channel.channel_id)[0], table, queue.ask, now)
    ]
