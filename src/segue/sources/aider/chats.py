"""Which chats a history file of Aider's holds, and what names them. Looked at again only when the file changed."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from segue import git
from segue.errors import SourceError
from segue.sources._jsonl import spans

NAME = ".aider.chat.history.md"
HINT = "`segue sessions --all` lists what there is"
_STARTED = b"# aider chat started at "
_HEADING = re.compile(rb"\0*# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*")
_BEGINS = re.compile(rb"^" + _HEADING.pattern + rb"$", re.MULTILINE)
_PROMPT = b"#### "
NEAR_START = 80
"""Bytes of a line in which its mark stands, NUL bytes before it included."""
FIRST_BYTES = 4096


class Chat(NamedTuple):
    file: Path
    id: str
    started: str
    """As the file has it: local time, without a zone."""
    first: int
    last: int
    """Lines of the file."""
    spoken: bool
    """Somebody said something: Aider begins a chat for `--list-models` too."""
    before: str = ""
    """Id of the chat above it."""
    followed: str = ""
    """When the chat below it began, in the same spelling; empty for the newest."""

    @property
    def newest(self) -> bool:
        return not self.followed


def file_of(path: Path) -> Path | None:
    """The history that a path names, or that stands above it."""
    return next((file for file in (path, path.parent) if file.is_file()), None)


def begins(file: Path) -> bool:
    """Whether a file is one of Aider's histories: what an old one was cut down to may begin with anything."""
    try:
        with file.open("rb") as opened:
            head = opened.read(FIRST_BYTES)
    except OSError:
        return False
    return _BEGINS.search(head) is not None


class Shelf:
    """The chats of histories, by file."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[object, tuple[Chat, ...]]] = {}

    def chats(self, file: Path) -> tuple[Chat, ...]:
        """Oldest first. What stands before the first heading belongs to nobody."""
        seen = file.stat()
        state = (seen.st_ino, seen.st_size, seen.st_mtime_ns)
        known = self._known.get(file)
        if known is None or known[0] != state:
            known = self._known[file] = (state, tuple(_chats(file)))
        return known[1]

    def chat(self, path: Path) -> Chat:
        """The chat that a path names: of a history alone, the newest in which somebody spoke."""
        file = file_of(path)
        if file is None:
            raise SourceError(f"there is no chat history {path}", hint=HINT)
        found = self.chats(file)
        if file != path:
            chat = next((one for one in found if one.id == path.name), None)
            if chat is None:
                raise SourceError(f"{file} has no chat {path.name}", hint=HINT)
            return chat
        spoken = [one for one in found if one.spoken] or found
        return spoken[-1] if spoken else Chat(file, _id(file, "", 0), "", 1, 0, spoken=False)

    def before(self, chat: Chat) -> Chat | None:
        found = [one for one in self.chats(chat.file) if one.first < chat.first and one.spoken]
        return found[-1] if found else None

    def newest_first(self, files: Iterable[Path]) -> Iterator[Path]:
        chats = [chat for file in dict.fromkeys(files) for chat in self._listed(file)]
        chats.sort(key=lambda chat: (-self.changed(chat), str(chat.file), -chat.first))
        return (chat.file / chat.id for chat in chats)

    def _listed(self, file: Path) -> list[Chat]:
        """A history that the repository brought with it was not written here, and is read only when it is named."""
        try:
            chats = self.chats(file)
            return [] if git.tracked(file) else [chat for chat in chats if chat.spoken]
        except (OSError, SourceError):
            return []

    def changed(self, chat: Chat) -> int:
        """In nanoseconds. Of a chat that others followed nothing tells when it ended."""
        return chat.file.stat().st_mtime_ns if chat.newest else int(moment(chat.started) * 1e9)

    def identity(self, chat: Chat) -> str:
        """Chats that others followed stay as they are."""
        seen = chat.file.stat()
        size = f":{seen.st_size}:{seen.st_mtime_ns}" if chat.newest else ""
        return f"{seen.st_dev}:{seen.st_ino}:{chat.first}:{chat.last}{size}"


def _chats(file: Path) -> Iterator[Chat]:
    starts: list[tuple[int, str]] = []
    spoken: set[int] = set()
    number = 0
    for number, (buffer, _, start, end) in enumerate(spans(file), 1):
        near = min(end, start + NEAR_START)
        if buffer.find(_STARTED, start, near) >= 0 and (heading := _HEADING.fullmatch(buffer, start, end)):
            starts.append((number, heading[1].decode()))
        elif buffer.find(_PROMPT, start, near) >= 0:
            spoken.add(len(starts))
    counted: dict[str, int] = {}
    above = ""
    for at, (first, time) in enumerate(starts):
        follower, followed = starts[at + 1] if at + 1 < len(starts) else (number + 1, "")
        name = _id(file, time, counted.setdefault(time, 0))
        counted[time] += 1
        spoke = at + 1 in spoken
        yield Chat(file, name, time, first, follower - 1, spoken=spoke, before=above, followed=followed)
        above = name if spoke else above


def _id(file: Path, time: str, same: int) -> str:
    """The same as long as the history stays where it is; one that is copied holds other chats."""
    place = hashlib.sha256(f"{os.path.realpath(file)}\0{time}\0{same}".encode("utf-8", "surrogateescape")).hexdigest()
    return "-".join([place[:8], *time.replace("-", "").replace(":", "").split()])


def moment(local: str) -> float:
    """A time of this machine's zone in seconds; 0 for what is none."""
    try:
        return datetime.strptime(local, "%Y-%m-%d %H:%M:%S").astimezone().timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


def iso(seconds: float) -> str:
    if not seconds:
        return ""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
