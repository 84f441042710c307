"""The reader of OpenAI Codex: rollouts of the command line, the desktop app and the editor extension.

`docs/formats/codex.md` says where they live, what changed between versions and what is dropped on purpose. A rollout
that was forked by reference holds only its own part; `ancestors` names the files that hold the rest.
"""

from __future__ import annotations

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
        _refuse_packed(path)
        items = Items(path)
        walk = Walk(path, Row)
        for line, row in walk:
            items.take(line, type_of(row), row, body_of(row))
        done = items.finish()
        gaps: list[Gap] = sorted([*walk.gaps, *items.gaps], key=lambda gap: gap.line)
        return Session(glance=items.facts.glance(self._titles.near(path)), items=done, gaps=tuple(gaps))

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        _refuse_packed(path)
        yield from raw_lines(path, first, last)

    def ancestors(self, path: Path) -> tuple[Path, ...]:
        """The rollouts that this one continues without copying them, nearest first, as far as they are there."""
        found: list[Path] = []
        here = path
        while (parent := _places.find_thread(here, _base(here))) and parent != path and parent not in found:
            found.append(parent)
            here = parent
        return tuple(found)


def _ours(row: Row) -> bool:
    kind = type_of(row)
    if row.payload != ABSENT:
        return kind in KNOWN_ROWS
    return kind == "state" or (kind == "session_meta" and (row.git != ABSENT or row.instructions != ABSENT))


def _base(path: Path) -> str:
    """The thread whose rows a paginated fork refers to, from its first row."""
    if path.suffix == ".zst":
        return ""
    for _, row in Walk(path, Row):
        return str(mapping(body_of(row).history_base).get("thread_id") or "")
    return ""


def _refuse_packed(path: Path) -> None:
    if path.suffix == ".zst":
        raise SourceError(f"{path} is compressed with zstd", hint=f"unpack it first: zstd -d --keep '{path}'")
