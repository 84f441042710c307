"""One pass over a pi file. With `whole` it builds the items; without, only what a list of sessions shows.

The records become a tree, the live path through it becomes the session. What stands before a compaction or a
clearing still counts: the model forgot it, the project did not.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import UNSET, Raw, UnsetType

from segue.patterns import late
from segue.session.records import Gap, Glance, Mark, MarkKind, Session, Usage
from segue.sources._jsonl import Walk
from segue.sources._text import one_line, title_of
from segue.sources.pi import messages
from segue.sources.pi.join import items_of
from segue.sources.pi.rows import Message, Row, message_of, role_of
from segue.sources.pi.tree import Node, Tree
from segue.sources.pi.window import window_of

DROPPED = (
    "thinking_level_change",
    "custom",
    "label",
    "usage",
    "context_edit",
    "model_usage",
    "service_tier_change",
    "mode_change",
    "ttsr_injection",
    "credential_pin",
)
"""Records that say nothing about what was said or done."""
SKIPPED_IN_A_GLANCE = (*messages.NOBODY, "toolResult", "bashExecution", "pythonExecution")
_UTC = late(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


class Scan:
    def __init__(self, path: Path, agent: str, *, whole: bool) -> None:
        self.path = path
        self.agent = agent
        self.whole = whole
        self.tree = Tree()
        self.header: Row | None = None
        self.slot = self.name = self.retitled = ""
        self.helper = False
        self.stamps: list[str | int | float] = []
        self.gaps: list[Gap] = []
        self.strange: dict[str, tuple[int, int]] = {}
        """Kinds of record we do not know: where the first one stands, and how many there are."""

    def run(self) -> Session:
        walk = Walk(self.path, Row)
        for line, row in walk:
            self._row(line, row)
        live = self.tree.live()
        glance = self._glance([self.tree.nodes[at] for at in live])
        if not self.whole:
            return Session(glance=glance)
        items, orphans = items_of(self.tree, live, glance.cwd)
        strange = [Gap(line, f"{what} ({count}×)") for what, (line, count) in self.strange.items()]
        gaps = sorted([*walk.gaps, *self.gaps, *strange, *orphans], key=lambda gap: gap.line)
        return Session(glance=glance, items=items, gaps=tuple(gaps))

    def _row(self, line: int, row: Row) -> None:
        self.stamps.append(row.timestamp)
        if row.type == "session":
            self.header = self.header or row
        elif row.type == "title":
            self.slot = row.title
        elif not row.type:
            self._count_strange("a record without a type", line)
        else:
            node = self.tree.add(line, row.id, row.parent_id)
            if handle := _HANDLERS.get(row.type):
                handle(self, node, row, _moment(row.timestamp) if self.whole else "")
            elif row.type not in DROPPED:
                self._count_strange(f"unknown record type {one_line(row.type, 40)!r}", line)

    def _message(self, node: Node, row: Row, time: str) -> None:
        role = "" if self.whole else role_of(row.message)
        if role == "assistant":
            node.later = bytes(row.message)
        elif role not in SKIPPED_IN_A_GLANCE:
            self._take(node, row.message, time)

    def _take(self, node: Node, raw: Raw, time: str) -> None:
        message = message_of(raw)
        if message is None:
            self.gaps.append(Gap(node.line, "a message that cannot be read"))
        elif not messages.take(message, node, time, whole=self.whole):
            self._count_strange(f"unknown message role {one_line(message.role, 40)!r}", node.line)

    def _custom(self, node: Node, row: Row, time: str) -> None:
        as_message = Message(
            role="custom",
            custom_type=row.custom_type,
            attribution=row.attribution,
            content=row.content,
            details=row.details,
        )
        messages.take(as_message, node, time, whole=self.whole)

    def _model(self, node: Node, row: Row, _time: str) -> None:
        if row.role in ("", "default"):  # oh-my-pi names helpers' models here too: smol, slow, …
            node.model = row.model_id or row.model.partition("/")[2] or row.model

    def _compaction(self, node: Node, row: Row, time: str) -> None:
        node.used = row.tokens_after
        self._mark(node, "compaction", row.summary, time)

    def _branch_summary(self, node: Node, row: Row, time: str) -> None:
        node.summarises = row.from_id or ""
        self._mark(node, "rewind", row.summary, time)

    def _reset(self, node: Node, _row: Row, time: str) -> None:
        node.used = None
        self._mark(node, "cleared", "", time)

    def _mark(self, node: Node, kind: MarkKind, text: str, time: str) -> None:
        if self.whole:
            node.items = (Mark(line=node.line, kind=kind, text=text, time=time),)

    def _named(self, _node: Node, row: Row, _time: str) -> None:
        self.name = (row.name or "").strip()  # an empty name takes the last one back

    def _retitled(self, _node: Node, row: Row, _time: str) -> None:
        self.retitled = row.title.strip()

    def _spawned(self, _node: Node, _row: Row, _time: str) -> None:
        self.helper = True

    def _count_strange(self, what: str, line: int) -> None:
        first, count = self.strange.get(what, (line, 0))
        self.strange[what] = (first, count + 1)

    def _glance(self, live: list[Node]) -> Glance:
        header = self.header or Row()
        used, model = self._last_known(live)
        return Glance(
            agent=self.agent,
            id=header.id or id_of(self.path.name),
            path=str(self.path),
            cwd=header.cwd,
            title=self._title(header.title.strip(), live),
            model=model,
            started=next(filter(None, map(_moment, self.stamps)), ""),
            ended=next(filter(None, map(_moment, reversed(self.stamps))), ""),
            human_turns=sum(bool(node.prompt) for node in live),
            usage=Usage(used, window_of(model, used)),
            helper=self.helper,
            parent=id_of(header.parent_session),
        )

    def _last_known(self, live: list[Node]) -> tuple[int | None, str]:
        """How full the context is, and the model: what the last record says that says anything."""
        used: int | UnsetType | None = UNSET
        model = ""
        for node in reversed(live):
            if node.later:
                self._take(node, Raw(node.later), "")
            used = node.used if used is UNSET else used
            model = model or node.model
            if used is not UNSET and model:
                break
        return None if used is UNSET else used, model

    def _title(self, headline: str, live: list[Node]) -> str:
        """oh-my-pi keeps its title in a slot of fixed size, where a long one is cut; the change has it whole."""
        slot = self.slot.strip()
        current = self.retitled if self.retitled.startswith(slot) else slot
        if named := self.name or current or headline:
            return one_line(named)
        return title_of(next((node.prompt for node in live if node.prompt), ""))


_HANDLERS: dict[str, Callable[[Scan, Node, Row, str], None]] = {
    "message": Scan._message,
    "custom_message": Scan._custom,
    "model_change": Scan._model,
    "compaction": Scan._compaction,
    "branch_summary": Scan._branch_summary,
    "reset_boundary": Scan._reset,
    "session_info": Scan._named,
    "title_change": Scan._retitled,
    "session_init": Scan._spawned,
}


def id_of(file: str) -> str:
    """A session's id from its file's name, `<time>_<id>.jsonl`."""
    name = file.replace("\\", "/").rpartition("/")[2].removesuffix(".jsonl")
    return name.partition("_")[2] or name


def _moment(stamp: str | int | float) -> str:
    """ISO 8601 in UTC; empty for what is no time."""
    try:
        if not isinstance(stamp, str):
            moment = datetime.fromtimestamp(stamp / 1000, UTC)
        elif not stamp or _UTC.fullmatch(stamp):
            return stamp
        else:
            moment = datetime.fromisoformat(stamp)
        known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return known.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except (ValueError, OverflowError, OSError):
        return ""
