"""A desk where segue is installed too, as a user would: with a home of its own below the client's."""

from __future__ import annotations

import sys
from typing import Any

from tests.e2e.kit.desk import Desk
from tests.e2e.kit.island import Ended, Island
from tests.e2e.kit.seats import SEGUE

BYPASS = "--dangerously-bypass-hook-trust"
"""Codex asks about hooks that nobody has reviewed; this says yes."""
PROMPT = "Write a handoff document of this session, for the agent that goes on with the work in a new session."


class Bench:
    def __init__(self, desk: Desk, shore: Island) -> None:
        self.desk, self.shore = desk, shore
        self.home = desk.home / ".local/share/segue"

    def segue(self, *words: str) -> Ended:
        ended = self.desk.run([*SEGUE, *words])
        assert ended.code == 0, ended
        return ended

    def leave(self, text: str) -> None:
        """A brief that waits for this agent in this repository."""
        code = (
            "import sys; from pathlib import Path; from segue.waiting import *; from segue.store.ids import now;"
            "leave(sys.stdin.read(), Address(agent=sys.argv[1], cwd=Path.cwd()), now())"
        )
        ended = self.desk.run([sys.executable, "-c", code, self.desk.client.name], text)
        assert ended.code == 0, ended

    def answered(self) -> list[dict[str, Any]]:
        """The requests that the scripted model answered, with what it said."""
        return [request for request in self.shore.requests(self.desk.client.name) if request.get("reply")]

    def bodies(self) -> list[dict[str, Any]]:
        return [request["body"] for request in self.answered()]

    def sent(self, after: int = 0) -> str:
        """Everything the client sent to the model, as text; of the first requests nothing, if so many are known."""
        return "\n".join(texts(body) for body in self.bodies()[after:])

    def said(self, text: str) -> bool:
        """Whether the model has said so already."""
        return any(text in request["reply"]["text"] for request in self.answered())


def texts(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "\n".join(map(texts, value.values()))
    return "\n".join(map(texts, value)) if isinstance(value, list) else ""
