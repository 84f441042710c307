"""Who says what in a message: the user's own words among all that is sent in the user's name."""

from __future__ import annotations

import re

from segue.patterns import late
from segue.sources._parts import Part, parts_of, spoken, typed
from segue.sources._values import anything, text
from segue.sources.gemini.rows import Row

_HOOKS = late(r"\s*<hook_context>.*?(?:</hook_context>\s*|\Z)", re.DOTALL)
_CONTEXT = "<session_context>"
_PLACES = late(
    r"Workspace Directories:\*\*\n\s*- (?P<many>[^\n]+)"
    r"|working in the (?:following )?director(?:y|ies):?\s+(?:- )?(?P<one>[^\n]+)"
)
THANKS = "Got it. Thanks for the additional context!"
"""What the client lets the model say after a summary; nothing else marks a compression."""


def parts(row: Row) -> list[Part]:
    return parts_of(anything(row.content))


def of_agent(row: Row) -> str:
    return spoken(parts(row))


def of_user(row: Row) -> str:
    """What the user typed. Files that were drawn in and what hooks added stand in the same message."""
    shown = [text(part, "text") for part in parts_of(anything(row.display_content))]
    words = "\n".join(filter(None, shown or typed(parts(row))))
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
