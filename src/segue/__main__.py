"""The command `segue`. Imports as little as it can: agents' hooks start it all the time."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:] in (["--version"], ["-V"]):
        from segue import __version__

        sys.stdout.write(f"segue {__version__}\n")
        return
    from segue.surfaces.cli import run

    run()


if __name__ == "__main__":
    main()
