"""Readers, in the order we try them. Adding an agent is one line here."""

from __future__ import annotations

from pathlib import Path

from segue.errors import SourceError
from segue.sources.base import Reader
from segue.sources.claude import ClaudeCode

READERS: tuple[Reader, ...] = (ClaudeCode(),)


def reader_for(path: Path) -> Reader:
    """The reader that recognises a file."""
    for reader in READERS:
        if reader.claims(path):
            return reader
    known = ", ".join(reader.agent for reader in READERS)
    raise SourceError(f"no reader recognises {path}", hint=f"segue reads sessions of: {known}")


def reader_of(agent: str) -> Reader:
    """The reader with an agent's name."""
    for reader in READERS:
        if reader.agent == agent:
            return reader
    known = ", ".join(reader.agent for reader in READERS)
    raise SourceError(f"there is no reader for {agent!r}", hint=f"known agents: {known}")
