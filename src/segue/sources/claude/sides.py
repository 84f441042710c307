"""Sub-agents of a Claude Code session, collapsed to one line each.

Up to 2.0 they stand inline (`isSidechain`), a tree of their own whose first prompt equals the Task's. Since 2.1 each
has a file under `<session>/subagents/` with a `.meta.json` that names the call. Background ones tell their outcome in
a later `<task-notification>`.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from segue.patterns import late
from segue.session.records import Call, Side
from segue.sources._subagents import files_by_call, outcome
from segue.sources._text import bounded
from segue.sources.claude.rows import Message, Row, blocks

OUTCOME = 700
_HARNESS = late(
    r"<(tools-used-before-summary|usage)>.*?</\1>|\[Subagent hand-back\].*?The report follows:|^agentId: .*?$",
    re.DOTALL | re.MULTILINE,
)
"""What Claude Code itself writes around a sub-agent's report."""


class _Inline(Struct):
    first_line: int
    last_line: int
    prompt: str = ""
    last_words: str = ""
    records: int = 0


class Sides:
    def __init__(self, path: Path) -> None:
        self._folder = path.with_suffix("") / "subagents"
        self._root: dict[str, str] = {}
        self._inline: dict[str, _Inline] = {}
        self._told: dict[str, str] = {}
        self._files: dict[str, str] | None = None

    def add(self, line: int, row: Row, message: Message) -> None:
        root = self._root.get(row.parent_uuid or "", row.uuid)
        self._root[row.uuid] = root
        side = self._inline.setdefault(root, _Inline(line, line))
        side.last_line, side.records = line, side.records + 1
        for block in blocks(message):
            if block.type == "text" and row.type == "user" and not side.prompt:
                side.prompt = block.text
            elif block.type == "text" and row.type == "assistant" and block.text.strip():
                side.last_words = block.text

    def told(self, tags: dict[str, str]) -> None:
        self._told[tags.get("tool-use-id", "")] = outcome(tags)

    def joined(self, call: Call, prompt: str) -> Call:
        """The call with what is known of its sub-agent."""
        ended = bounded(_HARNESS.sub("", self._told.get(call.id) or call.output).strip(), OUTCOME, 300)
        inline = next((s for s in self._inline.values() if s.prompt and s.prompt == prompt), None)
        if inline:
            side = Side(
                call.about,
                ended or bounded(inline.last_words, OUTCOME, 300),
                first_line=inline.first_line,
                last_line=inline.last_line,
                records=inline.records,
            )
        else:
            side = Side(call.about, ended, session=self._by_call().get(call.id, ""))
        return msgspec.structs.replace(call, side=side)

    def _by_call(self) -> dict[str, str]:
        if self._files is None:
            self._files = files_by_call(self._folder)
        return self._files
