"""Readers, in the order we try them. Adding an agent is one line here."""

from __future__ import annotations

from collections.abc import Container, Iterator
from importlib import import_module
from pathlib import Path

from segue.errors import SourceError
from segue.session.records import Glance, Session
from segue.sources._files import database_of
from segue.sources.base import Reader


class Lazy:
    """A reader that is imported when it is first used: a brief of one session needs one of them."""

    def __init__(self, agent: str, name: str) -> None:
        self.agent = agent
        self._name = name
        self._reader: Reader | None = None

    @property
    def reader(self) -> Reader:
        if self._reader is None:
            made: Reader = getattr(import_module(f"segue.sources.{self.agent}"), self._name)()
            self._reader = made
        return self._reader

    def __getattr__(self, power: str) -> object:
        """What only some readers can (base.py)."""
        return getattr(self.reader, power)

    def find(self, home: Path) -> Iterator[Path]:
        return self.reader.find(home)

    def claims(self, path: Path) -> bool:
        return self.reader.claims(path)

    def glance(self, path: Path) -> Glance:
        return self.reader.glance(path)

    def read(self, path: Path) -> Session:
        return self.reader.read(path)

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        return self.reader.raw(path, first, last)

    def before(self, path: Path) -> tuple[Session, ...]:
        return self.reader.before(path)


READERS: tuple[Reader, ...] = (
    Lazy("qwen", "QwenCode"),  # before Claude Code, whose names its rows have too
    Lazy("claude", "ClaudeCode"),
    Lazy("codex", "Codex"),
    Lazy("omp", "OhMyPi"),
    Lazy("pi", "Pi"),
    Lazy("gemini", "GeminiCli"),
    Lazy("copilot", "Copilot"),
    Lazy("opencode", "OpenCode"),
    Lazy("goose", "Goose"),
    Lazy("aider", "Aider"),
)
DATABASES = ("opencode", "goose")
"""Readers of databases. A database holds any words, also those by which the others know their files."""
PROSE = ("aider",)
"""Readers of texts that hold many sessions, one after the other."""


def reader_for(path: Path) -> Reader:
    """The reader that recognises a file, or a session in a file that holds many."""
    able = _able(path)
    for reader in READERS:
        if reader.agent in able and reader.claims(path):
            return reader
    raise SourceError(f"no reader recognises {path}", hint=f"segue reads sessions of: {known_agents()}")


def _able(path: Path) -> Container[str]:
    if database_of(path) is not None:
        return DATABASES
    return PROSE if path.parent.is_file() else {reader.agent for reader in READERS} - {*DATABASES}


def reader_of(agent: str) -> Reader:
    """The reader with an agent's name."""
    for reader in READERS:
        if reader.agent == agent:
            return reader
    raise SourceError(f"there is no reader for {agent!r}", hint=f"known agents: {known_agents()}")


def known_agents() -> str:
    """For a person, in the order of everywhere else, not in the one that readers are asked in."""
    from segue.agents import AGENTS

    return ", ".join(agent.name for agent in AGENTS)
