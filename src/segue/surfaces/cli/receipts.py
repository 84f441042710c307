"""`segue receipts`: what became of the briefs that were sent."""

from __future__ import annotations

import click
import msgspec

from segue.deliver import ledger, receipt
from segue.deliver.records import Delivery
from segue.session.records import short_id
from segue.store.ids import now
from segue.surfaces.cli._channel import masked, plain
from segue.surfaces.cli._output import note, write
from segue.surfaces.cli._table import table


@click.command(
    "receipts",
    epilog="""\b
Examples:
  segue receipts                          the newest ten, looked at again where it is not settled
  segue receipts brief-1794736800000-x1   one of them
  segue receipts --all --json             all of them, for a program
""",
)
@click.argument("brief", default="", metavar="[BRIEF]")
@click.option("--all", "everything", is_flag=True, help="Not only the newest ten.")
@click.option("--json", "as_json", is_flag=True, help="For programs: an array.")
def command(brief: str, everything: bool, as_json: bool) -> None:
    """Tell what became of the briefs that were sent: delivered, read, or not seen, and why.

    Delivered: the brief stands whole in the new session's transcript. Read: the agent answered after it. Confirmed: it
    said over MCP what it has understood, and missed nothing.
    """
    found = [one for one in ledger.deliveries() if not brief or one.brief_id.startswith(brief)]
    shown = [receipt.checked(one, now()) for one in (found if everything or brief else found[:10])]
    if as_json:
        rows = [masked(msgspec.to_builtins(one)) | {"confirmed": receipt.confirmed(one)} for one in shown]
        write(msgspec.json.format(msgspec.json.encode(rows), indent=1).decode() + "\n", None)
    elif shown:
        write(table(["brief", "to", "state", "session", "why"], [_row(one) for one in shown]), None)
    else:
        note("no brief was sent yet")


def _row(one: Delivery) -> list[str]:
    how = "" if one.how == "interactive" else f" ({one.how})"
    said = receipt.confirmed(one)
    state = f"{one.state}, {said}" if said else one.state
    return [one.brief_id, f"{one.agent or one.to}{how}", state, short_id(one.session), plain(one.why, 80)]
