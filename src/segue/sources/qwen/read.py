"""One pass over a Qwen Code file. With `whole` it builds the items; without, only what a list of sessions shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from segue.session.records import Call, Gap, Glance, Item, Mark, Said, Session, Thought, Usage, Via
from segue.sources._calls import Asked
from segue.sources._jsonl import Walk
from segue.sources._parts import spoken
from segue.sources._subagents import files_by_call, notification, outcome
from segue.sources._text import bounded, one_line, title_of
from segue.sources._tree import Entry, kept
from segue.sources._turns import spoken_up, with_finals
from segue.sources._values import anything, mapping, number, text
from segue.sources.qwen import rows, tools
from segue.sources.qwen.rows import Row

TYPES = ("user", "assistant", "tool_result", "system")
BESIDE = ("session_artifact_", "session_sources_", "managed_session_")
"""Rows that hang beside the conversation and are no part of its path."""
WITH_WORDS = ("compress", "goal")
"""The client's own commands whose arguments say something about the work."""
FAILED = "qwen-code.api_error"
OF_THE_USER = "########"
"""What stands in the id of a prompt that no sub-agent and no errand of the client's has sent."""
ORPHAN = "a result whose call is not there"


class Scan:
    def __init__(self, path: Path, *, whole: bool) -> None:
        self.path = path
        self.whole = whole
        self.entries: list[Entry[Item]] = []
        self.calls: dict[str, Entry[Item]] = {}
        self.told: dict[str, str] = {}
        """How sub-agents in the background ended, by their call."""
        self.parents: dict[str, str] = {}
        self.prompts: list[str] = []
        self.sent: tuple[str, str] = ("", "")
        """The last row of a command that went to the model, and the command's arguments."""
        self.gaps: list[Gap] = []
        self.leaf = self.cwd = self.branch = self.model = self.title = self.started = self.ended = self.parent = ""
        self.helper = False
        self.used: int | None = None
        self.window: int | None = None

    def run(self) -> Session:
        walk = Walk(self.path, Row)
        for line, row in walk:
            self._row(line, row)
        left = kept(self.entries, self.prompts, self.leaf, self.parents)
        items = with_finals([entry.item for entry in left])
        if not self.whole:
            return Session(glance=self._glance(items))
        gaps = sorted([*walk.gaps, *self.gaps], key=lambda gap: gap.line)
        return Session(glance=self._glance(items), items=self._with_sides(items), gaps=tuple(gaps))

    def _row(self, line: int, row: Row) -> None:
        if row.type not in TYPES:
            self.gaps.append(Gap(line, f"unknown record type {one_line(row.type, 40)!r}"))
            return
        self._envelope(row)
        handle = FACTS.get((row.type, row.subtype)) or (ITEMS.get((row.type, row.subtype)) if self.whole else None)
        if handle:
            handle(self, line, row)

    # --- what the session is --------------------------------------------------------------------------------------

    def _envelope(self, row: Row) -> None:
        if row.uuid:
            self.parents[row.uuid] = row.parent_uuid or ""
            self.leaf = self.leaf if row.subtype.startswith(BESIDE) else row.uuid
        self.started = self.started or row.timestamp
        self.ended = max(self.ended, row.timestamp)
        self.cwd = self.cwd or row.cwd
        self.branch = row.git_branch or self.branch
        self.helper = self.helper or row.is_sidechain
        if not self.parent:
            forked = text(mapping(anything(row.forked_from)), "sessionId")
            self.parent = row.session_id if row.is_sidechain else forked

    def _title(self, _line: int, row: Row) -> None:
        self.title = text(rows.payload(row), "customTitle") or self.title

    def _spawned(self, _line: int, row: Row) -> None:
        """Another session's tool made this one."""
        self.parent = text(rows.payload(row), "parentSessionId") or self.parent
        self.helper = True

    def _glance(self, items: tuple[Item, ...]) -> Glance:
        said = spoken_up(items)
        return Glance(
            agent="qwen",
            id=self.path.stem,
            path=str(self.path),
            cwd=self.cwd,
            title=title_of(self.title or next(iter(said), "")),
            model=self.model,
            branch=self.branch,
            started=self.started,
            ended=self.ended,
            human_turns=len(said),
            usage=Usage(self.used, self.window),
            helper=self.helper,
            parent=self.parent,
        )

    # --- what was said --------------------------------------------------------------------------------------------

    def _user(self, line: int, row: Row) -> None:
        """Timers, goals and finished tasks speak in the user's name too, and say so."""
        if row.provenance not in ("", "real_user"):
            return
        words, via = rows.of_user(row)
        if row.parent_uuid and row.parent_uuid == self.sent[0]:
            words, via = self.sent[1], "command"
        if row.subtype != "mid_turn_user_message":
            self.prompts.append(row.uuid)
        self._said(line, row, words, via)

    def _said(self, line: int, row: Row, words: str, via: Via) -> None:
        if words.strip():
            self._add(row, Said(line=line, role="user", text=words, time=row.timestamp, uid=row.uuid, via=via))

    def _command(self, line: int, row: Row) -> None:
        """Told when it is called and with its outcome. What a command of the user's became is the prompt after it."""
        given = rows.payload(row)
        command = text(given, "rawCommand")
        if text(given, "phase") == "result":
            self.sent = (row.uuid, self.sent[1]) if self.sent[0] and self.sent[0] == row.parent_uuid else ("", "")
        elif given.get("sentToModel") is True:
            self.sent = (row.uuid, rows.arguments(command))
        elif command.partition(" ")[0].lstrip("/") in WITH_WORDS:
            self._said(line, row, rows.arguments(command), "command")

    def _assistant(self, line: int, row: Row) -> None:
        self.model = row.model or self.model
        self.used = number(mapping(anything(row.usage_metadata)).get("promptTokenCount")) or self.used
        self.window = row.context_window_size or self.window
        if not self.whole:
            return
        said = rows.parts(row)
        thought = "\n".join(text(part, "text") for part in said if part.get("thought") is True)
        if thought.strip():
            self._add(row, Thought(line=line, text=thought, uid=row.uuid))
        if (words := spoken(said)).strip():
            self._add(row, Said(line=line, role="agent", text=words, time=row.timestamp, uid=row.uuid))
        for part in said:
            self._call(line, row, mapping(part.get("functionCall")))

    # --- what was done --------------------------------------------------------------------------------------------

    def _call(self, line: int, row: Row, made: dict[str, object]) -> None:
        if text(made, "name"):
            name = text(made, "id")
            self._add(row, tools.made(made, Asked(line, name, row.uuid, row.timestamp)))
            self.calls[name] = self.entries[-1]

    def _result(self, line: int, row: Row) -> None:
        told = mapping(anything(row.tool_call_result))
        for response in (mapping(part.get("functionResponse")) for part in rows.parts(row)):
            entry = self.calls.get(text(response, "id") or text(told, "callId")) if response else None
            if entry and isinstance(entry.item, Call):
                entry.item = tools.ended(entry.item, response, told, line)
                self._after(line, row, entry.item, told)
            elif response:
                self.gaps.append(Gap(line, ORPHAN))

    def _after(self, line: int, row: Row, call: Call, told: dict[str, object]) -> None:
        """What a result tells beside itself: the user's answer, or that the user has stopped the turn."""
        if call.act == "ask":
            self._said(line, row, tools.answers(told), "answer")
        last = self.entries[-1].item
        stopped = isinstance(last, Mark) and last.kind == "interrupted"
        if call.outcome == "interrupted" and not stopped:
            self._add(row, Mark(line=line, kind="interrupted", time=row.timestamp))

    def _notified(self, _line: int, row: Row) -> None:
        if told := notification(spoken(rows.parts(row))):
            self.told[told.get("tool-use-id", "")] = outcome(told)

    def _with_sides(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Sub-agents with the files they have, and with the end that came later."""
        if not any(isinstance(item, Call) and item.side for item in items):
            return items
        files = files_by_call(self.path.parent.parent / "subagents" / self.path.stem)
        return tuple(self._with_side(item, files) if isinstance(item, Call) else item for item in items)

    def _with_side(self, call: Call, files: dict[str, str]) -> Call:
        if call.side is None:
            return call
        ended = bounded(self.told.get(call.id, "")) or call.side.outcome
        return replace(call, side=replace(call.side, outcome=ended, session=files.get(call.id, "")))

    # --- what happened --------------------------------------------------------------------------------------------

    def _compressed(self, line: int, row: Row) -> None:
        given = rows.payload(row)
        self.used = number(mapping(given.get("info")).get("newTokenCount"))
        self._add(row, Mark(line=line, kind="compaction", text=rows.summary(given), time=row.timestamp))

    def _telemetry(self, line: int, row: Row) -> None:
        """An answer that did not come is told nowhere else."""
        event = mapping(rows.payload(row).get("uiEvent"))
        if text(event, "event.name") == FAILED and OF_THE_USER in text(event, "prompt_id"):
            self._add(
                row, Mark(line=line, kind="error", text=bounded(text(event, "error_message")), time=row.timestamp)
            )

    def _add(self, row: Row, item: Item) -> None:
        self.entries.append(Entry(row.uuid, item.line, item))


Handler = Callable[[Scan, int, Row], None]
FACTS: dict[tuple[str, str], Handler] = {
    ("user", ""): Scan._user,
    ("user", "realtime_message"): Scan._user,
    ("user", "mid_turn_user_message"): Scan._user,
    ("assistant", ""): Scan._assistant,
    ("assistant", "realtime_message"): Scan._assistant,
    ("system", "slash_command"): Scan._command,
    ("system", "chat_compression"): Scan._compressed,
    ("system", "custom_title"): Scan._title,
    ("system", "parent_session"): Scan._spawned,
}
"""Rows that a list of sessions needs too."""
ITEMS: dict[tuple[str, str], Handler] = {
    ("user", "notification"): Scan._notified,
    ("tool_result", ""): Scan._result,
    ("system", "ui_telemetry"): Scan._telemetry,
}
