"""Fake agents: small scripts under an agent's name that write down what they were given."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

NOTES = """\
#!/usr/bin/env python3
import json, os, sys
text = "" if sys.stdin.isatty() else sys.stdin.read()
seen = {{"argv": sys.argv[1:], "stdin": text, "cwd": os.getcwd(), "env": dict(os.environ)}}
with open({notes!r} + ".part", "w") as notes:
    notes.write(json.dumps(seen))
os.replace({notes!r} + ".part", {notes!r})  # nobody reads half of it
"""


class FakeAgent:
    """An agent that notes how it was started, and then does what the test says, in Python."""

    def __init__(self, folder: Path, name: str, then: str = 'print("done")') -> None:
        self.notes = folder / f"{name}.json"
        self.program = folder / name
        self.program.write_text(NOTES.format(notes=str(self.notes)) + then + "\n")
        self.program.chmod(0o755)

    @property
    def started(self) -> bool:
        return self.notes.exists()

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.notes.read_text())
        return found


def path_with(folder: Path) -> str:
    return f"{folder}{os.pathsep}{os.environ['PATH']}"
