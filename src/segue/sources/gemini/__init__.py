"""The reader of Gemini CLI's sessions: `~/.gemini/tmp/<project>/chats/session-<time>-<id8>.jsonl`, of old `.json`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.session.records import Session
from segue.sources._files import newest_first
from segue.sources.base import OnePass


class GeminiCli(OnePass):
    agent = "gemini"

    def find(self, home: Path) -> Iterator[Path]:
        """Every start of the client opens a file, also where it then goes on in an older one of the same session."""
        root = Path(os.environ.get("GEMINI_CLI_HOME") or home) / ".gemini" / "tmp"
        found = [path for path in newest_first(root, 3, _is_transcript) if not _elsewhere(path)]
        best: dict[tuple[Path, str], Path] = {}
        for path in found:
            session = path.parent, path.stem.rpartition("-")[2]
            best[session] = max(best.get(session, path), path, key=_worth)
        kept = set(best.values())
        return (path for path in found if path in kept)

    def claims(self, path: Path) -> bool:
        from segue.sources.gemini.origin import is_session

        return is_session(path)

    def session_id(self, path: Path) -> str:
        from segue.sources.gemini.origin import id_of

        return id_of(path)

    def scan(self, path: Path, *, whole: bool) -> Session:
        from segue.sources.gemini.read import Scan

        return Scan(path, whole=whole).run()

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        from segue.sources.gemini.rows import raw_records

        return raw_records(path, first, last)


def _is_transcript(name: str) -> bool:
    return name.startswith("session-") and name.endswith((".jsonl", ".json"))


def _worth(path: Path) -> tuple[bool, int]:
    """A log before the old form it was made from, then the one with most in it."""
    try:
        return path.suffix == ".jsonl", path.stat().st_size
    except OSError:
        return False, 0


def _elsewhere(path: Path) -> bool:
    """A file that lies beside the chats. What has no transcript's name is a folder that may not be looked into."""
    return path.parent.name != "chats" and bool(_is_transcript(path.name))
