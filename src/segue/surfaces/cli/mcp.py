"""`segue mcp`: the MCP server, for agents that ask by themselves."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import click

from segue.errors import UsageError
from segue.install import package
from segue.surfaces.cli._output import note

NEEDS = ("mcp", "mcp_types", "pydantic")


@click.command(
    "mcp",
    epilog="""\b
Examples:
  claude mcp add segue -- segue mcp      Claude Code starts it in the project's folder
  codex mcp add segue -- segue mcp       Codex too
""",
)
@click.option("--all", "everything", is_flag=True, help="Let agents read every session on this machine.")
def command(everything: bool) -> None:
    """Serve sessions, briefs and the channel of this repository to agents over MCP (stdio).

    Agents see the repository it is started in and nothing else, name no files, and get masked text.
    """
    try:
        from segue.surfaces.mcp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDS:
            raise
        raise UsageError(
            f"the MCP server needs the package mcp, version 2.3 or newer ({error.name} is missing)",
            hint=package.how_to_get(),
        ) from error
    if sys.stdin.isatty():
        note("waiting for an MCP client on stdin; `segue mcp --help` shows how agents start it")
    gc.enable()  # a server is no short run (segue.start)
    serve(Path.cwd(), everything=everything)
