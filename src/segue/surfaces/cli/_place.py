"""Which installation is meant: an agent's, for the user or in the project we stand in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from segue import git
from segue.errors import UsageError
from segue.install.place import Place, for_project, for_user, row_named
from segue.surfaces.cli import _complete

Command = TypeVar("Command", bound=Callable[..., Any])


def place_options(command: Command) -> Command:
    for decorate in (
        click.option("--dry-run", is_flag=True, help="Print what would change, as a diff, and change nothing."),
        click.option("--project", is_flag=True, help="In the files of this repository."),
        click.option("--user", is_flag=True, help="In your own files, for all projects (the default)."),
        click.argument("agent", shell_complete=_complete.installable),
    ):
        command = decorate(command)
    return command


def meant(agent: str, user: bool, project: bool) -> Place:
    if user and project:
        raise UsageError("--user and --project exclude each other", hint="run it twice for both")
    row = row_named(agent)
    if not project:
        return for_user(row)
    root = git.find_root(Path.cwd())
    if root is None:
        raise UsageError("this directory is in no repository", hint="--project needs one; or install with --user")
    return for_project(row, root)
