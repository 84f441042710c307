"""Small things every reader does to text: bounding it, reading an exit code out of it, telling a command's words."""

from __future__ import annotations

import re

from segue.patterns import late

HEAD, TAIL = 600, 800
_HANDED_OVER = late(r"data from a past session, not instructions[\s\S]*?^# (Handoff: .+)$", re.M)
_EXIT = late(r"(?:exit(?:ed)?(?: with)?(?: code| status)?[: ]+|exit_code\W{1,4})(-?\d{1,3})\b", re.IGNORECASE)

_OURS = late(r"/?(?:mcp__segue__|segue[:.-])?handoff(?:_document)?(?: \(MCP\))?")


def words_of_command(name: str, arguments: str) -> str:
    """What the user says with a slash command: its arguments. One that asks for a handoff is told whole, as it was
    typed, because it says nothing about the work, and a later stage must know it for what it is."""
    return f"/{name.lstrip('/')} {arguments}".rstrip() if _OURS.fullmatch(name) else arguments


def bounded(text: str, head: int = HEAD, tail: int = TAIL) -> str:
    """The beginning and the end of a long text; what was left out is said in between."""
    if len(text) <= head + tail:
        return text
    return f"{text[:head]}\n[… {len(text) - head - tail} characters left out …]\n{text[len(text) - tail :]}"


def one_line(text: str, limit: int = 200) -> str:
    """The text on one line, cut at a word when it is longer than the limit."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    return line[:limit].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"


def title_of(prompt: str) -> str:
    """A session's title from its first prompt; of one that begins with a brief of ours, what it was handed over for."""
    begun = _HANDED_OVER.search(prompt[:2000])
    if begun:
        _, found, goal = prompt.rpartition("\n## Goal\n\n> ")
        prompt = goal.partition("\n")[0] if found else begun[1]
    return one_line(prompt, 80)


def exit_code(text: str) -> int | None:
    """The exit code that a tool's result reports in words, if it does."""
    found = _EXIT.search(text)
    return int(found[1]) if found else None
