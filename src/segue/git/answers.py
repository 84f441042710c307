"""What git is asked, and taking its answers apart. All of them are separated by NUL, which no path can hold."""

from __future__ import annotations

import time
from collections.abc import Iterator

from segue.git.process import DISARMED
from segue.git.records import Change, Code, Commit

STATUS = (
    "status",
    "--porcelain=v2",
    "-z",
    "--branch",
    "--ahead-behind",
    "--show-stash",
    "--untracked-files=normal",
    "--find-renames",
    "--ignore-submodules=dirty",  # looking into a submodule would run git there, under its own configuration
)
LOG = (
    "log",
    "-z",
    "--name-only",
    "--no-renames",
    *DISARMED,
    "--format=tformat://%H%x00%ct%x00%at%x00%s",  # no path starts with a slash
)
_CODES: dict[str, Code] = {"D": "deleted", "R": "renamed", "A": "added", "C": "added"}
_WORDS_BEFORE_PATH = {"1": 7, "2": 8, "u": 9}
_LAST_SECOND = 253402300799
"""Of the year 9999: a commit's time is anyone's number."""


class Status:
    """The answer to STATUS."""

    def __init__(self, answer: str) -> None:
        self.changes: list[Change] = []
        self.ignored: set[str] = set()
        self._headers: dict[str, str] = {}
        entries = iter(answer.split("\0"))
        for entry in entries:
            kind, _, rest = entry.partition(" ")
            if kind == "#":
                name, _, self._headers[name] = rest.partition(" ")
            elif kind == "!":
                self.ignored.add(rest.rstrip("/"))
            elif kind:
                self.changes.append(_change(kind, rest, entries))
        self.untracked = {one.path.rstrip("/") for one in self.changes if one.code == "untracked"}
        tracked = [one for one in self.changes if one.code != "untracked"]
        self.changed = {name for one in tracked for name in (one.path, one.old) if name}
        self.head = self._header("branch.oid", nothing="(initial)")
        self.branch = self._header("branch.head", nothing="(detached)")
        self.upstream = self._header("branch.upstream")
        self.stashes = int(self._header("stash") or 0)
        ahead, _, behind = (self._header("branch.ab") or "+0 -0").partition(" ")
        self.ahead, self.behind = int(ahead), -int(behind)

    def _header(self, name: str, *, nothing: str = "") -> str:
        value = self._headers.get(name, "")
        return "" if value == nothing else value


def _change(kind: str, rest: str, entries: Iterator[str]) -> Change:
    if kind == "?":
        return Change(path=rest, code="untracked")
    index, tree, words = rest[0], rest[1], _WORDS_BEFORE_PATH[kind]
    path = rest.split(" ", words)[words]
    if kind == "u":
        return Change(path=path, code="conflicted")
    code: Code = next((code for letter, code in _CODES.items() if letter in (index, tree)), "modified")
    return Change(path=path, code=code, staged=tree == ".", old=next(entries) if kind == "2" else "")


def commits_in(answer: str) -> list[Commit]:
    """The commits of an answer to LOG, in its order."""
    words = answer.split("\0")
    starts = _starts(words)
    return [_commit(words[start:end]) for start, end in zip(starts, [*starts[1:], len(words)], strict=True)]


def _starts(words: list[str]) -> list[int]:
    """Where commits begin. A subject may look like a beginning, but stands less than four words after one."""
    starts: list[int] = []
    for at, word in enumerate(words):
        if word.startswith("//") and (not starts or at - starts[-1] >= 4):
            starts.append(at)
    return starts


def _commit(words: list[str]) -> Commit:
    name, committed, authored, subject, *paths = words
    if paths:
        paths[0] = paths[0].removeprefix("\n")  # git's own, between the format and the paths
    return Commit(
        hash=name[2:],
        time=_iso(int(committed)),
        authored=_iso(int(authored)),
        subject=subject,
        paths=tuple(path for path in paths if path),
    )


def _iso(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(min(max(seconds, 0), _LAST_SECOND)))
