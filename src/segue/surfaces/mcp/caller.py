"""Which agent and which of its sessions is calling: what its client tells with the call, else the environment.

A model can name neither: both come from the client."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import Context
from msgspec import Struct

from segue import choose
from segue.agents import AGENTS
from segue.errors import UsageError
from segue.store.ids import segment

TOLD = (("codex", "x-codex-turn-metadata", "thread_id"),)
"""Agent, the key of a call's metadata that it alone sends, and where the session's id stands in it."""


class Caller(Struct, frozen=True, kw_only=True):
    agent: str = ""
    session: str = ""
    """Empty when the client does not tell."""
    why: str = ""

    @property
    def name(self) -> str:
        return self.agent or "agent"


def caller(context: Context[Any, Any]) -> Caller:
    """Who is calling; without a session when nobody says."""
    return _told(context.request_context.meta or {}) or _around() or Caller()


def _told(meta: Mapping[str, Any]) -> Caller | None:
    for agent, key, name in TOLD:
        found = meta.get(key)
        session = found.get(name) if isinstance(found, dict) else None
        if isinstance(session, str) and (known := _checked(session)):
            return Caller(agent=agent, session=known, why=f"{agent} said so with the call")
    return None


def _around() -> Caller | None:
    for agent in AGENTS:
        for variable in agent.session_variables:
            value = os.environ.get(variable, "")
            session = choose.session_id(Path(value)) if value.endswith(".jsonl") else value
            if known := _checked(session):
                return Caller(agent=agent.name, session=known, why=f"{agent.label} is calling ({variable})")
    return None


def _checked(session: str) -> str:
    """The id, when it is one: it ends up in records and file names."""
    try:
        return segment(session, "id of a session")
    except UsageError:
        return ""
