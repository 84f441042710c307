"""The reader of OpenCode's sessions, which stand together in one database: `~/.local/share/opencode/opencode.db`.

A session's path is the database's with the session's id below it, `…/opencode.db/ses_…`: no such file exists, and
everyone but this reader only hands it on. The database alone means its newest session.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.session.records import Glance, Session
from segue.sources._database import Clock
from segue.sources.opencode.database import KEEPER, opened, records, stamps


class OpenCode:
    agent = "opencode"

    def __init__(self) -> None:
        self._clock = Clock(KEEPER, stamps)

    def find(self, home: Path) -> Iterator[Path]:
        """Sub-agents' sessions are not among them. A database that cannot be read has none."""
        return self._clock.newest_first(_databases(home))

    def claims(self, path: Path) -> bool:
        return KEEPER.claims(path)

    def session_id(self, path: Path) -> str:
        return KEEPER.split(path)[1] or path.stem

    def changed(self, path: Path) -> int:
        return self._clock.changed(path)

    def identity(self, path: Path) -> str:
        return self._clock.identity(path)

    def glance(self, path: Path) -> Glance:
        from segue.sources.opencode.read import Scan

        return Scan(path, whole=False).run().glance

    def read(self, path: Path) -> Session:
        from segue.sources.opencode.read import Scan

        return Scan(path, whole=True).run()

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        with opened(path) as (db, session):
            for record in records(db, session, []):
                if record.number > last:
                    return
                if record.number >= first:
                    yield record.number, record.data

    def before(self, path: Path) -> tuple[Session, ...]:  # noqa: ARG002
        return ()  # a fork's messages are copied


def _databases(home: Path) -> list[Path]:
    """Where OpenCode keeps its data; a channel other than the usual one has a database of its own there."""
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "opencode"
    if named := os.environ.get("OPENCODE_DB"):
        return [data / named]
    try:
        return sorted(path for path in data.glob("opencode*.db") if path.is_file())
    except OSError:
        return []
