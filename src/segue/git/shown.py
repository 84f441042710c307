"""One commit as `git show --stat` tells it: who, when, why, and how much of which files. No file's content."""

from __future__ import annotations

import re
import time
from pathlib import Path

from msgspec import Struct

from segue.git.process import DISARMED, Git, NoAnswerError
from segue.git.repository import find

TIMEOUT = 5.0
SHOW = ("show", "--stat", "--pretty=medium", *DISARMED)
_HASH = re.compile(r"[0-9a-fA-F]{4,64}")


class Shown(Struct, frozen=True, kw_only=True):
    """What git says of a commit, or why it says nothing."""

    text: str = ""
    why: str = ""


def show(cwd: Path, commit: str) -> Shown:
    """The commit of the repository that holds this directory, or why there is none. Its text is untrusted."""
    found = find(cwd)
    if found is None:
        return Shown(why="no git repository here")
    if not _HASH.fullmatch(commit):
        return Shown(why=f"{commit!r} is no hash of a commit")
    root, git_dir = found
    try:
        return Shown(text=Git(root, git_dir, time.monotonic() + TIMEOUT).run(*SHOW, f"{commit}^{{commit}}", "--"))
    except NoAnswerError as error:
        return Shown(why=str(error))
