"""One frozen row an agent: what it is called, and how to tell which of its sessions is calling us."""

from __future__ import annotations

from msgspec import Struct


class Agent(Struct, frozen=True, kw_only=True):
    name: str
    """One spelling everywhere: reader module, fixture folder, format page, command line."""
    label: str
    binary: str
    session_variables: tuple[str, ...] = ()
    """Environment variables that hold the id, or the file, of the session whose shell we run in."""


AGENTS: tuple[Agent, ...] = (
    Agent(name="claude", label="Claude Code", binary="claude", session_variables=("CLAUDE_CODE_SESSION_ID",)),
    Agent(name="codex", label="Codex", binary="codex", session_variables=("CODEX_THREAD_ID", "CODEX_SESSION_ID")),
    Agent(name="pi", label="pi", binary="pi", session_variables=("PI_SESSION_FILE", "PI_SESSION_ID")),
    Agent(name="omp", label="oh-my-pi", binary="omp"),
)
