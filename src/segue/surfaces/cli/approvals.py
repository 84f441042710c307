"""`segue approvals`: what waits for an answer."""

from __future__ import annotations

import datetime
from pathlib import Path

import click
import msgspec

from segue.approvals.records import Approval
from segue.session.records import short_id
from segue.surfaces.cli._channel import home_option, masked, plain
from segue.surfaces.cli._output import write
from segue.surfaces.cli._table import table
from segue.surfaces.cli.sessions import age

COLUMNS = ("ID", "KIND", "SESSION", "STATUS", "AGE", "ABOUT")


@click.command(
    "approvals",
    epilog="""\b
Examples:
  segue approvals                    what waits for you
  segue approvals --all --json       everything there ever was, for a program
  segue approvals --home ~/.relay    those of another system, read as they are
""",
)
@click.option("--all", "everything", is_flag=True, help="Answered ones too.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one array of objects.")
@home_option
def command(everything: bool, as_json: bool, home: Path | None) -> None:
    """List what waits for your answer, oldest first."""
    found = [a for a in _found(home) if everything or a.status == "pending"]
    if as_json:
        rows = [masked(msgspec.to_builtins(a)) for a in found]
        write(msgspec.json.format(msgspec.json.encode(rows), indent=1).decode() + "\n", None)
    elif found:
        now = datetime.datetime.now(datetime.UTC)
        write(table(COLUMNS, [_row(a, now) for a in found], right=(4,), flexible=5), None)
    else:
        write("nothing waits for an answer\n", None)


def _found(home: Path | None) -> list[Approval]:
    if home:
        from segue.approvals.theirs import read

        return read(home.expanduser())
    from segue.approvals.queue import asked

    return asked()


def _row(one: Approval, now: datetime.datetime) -> tuple[str, ...]:
    about = str(one.payload.get("promptText") or one.payload.get("title") or "")
    return (
        plain(one.id, 40),
        plain(one.kind, 20),
        short_id(plain(one.session_id)),
        plain(one.status, 12),
        age(one.created_at, now),
        plain(about, 100),
    )
