"""Who speaks in a chat of Aider's, line by line.

`#### ` is the user and `> ` is Aider, everything else is the model; but a model writes such lines too. What tells
them apart is that Aider ends each of its own lines with two spaces, and begins what it writes after an answer with an
empty line. Of a message of several lines only the first is marked, and only the last has the spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from segue.sources._jsonl import spans
from segue.sources.aider.chats import Chat

Who = Literal["user", "aider", "model"]
USER, AIDER, END = "#### ", "> ", "  "


class Told(NamedTuple):
    who: Who
    line: int
    text: str
    """Of the model: with its line breaks, so that the text's lines are the file's from there on."""


def lines_of(chat: Chat, first: int, last: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a range as they stand in the file."""
    for number, (_, view, start, end) in enumerate(islice(spans(chat.file), max(0, first - 1), last), first):
        yield number, bytes(view[start:end])


def texts(chat: Chat) -> list[tuple[int, str]]:
    """A chat's lines without its heading, whatever bytes they hold."""
    found = lines_of(chat, chat.first + 1, chat.last)
    return [(n, line.replace(b"\0", b"").decode("utf-8", "replace").rstrip("\r")) for n, line in found]


def told(lines: list[tuple[int, str]]) -> Iterator[Told]:
    """Everything that was said, in order. Where no line has the two spaces, an editor took them: then marks count."""
    strict = any(text.endswith(END) and text.startswith((USER, AIDER)) for _, text in lines)
    gathered: list[str] = []
    who: Who | None = None
    began, after_blank, open_message = 0, True, False
    for number, text in lines:
        ends = text.endswith(END) or not strict
        speaker = _speaker(text, ends=ends, after_blank=after_blank, before=who)
        if open_message and not (text.startswith((USER, AIDER)) and ends):
            speaker = "aider"
        if speaker != who or (speaker == "aider" and not open_message) or (speaker == "user" and after_blank):
            if who:
                yield _whole(who, began, gathered)
            who, began, gathered = speaker, number, []
        if who:
            gathered.append(text)
        open_message = who == "aider" and not ends
        after_blank = not text.strip()
    if who:
        yield _whole(who, began, gathered)


def _speaker(text: str, *, ends: bool, after_blank: bool, before: Who | None) -> Who | None:
    if text.startswith(USER) and ends and (after_blank or before != "model"):
        return "user"
    if text.startswith(AIDER) and (ends or not after_blank) and (after_blank or before != "model"):
        return "aider"
    if not text.strip():
        return "model" if before == "model" else None
    return "model"


def _whole(who: Who, line: int, gathered: Iterable[str]) -> Told:
    if who == "model":
        return Told(who, line, "\n".join(gathered).rstrip())
    mark = USER if who == "user" else AIDER
    return Told(who, line, "\n".join(text.removeprefix(mark).rstrip() for text in gathered))
