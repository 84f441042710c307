"""Sub-agents that have a file of their own and tell their end in a notification, as in Claude Code and Qwen Code."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from segue.patterns import late

_TAG = late(r"<(tool-use-id|status|summary|result)>(.*?)</\1>", re.DOTALL)


class _Meta(Struct, rename="camel"):
    tool_use_id: str = ""


def notification(text: str) -> dict[str, str]:
    """The tags of a `<task-notification>`, which brings a background agent's outcome."""
    if not text.lstrip().startswith("<task-notification"):
        return {}
    return {tag: value.strip() for tag, value in _TAG.findall(text)}


def outcome(tags: dict[str, str]) -> str:
    """How a notification says that it ended."""
    words = tags.get("result") or tags.get("summary", "")
    return f"{tags.get('status', '')}: {words}".strip(": ")


def files_by_call(folder: Path) -> dict[str, str]:
    """The sub-agents' files in a session's folder, by the call that started each; `.meta.json` beside them tells."""
    found = {}
    for meta in sorted(folder.rglob("agent-*.meta.json")) if folder.is_dir() else ():
        try:
            known = msgspec.json.decode(meta.read_bytes(), type=_Meta)
        except (OSError, msgspec.DecodeError, UnicodeError):
            continue
        found[known.tool_use_id] = meta.name.removesuffix(".meta.json")
    return found
