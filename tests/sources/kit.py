"""What tests of readers ask a session for."""

from __future__ import annotations

from pathlib import Path

from segue.errors import SourceError
from segue.session.records import Call, Mark, Said, Session
from segue.sources.base import Reader


def words(session: Session, role: str = "user") -> list[str]:
    return [i.text for i in session.items if isinstance(i, Said) and i.role == role]


def calls(session: Session) -> dict[str, Call]:
    return {i.id: i for i in session.items if isinstance(i, Call)}


def marks(session: Session) -> list[tuple[int, str, str]]:
    return [(i.line, i.kind, i.text) for i in session.items if isinstance(i, Mark)]


def read_safely(reader: Reader, path: Path) -> Session | None:
    """The session, or None where the database cannot be used; a list and a brief must agree."""
    try:
        session = reader.read(path)
    except SourceError as error:
        assert error.hint
        return None
    assert reader.glance(path) == session.glance
    "".join(words(session) + words(session, "agent")).encode("utf-8")
    return session
