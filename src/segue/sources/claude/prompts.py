"""Which user rows are the user's own words. Claude Code writes a dozen other things in the user's name."""

from __future__ import annotations

import re

from segue.patterns import late

INJECTED = late(
    r"\s*<(?:command-name|command-message|local-command-(?:stdout|stderr|caveat)|task-notification|system-reminder"
    r"|bash-(?:input|stdout|stderr)|ide_\w+|user-memory-input|teammate-message)\b"
)
INTERRUPTED = late(r"\[Request interrupted by user(?: for tool use)?\]\s*")
CONTINUED = "This session is being continued from a previous conversation"
_NOT_TYPED = (CONTINUED, "Caveat: ", "Operation stopped by hook: ")
_COMMAND = late(r"<command-name>\s*(/?[^<]*?)\s*</command-name>", re.DOTALL)
_ARGS = late(r"<command-args>(.*?)</command-args>", re.DOTALL)
_BASH = late(r"<bash-input>(.*?)</bash-input>", re.DOTALL)
_REMINDER = late(r"<system-reminder>.*?</system-reminder>\s*", re.DOTALL)


def human(text: str) -> str:
    """The user's words in a text block, whole; empty when it is not the user who speaks."""
    if "<system-reminder>" in text:
        text = _REMINDER.sub("", text)
    if not text.strip() or INJECTED.match(text) or INTERRUPTED.match(text) or text.startswith(_NOT_TYPED):
        return ""
    return text


def command(text: str) -> tuple[str, str] | None:
    """A slash command and its arguments."""
    name = _COMMAND.search(text) if "<command-name>" in text else None
    if not name:
        return None
    args = _ARGS.search(text)
    return name[1], args[1].strip() if args else ""


def shell(text: str) -> str:
    """The command that the user ran themselves with `!`."""
    found = _BASH.match(text.lstrip())
    return found[1].strip() if found else ""
