"""One pass over a Gemini CLI session. With `whole` it builds the items; without, only what a list of sessions shows."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from segue.session.records import Call, Gap, Glance, Item, Mark, MarkKind, Said, Session, Thought, Usage
from segue.sources._calls import Asked, with_interruptions
from segue.sources._text import bounded, one_line, title_of
from segue.sources._turns import spoken_up, with_finals
from segue.sources._values import anything, mapping, mappings, number, text
from segue.sources.gemini import tools, words
from segue.sources.gemini.log import Entry, Log
from segue.sources.gemini.origin import id_in_name
from segue.sources.gemini.rows import Row, records, row_of, rows_in

WINDOW = 1_048_576
GEMMA_WINDOW = 256_000
CANCELLED = "Request cancelled."
PLACE = ".project_root"


class Made(Struct):
    """A call, and the message that made it."""

    call: Call
    owner: str


class Scan:
    def __init__(self, path: Path, *, whole: bool) -> None:
        self.path = path
        self.whole = whole
        self.log = Log()
        self.calls: dict[str, Made] = {}
        self.thoughts: list[Thought] = []
        self.others: list[Item] = []
        """What is neither a message's nor a call: marks, and the user's answers."""
        self.gaps: list[Gap] = []
        self.seen: set[str] = set()
        self.id = self.kind = self.title = self.cwd = self.model = self.started = self.ended = ""
        self.used: int | None = None

    def run(self) -> Session:
        for line, row in records(self.path, self.gaps):
            self._row(line, row)
        items = with_finals(with_interruptions(self._items()))
        gaps = sorted(self.gaps, key=lambda gap: gap.line) if self.whole else ()
        return Session(glance=self._glance(items), items=items if self.whole else (), gaps=tuple(gaps))

    def _row(self, line: int, row: Row) -> None:
        if row.rewind_to:
            left = self.log.rewind(row.rewind_to)
            self._mark(line, row, "rewind", left)
        elif row.id:
            self._times(row)
            self.log.put(self._message(line, row))
        elif (change := row_of(row.changed)) or row.session_id or row.project_hash:
            self._header(line, change or row)
        else:
            self.gaps.append(Gap(line, "a record of an unknown kind"))

    def _header(self, line: int, row: Row) -> None:
        self._times(row)
        self.id = self.id or row.session_id
        self.kind = row.kind or self.kind
        self.title = row.summary or self.title
        if listed := rows_in(row.messages):
            self._checkpoint(line, listed)

    def _checkpoint(self, line: int, listed: list[Row]) -> None:
        summary = self._summary(line, listed)
        entries = [self._message(line, row) for row in listed if row.id]
        for entry in entries:
            if entry.id in summary:
                entry.words = ""
        self.log.checkpoint(entries)

    def _summary(self, line: int, listed: list[Row]) -> set[str]:
        """The two messages that stand for everything before them after a compression, marked the first time."""
        for told, thanks in pairwise(listed):
            if told.type == "user" and thanks.type == "gemini" and words.of_agent(thanks) == words.THANKS:
                if told.id not in self.log.known:
                    self.used = None
                    self._mark(line, told, "compaction", words.of_user(told))
                return {told.id, thanks.id}
        return set()

    def _times(self, row: Row) -> None:
        for time in filter(None, (row.start_time, row.timestamp, row.last_updated)):
            self.started = min(self.started or time, time)
            self.ended = max(self.ended, time)

    # --- messages -------------------------------------------------------------------------------------------------

    def _message(self, line: int, row: Row) -> Entry:
        entry = Entry(id=row.id, role=row.type, line=line, time=row.timestamp)
        if row.type == "user":
            self._user(entry, row)
        elif row.type == "gemini":
            self._agent(entry, row)
        elif row.id not in self.seen:
            self._told(line, row)
        self.seen.add(row.id)
        return entry

    def _user(self, entry: Entry, row: Row) -> None:
        entry.words = words.of_user(row)
        self.cwd = self.cwd or ("" if entry.words else words.place_in(row))
        for part in words.parts(row) if self.whole and not entry.words else ():
            self._response(entry.line, mapping(part.get("functionResponse")))

    def _agent(self, entry: Entry, row: Row) -> None:
        self.model = row.model or self.model
        self.used = number(mapping(anything(row.tokens)).get("input")) or self.used
        if not self.whole:
            return
        entry.words = words.of_agent(row)
        if row.id not in self.seen:
            self._thoughts(entry.line, row)
        for part in words.parts(row):
            self._call(entry, row, mapping(part.get("functionCall")))
        for told in mappings(anything(row.tool_calls)):
            self._call(entry, row, told)

    def _thoughts(self, line: int, row: Row) -> None:
        for thought in mappings(anything(row.thoughts)):
            told = ": ".join(filter(None, (text(thought, "subject"), text(thought, "description"))))
            if told.strip():
                self.thoughts.append(Thought(line=line, text=told, uid=row.id))

    def _told(self, line: int, row: Row) -> None:
        """What the client itself says."""
        said = words.of_agent(row).strip()
        if row.type == "info" and said == CANCELLED:
            self._mark(line, row, "interrupted", "")
        elif row.type == "error" and said:
            self._mark(line, row, "error", bounded(said))
        elif row.type not in ("info", "warning", "error"):
            self.gaps.append(Gap(line, f"unknown message type {one_line(row.type, 40)!r}"))

    def _mark(self, line: int, row: Row, kind: MarkKind, told: str) -> None:
        self.others.append(Mark(line=line, kind=kind, text=told, time=row.timestamp))

    # --- calls ----------------------------------------------------------------------------------------------------

    def _call(self, entry: Entry, row: Row, told: dict[str, object]) -> None:
        """A call is told up to three times: as a part of the message, with its end, and in every checkpoint."""
        name = text(told, "id")
        if not name and not text(told, "name"):
            return
        found = self.calls.get(name)
        if found is None:
            asked = Asked(entry.line, name, row.id, text(told, "timestamp") or row.timestamp)
            found = Made(tools.made(told, asked), row.id)
            self.calls[name or f"{row.id} {len(self.calls)}"] = found
        if found.call.outcome == "unanswered":
            self._end(found, tools.ended(found.call, told, entry.line))

    def _response(self, line: int, response: dict[str, object]) -> None:
        if not response:
            return
        found = self.calls.get(text(response, "id"))
        if found is None:
            self.gaps.append(Gap(line, "a result whose call is not there"))
        elif found.call.outcome == "unanswered":
            self._end(found, tools.with_response(found.call, response, line))

    def _end(self, found: Made, call: Call) -> None:
        found.call = call
        if call.result_line and (said := tools.answers(call)):
            self.others.append(Said(line=call.result_line, role="user", text=said, time=call.time, via="answer"))

    # --- the whole ------------------------------------------------------------------------------------------------

    def _items(self) -> list[Item]:
        said: list[Item] = [
            Said(line=e.line, role="user" if e.role == "user" else "agent", text=e.words, time=e.time, uid=e.id)
            for e in self.log.entries()
            if e.role in ("user", "gemini")
        ]
        gone = {entry.id for entry in self.log.known.values() if entry.gone}
        calls = [made.call for made in self.calls.values() if made.owner not in gone]
        thoughts = [thought for thought in self.thoughts if thought.uid not in gone]
        return sorted([*thoughts, *said, *calls, *self.others], key=lambda item: item.line)

    def _glance(self, items: tuple[Item, ...]) -> Glance:
        spoken = spoken_up(items)
        child = self.kind == "subagent"
        return Glance(
            agent="gemini",
            id=self.id or id_in_name(self.path.name),
            path=str(self.path),
            cwd=self._cwd(),
            title=title_of(self.title or next(iter(spoken), "")),
            model=self.model,
            started=self.started,
            ended=self.ended,
            human_turns=len(spoken),
            usage=Usage(self.used, self._window()),
            helper=child,
            parent=self.path.parent.name if child else "",
        )

    def _cwd(self) -> str:
        """Beside the chats stands the project's folder, exactly; a file that was taken elsewhere tells it in words."""
        try:
            told = (self.path.parent.parent / PLACE).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            told = ""
        return told or self.cwd

    def _window(self) -> int | None:
        if not self.model:
            return None
        return GEMMA_WINDOW if self.model.startswith("gemma-4") else WINDOW
