"""`segue uninstall`: takes back what `segue install` did."""

from __future__ import annotations

import click

from segue.install import apply
from segue.install.place import this_command
from segue.redact import clean, mask
from segue.store.ids import now
from segue.surfaces.cli._output import write
from segue.surfaces.cli._place import meant, place_options
from segue.surfaces.cli.install import line


@click.command(
    "uninstall",
    epilog="""\b
Examples:
  segue uninstall claude              your files as they were
  segue uninstall codex --dry-run     what would change, as a diff
  segue uninstall gemini --project    in this repository only
""",
)
@place_options
def command(agent: str, user: bool, project: bool, dry_run: bool) -> None:
    """Take our command, server and hooks out of an agent again.

    A file that nobody changed since gets its exact bytes back; from any other only our part is taken out.
    """
    place = meant(agent, user, project)
    changes = apply.planned_removal(place, this_command())
    if dry_run:
        write(clean(mask(apply.diff(changes))[0]), None)
        return
    apply.apply(place, changes, now(), removing=True)
    write("".join(line(change) for change in changes), None)
