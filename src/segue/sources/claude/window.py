"""How large the context window of a model is, as Claude Code's own catalogue has it."""

from __future__ import annotations

from segue.patterns import late

_LARGE = late(r"\[1m\]|opus-4-[7-9]|opus-5|sonnet-5|haiku-5-5|fable-5|mythos-5")


def window_of(model: str) -> int | None:
    if not model:
        return None
    return 1_000_000 if _LARGE.search(model) else 200_000
