"""The reader of Goose's sessions, which stand together in one database: `~/.local/share/goose/sessions/sessions.db`.

A session's path is the database's with the session's id below it, `…/sessions.db/20261116_3`. The database alone
means its newest session.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.session.records import Glance, Session
from segue.sources._database import Clock
from segue.sources.goose.database import KEEPER, opened, records, stamps


class Goose:
    agent = "goose"

    def __init__(self) -> None:
        self._clock = Clock(KEEPER, stamps)

    def find(self, home: Path) -> Iterator[Path]:
        """Sub-agents' sessions are not among them. A database that cannot be read has none."""
        return self._clock.newest_first([file for file in _places(home) if file.is_file()])

    def claims(self, path: Path) -> bool:
        return KEEPER.claims(path)

    def session_id(self, path: Path) -> str:
        return KEEPER.split(path)[1] or path.stem

    def changed(self, path: Path) -> int:
        return self._clock.changed(path)

    def identity(self, path: Path) -> str:
        return self._clock.identity(path)

    def glance(self, path: Path) -> Glance:
        from segue.sources.goose.read import Scan

        return Scan(path, whole=False).run().glance

    def read(self, path: Path) -> Session:
        from segue.sources.goose.read import Scan

        return Scan(path, whole=True).run()

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        with opened(path) as (db, session):
            for record in records(db, session, []):
                if record.number > last:
                    return
                if record.number >= first:
                    yield record.number, record.content

    def before(self, path: Path) -> tuple[Session, ...]:  # noqa: ARG002
        return ()  # a fork's messages are copied


def _places(home: Path) -> list[Path]:
    """Where Goose keeps its data, on Linux and on a Mac."""
    if root := os.environ.get("GOOSE_PATH_ROOT"):
        folders = [Path(root) / "data"]
    elif data := os.environ.get("XDG_DATA_HOME"):
        folders = [Path(data) / "goose"]
    else:
        folders = [home / ".local" / "share" / "goose", home / "Library" / "Application Support" / "Block" / "goose"]
    return [folder / "sessions" / "sessions.db" for folder in folders]
