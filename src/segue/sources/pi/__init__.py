"""The reader of pi's sessions: `~/.pi/agent/sessions/--<folder>--/<time>_<id>.jsonl`.

oh-my-pi, a fork that writes the same records and some more, is read by the same code: sources/omp.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.session.records import Session
from segue.sources._files import newest_first
from segue.sources.base import OnePass
from segue.sources.pi.origin import is_omp, is_session
from segue.sources.pi.read import Scan


class Pi(OnePass):
    agent = "pi"

    def find(self, home: Path) -> Iterator[Path]:
        if flat := os.environ.get("PI_CODING_AGENT_SESSION_DIR"):
            return newest_first(Path(flat).expanduser(), 1, is_transcript)
        moved = os.environ.get("PI_CODING_AGENT_DIR")
        if moved and omp_home(home) not in Path(moved).expanduser().parents:  # oh-my-pi sets the same variable
            return newest_first(Path(moved).expanduser() / "sessions", 2, is_transcript)
        return newest_first(home / ".pi" / "agent" / "sessions", 2, is_transcript)

    def claims(self, path: Path) -> bool:
        return is_session(path) and not is_omp(path)

    def scan(self, path: Path, *, whole: bool) -> Session:
        return Scan(path, self.agent, whole=whole).run()


def is_transcript(name: str) -> bool:
    return name.endswith(".jsonl")


def omp_home(home: Path) -> Path:
    return home / (os.environ.get("PI_CONFIG_DIR") or ".omp").lstrip("/")
