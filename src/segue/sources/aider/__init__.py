"""The reader of Aider's chats, which stand one after the other in a file of the repository: `.aider.chat.history.md`.

Aider gives a chat no id. Ours is made of the file's place and the time at which the chat began, and a chat's path is
the file's with that id below it. The file alone means its newest chat.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.session.records import Session
from segue.sources.aider.chats import NAME, Chat, Shelf, begins, file_of
from segue.sources.aider.lines import lines_of
from segue.sources.base import OnePass


class Aider(OnePass):
    agent = "aider"

    def __init__(self) -> None:
        self._shelf = Shelf()

    def find(self, home: Path) -> Iterator[Path]:
        """Below a home only as far as is cheap: in it, in its folders and in theirs; nowhere when Aider never ran."""
        files = [home / NAME, *_near(home)] if (home / ".aider").is_dir() else []
        if named := os.environ.get("AIDER_CHAT_HISTORY_FILE"):
            files.append(Path(named).absolute())
        return self._shelf.newest_first(files)

    def found_in(self, folder: Path) -> Iterator[Path]:
        """The chats of one place: in the folder, or at the root of the repository it belongs to."""
        return self._shelf.newest_first([place / NAME for place in _up(folder)])

    def claims(self, path: Path) -> bool:
        file = file_of(path)
        return file is not None and begins(file)

    def session_id(self, path: Path) -> str:
        return self._chat(path).id

    def changed(self, path: Path) -> int:
        return self._shelf.changed(self._chat(path))

    def identity(self, path: Path) -> str:
        return self._shelf.identity(self._chat(path))

    def scan(self, path: Path, *, whole: bool) -> Session:
        from segue.sources.aider.read import Scan

        return Scan(path, self._chat(path), whole=whole).run()

    def raw(self, path: Path, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        chat = self._chat(path)
        return lines_of(chat, max(first, chat.first), min(last, chat.last))

    def before(self, path: Path) -> tuple[Session, ...]:
        """`--restore-chat-history` goes on with what stands above."""
        chat = self._chat(path)
        found: list[Session] = []
        while (earlier := self._shelf.before(chat)) and self._whole(chat).glance.parent:
            found.append(self._whole(earlier))
            chat = earlier
        return tuple(found)

    def _whole(self, chat: Chat) -> Session:
        return self.read(chat.file / chat.id)

    def _chat(self, path: Path) -> Chat:
        return self._shelf.chat(path)


def _near(home: Path) -> Iterator[Path]:
    """Histories in the visible folders of a home and in those of theirs, which is where repositories mostly are."""
    for folder in _folders(home):
        yield folder / NAME
        yield from (inner / NAME for inner in _folders(folder))


def _folders(place: Path) -> list[Path]:
    try:
        with os.scandir(place) as entries:
            return [Path(e.path) for e in entries if e.name[0] != "." and e.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def _up(folder: Path) -> list[Path]:
    """The folder, and those above it up to the root of its repository, if it is in one."""
    above = [folder, *folder.parents]
    root = next((at for at, place in enumerate(above) if (place / ".git").exists()), 0)
    return above[: root + 1]
