"""What a reader must be: it finds and reads one agent's sessions, and does nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from segue.session.records import Glance, Session


class Reader(Protocol):
    agent: str
    """Same spelling as the module, the fixture folder and docs/formats/<agent>.md."""

    def find(self, home: Path) -> Iterator[Path]:
        """Yield this agent's transcripts below a user's home, newest first, opening none of them.

        The agent's own environment variable (CLAUDE_CONFIG_DIR, …) moves the place, as it does for the agent.
        Sub-agents' own files are not yielded."""

    def claims(self, path: Path) -> bool:
        """Say whether this file is ours, from its first few records."""

    def glance(self, path: Path) -> Glance:
        """What a list shows, as cheaply as the format allows; the same values that `read` gives."""

    def read(self, path: Path) -> Session:
        """Read the whole file. A bad line becomes a Gap; only an unusable file raises SourceError."""

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        """Yield the records of a range as they stand in the file, with their numbers."""

    def before(self, path: Path) -> tuple[Session, ...]:
        """The sessions that this one continues without holding a copy of them, nearest first, each as far as it goes.

        Their record numbers are of their own files. Most agents copy what a fork continues, and have none."""
