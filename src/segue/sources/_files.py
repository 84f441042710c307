"""Finding files below a folder, newest first, opening none of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

DATABASE = b"SQLite format 3\0"


def newest_first(root: Path, depth: int, wanted: Callable[[str], object]) -> Iterator[Path]:
    """Files exactly `depth` levels below the root (1: in it) whose name is wanted. A missing root yields nothing.

    A folder that may not be looked into is yielded itself: whoever opens it is told why, as for a file."""
    found = sorted(_walk(str(root), depth, wanted), key=lambda e: (-e[0], e[1]))
    return (Path(path) for _, path in found)


def _walk(folder: str, depth: int, wanted: Callable[[str], object]) -> Iterator[tuple[int, str]]:
    try:
        entries = list(os.scandir(folder))
    except PermissionError:
        yield 0, folder
        return
    except OSError:
        return
    for entry in entries:
        try:
            if depth > 1 and entry.is_dir():
                yield from _walk(entry.path, depth - 1, wanted)
            elif depth == 1 and wanted(entry.name) and entry.is_file():
                yield entry.stat().st_mtime_ns, entry.path
        except PermissionError:
            yield 0, entry.path
        except OSError:
            continue  # gone while we looked


def database_of(path: Path) -> Path | None:
    """The SQLite database that a path names, or that stands above it: sessions kept in one have no files."""
    for file in (path, path.parent):
        try:
            with file.open("rb") as opened:
                return file if opened.read(len(DATABASE)) == DATABASE else None
        except (NotADirectoryError, FileNotFoundError):
            continue
        except OSError:
            return None
    return None
