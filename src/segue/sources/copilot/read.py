"""One pass over Copilot's events. With `whole` it builds the items; without, only what a list of sessions shows.

The events stand in one chain, in order. Those of a sub-agent carry its id and are counted, not read.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from segue.session.records import (
    BETWEEN_ANSWERS,
    Call,
    Gap,
    Glance,
    Item,
    Mark,
    MarkKind,
    Said,
    Session,
    Side,
    Thought,
    Usage,
    Via,
)
from segue.sources._calls import Asked, answered, call_of, with_interruptions
from segue.sources._jsonl import Walk
from segue.sources._text import bounded, title_of
from segue.sources._turns import spoken_up, with_finals
from segue.sources._values import NOTHING, anything, mapping, mappings, number, text
from segue.sources.copilot import workspace
from segue.sources.copilot.tools import patched, result_of, tool_of, with_edits

BY_HAND = "user-"
ORPHAN = "a result whose call is not there"


class Row(Struct, rename="camel", gc=False):
    type: str = ""
    data: Raw = NOTHING
    id: str = ""
    timestamp: str = ""
    agent_id: str = ""


class Scan:
    def __init__(self, path: Path, folder: str, *, whole: bool) -> None:
        self.path = path
        self.folder = folder
        self.whole = whole
        self.items: list[Item] = []
        self.calls: dict[str, int] = {}
        """Places of the calls among the items, by their id."""
        self.agents: dict[str, str] = {}
        """Calls of sub-agents, by the sub-agent's id."""
        self.refused: set[str] = set()
        self.gaps: list[Gap] = []
        self.id = self.cwd = self.branch = self.model = self.started = self.ended = self.parent = ""
        self.used: int | None = None
        self.window: int | None = None

    def run(self) -> Session:
        walk = Walk(self.path, Row)
        for line, row in walk:
            self._row(line, row)
        items = with_finals(with_interruptions(self.items))
        gaps = sorted([*walk.gaps, *self.gaps], key=lambda gap: gap.line) if self.whole else ()
        return Session(glance=self._glance(items), items=items if self.whole else (), gaps=tuple(gaps))

    def _row(self, line: int, row: Row) -> None:
        if not row.type:
            self.gaps.append(Gap(line, "a record without a type"))
            return
        if row.timestamp:
            self.started = self.started or row.timestamp
            self.ended = max(self.ended, row.timestamp)
        if row.agent_id:
            self._side(line, row)
            return
        handle = FACTS.get(row.type) or (ITEMS.get(row.type) if self.whole else None)
        if handle:
            handle(self, line, row, mapping(anything(row.data)))

    # --- what the session is --------------------------------------------------------------------------------------

    def _begun(self, line: int, row: Row, data: dict[str, Any]) -> None:
        self.id = self.id or text(data, "sessionId")
        self.parent = self.parent or text(data, "detachedFromSpawningParentSessionId")
        self.model = text(data, "selectedModel") or self.model
        self._place(line, row, mapping(data.get("context")))

    def _place(self, _line: int, _row: Row, data: dict[str, Any]) -> None:
        self.cwd = self.cwd or text(data, "cwd")
        self.branch = text(data, "branch") or self.branch

    def _model(self, _line: int, _row: Row, data: dict[str, Any]) -> None:
        self.model = text(data, "newModel") or self.model

    def _usage(self, _line: int, _row: Row, data: dict[str, Any]) -> None:
        usage = mapping(data.get("usage"))
        kind = text(usage, "interactionType")
        if kind and not kind.startswith("conversation"):
            return  # a side call: a title, a judgement
        self.used = number(usage.get("inputTokens")) or self.used
        self.window = number(usage.get("maxPromptTokens")) or self.window
        self.model = text(usage, "model") or self.model

    def _glance(self, items: tuple[Item, ...]) -> Glance:
        known = workspace.near(self.path)
        named = known.get("name", "") if known.get("user_named") == "true" else ""
        spoken = spoken_up(items)
        return Glance(
            agent="copilot",
            id=self.id or self.folder,
            path=str(self.path),
            cwd=self.cwd or known.get("cwd", ""),
            title=title_of(named or next(iter(spoken), "") or known.get("name", "")),
            model=self.model,
            branch=self.branch or known.get("branch", ""),
            started=self.started,
            ended=self.ended,
            human_turns=len(spoken),
            usage=Usage(self.used, self.window),
            helper=bool(self.parent),
            parent=self.parent,
        )

    # --- what was said --------------------------------------------------------------------------------------------

    def _user(self, line: int, row: Row, data: dict[str, Any]) -> None:
        """Skills, schedules and other agents speak in the user's name too, and say so."""
        if text(data, "source") not in ("", "user") or data.get("isAutopilotContinuation") is True:
            return
        self._said(line, row, text(data, "content"), "typed" if text(data, "delivery") in ("", "idle") else "queued")

    def _said(self, line: int, row: Row, words: str, via: Via) -> None:
        if words.strip():
            said = Said(line=line, role="user", text=words, time=row.timestamp, uid=row.id, via=via)
            self.items.append(said)

    def _answer(self, line: int, row: Row, data: dict[str, Any]) -> None:
        """What the user chose or wrote in a question's or a plan's dialog."""
        if text(data, "actor") not in ("", "human_response"):
            return
        given = mapping(data.get("response"))
        chosen = [v for v in mapping(given.get("content")).values() if isinstance(v, str)]
        refusal: Via = "rejection" if given.get("approved") is False else "answer"
        self._said(line, row, text(given, "answer", "feedback") or BETWEEN_ANSWERS.join(chosen), refusal)

    def _permission(self, line: int, row: Row, data: dict[str, Any]) -> None:
        result = mapping(data.get("result"))
        if text(result, "kind") == "denied-interactively-by-user":
            self.refused.add(text(data, "toolCallId"))
            self._said(line, row, text(result, "feedback"), "rejection")

    def _assistant(self, line: int, row: Row, data: dict[str, Any]) -> None:
        self.model = text(data, "model") or self.model
        if not self.whole:
            return
        if thought := text(data, "reasoningText").strip():
            self.items.append(Thought(line=line, text=thought, uid=row.id))
        if (words := text(data, "content")).strip():
            self.items.append(Said(line=line, role="agent", text=words, time=row.timestamp, uid=row.id))
        for made in mappings(data.get("toolRequests")):
            self._call(line, row, made)

    # --- what was done --------------------------------------------------------------------------------------------

    def _call(self, line: int, row: Row, made: dict[str, Any]) -> None:
        """A call as a message, its start or the user asked for it: all three spell its id and arguments alike."""
        name, given = text(made, "name", "toolName"), made.get("arguments")
        if isinstance(given, str):
            given = anything(given) or given
        asked = Asked(line, text(made, "toolCallId"), row.id, row.timestamp)
        call = call_of(name, tool_of(name), mapping(given), asked)
        if name == "apply_patch":
            call = replace(call, files=patched(given))
        if asked.id:
            self.calls[asked.id] = len(self.items)
        self.items.append(call)

    def _started(self, line: int, row: Row, data: dict[str, Any]) -> None:
        """Usually the second word on a call; the only one when its message is lost."""
        if text(data, "toolCallId") not in self.calls:
            self._call(line, row, data)

    def _by_hand(self, line: int, row: Row, data: dict[str, Any]) -> None:
        """A command that the user ran themselves, with `!`."""
        self._call(line, row, data)
        self.items[-1] = replace(self.items[-1], name=BY_HAND + text(data, "toolName"))

    def _completed(self, line: int, _row: Row, data: dict[str, Any]) -> None:
        called = text(data, "toolCallId")
        at = self.calls.get(called)
        if at is None:
            self.gaps.append(Gap(line, ORPHAN))
            return
        call = self.items[at]
        assert isinstance(call, Call)
        result = result_of(call, data, line)
        if called in self.refused and result.outcome != "ok":
            result = result._replace(outcome="rejected")
        self.items[at] = with_edits(answered(call, result), data) if result.outcome == "ok" else answered(call, result)

    def _side(self, line: int, row: Row) -> None:
        """One more event of a sub-agent, counted at the call that started it."""
        if not self.whole:
            return
        if row.type == "subagent.started":
            self.agents[row.agent_id] = text(mapping(anything(row.data)), "toolCallId")
        at = self.calls.get(self.agents.get(row.agent_id, ""))
        call = self.items[at] if at is not None else None
        if isinstance(call, Call) and at is not None:
            side = call.side or Side(task=call.about, outcome="")
            first = side.first_line or line
            side = replace(side, first_line=first, last_line=line, records=side.records + 1)
            self.items[at] = replace(call, side=side)

    # --- what happened --------------------------------------------------------------------------------------------

    def _compacted(self, line: int, row: Row, data: dict[str, Any]) -> None:
        if data.get("success") is False:
            return
        self.used = number(data.get("postCompactionTokens"))
        self._said(line, row, text(data, "customInstructions"), "command")
        self._mark(line, row, "compaction", text(data, "summaryContent"))

    def _cleared(self, line: int, row: Row, _data: dict[str, Any]) -> None:
        self.used = None
        self._mark(line, row, "cleared", "")

    def _aborted(self, line: int, row: Row, _data: dict[str, Any]) -> None:
        self._mark(line, row, "interrupted", "")

    def _failed(self, line: int, row: Row, data: dict[str, Any]) -> None:
        self._mark(line, row, "error", bounded(text(data, "message", "errorType")))

    def _mark(self, line: int, row: Row, kind: MarkKind, words: str) -> None:
        self.items.append(Mark(line=line, kind=kind, text=words, time=row.timestamp))


Handler = Callable[[Scan, int, Row, dict[str, Any]], None]
FACTS: dict[str, Handler] = {
    "session.start": Scan._begun,
    "session.resume": Scan._begun,
    "session.context_changed": Scan._place,
    "session.model_change": Scan._model,
    "session.usage_record": Scan._usage,
    "session.compaction_complete": Scan._compacted,
    "session.context_cleared": Scan._cleared,
    "user.message": Scan._user,
    "assistant.message": Scan._assistant,
}
"""Events that a list of sessions needs too."""
ITEMS: dict[str, Handler] = {
    "human_response.recorded": Scan._answer,
    "permission.completed": Scan._permission,
    "tool.execution_start": Scan._started,
    "tool.execution_complete": Scan._completed,
    "tool.user_requested": Scan._by_hand,
    "session.error": Scan._failed,
    "abort": Scan._aborted,
}
