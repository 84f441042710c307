"""The reader of Goose's sessions, which stand together in one database: `~/.local/share/goose/sessions/sessions.db`.

A session's path is the database's with the session's id below it, `…/sessions.db/20261116_3`. The database alone
means its newest session.
"""

from __future__ import annotations

import os
from pathlib import Path

from segue.session.records import Session
from segue.sources._database import DatabaseReader
from segue.sources.goose.database import KEEPER


class Goose(DatabaseReader):
    agent = "goose"
    keeper = KEEPER

    def databases(self, home: Path) -> list[Path]:
        return [file for file in _places(home) if file.is_file()]

    def scan(self, path: Path, *, whole: bool) -> Session:
        from segue.sources.goose.read import Scan

        return Scan(path, whole=whole).run()


def _places(home: Path) -> list[Path]:
    """Where Goose keeps its data, on Linux and on a Mac."""
    if root := os.environ.get("GOOSE_PATH_ROOT"):
        folders = [Path(root) / "data"]
    elif data := os.environ.get("XDG_DATA_HOME"):
        folders = [Path(data) / "goose"]
    else:
        folders = [home / ".local" / "share" / "goose", home / "Library" / "Application Support" / "Block" / "goose"]
    return [folder / "sessions" / "sessions.db" for folder in folders]
