"""The reader of Qwen Code's sessions: `~/.qwen/projects/<slug>/chats/<session>.jsonl`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.patterns import late
from segue.session.records import Session
from segue.sources._files import newest_first
from segue.sources._jsonl import raw_lines
from segue.sources.base import OnePass

_SESSION = late(r"[0-9a-fA-F-]{32,36}\.jsonl")
_PARTS = late(rb'"message":\s*\{"role":\s*"(?:user|model)",\s*"parts":')
_ORDER = late(rb'"parentUuid":\s*(?:null|"[^"\\]*"),\s*"sessionId":')
_CLAUDES = late(rb'"message":\s*\{.{0,400}?"content":')
"""Its rows have Claude Code's names in an order of their own, and Gemini's parts in them, never Claude's content."""


class QwenCode(OnePass):
    agent = "qwen"

    def find(self, home: Path) -> Iterator[Path]:
        moved = os.environ.get("QWEN_RUNTIME_DIR") or os.environ.get("QWEN_HOME")
        root = Path(moved or home / ".qwen").expanduser() / "projects"
        found = newest_first(root, 3, _SESSION.fullmatch)  # or a folder that may not be looked into
        return (path for path in found if path.parent.name == "chats" or not _SESSION.fullmatch(path.name))

    def claims(self, path: Path) -> bool:
        first = [line for _, line in raw_lines(path, 1, 5)]
        if any(map(_PARTS.search, first)):
            return True
        return any(map(_ORDER.search, first)) and not any(map(_CLAUDES.search, first))

    def scan(self, path: Path, *, whole: bool) -> Session:
        from segue.sources.qwen.read import Scan

        return Scan(path, whole=whole).run()
