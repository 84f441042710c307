"""The group of all commands, for every call that needs more of a parser than plain words do."""

from __future__ import annotations

from importlib import import_module

import click

from segue import __version__
from segue.surfaces.cli._ending import INTERRUPTED, check_directory
from segue.surfaces.cli._output import note

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
Exit codes: 0 done, 1 failed, 2 wrong use, 3 nothing found, 4 a brief or an entry failed its checks
(a secret in it, for example), 5 not delivered, 6 the agent said nothing, 70 a fault of segue's,
130 interrupted. With --json a list of nothing is [], and that is no error.
"""


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

            near = ["--help"] if args[0] == "help" else difflib.get_close_matches(args[0], COMMANDS, n=1)
            raise click.UsageError(
                f"there is no command {args[0]!r}." + (f" Did you mean {near[0]!r}?" if near else "")
            )
        return super().resolve_command(ctx, args)


@click.group(cls=Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="segue", message="%(prog)s %(version)s")
def segue() -> None:
    """Read what a coding agent did; write what the next one must know, with a pointer behind every claim."""
    check_directory()


def parsed() -> int:
    """Do what the arguments say; the exit code."""
    try:
        left = segue.main(prog_name="segue", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        note("interrupted; nothing was changed")
        return INTERRUPTED
    return left if isinstance(left, int) else 0  # click gives the code of an early exit back as the result
