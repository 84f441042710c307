"""The command `segue`. Imports as little as it can: agents' hooks start it all the time."""

from __future__ import annotations

import os
import sys


def main() -> None:
    try:
        _run()
    except KeyboardInterrupt:  # before there was anything that could be stopped halfway
        os.write(2, b"\ninterrupted; nothing was changed\n")
        os._exit(130)


def _run() -> None:
    if sys.argv[1:] in (["--version"], ["-V"]):
        _print_version()
        return
    if sys.argv[1:2] == ["hook"] and sys.argv[2:3] not in ([], ["--help"], ["-h"]):
        from segue.install.hook import main as hook

        hook(sys.argv[2:])
    from segue.start import light

    light()
    from segue.surfaces.cli import run

    run()


def _print_version() -> None:
    from segue import __version__

    try:
        print(f"segue {__version__}", flush=True)  # noqa: T201 (it minds a stdout that is closed)
    except OSError as error:
        os.write(2, f"error: cannot write to standard output: {error.strerror}\n".encode())
        os._exit(1)


if __name__ == "__main__":
    main()
