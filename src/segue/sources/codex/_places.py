"""Where Codex keeps its rollouts and their titles, and which rollout another one was forked from.

Only names are looked at, never trusted: an id from inside a file is compared with file names, not made into a path.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from segue.patterns import late
from segue.sources._jsonl import Walk

FOLDERS = ("sessions", "archived_sessions")
_NAME = late(r"rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([0-9a-f-]{36})(?:_[0-9a-f-]+)?\.jsonl(?:\.zst)?")


class Title(Struct):
    id: str | None = None
    thread_name: str | None = None


def codex_home(home: Path) -> Path:
    moved = os.environ.get("CODEX_HOME")
    return Path(moved).expanduser() if moved else home / ".codex"


def rollouts(base: Path) -> list[Path]:
    """Every rollout below a Codex home, newest first; a packed one only where the plain one is gone."""
    found = {path: time for folder in FOLDERS for time, path in _walk(str(base / folder))}
    plain = [path for path in found if not path.endswith(".zst") or path.removesuffix(".zst") not in found]
    return [Path(path) for path in sorted(plain, key=lambda path: (found[path], path), reverse=True)]


def thread_id(path: Path) -> str:
    """The thread's id out of the file's name, else the bare name."""
    found = _NAME.fullmatch(path.name)
    return found[1] if found else path.name.removesuffix(".zst").removesuffix(".jsonl").removeprefix("rollout-")


def home_above(path: Path) -> Path | None:
    """The Codex home that a rollout stands in."""
    return next((parent.parent for parent in path.parents if parent.name in FOLDERS), None)


def find_thread(path: Path, wanted: str) -> Path | None:
    """The newest rollout of a thread in the same Codex home, else beside the file."""
    base = home_above(path)
    near = rollouts(base) if base else sorted(path.parent.glob("*.jsonl"), reverse=True)
    return next((one for one in near if one != path and wanted and thread_id(one) == wanted), None)


class Titles:
    """The names that people gave to threads, from session_index.jsonl; read again only when the file changed."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, int], dict[str, str]]] = {}

    def near(self, path: Path) -> dict[str, str]:
        base = home_above(path)
        if base is None:
            return {}
        index = base / "session_index.jsonl"
        try:
            stat = index.stat()
        except OSError:
            return {}
        stamp = (stat.st_size, stat.st_mtime_ns)
        if index not in self._known or self._known[index][0] != stamp:
            rows = (row for _, row in Walk(index, Title))
            self._known[index] = stamp, {row.id: row.thread_name for row in rows if row.id and row.thread_name}
        return self._known[index][1]


def _walk(folder: str) -> Iterator[tuple[int, str]]:
    try:
        entries = list(os.scandir(folder))
    except PermissionError:
        yield 0, folder  # whoever opens it is told why, as for a file
        return
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path)
        elif entry.name.startswith("rollout-") and entry.name.endswith((".jsonl", ".jsonl.zst")):
            try:
                yield entry.stat().st_mtime_ns, entry.path
            except PermissionError:
                yield 0, entry.path
            except OSError:
                continue
