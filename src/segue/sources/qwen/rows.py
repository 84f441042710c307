"""Qwen Code's rows as they stand on disk: only the fields we use, each of them optional."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Raw, Struct

from segue.patterns import late
from segue.session.records import Via
from segue.sources._parts import Part, parts_of, typed
from segue.sources._text import words_of_command
from segue.sources._values import NOTHING, anything, mapping, text

_HOOKS = late(r"\s*<qwen:user-prompt-submit-context>.*?</qwen:user-prompt-submit-context>", re.DOTALL)
_RESUME = late(r"\n\nResume the prior task using the summary above\..*", re.DOTALL)
"""What the client says to the model behind every summary."""


class Row(Struct, rename="camel", gc=False):
    uuid: str = ""
    parent_uuid: str | None = None
    session_id: str = ""
    timestamp: str = ""
    type: str = ""
    subtype: str = ""
    provenance: str = ""
    cwd: str = ""
    git_branch: str = ""
    model: str = ""
    is_sidechain: bool = False
    context_window_size: int | None = None
    forked_from: Raw = NOTHING
    message: Raw = NOTHING
    usage_metadata: Raw = NOTHING
    tool_call_result: Raw = NOTHING
    system_payload: Raw = NOTHING


def parts(row: Row) -> list[Part]:
    return parts_of(mapping(anything(row.message)).get("parts"))


def payload(row: Row) -> dict[str, Any]:
    return mapping(anything(row.system_payload))


def of_user(row: Row) -> tuple[str, Via]:
    """What the user typed, and how. Files that were drawn in and what hooks added stand in the same message."""
    shown = text(payload(row), "displayText")
    words = shown or _HOOKS.sub("", "\n".join(filter(None, typed(parts(row)))))
    if row.subtype == "mid_turn_user_message":
        return words, "queued"
    if shown.startswith("/"):  # a command of the user's own, as typed; the message is what it became
        return arguments(shown), "command"
    return words, "typed"


def arguments(command: str) -> str:
    """What the user says with a command."""
    name, _, given = command.partition(" ")
    return words_of_command(name, given.strip())


def summary(given: dict[str, Any]) -> str:
    """The words that stand for everything before a compression."""
    history = given.get("compressedHistory")
    first = mapping(history[0]) if isinstance(history, list) and history else {}
    return _RESUME.sub("", "\n".join(typed(parts_of(first.get("parts")))))
