"""`segue install`: our command, MCP server and hooks for an agent."""

from __future__ import annotations

import shutil

import click

from segue.install import apply, package
from segue.install.place import Place, this_command
from segue.redact import clean, mask
from segue.store.ids import now
from segue.surfaces.cli._output import note, write
from segue.surfaces.cli._place import meant, place_options


@click.command(
    "install",
    epilog="""\b
Examples:
  segue install claude              /handoff, the MCP server and the hooks, for all your projects
  segue install codex --dry-run     what would change, as a diff
  segue install gemini --project    in this repository only
""",
)
@place_options
def command(agent: str, user: bool, project: bool, dry_run: bool) -> None:
    """Give an agent what it needs to hand over by itself.

    AGENT is claude, codex, pi, omp, gemini, qwen, opencode or copilot. Its own configuration is edited in place: no
    byte that is not ours is touched, a backup is kept, and `segue uninstall` takes it all back. Running it twice
    changes nothing.
    """
    place = meant(agent, user, project)
    changes = apply.planned(place, this_command())
    if dry_run:
        write(clean(mask(apply.diff(changes))[0]), None)
        return
    apply.apply(place, changes, now())
    write("".join(line(change) for change in changes), None)
    advise(place)


def line(change: apply.Change) -> str:
    if change.left:
        did = f"left as it is: {change.left}"
    elif change.same:
        did = "nothing to do"
    else:
        did = "removed" if change.after is None else "written" if change.before is None else "changed"
    return f"{change.what:<8} {change.path}: {did}\n"


def advise(place: Place) -> None:
    row = place.row
    note(f"use it as: {row.use}" + (f"; {row.then}" if row.then else ""))
    if shutil.which(row.agent) is None:
        note(f"{row.agent} was not found on PATH")
    if not package.is_here():
        note(f"its MCP server cannot start yet, for the package mcp is missing; get it with: {package.how_to_get()}")
    if place.scope == "project":
        note("these files name the segue of this machine: leave them out of your commits")
