"""The reader of OpenAI Codex: rollouts of the command line, the desktop app and the editor extension.

`docs/formats/codex.md` says where they live, what changed between versions and what is dropped on purpose. A rollout
that was forked by reference holds only its own part; `before` reads the rest where it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from segue.errors import SourceError
from segue.session.records import Gap, Glance, Session
from segue.sources._jsonl import Walk, raw_lines
from segue.sources.codex import _places
from segue.sources.codex._facts import Facts
from segue.sources.codex._items import KNOWN_ROWS, Items
from segue.sources.codex._rows import ABSENT, Row, body_of, mapping, type_of
from segue.sources.codex._skim import skim

_FIRST_ROWS = 5


class Codex:
    agent = "codex"

    def __init__(self) -> None:
        self._titles = _places.Titles()

    def find(self, home: Path) -> Iterator[Path]:
        """Sub-agents' rollouts lie among the others, named alike: they are yielded, and their glance says helper."""
        yield from _places.rollouts(_places.codex_home(home))

    def claims(self, path: Path) -> bool:
        named = path.name.startswith("rollout-")
        if path.name.endswith(".zst"):
            return named
        rows = [row for _, (_, row) in zip(range(_FIRST_ROWS), Walk(path, Row), strict=False)]
        return any(_ours(row) for row in rows) if rows else named and path.suffix == ".jsonl"

    def glance(self, path: Path) -> Glance:
        facts = Facts(path) if path.suffix == ".zst" else skim(path)
        return facts.glance(self._titles.near(path))

    def read(self, path: Path) -> Session:
        return self._read(path, sys.maxsize)

    def _read(self, path: Path, end: int) -> Session:
        """The rows of a file before an ordinal; rows without one all count."""
        _refuse_packed(path)
        items = Items(path)
        walk = Walk(path, Row)
        for line, row in walk:
            if row.ordinal is None or row.ordinal < end:
                items.take(line, type_of(row), row, body_of(row))
        done = items.finish()
        gaps: list[Gap] = sorted([*walk.gaps, *items.gaps], key=lambda gap: gap.line)
        return Session(glance=items.facts.glance(self._titles.near(path)), items=done, gaps=tuple(gaps))

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        _refuse_packed(path)
        yield from raw_lines(path, first, last)

    def before(self, path: Path) -> tuple[Session, ...]:
        """The rollouts that this one continues without copying them, each up to where it was left; nearest first."""
        found: dict[Path, Session] = {}
        thread, end = _base(path)
        while (parent := _places.find_thread(path, thread)) and parent != path and parent not in found:
            if parent.suffix == ".zst":
                break
            found[parent] = self._read(parent, end)
            thread, end = _base(parent)
        return tuple(found.values())


def _ours(row: Row) -> bool:
    kind = type_of(row)
    if row.payload != ABSENT:
        return kind in KNOWN_ROWS
    return kind == "state" or (kind == "session_meta" and (row.git != ABSENT or row.instructions != ABSENT))


def _base(path: Path) -> tuple[str, int]:
    """The thread whose rows a paginated fork refers to and the ordinal where it left, from its first row."""
    for _, row in Walk(path, Row):
        base = mapping(body_of(row).history_base)
        end = base.get("end_ordinal_exclusive")
        return str(base.get("thread_id") or ""), end if isinstance(end, int) else sys.maxsize
    return "", sys.maxsize


def _refuse_packed(path: Path) -> None:
    if path.suffix == ".zst":
        raise SourceError(f"{path} is compressed with zstd", hint=f"unpack it first: zstd -d --keep '{path}'")
