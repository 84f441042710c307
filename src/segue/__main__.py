"""The command `segue`. Imports as little as it can: agents' hooks start it all the time."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:] in (["--version"], ["-V"]):
        from segue import __version__

        sys.stdout.write(f"segue {__version__}\n")
        return
    if sys.argv[1:2] == ["hook"] and sys.argv[2:3] not in ([], ["--help"], ["-h"]):
        from segue.install.hook import main as hook

        hook(sys.argv[2:])
    from segue.start import light

    light()
    from segue.surfaces.cli import run

    run()


if __name__ == "__main__":
    main()
