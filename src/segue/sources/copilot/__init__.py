"""The reader of GitHub Copilot CLI's sessions: `~/.copilot/session-state/<id>/events.jsonl`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.session.records import Session
from segue.sources._files import newest_first
from segue.sources.base import OnePass

EVENTS = "events.jsonl"


class Copilot(OnePass):
    agent = "copilot"

    def find(self, home: Path) -> Iterator[Path]:
        root = Path(os.environ.get("COPILOT_HOME") or home / ".copilot") / "session-state"
        return newest_first(root, 2, EVENTS.__eq__)

    def claims(self, path: Path) -> bool:
        from segue.sources.copilot.origin import is_session

        return is_session(path)

    def session_id(self, path: Path) -> str:
        """Its folder's name; a copy of the events alone is called by its own."""
        return path.parent.name if path.name == EVENTS else path.stem

    def scan(self, path: Path, *, whole: bool) -> Session:
        from segue.sources.copilot.read import Scan

        return Scan(path, self.session_id(path), whole=whole).run()
