"""What a reader must be: it finds and reads one agent's sessions, and does nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from segue.errors import SourceError
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


class OnePass(ABC):
    """What the readers share that make a session in one pass, of lines unless they say otherwise."""

    @abstractmethod
    def scan(self, path: Path, *, whole: bool) -> Session:
        """The session; without `whole` only its glance has to be right."""

    def glance(self, path: Path) -> Glance:
        return self.scan(path, whole=False).glance

    def read(self, path: Path) -> Session:
        return self.scan(path, whole=True)

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        from segue.sources._jsonl import raw_lines

        return raw_lines(path, first, last)

    def before(self, path: Path) -> tuple[Session, ...]:  # noqa: ARG002
        return ()


# --- powers that a reader may have; each has an answer for those that do not ----------------------------------------


def found(reader: Reader, home: Path, folder: Path) -> Iterator[Path]:
    """Sessions below a home, and those that an agent keeps where the work is: `reader.found_in(folder)`."""
    there: Callable[[Path], Iterator[Path]] | None = getattr(reader, "found_in", None)
    return iter(dict.fromkeys([*there(folder), *reader.find(home)])) if there else reader.find(home)


def session_id(reader: Reader, path: Path) -> str:
    """A session's id without reading it: `reader.session_id(path)`, else what stands in the file's name."""
    told: Callable[[Path], str] | None = getattr(reader, "session_id", None)
    return told(path) if told else id_in_name(path)


def changed(reader: Reader, path: Path) -> int:
    """When a session last changed, in nanoseconds: `reader.changed(path)`, else its file's time."""
    told: Callable[[Path], int] | None = getattr(reader, "changed", None)
    try:
        return told(path) if told else path.stat().st_mtime_ns
    except (OSError, SourceError):
        return 0


def identity(reader: Reader, path: Path) -> str:
    """Different whenever the session is: `reader.identity(path)`, else its file's device, inode, size and time."""
    told: Callable[[Path], str] | None = getattr(reader, "identity", None)
    try:
        if told:
            return told(path)
        seen = path.stat()
    except (OSError, SourceError):
        return ""
    return f"{seen.st_dev}:{seen.st_ino}:{seen.st_size}:{seen.st_mtime_ns}"


def id_in_name(path: Path) -> str:
    """The whole stem, or what follows the time that Codex and pi put before it."""
    stem = path.name.removesuffix(".zst").removesuffix(".jsonl")
    if stem.startswith("rollout-"):
        return stem.removeprefix("rollout-")[20:]
    return stem.partition("_")[2] or stem if stem[:4].isdigit() and "T" in stem[:12] else stem
