"""The command line: one file a command, loaded when it is called. The one place that prints errors."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from segue import __version__, start
from segue.errors import SegueError, UsageError

COMMANDS = {
    "brief": "Write the brief of a session.",
    "sessions": "List the sessions on this machine.",
    "show": "Print a record that a pointer names.",
    "handoff": "Hand a session over: to an agent, or to disk for later.",
    "receipts": "Tell what became of the briefs that were sent.",
    "prepare": "Cut a session into what extractors read.",
    "finalize": "Make a brief of what extractors wrote.",
    "channel": "See and steer the lasting record of a piece of work.",
    "lineage": "Draw the chain of handoffs.",
    "search": "Ask earlier sessions: the passages that answer best.",
    "thresholds": "Look at how full running sessions are.",
    "approvals": "List what waits for your answer.",
    "approve": "Say yes to an approval.",
    "reject": "Say no to an approval.",
    "prune": "Remove old briefs.",
    "mcp": "Serve this repository to agents over MCP.",
    "install": "Give an agent our command, server and hooks.",
    "uninstall": "Take them out of an agent again.",
    "doctor": "Say which agents are here and what is installed.",
    "hook": "What agents' hooks call.",
    "eval": "Measure briefs on cases with known answers.",
    "completion": "Print the completion script of a shell.",
}
EPILOG = """\b
Examples:
  segue brief                     the session that calls us, or the newest of this repository
  segue brief 3f2a --budget 1000  a session by the beginning of its id, shorter
  segue sessions --all            everything there is, newest first
  segue show 3f2a:L1840           the record behind a claim

\b
Exit codes: 0 done, 1 failed, 2 wrong use, 3 no such session, 4 the brief failed its checks,
5 not delivered, 6 the agent said nothing, 70 a fault of segue's, 130 interrupted.
"""

INTERRUPTED = 130
"""The user stopped it, which is no error."""


class Lazy(click.Group):
    """A group whose commands are imported when they are called: each one costs its own start only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"segue.surfaces.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            raise click.UsageError(
                f"there is no command {args[0]!r}." + (f" Did you mean {near[0]!r}?" if near else "")
            )
        return super().resolve_command(ctx, args)


@click.group(cls=Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="segue", message="%(prog)s %(version)s")
def segue() -> None:
    """Read what a coding agent did; write what the next one must know, with a pointer behind every claim."""
    try:
        Path.cwd()
    except OSError as error:
        raise UsageError("the directory you stand in is gone", hint="change to one that exists: cd ~") from error


def run() -> NoReturn:
    """Run the command line and leave with its exit code."""
    try:
        left = segue.main(prog_name="segue", standalone_mode=False)
        sys.stdout.flush()
        code = left if isinstance(left, int) else 0  # click gives the code of an early exit back as the result
    except click.exceptions.Exit as leave:
        code = leave.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except SegueError as error:
        code = complain(error)
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; nothing was changed", err=True)
        code = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        code = 0
    except Exception as error:
        code = confess(error)
    start.leave(code)


def complain(error: SegueError) -> int:
    lead = "" if error.exit_code == INTERRUPTED else "error: "
    click.echo(f"{lead}{error}", err=True)
    if error.hint:
        click.echo(f"hint: {error.hint}", err=True)
    return error.exit_code


def confess(error: Exception) -> int:
    """A fault of ours: the traceback goes to a file, one line to the screen."""
    import traceback

    from segue import config

    log = config.home() / "faults.log"
    try:
        log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a") as file:
            file.write("".join(traceback.format_exception(error)) + "\n")
        where = f"; the details are in {log}"
    except (OSError, SegueError):
        where = ""
    click.echo(f"error: segue failed: {type(error).__name__}{where}", err=True)
    click.echo("hint: this is a fault of segue's, not of yours; please report it", err=True)
    return 70
