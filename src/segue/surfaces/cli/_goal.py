"""Whether the goal of a handoff says enough."""

from __future__ import annotations

from segue import choose
from segue.deliver.goals import guidance, vague
from segue.errors import UsageError


def check_vague(goal: str, chosen: choose.Choice | None, *, anyway: bool) -> None:
    """UsageError with an example of this session for a goal that leaves the next agent guessing."""
    if anyway or not vague(goal):
        return
    session = chosen.reader.read(chosen.path) if chosen else None
    raise UsageError(f"the goal {goal!r} leaves the next agent guessing", hint=guidance(session))
