"""Where an agent's files stand: for a user or in a project, followed through links, and never out of the project."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from segue import config
from segue.errors import UsageError
from segue.install.records import ROWS, Part, Row, Scope


class Place(Struct, frozen=True):
    row: Row
    scope: Scope
    root: Path
    """The agent's own home, or the root of the project."""
    moved: bool = False
    """Whether a variable moved the agent's home."""


def this_command() -> tuple[str, ...]:
    """This segue, wherever it is called from: `-P` keeps what lies in the current directory from being run instead."""
    return (str(Path(sys.executable or "python3").absolute()), "-P", "-m", "segue")


def row_named(agent: str) -> Row:
    for row in ROWS:
        if row.agent == agent:
            return row
    known = ", ".join(row.agent for row in ROWS)
    raise UsageError(f"segue installs nothing for {agent!r}", hint=f"known agents: {known}")


def for_user(row: Row, environment: Mapping[str, str] | None = None) -> Place:
    moved = (os.environ if environment is None else environment).get(row.variable, "") if row.variable else ""
    if moved:
        return Place(row, "user", Path(moved).expanduser() / row.below, moved=True)
    return Place(row, "user", config.user_home() / row.home)


def for_project(row: Row, root: Path) -> Place:
    return Place(row, "project", root)


def file_of(place: Place, part: Part) -> Path:
    """The file of a part: of several names the first that is there, else the first."""
    names = part.project if place.scope == "project" else part.moved if place.moved and part.moved else part.user
    paths = [config.user_home() / name[2:] if name.startswith("~/") else place.root / name for name in names]
    return next((path for path in paths if path.exists()), paths[0])


def followed(path: Path, place: Place) -> Path:
    """Where a file really stands. In a project it stays there: a cloned repository's links lead us nowhere else."""
    real = Path(os.path.realpath(path))
    root = Path(os.path.realpath(place.root))
    if place.scope == "project" and not real.is_relative_to(root):
        raise UsageError(f"{path} leads out of the project", hint="install for the user instead: --user")
    if path.is_symlink() and not real.parent.is_dir():
        raise UsageError(f"{path} is a link to nowhere", hint="make what it points to, or remove it")
    if real.exists() and not real.is_file():
        raise UsageError(f"{path} is no file")
    return real
