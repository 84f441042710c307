"""What tests of readers ask a session for."""

from __future__ import annotations

from segue.session.records import Call, Mark, Said, Session


def words(session: Session, role: str = "user") -> list[str]:
    return [i.text for i in session.items if isinstance(i, Said) and i.role == role]


def calls(session: Session) -> dict[str, Call]:
    return {i.id: i for i in session.items if isinstance(i, Call)}


def marks(session: Session) -> list[tuple[int, str, str]]:
    return [(i.line, i.kind, i.text) for i in session.items if isinstance(i, Mark)]
