"""What a Claude Code session is, as opposed to what happened in it: gathered row by row for the glance."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from segue.session.records import Glance, Item, Usage
from segue.sources._text import title_of
from segue.sources._turns import spoken_up
from segue.sources.claude.rows import Message, Row
from segue.sources.claude.window import window_of

HEADLESS = ("sdk-cli", "sdk-ts", "sdk-py")


class Facts:
    def __init__(self) -> None:
        self.started = self.ended = self.cwd = self.branch = self.model = self.entrypoint = self.parent = ""
        self.side: bool | None = None
        self.used: int | None = None
        self.titles: dict[str, str] = {}

    def envelope(self, row: Row) -> None:
        """The first place and time, the last time and branch."""
        if row.timestamp > self.ended:  # noqa: PLR1730 (max() is a call, and this is asked of every row)
            self.ended = row.timestamp
        if row.git_branch:
            self.branch = row.git_branch
        if row.entrypoint and not self.entrypoint:
            self.entrypoint = row.entrypoint
        if not (self.cwd and self.started):
            self._first(row)
        if row.forked_from and isinstance(row.forked_from, dict):
            self.parent = self.parent or str(row.forked_from.get("sessionId") or "")

    def _first(self, row: Row) -> None:
        self.started = self.started or row.timestamp
        self.cwd = self.cwd or row.cwd
        if self.side is None:
            self.side = row.is_sidechain

    def answer(self, message: Message) -> None:
        self.model = message.model or self.model
        usage = message.usage
        if usage and (used := usage.context):
            self.used = used

    def title(self, row: Row) -> None:
        for kind, value in (("custom", row.custom_title), ("ai", row.ai_title)):
            if value:
                self.titles[kind] = value
        if row.type == "summary" and row.summary:
            self.titles[f"summary {row.leaf_uuid}"] = row.summary

    def glance(self, path: Path, items: Sequence[Item], known: Container[str]) -> Glance:
        spoken = spoken_up(items)
        return Glance(
            agent="claude",
            id=path.stem,
            path=str(path),
            cwd=self.cwd,
            title=title_of(self._best_title(known) or next(iter(spoken), "")),
            model=self.model,
            branch=self.branch,
            started=self.started,
            ended=self.ended,
            human_turns=len(spoken),
            usage=Usage(self.used, window_of(self.model)),
            helper=self.entrypoint in HEADLESS or bool(self.side),
            parent=self.parent,
        )

    def _best_title(self, known: Container[str]) -> str:
        """A summary may be of another session; it counts when its leaf stands in this file."""
        ours = [text for key, text in self.titles.items() if key.partition("summary ")[2] in known]
        return self.titles.get("custom") or self.titles.get("ai") or (ours[-1] if ours else "")
