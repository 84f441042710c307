"""Who says what in a message: the user's own words among all that is sent in the user's name."""

from __future__ import annotations

import re
from typing import Any

from segue.patterns import late
from segue.sources._values import anything, mappings, text
from segue.sources.gemini.rows import Row

_HOOKS = late(r"\s*<hook_context>.*?(?:</hook_context>\s*|\Z)", re.DOTALL)
_CONTEXT = "<session_context>"
_FILES = "\n--- Content from referenced files ---"
_PLACES = late(
    r"Workspace Directories:\*\*\n\s*- (?P<many>[^\n]+)"
    r"|working in the (?:following )?director(?:y|ies):?\s+(?:- )?(?P<one>[^\n]+)"
)
THANKS = "Got it. Thanks for the additional context!"
"""What the client lets the model say after a summary; nothing else marks a compression."""


def parts(row: Row) -> list[dict[str, Any]]:
    """A message's content, a bare text as one part."""
    return _parts(anything(row.content))


def _parts(value: object) -> list[dict[str, Any]]:
    if isinstance(value, str):
        return [{"text": value}]
    return mappings([value] if isinstance(value, dict) else value)


def of_agent(row: Row) -> str:
    return "\n".join(t for part in parts(row) if part.get("thought") is not True and (t := text(part, "text")))


def of_user(row: Row) -> str:
    """What the user typed. Files that were drawn in and what hooks added stand in the same message."""
    shown = [text(part, "text") for part in _parts(anything(row.display_content))]
    sent = [text(part, "text") for part in parts(row)]
    if _FILES in sent:
        sent = sent[: sent.index(_FILES)]
    words = "\n".join(filter(None, shown or sent))
    if words.lstrip().startswith(_CONTEXT):
        return ""
    if "<hook_context>" in words:
        words = _HOOKS.sub("", words)
    return words if words.strip() else ""


def place_in(row: Row) -> str:
    """The working directory, out of the text with which the client opens every chat."""
    for part in parts(row):
        told = text(part, "text").lstrip()
        if told.startswith(_CONTEXT):
            found = _PLACES.search(told)
            return (found["many"] or found["one"]).strip() if found else ""
    return ""
