"""Messages made of parts, as Gemini CLI and its fork Qwen Code keep them: text, thoughts, calls and their results."""

from __future__ import annotations

from typing import Any

from segue.sources._values import mappings, text

Part = dict[str, Any]
_FILES = "\n--- Content from referenced files ---"


def parts_of(value: object) -> list[Part]:
    """A message's content, a bare text as one part."""
    if isinstance(value, str):
        return [{"text": value}]
    return mappings([value] if isinstance(value, dict) else value)


def spoken(parts: list[Part]) -> str:
    """What was said aloud."""
    return "\n".join(t for part in parts if part.get("thought") is not True and (t := text(part, "text")))


def typed(parts: list[Part]) -> list[str]:
    """What the user wrote, without the files that were drawn in behind it."""
    sent = [text(part, "text") for part in parts]
    return sent[: sent.index(_FILES)] if _FILES in sent else sent
