"""How large a model's context window is. pi keeps that in its model registry and not in the session."""

from __future__ import annotations

import re

_WINDOWS = (
    (re.compile(r"claude.*\[1m\]"), 1_000_000),
    (
        re.compile(r"claude-(?:opus-4[-.](?:[7-9]|[1-9]\d)(?!\d)|opus-5|sonnet-5|haiku-5[-.]5|fable-5|mythos-5)"),
        1_000_000,
    ),
    (re.compile(r"claude-"), 200_000),
    (re.compile(r"gpt-5"), 272_000),
)


def window_of(model: str, used: int | None) -> int | None:
    """None for a model we do not know, and when more was used than we believed there was."""
    window = next((size for name, size in _WINDOWS if name.search(model)), None)
    return None if window and used and used > window else window
