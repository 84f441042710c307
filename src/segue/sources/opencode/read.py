"""One pass over a session in OpenCode's database. Without `whole` only what a list of sessions shows is made."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from segue.patterns import late
from segue.session.records import Gap, Glance, Item, Mark, MarkKind, Said, Session, Thought, Usage, Via
from segue.sources._calls import Asked, with_interruptions
from segue.sources._database import words as text_in
from segue.sources._text import bounded, one_line, title_of
from segue.sources._turns import spoken_up, with_finals
from segue.sources._values import anything, mapping, mappings, moment, number, text
from segue.sources.opencode import tools
from segue.sources.opencode.database import KEEPER, Record, records
from segue.sources.pi.window import window_of

_UNNAMED = late(r"(?:New|Child) session - \d{4}-\d\d-\d\dT[\d:.]+Z")
_QUOTED = late(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
UNANSWERED = ("question", "plan_enter")
"""What `opencode run` denies from the start, because nobody is there to be asked."""
DROPPED = ("step-start", "step-finish", "patch", "snapshot", "file", "agent", "subtask", "compaction")
"""Parts that say nothing about what was said or done, or that another record says better."""


class Scan:
    def __init__(self, path: Path, *, whole: bool) -> None:
        self.path = path
        self.whole = whole
        self.items: list[Item] = []
        self.gaps: list[Gap] = []
        self.message: dict[str, Any] = {}
        self.message_id = self.time = self.model = self.left_at = ""
        self.left_words = ""
        self.left_line = 0
        self.busy_until = 0
        """When the agent's last answer was complete: what the user said before that waited in a queue."""
        self.summary = self.headless = False
        self.error: dict[str, Any] = {}
        self.last = 0
        """The record before this one."""
        self.used: int | None = None

    def run(self) -> Session:
        with KEEPER.opened(self.path) as (db, session):
            self.headless = _headless(session)
            self.left_at = text(mapping(anything(_bytes(session.get("revert")))), "messageID")
            for record in records(db, session, self.gaps):
                if record.kind != "part":
                    self._end_message()
                self._record(record)
                self.last = record.number
            self._end_message()
        if self.left_line:
            self.items.append(Mark(line=self.left_line, kind="rewind", text=one_line(self.left_words), time=self.time))
        items = with_finals(with_interruptions(self.items))
        glance = self._glance(session, items)
        return Session(glance=glance, items=items if self.whole else (), gaps=tuple(self.gaps) if self.whole else ())

    def _record(self, record: Record) -> None:
        data = anything(record.data)
        if record.kind == "orphan":
            self.gaps.append(Gap(record.number, "a part whose message is not there"))
        elif not isinstance(data, dict):
            self.gaps.append(Gap(record.number, "not a record"))
            if record.kind == "message":
                self.message, self.message_id = {}, record.id
        elif record.kind == "message":
            self._message(record, data)
        elif self.left_line:
            self._left(data)
        else:
            self._part(record, data)

    # --- messages -------------------------------------------------------------------------------------------------

    def _message(self, record: Record, data: dict[str, Any]) -> None:
        self.message, self.message_id = data, record.id
        times = mapping(data.get("time"))
        self.time = moment(times.get("created"))
        self.summary = data.get("summary") is True
        if record.id == self.left_at and self.left_at:
            self.left_line = record.number
        if self.left_line or text(data, "role") != "assistant":
            return
        self.model = text(data, "modelID") or self.model
        self.used = _context(data) or self.used
        self.busy_until = max(self.busy_until, number(times.get("completed")) or 0)
        self.error = mapping(data.get("error"))

    def _end_message(self) -> None:
        """How an answer ended stands in its message, before its parts, and comes after them."""
        if self.error:
            self._failed(self.last, self.error)
        self.error = {}

    def _failed(self, line: int, error: dict[str, Any]) -> None:
        stopped = text(error, "name") == "MessageAbortedError"
        told = text(mapping(error.get("data")), "message") or text(error, "name")
        self._mark(line, "interrupted" if stopped else "error", "" if stopped else bounded(told))

    def _left(self, part: dict[str, Any]) -> None:
        """A part of what the user took back with /undo: its first words are kept, as a sign."""
        if text(self.message, "role") == "user" and text(part, "type") == "text":
            self.left_words = self.left_words or text(part, "text")

    # --- parts ----------------------------------------------------------------------------------------------------

    def _part(self, record: Record, part: dict[str, Any]) -> None:
        kind = text(part, "type")
        known = ROLES.get(text(self.message, "role"), {})
        if handle := known.get(kind):
            handle(self, record, part)
        elif kind not in DROPPED and kind not in AGENT:
            self.gaps.append(Gap(record.number, f"unknown part type {one_line(kind, 40)!r}"))

    def _prompt(self, record: Record, part: dict[str, Any]) -> None:
        if part.get("synthetic") is True or part.get("ignored") is True:
            return
        created = number(mapping(self.message.get("time")).get("created")) or 0
        via: Via = "queued" if created and created < self.busy_until else "typed"
        self._said(record, self._unquoted(text(part, "text")), via)

    def _unquoted(self, words: str) -> str:
        """`opencode run "fix it"` puts its argument between quotes and escapes those in it."""
        if self.headless and _QUOTED.fullmatch(words):
            return words[1:-1].replace('\\"', '"')
        return words

    def _said(self, record: Record, words: str, via: Via) -> None:
        if words.strip():
            said = Said(line=record.number, role="user", text=words, time=self.time, uid=record.id, via=via)
            self.items.append(said)

    def _answer(self, record: Record, part: dict[str, Any]) -> None:
        words = text(part, "text")
        if self.summary:
            self._mark(record.number, "compaction", words)
            self.used = None
        elif words.strip() and part.get("synthetic") is not True:
            self.items.append(Said(line=record.number, role="agent", text=words, time=self.time, uid=record.id))

    def _thought(self, record: Record, part: dict[str, Any]) -> None:
        if words := text(part, "text").strip():
            self.items.append(Thought(line=record.number, text=words, uid=record.id))

    def _call(self, record: Record, part: dict[str, Any]) -> None:
        if not self.whole:
            return
        if not text(part, "tool"):
            self.gaps.append(Gap(record.number, "a call of no tool"))
            return
        started = mapping(mapping(part.get("state")).get("time")).get("start")
        asked = Asked(record.number, text(part, "callID"), record.id, moment(started) or self.time)
        self.items.append(tools.call(part, asked))
        self._said(record, tools.refusal(part), "rejection")
        self._said(record, tools.answers(part), "answer")

    def _retry(self, record: Record, part: dict[str, Any]) -> None:
        self._failed(record.number, mapping(part.get("error")))

    def _mark(self, line: int, kind: MarkKind, words: str) -> None:
        self.items.append(Mark(line=line, kind=kind, text=words, time=self.time))

    # --- the whole ------------------------------------------------------------------------------------------------

    def _glance(self, session: dict[str, Any], items: tuple[Item, ...]) -> Glance:
        spoken = spoken_up(items)
        titled, parent = text_in(session.get("title")), text_in(session.get("parent_id"))
        model = self.model or text(mapping(anything(_bytes(session.get("model")))), "id")
        return Glance(
            agent="opencode",
            id=text_in(session.get("id")),
            path=str(self.path),
            cwd=text_in(session.get("directory")),
            title=one_line("" if _UNNAMED.fullmatch(titled) else titled) or title_of(next(iter(spoken), "")),
            model=model,
            started=moment(session.get("time_created")),
            ended=moment(session.get("time_updated")),
            human_turns=len(spoken),
            usage=Usage(self.used, window_of(model, self.used)),
            helper=bool(parent) or self.headless,
            parent=parent,
        )


Handler = Callable[[Scan, Record, dict[str, Any]], None]
USER: dict[str, Handler] = {"text": Scan._prompt}
AGENT: dict[str, Handler] = {
    "text": Scan._answer,
    "reasoning": Scan._thought,
    "tool": Scan._call,
    "retry": Scan._retry,
}
ROLES = {"user": USER, "assistant": AGENT}
"""Of a message that cannot be read nobody knows whose it was; its parts are nobody's."""


def _context(message: dict[str, Any]) -> int | None:
    """How full the context was with this answer; None for one that never came."""
    tokens = mapping(message.get("tokens"))
    cache = mapping(tokens.get("cache"))
    several = (tokens.get("input"), tokens.get("output"), cache.get("read"), cache.get("write"))
    return number(tokens.get("total")) or sum(number(n) or 0 for n in several) or None


def _headless(session: dict[str, Any]) -> bool:
    rules = mappings(anything(_bytes(session.get("permission"))))
    denied = {text(rule, "permission") for rule in rules if text(rule, "action") == "deny"}
    return denied.issuperset(UNANSWERED)


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b"null"
