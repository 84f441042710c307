"""`segue approve`: yes. The handoff itself stays the user's to start."""

from __future__ import annotations

import shlex
import subprocess
import sys

import click

from segue.approvals.records import PROMPT, Approval
from segue.channel.secrets import refuse
from segue.errors import SourceError
from segue.store.ids import now
from segue.surfaces.cli import _complete
from segue.surfaces.cli._output import note, write


@click.command(
    "approve",
    epilog="""\b
Examples:
  segue approve approval-1794736800000-a1b2c3             says which command hands the session over
  segue approve 1794736800000 --to codex --run            and runs it
""",
)
@click.argument("approval")
@click.option(
    "--to",
    "to",
    default="",
    metavar="VALUE",
    shell_complete=_complete.destinations,
    help="Whom to hand over to; by default the same agent.",
)
@click.option("--run", is_flag=True, help="Run the command without asking.")
@click.option("--feedback", default="", metavar="TEXT", help="A word with the answer.")
def command(approval: str, to: str, run: bool, feedback: str) -> None:
    """Say yes to an approval: APPROVAL is its id or the beginning of it.

    The exact handoff command is printed; on a terminal it is offered to be run.
    """
    from segue.approvals.queue import Queue

    refuse([("the feedback", feedback)])
    given = Queue().answer(approval, "approved", now(), feedback)
    note(f"{given.id} is approved")
    if given.kind != PROMPT:
        return
    argv = handoff_command(given, to)
    write(shlex.join(["segue", *argv]) + "\n", None)
    if run or (sys.stdin.isatty() and sys.stdout.isatty() and click.confirm("run it now?", err=True)):
        raise click.exceptions.Exit(subprocess.run([sys.executable, "-m", "segue", *argv], check=False).returncode)


def handoff_command(given: Approval, to: str) -> list[str]:
    """The arguments that hand this session over, to the same agent when nobody said otherwise."""
    return ["handoff", "--from", given.session_id, "--to", to or _agent(given.session_id)]


def _agent(session: str) -> str:
    from segue import choose

    try:
        return choose.choose(session).reader.agent
    except SourceError:
        return "claude"
