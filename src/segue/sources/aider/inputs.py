"""When the user's words were said, from `.aider.input.history` beside a chat: the chat itself has no times."""

from __future__ import annotations

from datetime import datetime

from segue.errors import SourceError
from segue.sources._jsonl import spans
from segue.sources.aider.chats import Chat, iso, moment

NAME = ".aider.input.history"


class Times:
    """What was typed while a chat lasted, in order; asked for once each."""

    def __init__(self, typed: list[tuple[float, str]]) -> None:
        self._typed = typed
        self._at = 0
        self.last = typed[-1][0] if typed else 0.0

    def next(self, words: str) -> str:
        """When these words were typed, the next time that they were; empty when they are not there."""
        wanted = words.strip()
        for at in range(self._at, len(self._typed)):
            time, text = self._typed[at]
            if text == wanted:
                self._at = at + 1
                return iso(time)
        return ""


def times_of(chat: Chat) -> Times:
    """Never an error: without the file, or with another one in its place, nobody knows the times."""
    begun = moment(chat.started)
    try:
        typed = _typed(chat)
    except (OSError, SourceError):
        return Times([])
    until = moment(chat.followed) or float("inf")
    return Times([(time, text) for time, text in typed if begun - 1 <= time < until])


def _typed(chat: Chat) -> list[tuple[float, str]]:
    """Each input is a time (`# …`) and its lines (`+…`). Aider writes most of them twice."""
    found: list[tuple[float, list[str]]] = []
    for _, view, start, end in spans(chat.file.with_name(NAME)):
        line = bytes(view[start:end]).replace(b"\0", b"").decode("utf-8", "replace")
        if line.startswith("# "):
            found.append((_seconds(line[2:]), []))
        elif line.startswith("+") and found:
            found[-1][1].append(line[1:].rstrip())
    return [(time, "\n".join(lines).strip()) for time, lines in found if time]


def _seconds(words: str) -> float:
    try:
        return datetime.fromisoformat(words.strip()).astimezone().timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0
