"""`segue doctor`: which agents are here, what is installed in them, and whether it still works."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import msgspec

from segue import git
from segue.errors import SegueError
from segue.install import package
from segue.install.checkup import NO_PACKAGE, AgentFound, Report, ScopeFound, examined
from segue.install.place import this_command
from segue.redact import clean
from segue.surfaces.cli._output import note, write
from segue.surfaces.cli._table import table


@click.command(
    "doctor",
    epilog="""\b
Examples:
  segue doctor            agents, versions, what is installed; exit code 1 when something is broken
  segue doctor --json     the same for programs
""",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(as_json: bool) -> None:
    """Say which agents are here and what is installed in them.

    An agent is healthy when all of our parts are in its files and start this segue.
    """
    report = examined(this_command(), git.find_root(Path.cwd()))
    if as_json:
        write(msgspec.json.format(msgspec.json.encode(report), indent=1).decode() + "\n", None)
    else:
        write(shown(report), None)
    for fault in report.faults:
        note(f"broken: {clean(fault)}")
    if report.faults:
        raise SegueError(f"{len(report.faults)} broken", hint=_mends(report))


def _mends(report: Report) -> str:
    getting = [f"the package mcp comes with: {package.how_to_get()}"]
    installing = ["`segue install AGENT` mends what is ours; a file that cannot be read is for you to mend"]
    lacking = [fault for fault in report.faults if fault.endswith(NO_PACKAGE)]
    return "\n".join(getting * bool(lacking) + installing * (len(lacking) < len(report.faults)))


def shown(report: Report) -> str:
    rows = [(found.agent, found.version or ("found" if found.binary else "-"), _installed(found), _would(found))
            for found in report.agents]  # fmt: skip
    head = f"segue: {shlex.join(report.command)}\nMCP: {'ready' if report.mcp else 'package mcp is missing'}\n\n"
    return head + table(("agent", "version", "installed", "use"), rows)


def _installed(found: AgentFound) -> str:
    return "; ".join(filter(None, map(_scope, found.scopes))) or "-"


def _scope(scope: ScopeFound) -> str:
    words = [part.what if part.standing == "installed" else f"{part.what} ({part.standing})"
             for part in scope.parts if part.standing not in ("absent", "foreign")]  # fmt: skip
    return f"{scope.scope}: {', '.join(words)}" if words else ""


def _would(found: AgentFound) -> str:
    if any(scope.installed for scope in found.scopes):
        return found.use
    return f"segue install {found.agent}" if found.binary else ""
