"""What stands behind a pointer that names no record of a session: a commit, a file, a record of a channel."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from segue import git
from segue.channel import place
from segue.channel.store import Channels
from segue.errors import SourceError, UsageError
from segue.git.shown import show
from segue.surfaces import kept


def behind(kind: str, ref: str) -> str:
    """As it stands there, not masked yet."""
    return BEHIND[kind](kind, ref)


def _commit(_: str, ref: str) -> str:
    shown = show(Path.cwd(), ref)
    if not shown.text:
        raise SourceError(f"commit {ref} cannot be shown: {shown.why}", hint="stand in the repository of the brief")
    return shown.text


def _file(_: str, ref: str) -> str:
    """Where it is. What is in it is for the reader's own tools."""
    root = Path(os.path.realpath(git.find_root(Path.cwd()) or Path.cwd()))
    path, _, symbol = ref.partition(":")
    for folder in (Path.cwd(), root):
        file = Path(os.path.realpath(folder / path))
        if not file.is_relative_to(root):
            raise UsageError(f"{path} leads out of {root}", hint="stand in the repository of the brief")
        if file.exists():
            about = file.stat()
            when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(about.st_mtime))
            return f"{file}\n{about.st_size} bytes, changed {when}" + (f"\nlook for: {symbol}" if symbol else "")
    raise SourceError(f"there is no file {path} in {root}", hint=f"git log --stat -- '{path}' tells what became of it")


def _record(kind: str, ref: str) -> str:
    channels = Channels()
    cwd = Path.cwd()
    held = sorted(channels.all(), key=lambda channel: not place.held_by(channel, cwd))  # this repository's first
    found = kept.record_of(channels, held, kind, ref)
    if not found:
        raise SourceError(f"no channel has a {kind} {ref}", hint="`segue channel show` lists what there is")
    return f"channel: {found[0].channel_id}\n{found[1]}"


BEHIND: dict[str, Callable[[str, str], str]] = {"commit": _commit, "file": _file, **dict.fromkeys(kept.KINDS, _record)}
