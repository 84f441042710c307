"""One pass over a session in Goose's database. Without `whole` only what a list of sessions shows is made."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from segue.session.records import Call, Gap, Glance, Item, Mark, MarkKind, Said, Session, Thought, Usage, Via
from segue.sources._calls import Asked
from segue.sources._database import Row, as_bytes
from segue.sources._database import words as text_in
from segue.sources._text import one_line, title_of
from segue.sources._turns import spoken_up, with_finals
from segue.sources._values import anything, mapping, moment, number, text
from segue.sources.goose import tools
from segue.sources.goose.database import HELPERS, KEEPER, Record, records, utc
from segue.sources.pi.window import window_of

_COMMAND = re.compile(r"/(?P<name>compact|summarize|clear)(?:\s+(?P<rest>.*))?", re.DOTALL)
"""Commands to Goose itself that it keeps as messages; it keeps no others, and unknown ones go to the model."""
UNNAMED = ("CLI Session", "ACP Session", "New Chat", "New session")
DROPPED = ("image", "redactedThinking", "systemNotification", "toolConfirmationRequest", "actionRequired")
"""Parts that say nothing about what was said or done, or that another record says better."""


class Scan:
    def __init__(self, path: Path, *, whole: bool) -> None:
        self.path = path
        self.whole = whole
        self.items: list[Item] = []
        self.gaps: list[Gap] = []
        self.calls: dict[str, int] = {}
        """Where the calls that nobody has answered yet stand among the items."""
        self.record = Record(0, "", "", b"", b"", None)
        self.told: dict[str, Any] = {}
        self.time = self.model = self.prompt = ""
        self.hidden = self.commanded = False
        """Of the record before this one: the agent no longer sees it; it was a command to Goose itself."""
        self.used: int | None = None
        self.compacted = False

    def run(self) -> Session:
        with KEEPER.opened(self.path) as (db, session):
            for record in records(db, session, self.gaps):
                self._message(record)
        items = with_finals(self.items)
        glance = self._glance(session, items)
        return Session(glance=glance, items=items if self.whole else (), gaps=tuple(self.gaps) if self.whole else ())

    def _message(self, record: Record) -> None:
        self.record, self.told = record, mapping(anything(record.metadata))
        seconds = number(record.time)
        self.time = moment(seconds * 1000) if seconds else ""
        agents = record.role == "assistant"
        if agents:
            self._answered()
        if self.whole or not agents:
            self._parts(PARTS.get(record.role, {}))
        self.hidden = self.told.get("agentVisible") is False
        self.commanded = not agents and self.commanded

    def _answered(self) -> None:
        """What an answer says about itself; one that was never asked of a model says nothing."""
        self.model = text(mapping(self.told.get("inference")), "requestedModel") or self.model
        used = number(mapping(self.told.get("usage")).get("totalTokens"))
        if used:
            self.used, self.compacted = used, False

    def _parts(self, known: dict[str, Handler]) -> None:
        content = anything(self.record.data)
        if not known or not isinstance(content, list):
            self._gap("not a record" if known else f"unknown role {one_line(self.record.role, 40)!r}")
            return
        for part in content:
            kind = text(part, "type") if isinstance(part, dict) else ""
            if handle := known.get(kind):
                handle(self, part)
            elif not isinstance(part, dict):
                self._gap("not a record")
            elif kind not in DROPPED and kind not in ALL:
                self._gap(f"unknown part type {one_line(kind, 40)!r}")

    # --- the user's side ------------------------------------------------------------------------------------------

    def _prompt(self, part: dict[str, Any]) -> None:
        words = text(part, "text")
        if self.told.get("userVisible") is False:
            self._unseen(words)
            return
        if self.told.get("agentVisible") is False and (command := _COMMAND.fullmatch(words.strip())):
            self._commanded(command)
        else:
            self.prompt = words
            self._said("user", words)

    def _commanded(self, command: re.Match[str]) -> None:
        self.commanded = True
        if command["name"] == "clear":
            self._mark("cleared", "")
        if command["rest"]:
            self._said("user", command["rest"].strip(), "command")

    def _unseen(self, words: str) -> None:
        """Text in the user's name that no user saw: where we are, a compaction's summary, a prompt said again."""
        if self.told.get("turnContext") is True or not self.hidden or words == self.prompt:
            return
        self._mark("compaction", words)
        self.used, self.compacted = None, True

    def _response(self, part: dict[str, Any]) -> None:
        if not self.whole:
            return
        at = self.calls.pop(text(part, "id"), None)
        if at is not None:
            made = self.items[at]
            assert isinstance(made, Call)
            self.items[at] = tools.ended(made, part, self.record.number)
        elif tools.cancelled(part):  # a call that the user stopped is not written, only its end
            self._mark("interrupted", "")
        else:
            self._gap("a result whose call is not there")

    # --- the agent's side -----------------------------------------------------------------------------------------

    def _answer(self, part: dict[str, Any]) -> None:
        """Goose answers its own commands in the agent's name, and tells the agent of a compaction."""
        ours = "inference" in self.told or not self.commanded
        if self.told.get("userVisible") is not False and ours:
            self._said("agent", text(part, "text"))

    def _thought(self, part: dict[str, Any]) -> None:
        if words := text(part, "thinking").strip():
            self.items.append(Thought(line=self.record.number, text=words, uid=self.record.id))

    def _call(self, part: dict[str, Any]) -> None:
        value = mapping(mapping(part.get("toolCall")).get("value"))
        if not text(value, "name") and text(mapping(part.get("toolCall")), "status") != "error":
            self._gap("a call of no tool")
            return
        made = tools.call(part, Asked(self.record.number, text(part, "id"), self.record.id, self.time))
        if made.outcome == "unanswered" and made.id:
            self.calls[made.id] = len(self.items)
        self.items.append(made)

    # --- the whole ------------------------------------------------------------------------------------------------

    def _said(self, role: Literal["user", "agent"], words: str, via: Via = "typed") -> None:
        if words.strip():
            line, uid = self.record.number, self.record.id
            self.items.append(Said(line=line, role=role, text=words, time=self.time, uid=uid, via=via))

    def _mark(self, kind: MarkKind, words: str) -> None:
        self.items.append(Mark(line=self.record.number, kind=kind, text=words, time=self.time))

    def _gap(self, what: str) -> None:
        self.gaps.append(Gap(self.record.number, what))

    def _glance(self, session: Row, items: tuple[Item, ...]) -> Glance:
        spoken = spoken_up(items)
        name, kind = text_in(session.get("name")), text_in(session.get("session_type"))
        settings = mapping(anything(as_bytes(session.get("model_config_json"))))
        model = self.model or text(settings, "model_name")
        used = None if self.compacted else self.used or number(session.get("total_tokens"))
        parent = text_in(session.get("parent_session_id"))
        return Glance(
            agent="goose",
            id=text_in(session.get("id")),
            path=str(self.path),
            cwd=text_in(session.get("working_dir")),
            title=one_line("" if name in UNNAMED else name) or title_of(next(iter(spoken), "")),
            model=model,
            started=utc(session.get("created_at")),
            ended=utc(session.get("updated_at")),
            human_turns=len(spoken),
            usage=Usage(used, number(settings.get("context_limit")) or window_of(model, used)),
            helper=bool(parent) or kind in HELPERS,
            parent=parent,
        )


Handler = Callable[[Scan, dict[str, Any]], None]
USER: dict[str, Handler] = {"text": Scan._prompt, "toolResponse": Scan._response}
AGENT: dict[str, Handler] = {
    "text": Scan._answer,
    "thinking": Scan._thought,
    "toolRequest": Scan._call,
    "frontendToolRequest": Scan._call,
}
PARTS = {"user": USER, "assistant": AGENT}
ALL = {**USER, **AGENT}
