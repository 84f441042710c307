"""The reader of OpenCode's sessions, which stand together in one database: `~/.local/share/opencode/opencode.db`.

A session's path is the database's with the session's id below it, `…/opencode.db/ses_…`: no such file exists, and
everyone but this reader only hands it on. The database alone means its newest session.
"""

from __future__ import annotations

import os
from pathlib import Path

from segue.session.records import Session
from segue.sources._database import DatabaseReader
from segue.sources.opencode.database import KEEPER


class OpenCode(DatabaseReader):
    agent = "opencode"
    keeper = KEEPER

    def databases(self, home: Path) -> list[Path]:
        """Where OpenCode keeps its data; a channel other than the usual one has a database of its own there."""
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "opencode"
        if named := os.environ.get("OPENCODE_DB"):
            return [data / named]
        try:
            return sorted(path for path in data.glob("opencode*.db") if path.is_file())
        except OSError:
            return []

    def scan(self, path: Path, *, whole: bool) -> Session:
        from segue.sources.opencode.read import Scan

        return Scan(path, whole=whole).run()
