"""What the four dialects share: flattening content, ids, an estimate of size, and text in pieces."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

from tests.e2e.kit.script import Reply

OUTPUT_TOKENS = 20
PIECE = 24


def flat(content: Any) -> str:
    """The text in a content field, whether it is a string, a block or a list of blocks."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(flat, content)))
    text = content.get("text")
    return text if isinstance(text, str) else flat(content.get("content") or content.get("output"))


def new_id(prefix: str) -> str:
    return prefix + uuid.uuid4().hex[:24]


def context_tokens(body: dict[str, Any], reply: Reply) -> int:
    """What the script claims, else a guess from the request's size."""
    return reply.usage or max(1, len(json.dumps(body)) // 4)


def pieces(reply: Reply) -> Iterator[str]:
    """The text as it streams; a slow reply drips words first, for as long as the script says."""
    until = time.monotonic() + reply.slow
    number = 0
    while time.monotonic() < until:
        number += 1
        yield f"tick{number} "
        time.sleep(0.25)
    for at in range(0, len(reply.text), PIECE):
        yield reply.text[at : at + PIECE]
