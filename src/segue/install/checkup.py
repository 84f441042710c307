"""What `segue doctor` finds: which agents are here, in which version, and how our parts stand in their files."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from msgspec import Struct

from segue.agents import AGENTS
from segue.errors import UsageError
from segue.install import package
from segue.install.forms import Maker, command_in, standing
from segue.install.place import Place, file_of, followed, for_project, for_user
from segue.install.records import ROWS, Hooks, Part, Row, Whole
from segue.redact import clean

SECONDS = 10.0
Word = Literal["absent", "installed", "stale", "foreign", "changed", "broken"]
NO_PACKAGE = "its MCP server cannot start, for the package mcp is missing"
TROUBLE: tuple[Word, ...] = ("stale", "broken")


class PartFound(Struct, frozen=True, kw_only=True):
    what: str
    path: str
    standing: Word
    note: str = ""


class ScopeFound(Struct, frozen=True, kw_only=True):
    scope: str
    parts: tuple[PartFound, ...]

    @property
    def installed(self) -> bool:
        return any(part.standing not in ("absent", "foreign") for part in self.parts)


class AgentFound(Struct, frozen=True, kw_only=True):
    agent: str
    label: str
    binary: str
    """Empty when it is not on PATH."""
    version: str
    scopes: tuple[ScopeFound, ...]
    use: str


class Report(Struct, frozen=True, kw_only=True):
    command: tuple[str, ...]
    """This segue, as agents are told to start it."""
    mcp: bool
    """Whether the package that our MCP server needs is here."""
    agents: tuple[AgentFound, ...]
    faults: tuple[str, ...]


def examined(command: Sequence[str], root: Path | None) -> Report:
    """Everything at once: some agents take seconds to say their version."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        versions = list(pool.map(_version, (row.agent for row in ROWS)))
    agents = tuple(_agent(row, *found, command, root) for row, found in zip(ROWS, versions, strict=True))
    mcp = package.is_here()
    return Report(command=tuple(command), mcp=mcp, agents=agents, faults=tuple(_faults(agents, mcp)))


def _agent(row: Row, binary: str, version: str, command: Sequence[str], root: Path | None) -> AgentFound:
    places = [for_user(row), *([for_project(row, root)] if root else [])]
    label = next((agent.label for agent in AGENTS if agent.name == row.agent), row.agent)
    scopes = tuple(_scope(place, command) for place in places)
    return AgentFound(agent=row.agent, label=label, binary=binary, version=version, scopes=scopes, use=row.use)


def _scope(place: Place, command: Sequence[str]) -> ScopeFound:
    maker = Maker(place.row.agent, command)
    found = []
    for part in place.row.parts:
        path = file_of(place, part)
        word: Word = "absent"
        note = ""
        try:
            text = followed(path, place).read_bytes().decode()
            word = standing(text, part.form, maker)
            note = _points(command_in(text, part.form)) if word == "stale" else ""
        except FileNotFoundError:
            pass
        except (OSError, UnicodeDecodeError, UsageError) as error:
            word, note = "broken", str(error)
        found.append(PartFound(what=part.what, path=str(path), standing=word, note=note))
    return ScopeFound(scope=place.scope, parts=tuple(found))


def runs_us_at_start(agent: str, root: Path | None) -> bool:
    """Whether a session of this agent that begins here runs us by itself: by hooks, or by a bridge that has them."""
    row = next((row for row in ROWS if row.agent == agent), None)
    places = [for_user(row), *([for_project(row, root)] if root else [])] if row else []
    return any(_runs_us(place, part) for place in places for part in place.row.parts)


def _runs_us(place: Place, part: Part) -> bool:
    try:
        text = followed(file_of(place, part), place).read_bytes().decode()
        return isinstance(part.form, Hooks | Whole) and bool(command_in(text, part.form))
    except (OSError, UnicodeDecodeError, ValueError, UsageError):
        return False


def _points(command: list[str]) -> str:
    """Where a part leads that does not lead to this segue."""
    if not command:
        return "it is incomplete"
    gone = "" if Path(command[0]).exists() else ", which is not there any more"
    return f"it starts {command[0]}{gone}"


def _faults(agents: Sequence[AgentFound], mcp: bool) -> list[str]:
    faults = []
    for agent in agents:
        for scope in agent.scopes:
            if not scope.installed and all(part.standing != "broken" for part in scope.parts):
                continue
            missing = [p for p in scope.parts if p.standing in ("absent", "foreign") and scope.installed]
            faults += [f"{agent.agent}: {p.path} has no {p.what} of ours" for p in missing]
            bad = [p for p in scope.parts if p.standing in TROUBLE]
            faults += [f"{agent.agent}: {p.path} is {p.standing}: {p.note}" for p in bad]
            if not mcp and any(p.what == "server" and p.standing == "installed" for p in scope.parts):
                faults.append(f"{agent.agent}: {NO_PACKAGE}")
    return faults


def _version(agent: str) -> tuple[str, str]:
    """Where an agent is, and what it says of itself; both may be empty."""
    binary = shutil.which(next((row.binary for row in AGENTS if row.name == agent), agent))
    if not binary:
        return "", ""
    quiet = {**os.environ, "DISABLE_AUTOUPDATER": "1", "PI_OFFLINE": "1", "COPILOT_AUTO_UPDATE": "false"}
    try:
        done = subprocess.run(
            [binary, "--version"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            env=quiet,
        )
    except (OSError, subprocess.TimeoutExpired):
        return binary, ""
    lines = [line for line in clean(done.stdout or done.stderr).splitlines() if line.strip()]
    return binary, lines[0].strip()[:60] if lines and done.returncode == 0 else ""
