"""One walk over a session, so that no rule has to: turns, the file trail, commands, checks, commits, the ending."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from segue.distil.asked import own_work
from segue.distil.by_shell import undoings, with_written
from segue.distil.inherited import Carried, inheritance
from segue.distil.records import Evidence, flat
from segue.distil.reversal import Reversal, reversal_in
from segue.distil.sentences import Sentence
from segue.distil.signals import RULE_HINTS, among
from segue.patterns import late
from segue.session.records import Call, FileTouch, Mark, Said

Known = TypeVar("Known")
RECENT = 40
LIKELY = 40
"""Turns that are read closely: the last ones, and those of a longer past that sound most like a rule. Together far more
than a brief has room for."""
_PATH = late(r"[\w./@+-]+\w")
_LOOKS_LAST = late(r"(?:&&|;)\s*(?:grep|rg|diff|cmp)\b[^;&|]*$")
"""It ends by looking for something: that there was nothing is no failure of what came before."""
_SHELL = late(r"[$*?{}`~'\"\\]")
_LINK = late(
    r"(?<![\w\])`])\[([^\[\]\n]{1,200})\]\((<?(?:https?://|file://|mailto:|[/#]|\.{1,2}/|[\w.-]+/)[^()\s]{1,400})\)"
)
MOVED = 2
"""Words of a command that moves one file: from where, and to where."""
_READS = ("cat ", "sed -n", "nl ", "head ", "tail ", "bat ")


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


class Trail:
    """One file's way through the session."""

    __slots__ = ("calls", "how", "last", "made", "path", "touch")

    def __init__(self, path: str) -> None:
        self.path = path
        self.how = ""
        self.made = False
        """It was not there before the session."""
        self.calls: list[Call] = []
        self.last: Call
        self.touch: FileTouch


