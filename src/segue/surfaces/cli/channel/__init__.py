"""`segue channel`: to see and steer the lasting record of a piece of work. One function a word."""

from __future__ import annotations

import click

from segue.surfaces.cli.channel import look, steer, write


@click.group(
    "channel",
    epilog="""\b
Examples:
  segue channel show                                  the channel of this repository
  segue channel post "the flaky test is the clock's"  one entry more in its feed
  segue channel decide --title "SQLite" --why "no server to run" --alternative "PostgreSQL"
  segue channel list --home ~/.relay                  channels of another system, read as they are
""",
)
def command() -> None:
    """See and steer channels: the lasting record of a piece of work.

    Every repository has one, made on first use and shared by its worktrees: a feed, decisions, tickets, runs and
    briefs, as files that a person can read.
    """


for _word in (*look.WORDS, *write.WORDS, *steer.WORDS):
    command.add_command(_word)
