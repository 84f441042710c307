"""What an answer of Aider's model is made of: words, edits in a form of Aider's, and commands that it suggests."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

SHELLS = ("bash", "sh", "shell", "zsh", "fish", "cmd", "batch", "powershell", "ps1", "console")
_SEARCH = re.compile(r"<{5,9} SEARCH>?\s*")
_DIVIDER = re.compile(r"={5,9}\s*")
_REPLACE = re.compile(r">{5,9} REPLACE\s*")
_FENCE = re.compile(r"(`{3,}|<(?:source|code|pre|codeblock|sourcecode)>)\s*(\S*)\s*")
_CLOSES = re.compile(r"`{3,}\s*|</(?:source|code|pre|codeblock|sourcecode)>\s*")
NAME_LINES = 3
"""Lines before an edit among which its file is named, as Aider looks for it."""


class Words(NamedTuple):
    line: int
    text: str


class Edit(NamedTuple):
    line: int
    path: str
    old: str
    new: str


class Commands(NamedTuple):
    line: int
    text: str


Piece = Words | Edit | Commands


def pieces(first: int, text: str, *, whole_files: bool) -> Iterator[Piece]:
    """In order, each with its line. With `whole_files` a named block of code is the new text of that file."""
    page = _Page(text.split("\n"), whole_files=whole_files)
    words: list[tuple[int, str]] = []
    at = 0
    while at < len(page.lines):
        piece, after = page.block(at)
        if piece is None:
            words.append((at, page.lines[at]))
            at += 1
            continue
        if isinstance(piece, Edit):
            _unname(words, piece.path)
        yield from _said(words, first)
        words = []
        yield piece._replace(line=first + piece.line)
        at = after
    yield from _said(words, first)


def _said(words: list[tuple[int, str]], first: int) -> Iterator[Words]:
    text = "\n".join(line for _, line in words)
    if text.strip():
        start = next(at for at, line in words if line.strip())
        yield Words(first + start, text.strip())


def _unname(words: list[tuple[int, str]], path: str) -> None:
    """The line that only names an edit's file, and the fence that opens it, are no words."""
    while words and (not words[-1][1].strip() or _FENCE.fullmatch(words[-1][1].strip())):
        words.pop()
    if words and _named(words[-1][1]) == path:
        words.pop()


class _Page:
    """An answer's lines, with the places of the marks in them: an answer may hold any number that lead nowhere."""

    def __init__(self, lines: list[str], *, whole_files: bool) -> None:
        self.lines = lines
        self.path = ""
        """The file of the edit before: the next one need not name it."""
        self._whole_files = whole_files
        self._dividers, self._replaces = (
            [at for at, line in enumerate(lines) if mark.fullmatch(line)] for mark in (_DIVIDER, _REPLACE)
        )
        self._closers = [at for at, line in enumerate(lines) if _CLOSES.fullmatch(line.strip())]

    def block(self, at: int) -> tuple[Piece | None, int]:
        """The edit or the commands that begin here, and where they end."""
        if _SEARCH.fullmatch(self.lines[at]):
            return self._edit(at)
        fence = _FENCE.fullmatch(self.lines[at].strip())
        if fence is None:
            return None, at
        end = _after(self._closers, at) or len(self.lines)
        if any(_SEARCH.fullmatch(line) for line in self.lines[at + 1 : min(at + 3, end)]):
            return None, at  # an edit's own fence: the edit itself comes next
        inside = "\n".join(self.lines[at + 1 : end])
        if fence[2].lower() in SHELLS:
            return Commands(at, inside.strip()), end + 1
        name = _named(self.lines[at - 1]) if at and self._whole_files else ""
        return (Edit(at, name, "", inside), end + 1) if name else (None, at)

    def _edit(self, at: int) -> tuple[Piece | None, int]:
        divider = _after(self._dividers, at)
        end = _after(self._replaces, divider) if divider else None
        if not divider or not end:
            return None, at  # cut off: nothing that Aider could apply
        before = reversed(self.lines[max(0, at - NAME_LINES) : at])
        self.path = next((found for line in before if (found := _named(line))), "") or self.path
        after = end + 2 if _after(self._closers, end) == end + 1 else end + 1
        old, new = ("\n".join(self.lines[a + 1 : b]) for a, b in ((at, divider), (divider, end)))
        return Edit(at, self.path, old, new), after


def _after(places: list[int], at: int) -> int | None:
    """The first of these places behind another one."""
    found = bisect_right(places, at)
    return places[found] if found < len(places) else None


def _named(line: str) -> str:
    """The file that a line names, in the ways in which models write it; empty for prose, fences and blank lines."""
    text = line.strip().strip("`*#: ").strip()
    if not text or " " in text or _FENCE.fullmatch(line.strip()) or not re.search(r"[./]|^\w+$", text):
        return ""
    return text
