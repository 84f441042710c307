"""How requests and answers are spelt: one file a dialect, each with `read`, `whole` (a body) and `stream` (events)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from tests.e2e.kit.wire import anthropic, chat, gemini, responses

ROUTES: tuple[tuple[re.Pattern[str], ModuleType], ...] = (
    (re.compile(r"/messages$"), anthropic),
    (re.compile(r"/chat/completions$"), chat),
    (re.compile(r"/responses$"), responses),
    (re.compile(r":(stream)?generateContent$", re.I), gemini),
)


def dialect_for(path: str) -> ModuleType | None:
    return next((module for pattern, module in ROUTES if pattern.search(path)), None)


def as_events(frames: Iterator[dict[str, Any]], *, named: bool, ends_with_done: bool) -> Iterator[bytes]:
    """Server-sent events; `named` also puts each one's type on a line of its own."""
    for frame in frames:
        name = f"event: {frame['type']}\n" if named else ""
        yield f"{name}data: {json.dumps(frame)}\n\n".encode()
    if ends_with_done:
        yield b"data: [DONE]\n\n"
