"""Whether a file belongs to its repository, which is to say: whether somebody else may have written it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from segue.git.process import Git, NoAnswerError
from segue.git.repository import find

TIMEOUT = 2.0
_PLAIN = b"DIRC\0\0\0\2"
"""The version of the index in which every name stands whole, its length before it."""
_SHARED = b"link"
"""The mark of an index that leads to another file."""


def tracked(file: Path) -> bool:
    """Whether git's index holds the file. Without a repository nothing does; True when git cannot tell."""
    found = find(file.parent)
    if not found:
        return False
    root, git_dir = found
    name = os.path.relpath(Path(os.path.realpath(file.parent)) / file.name, root)
    try:
        index = Path(git_dir, "index").read_bytes()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    if index.startswith(_PLAIN) and _SHARED not in index:
        return _holds(index, os.fsencode(name))
    return _asked(root, git_dir, name)


def _holds(index: bytes, name: bytes) -> bool:
    at = index.find(name + b"\0")
    while at >= 0:
        if int.from_bytes(index[at - 2 : at], "big") & 0xFFF == min(len(name), 0xFFF):
            return True
        at = index.find(name + b"\0", at + 1)
    return False


def _asked(root: str, git_dir: str, name: str) -> bool:
    try:
        git = Git(root, git_dir, time.monotonic() + TIMEOUT)
        return bool(git.run("--literal-pathspecs", "ls-files", "-z", "--cached", "--", name))
    except NoAnswerError:
        return True
