"""The records everyone speaks: one session of one agent, read and never written.

A reader makes them, every later stage only looks. Every item stands under its record number
(`line`): the physical line in a JSONL file, the ordinal of the record elsewhere. That number is
the same in the spine, in a brief, in `segue show` and in the browser.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

VERSION = 1

Act = Literal["run", "edit", "read", "search", "plan", "todo", "ask", "delegate", "other"]
Outcome = Literal["ok", "failed", "rejected", "interrupted", "unanswered", "cancelled"]
"""How a call ended. A cancelled one never began: its agent took it back, because another one had failed."""
How = Literal["created", "edited", "deleted", "moved", "read"]
Via = Literal["typed", "queued", "rejection", "answer", "command"]
MarkKind = Literal["compaction", "interrupted", "rewind", "cleared", "error"]

BETWEEN_ANSWERS = "; "
"""Several answers of the user's to one question tool, in the text of what they said."""


class Gap(Struct, frozen=True, gc=False):
    """Something in the file that could not be read. Counted and shown, never silent."""

    line: int
    what: str


class Usage(Struct, frozen=True, gc=False):
    """How much of the context window the last answer used; either number may be unknown."""

    used: int | None = None
    window: int | None = None

    @property
    def percent(self) -> int | None:
        if self.used is None or not self.window:
            return None
        return max(0, min(100, round(100 * self.used / self.window)))


class FileTouch(Struct, frozen=True, gc=False):
    """One file that one call touched. `old` and `new` hold the replaced and the new text of an edit, bounded."""

    path: str
    how: How
    old: str = ""
    new: str = ""


class Todo(Struct, frozen=True, gc=False):
    text: str
    status: Literal["pending", "active", "done"]
    line: int = 0
    """The record its words stand in, where that is not the call's own."""


class Side(Struct, frozen=True, gc=False):
    """A sub-agent's conversation, collapsed: where it stands and how it ended."""

    task: str
    outcome: str
    """The sub-agent's last words or its error, bounded; empty when it never answered."""
    session: str = ""
    """Id of the sub-agent's own file, empty when it ran inline in the parent's file."""
    first_line: int = 0
    last_line: int = 0
    records: int = 0


class Said(Struct, frozen=True, kw_only=True, gc=False, tag="said"):
    """Words of the user or of the agent. The user's are whole and verbatim; injected text is never here."""

    line: int
    role: Literal["user", "agent"]
    text: str
    time: str = ""
    uid: str = ""
    """The record's own id in the agent's file, where it has one."""
    via: Via = "typed"
    """How the user said it: a prompt, a prompt queued mid-turn, the words with which a tool use or a plan was
    rejected, the answer to the agent's question tool, or the arguments of a slash command (our own whole)."""
    final: bool = False
    """The agent's last words of a turn, spoken to the user and followed by no tool call."""


class Thought(Struct, frozen=True, kw_only=True, gc=False, tag="thought"):
    """Readable thinking. Kept where there is any, never depended on."""

    line: int
    text: str
    uid: str = ""


class Call(Struct, frozen=True, kw_only=True, gc=False, tag="call"):
    """One tool call joined with its result by the call's id, wherever the result stands in the file."""

    line: int
    name: str
    """The tool's own name."""
    act: Act
    id: str = ""
    uid: str = ""
    time: str = ""
    about: str = ""
    """What the call was for, in one line, from its own input: a description, a pattern, a question, an address."""
    command: str = ""
    """The shell command exactly as run."""
    cwd: str = ""
    """The directory that the command ran in, where the record tells another one than the session's."""
    files: tuple[FileTouch, ...] = ()
    todos: tuple[Todo, ...] = ()
    """The whole list as this call left it."""
    outcome: Outcome = "unanswered"
    exit_code: int | None = None
    result_line: int | None = None
    output: str = ""
    """What came back, bounded: the beginning and the end."""
    side: Side | None = None


class Mark(Struct, frozen=True, kw_only=True, gc=False, tag="mark"):
    """An event that nobody said: a compaction (text = its summary, if readable), an interruption, a rewind."""

    line: int
    kind: MarkKind
    text: str = ""
    time: str = ""


Item = Said | Thought | Call | Mark


class Glance(Struct, frozen=True, kw_only=True, gc=False):
    """What a list of sessions shows. Made without building the items; it agrees with the whole session."""

    agent: str
    id: str
    path: str
    cwd: str = ""
    title: str = ""
    model: str = ""
    branch: str = ""
    started: str = ""
    ended: str = ""
    """ISO 8601 in UTC, empty when the file has no times."""
    human_turns: int = 0
    usage: Usage = Usage()
    helper: bool = False
    """A sub-agent's or a headless run's session: never chosen as the default."""
    parent: str = ""
    """Id of the session this one was forked, resumed or spawned from."""


class Session(Struct, frozen=True, kw_only=True):
    """One conversation: the glance, and everything that was said and done, in order."""

    glance: Glance
    items: tuple[Item, ...] = ()
    gaps: tuple[Gap, ...] = ()
    version: int = VERSION

    @property
    def silent(self) -> bool:
        """Not a single word or call in it, so that nothing can be told of it either."""
        return not any(isinstance(item, Said | Call) for item in self.items)


def short_id(session: str) -> str:
    """What stands for a session in pointers and lists, and tells it from every other by itself.

    Of a random UUID the first 8 digits do; those of version 7 are the minute it began in, so as much is taken as holds
    some chance. Shorter ids may begin with a date, and stand whole."""
    if len(session) < 32:
        return session[:24]
    return session[:18] if session[14] == "7" else session[:8]
