"""One walk over a session, so that no rule has to: turns, the file trail, commands, checks, commits, the ending."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from segue.distil.asked import own_work
from segue.distil.inherited import Carried, inheritance
from segue.distil.records import Evidence, flat
from segue.distil.reversal import Reversal, reversal_in
from segue.distil.sentences import Sentence
from segue.distil.signals import RULE_HINTS, among
from segue.distil.trails import Trails
from segue.patterns import late
from segue.session.records import Call, Mark, Said

Known = TypeVar("Known")
RECENT = 40
LIKELY = 40
"""Turns that are read closely: the last ones, and those of a longer past that sound most like a rule. Together far more
than a brief has room for."""
_LINK = late(
    r"(?<![\w\])`])\[([^\[\]\n]{1,200})\]\((<?(?:https?://|file://|mailto:|[/#]|\.{1,2}/|[\w.-]+/)[^()\s]{1,400})\)"
)


class Turn:
    """What the user said, and everything until the user spoke again."""

    __slots__ = ("amends", "ask", "before", "calls", "index", "interrupted", "retried", "said", "since")

    def __init__(self, index: int, ask: Said | None, before: list[Said]) -> None:
        self.index = index
        self.ask = ask
        self.before = before
        """The agent's words of the turn before, which this may answer."""
        self.said: list[Said] = []
        self.calls: list[Call] = []
        self.interrupted: Mark | None = None
        self.retried: list[tuple[Said, Said]] | None = None
        self.amends: float | None = None
        self.since: Any = None
        """What was tried in vain, how likely it overrules the agent, and what came after it, once somebody asked."""

    def reports(self, said: Said) -> bool:
        """These are the agent's last words of the turn."""
        return said.final or said is self.said[-1]


class Digest:
    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.session = evidence.session
        self.items = own_work(evidence.session.items)
        self.turns: list[Turn] = []
        self.calls: list[Call] = []
        self.commands: list[Call] = []
        files = Trails(self.session.glance.cwd.rstrip("/") + "/")
        self.trails, self.reads = files.by_path, files.reads
        self.listed: Call | None = None
        self.marks: list[Mark] = []
        self.handed_down: list[tuple[int, tuple[Carried, ...]]] = []
        self.reversals: list[Reversal] = []
        self.weighed: dict[tuple[int, int], list[tuple[Sentence, float]]] = {}
        """The sentences of the agent's messages with their worth, by record and length: several rules ask."""
        self._known: dict[Callable[[Digest], Any], Any] = {}
        self._walk(files)
        self.last_line = self.items[-1].line if self.items else 1

    def _walk(self, files: Trails) -> None:
        turn = Turn(0, None, [])
        cwd = self.session.glance.cwd.rstrip("/") + "/"
        for item in self.items:
            if isinstance(item, Said):
                if item.role == "agent":
                    turn.said.append(without_links(item, cwd) if "](" in item.text else item)
                    continue
                ask = self._own_words(item)
                if ask is None:
                    continue
                if turn.ask or turn.said or turn.calls:
                    self.turns.append(turn)
                turn = Turn(len(self.turns), ask, turn.said or turn.before)
            elif isinstance(item, Call):
                call = files.followed(item)
                turn.calls.append(call)
                self._called(call)
            elif isinstance(item, Mark):
                self.marks.append(item)
                if item.kind == "interrupted":
                    turn.interrupted = item
        if turn.ask or turn.said or turn.calls:
            self.turns.append(turn)

    def _called(self, call: Call) -> None:
        self.calls.append(call)
        if call.command and call.outcome != "cancelled":
            self.commands.append(call)
        if call.todos:
            self.listed = call

    def _own_words(self, said: Said) -> Said | None:
        """The message without a brief that stands in it; None when nothing else does."""
        if reversal := reversal_in(said.line, said.text):
            self.reversals.append(reversal)
        found = inheritance(said.text)
        if found is None:
            return said
        self.handed_down.append((said.line, found.carried))
        return msgspec.structs.replace(said, text=found.own) if found.own else None

    @cached_property
    def asks(self) -> list[Turn]:
        return [turn for turn in self.turns if turn.ask]

    def once(self, ask: Callable[[Digest], Known]) -> Known:
        """What a rule works out of the whole session, when it is first asked: several rules ask the same."""
        if ask not in self._known:
            self._known[ask] = ask(self)
        known: Known = self._known[ask]
        return known

    def is_recent(self, turn: Turn) -> bool:
        """One of the last turns; of those long ago only rules and reports that name a cause are looked at."""
        return turn.index >= len(self.turns) - RECENT

    @cached_property
    def considered(self) -> frozenset[int]:
        """The turns that are read closely: the last ones, and of a long past those most likely to hold a rule."""
        old = [turn for turn in self.turns[:-RECENT] if turn.ask]
        likely = sorted(old, key=lambda turn: (-_hints(turn), turn.index))[:LIKELY]
        recent = range(max(len(self.turns) - RECENT, 0), len(self.turns))
        return frozenset([*recent, *(turn.index for turn in likely)])

    def late(self, line: int) -> float:
        """How late in the session a record stands, from 0 to 1."""
        return line / max(self.last_line, 1)

    @cached_property
    def goal_words(self) -> frozenset[str]:
        from segue.distil.records import content

        return content(self.evidence.goal)


def without_links(said: Said, cwd: str) -> Said:
    """The words with every link as what a reader needs of it: the path of a file here, else the words it stands for."""

    def plain(link: re.Match[str]) -> str:
        words, where = link[1], link[2].strip("<>")
        path = where.removeprefix("file://").removeprefix(cwd).replace("#L", ":")  # a bare "L18" would be a pointer
        is_here = len(path) < len(where) and path.partition(":")[0].endswith(words.strip("`").partition(":")[0])
        return f"`{path}`" if is_here else words

    return msgspec.structs.replace(said, text=_LINK.sub(plain, said.text))


def changed(calls: Iterable[Call]) -> bool:
    """One of them changed a file: what was only read does not count, nor what failed."""
    return any(touch.how != "read" for call in calls if call.outcome == "ok" for touch in call.files)


def _hints(turn: Turn) -> float:
    """How much of what was said sounds like a rule, without looking closely."""
    assert turn.ask is not None
    low = turn.ask.text[:3000].lower()
    return among(RULE_HINTS, low) / (1 + len(low) / 400)


def one_line(text: str, longest: int) -> str:
    text = flat(text)
    if len(text) <= longest:
        return text
    space = text.rfind(" ", 0, longest)
    return text[: space if space > 0 else longest]  # some languages write no spaces
