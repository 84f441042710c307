"""Which agent and which of its sessions is calling: what its client tells with the call, else the environment.

A model can name neither: both come from the client. An agent that was started in another one's shell inherits the
other's variables, so those count only for the agent that its client says it is. Claude Code's variable grows old when
the user types /clear, since the server lives on; its register of running processes does not."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from mcp.server.mcpserver import Context
from msgspec import Struct

from segue import choose, config, tmux
from segue.agents import AGENTS
from segue.errors import UsageError
from segue.store.ids import segment

TOLD = (("codex", "x-codex-turn-metadata", "thread_id"), ("pi", "x-segue-pi", "session_id"))
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
    agent = _introduced(context)
    return _told(context.request_context.meta or {}) or _around(agent) or Caller(agent=agent)


def _introduced(context: Context[Any, Any]) -> str:
    """The agent whose client this is, by the name it gave when it connected."""
    client = context.session.client_params
    name = client.client_info.name if client else ""
    return next((agent.name for agent in AGENTS if agent.client and name.startswith(agent.client)), "")


def _told(meta: Mapping[str, Any]) -> Caller | None:
    for agent, key, name in TOLD:
        found = meta.get(key)
        session = found.get(name) if isinstance(found, dict) else None
        if isinstance(session, str) and (known := _checked(session)):
            return Caller(agent=agent, session=known, why=f"{agent} said so with the call")
    return None


def _around(introduced: str) -> Caller | None:
    for agent in AGENTS:
        if introduced not in ("", agent.name):
            continue
        for variable in agent.session_variables:
            value = os.environ.get(variable, "")
            session = choose.session_id(Path(value)) if value.endswith(".jsonl") else value
            if value and agent.name == "claude" and (newer := _registered()):
                return Caller(agent=agent.name, session=newer, why=f"{agent.label} is calling (its register)")
            if known := _checked(session):
                return Caller(agent=agent.name, session=known, why=f"{agent.label} is calling ({variable})")
    return None


def _registered() -> str:
    """The session that the Claude Code above us is in now, as it keeps it on disk."""
    root = Path(os.environ.get("CLAUDE_CONFIG_DIR") or config.user_home() / ".claude")
    try:
        seen = msgspec.json.decode(
            (root / "sessions" / f"{_claude_above_us()}.json").read_bytes(), type=dict[str, object]
        )
    except (OSError, msgspec.DecodeError, UnicodeError):
        return ""
    return _checked(str(seen.get("sessionId", "")))


@cache
def _claude_above_us() -> int:
    """The nearest one only: one that was started by another's shell is not the other."""
    running = {process.pid: process for process in tmux.processes()}
    above = running.get(os.getppid())
    for _ in running:
        if above is None or above.name == "claude":
            break
        above = running.get(above.parent)
    return above.pid if above else 0


def _checked(session: str) -> str:
    """The id, when it is one: it ends up in records and file names."""
    try:
        return segment(session, "id of a session")
    except UsageError:
        return ""
