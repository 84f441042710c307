"""The command line: one file a command, loaded when it is called. The one place that prints errors."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

from segue import patterns, start
from segue.errors import SegueError
from segue.store.atomic import save
from segue.surfaces.cli._ending import INTERRUPTED, check_directory, complain, confess, disk_full
from segue.surfaces.cli._output import note


def run() -> NoReturn:
    """Run the command line and leave with its exit code."""
    try:
        code = _done(sys.argv[1:])
        if sys.stdout:  # None when the caller has closed it
            sys.stdout.flush()
    except SegueError as error:
        code = complain(error)
    except KeyboardInterrupt:
        note("\ninterrupted; nothing was changed")
        code = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        code = 0
    except Exception as error:
        code = complain(full) if (full := disk_full(error)) else confess(error)
    with suppress(SegueError):  # they cost time, and nothing else
        patterns.keep(save)
    start.leave(code)


def _done(words: list[str]) -> int:
    """`segue brief SESSION` needs no parser, and loading one would be a fifth of the time it takes."""
    if words[:1] == ["brief"] and len(words) <= 2 and not words[-1].startswith("-"):
        from segue.surfaces.cli._brief import Asked, write_brief

        check_directory()
        write_brief(Asked(session="".join(words[1:])))
        return 0
    from segue.surfaces.cli._group import parsed

    return parsed()
