"""How a command ends that could not do its work: a line to the screen and an exit code."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from segue.errors import SegueError, UsageError
from segue.surfaces.cli._output import note

INTERRUPTED = 130
"""The user stopped it, which is no error."""


def check_directory() -> None:
    try:
        Path.cwd()
    except OSError as error:
        raise UsageError("the directory you stand in is gone", hint="change to one that exists: cd ~") from error


def complain(error: SegueError) -> int:
    lead = "" if error.exit_code == INTERRUPTED else "error: "
    note(f"{lead}{error}")
    if error.hint:
        note(f"hint: {error.hint}")
    return error.exit_code


def disk_full(error: Exception) -> SegueError | None:
    """What click prints goes past our own writing; a full disk behind it is no fault of ours either."""
    full = isinstance(error, OSError) and error.errno == errno.ENOSPC
    return SegueError("cannot write: no space is left there") if full else None


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
    note(f"error: segue failed: {type(error).__name__}{where}")
    note("hint: this is a fault of segue's, not of yours; please report it")
    return 70
