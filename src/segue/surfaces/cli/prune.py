"""`segue prune`: old briefs go, when asked and never by themselves."""

from __future__ import annotations

from pathlib import Path

import click

from segue.channel import handoffs, place
from segue.channel.store import Channels
from segue.deliver.ledger import forget
from segue.errors import UsageError
from segue.store.ids import now
from segue.surfaces.cli import _complete
from segue.surfaces.cli._output import note, write

DAY = 86_400_000


@click.command(
    "prune",
    epilog="""\b
Examples:
  segue prune --keep 20             the twenty newest of this repository's channel stay
  segue prune --days 30 --all       in every channel, what is older than a month goes
  segue prune --keep 5 --dry-run    which would go
""",
)
@click.option("--keep", type=click.IntRange(min=0), metavar="N", help="So many of the newest stay.")
@click.option("--days", type=click.IntRange(min=0), metavar="D", help="What is older goes.")
@click.option(
    "--channel",
    "wanted",
    default="",
    metavar="ID",
    shell_complete=_complete.channels,
    help="By default the one of this repository.",
)
@click.option("--all", "everything", is_flag=True, help="In every channel.")
@click.option("--records", is_flag=True, help="The records too: lineage and open items forget these handoffs.")
@click.option("--dry-run", is_flag=True, help="Only say which.")
def command(keep: int | None, days: int | None, wanted: str, everything: bool, records: bool, dry_run: bool) -> None:
    """Remove old briefs: text and working memory. With --keep and --days, what both let go."""
    if keep is None and days is None:
        raise UsageError("which ones?", hint="--keep N or --days D")
    channels = Channels()
    gone = 0
    for channel_id in _channels(channels, wanted, everything=everything):
        folder = handoffs.handoffs(channels, channel_id)
        for brief in _old(folder, keep, days):
            if not dry_run:
                with channels.writing(channel_id):
                    handoffs.remove(folder, brief, record=records)
                forget(brief, record=records)
            write(f"{brief}\n", None)
            gone += 1
    note(f"{gone} briefs {'would go' if dry_run else 'removed'}")


def _old(folder: Path, keep: int | None, days: int | None) -> list[str]:
    known = handoffs.kept(folder)
    old = known if keep is None else known[: max(0, len(known) - keep)]
    if days is None:
        return old
    before = now().ms - days * DAY
    return [brief for brief in old if handoffs.time_of(brief) < before]


def _channels(channels: Channels, wanted: str, *, everything: bool) -> list[str]:
    if everything:
        return [channel.channel_id for channel in channels.all()]
    hint = "--all prunes every channel"
    channel = place.named(channels, wanted) if wanted else place.required(channels, Path.cwd(), hint)
    return [channel.channel_id]
