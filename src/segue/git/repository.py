"""Finding a repository by looking at files: no process, a few stat calls, because every listed session asks."""

# Strings are several times faster here than Path objects.
# ruff: noqa: PTH116, PTH118, PTH120, PTH123
from __future__ import annotations

import os
import stat
from pathlib import Path

MOST = 1 << 20


def find_root(path: Path) -> Path | None:
    """The working tree that holds this directory. A directory that is gone has none: its parents say nothing about it.

    Relative paths have none either: an empty cwd in a transcript must not become ours."""
    found = find(path)
    return Path(found[0]) if found else None


def identity(path: Path) -> str | None:
    """The repository's common git directory, the same for all its worktrees."""
    found = find(path)
    return common_dir(found[1]) if found else None


def find(path: Path) -> tuple[str, str] | None:
    """Root and git directory, both real paths."""
    folder = str(path)
    try:
        folder = os.path.realpath(folder, strict=True) if folder.startswith("/") else ""
    except (OSError, ValueError):
        return None
    while folder:
        git_dir = git_dir_of(folder)
        if git_dir is not None:
            return (folder, os.path.realpath(git_dir)) if git_dir else None
        folder = os.path.dirname(folder) if folder != "/" else ""
    return None


def git_dir_of(folder: str) -> str | None:
    """Where the `.git` of a directory leads: None when it has none, empty when it leads nowhere."""
    dot = f"{folder}/.git"
    try:
        mode = os.stat(dot).st_mode
    except OSError:
        return None
    if stat.S_ISDIR(mode):
        return dot if os.path.lexists(f"{dot}/HEAD") else None  # git, too, walks past an empty .git
    text = read(dot)
    if not text.startswith(b"gitdir:"):
        return ""
    git_dir = os.path.join(folder, os.fsdecode(text[7:].strip(b" \r\n")))
    return git_dir if "\0" not in git_dir and os.path.lexists(f"{git_dir}/HEAD") else ""


def common_dir(git_dir: str) -> str:
    """A worktree's git directory names the one it shares in `commondir`."""
    shared = os.fsdecode(read(f"{git_dir}/commondir").strip(b" \r\n"))
    return git_dir if not shared or "\0" in shared else os.path.realpath(os.path.join(git_dir, shared))


def read(path: str) -> bytes:
    """The beginning of a plain file, empty when there is none: opening a named pipe would never return."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return b""
        with open(path, "rb") as file:
            return file.read(MOST)
    except OSError:
        return b""
