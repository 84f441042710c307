"""`segue reject`: no. Nothing else changes: the session goes on as it was."""

from __future__ import annotations

import click

from segue.channel.secrets import refuse
from segue.store.ids import now
from segue.surfaces.cli._output import note


@click.command(
    "reject",
    epilog="""\b
Examples:
  segue reject approval-1794736800000-a1b2c3
  segue reject 1794736800000 --reason "nearly done, let it finish"
""",
)
@click.argument("approval")
@click.option("--reason", default="", metavar="TEXT", help="Why not.")
def command(approval: str, reason: str) -> None:
    """Say no to an approval. Nothing else changes."""
    from segue.approvals.queue import Queue

    refuse([("the reason", reason)])
    note(f"{Queue().answer(approval, 'rejected', now(), reason).id} is rejected")
