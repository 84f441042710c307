"""The reader of Claude Code's sessions: `~/.claude/projects/<slug>/<session>.jsonl`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.patterns import late
from segue.session.records import Session
from segue.sources._files import newest_first
from segue.sources._jsonl import raw_lines
from segue.sources.base import OnePass
from segue.sources.claude.read import Scan

_SESSION = late(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl")
_TELLS = late(
    rb'"(?:parentUuid|isSidechain|leafUuid)":|'
    rb'"type":"(?:queue-operation|file-history-snapshot|permission-mode|mode|custom-title|ai-title)",'
)
"""Rows that a session of Claude Code begins with, and no other agent's does."""


class ClaudeCode(OnePass):
    agent = "claude"

    def find(self, home: Path) -> Iterator[Path]:
        root = Path(os.environ.get("CLAUDE_CONFIG_DIR") or home / ".claude") / "projects"
        return newest_first(root, 2, _SESSION.fullmatch)

    def claims(self, path: Path) -> bool:
        return any(_TELLS.search(line) for _, line in raw_lines(path, 1, 5))

    def scan(self, path: Path, *, whole: bool) -> Session:
        return Scan(path, whole=whole).run()