class Digest:
    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.session = evidence.session
        self.items = own_work(evidence.session.items)
        self.turns: list[Turn] = []
        self.calls: list[Call] = []
        self.commands: list[Call] = []
        self.trails: dict[str, Trail] = {}
        self._named: dict[str, list[Trail]] = {}
        """The trails again, by the last part of their path."""
        self.reads: dict[str, list[Call]] = {}
        self._committed = 0
        """The last commit: what was edited before it is kept in it."""
        self.listed: Call | None = None
        self.marks: list[Mark] = []
        self.handed_down: list[tuple[int, tuple[Carried, ...]]] = []
        self.reversals: list[Reversal] = []
        self.weighed: dict[tuple[int, int], list[tuple[Sentence, float]]] = {}
        """The sentences of the agent's messages with their worth, by record and length: several rules ask."""
        self._known: dict[Callable[[Digest], Any], Any] = {}
        self._walk()
        self.last_line = self.items[-1].line if self.items else 1

    def _walk(self) -> None:
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
                call = with_written(item, cwd, self.trails, self.reads)
                turn.calls.append(call)
                self._called(call, cwd)
            elif isinstance(item, Mark):
                self.marks.append(item)
                if item.kind == "interrupted":
                    turn.interrupted = item
        if turn.ask or turn.said or turn.calls:
            self.turns.append(turn)

    def _called(self, call: Call, cwd: str) -> None:
        self.calls.append(call)
        if call.command and call.outcome != "cancelled":
            self.commands.append(call)
            if call.outcome == "ok" and "git commit" in call.command:
                self._committed = call.line
            if call.outcome == "ok" and call.command.startswith(_READS) and "<" not in call.command:
                self._read_by_command(call, cwd)
            if call.outcome == "ok" or (call.exit_code == 1 and _LOOKS_LAST.search(call.command)):
                for undone in undoings(call, cwd):
                    self._undone(call, undone)
        if call.todos:
            self.listed = call
        for touch in call.files:
            self._touched(call, touch, cwd)

    def _own_words(self, said: Said) -> Said | None:
        """The message without a brief that stands in it; None when nothing else does."""
        if reversal := reversal_in(said.line, said.text):
            self.reversals.append(reversal)
        found = inheritance(said.text)
        if found is None:
            return said
        self.handed_down.append((said.line, found.carried))
        return msgspec.structs.replace(said, text=found.own) if found.own else None

    def _undone(self, call: Call, undone: re.Match[str]) -> None:
        """A file that a command removes, moves, or puts back as it was: its edits are no longer there."""
        words = [word for word in undone[2].split() if ">" not in word]
        if ("--" in words[1:] and words[0] != "HEAD") or "--staged" in undone[0]:
            return  # brought from elsewhere: that may be the very edit; or only git's list is put back
        moves = undone[1].endswith("mv")
        several = len(words) > MOVED and words[-1].endswith("/")
        if moves and ((len(words) != MOVED and not several) or _SHELL.search(words[-1])):
            return  # where to, only the shell knows
        for word in words[:-1] if moves else words:
            folder = not moves and (undone[1] != "git checkout" or " -- " in undone[0] or word[-1] in "./")
            for trail in self._meant(word, folder=folder):
                fresh = trail.calls[0].line > self._committed
                if trail.made and fresh and undone[1] in ("git checkout", "git restore"):
                    continue  # git does not know it
                trail.calls.append(call)
                trail.last = call
                if moves:
                    self._moved(trail, word, words[-1])
                elif "rm" in undone[1]:
                    trail.how = "deleted"
                elif fresh:
                    trail.how = "reverted"

    def _meant(self, word: str, *, folder: bool) -> list[Trail]:
        """The files that a word of a command names, or all below the folder that it names."""
        named = self._named.get(word.rpartition("/")[2], ()) if len(word) > 3 else ()
        found = [t for t in named if t.path == word or t.path.endswith(f"/{word}") or word.endswith(f"/{t.path}")]
        if found or not folder:
            return found
        if word in (".", "./"):
            return [trail for path, trail in self.trails.items() if not path.startswith("/")]
        below = word.removeprefix("./").rstrip("/") + "/"
        return [trail for path, trail in self.trails.items() if path.startswith(below)]

    def _moved(self, trail: Trail, word: str, to: str) -> None:
        """The same file under its new name, written as the old one was."""
        path, name = trail.path, trail.path.rpartition("/")[2]
        last = to.rstrip("/").rpartition("/")[2]
        if to.endswith("/") or last in (".", "..") or "." not in last:
            to = posixpath.join(to, name)
        if path.endswith(f"/{word}"):
            to = posixpath.join(path.removesuffix(word), to)
        to = to.removeprefix(word.removesuffix(path)) if len(word) > len(path) else to
        self._named[name].remove(trail)
        self.trails.pop(path, None)
        trail.path = posixpath.normpath(to)
        trail.touch = msgspec.structs.replace(trail.touch, path=trail.path)
        self.trails[trail.path] = trail
        self._named.setdefault(trail.path.rpartition("/")[2], []).append(trail)

    def _read_by_command(self, call: Call, cwd: str) -> None:
        """Agents without a reading tool read with the shell."""
        for word in call.command[:300].split():
            if word in ("|", "&&", ";", ">"):
                break
            if "." in word and not word.startswith(("-", ".", "/tmp/")) and _PATH.fullmatch(word):
                self.reads.setdefault(word.removeprefix(cwd), []).append(call)

    def _touched(self, call: Call, touch: FileTouch, cwd: str) -> None:
        path = touch.path.removeprefix(cwd) if len(cwd) > 1 else touch.path
        if touch.how == "read":
            if call.outcome != "ok":
                return
            self.reads.setdefault(path, []).append(call)
            return
        if call.outcome in ("failed", "rejected", "cancelled"):
            return
        trail = self.trails.get(path)
        if trail is None:
            trail = self.trails[path] = Trail(path)
            self._named.setdefault(path.rpartition("/")[2], []).append(trail)
            known = touch.how == "created" and path in self.reads  # written anew, over what was read
            trail.how = "edited" if known else touch.how
            trail.made = trail.how == "created"
        elif touch.how == "moved" and trail.last is call:
            return  # told by the command that moved it, above
        elif not (trail.how == "created" and touch.how == "edited"):
            anew = touch.how == "created" and not trail.made  # it was there before the session
            again = trail.made and trail.how == "deleted"
            trail.how = "created" if again else "edited" if anew else touch.how
        trail.calls.append(call)
        trail.last, trail.touch = call, touch

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
