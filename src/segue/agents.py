"""One frozen row an agent: what it is called, how to tell which of its sessions is calling us, how it is started."""

from __future__ import annotations

from msgspec import Struct


class Agent(Struct, frozen=True, kw_only=True):
    name: str
    """One spelling everywhere: reader module, fixture folder, format page, command line."""
    label: str
    binary: str
    session_variables: tuple[str, ...] = ()
    """Environment variables that hold the id, or the file, of the session whose shell we run in."""
    start: tuple[str, ...] = ("{access}", "{model}", "{extra}", "{brief}")
    """Arguments that open an interactive session. `{brief}` and `{frame}` are replaced whole, never through a shell;
    the others become none or several."""
    headless: tuple[str, ...] = ("-p", "{access}", "{model}", "{extra}", "{brief}")
    """Arguments that run it without a terminal."""
    model: tuple[str, ...] = ("--model", "{model}")
    access: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What each access right is called here; one that is not listed is the agent's own default."""
    keys: tuple[str, ...] = ()
    """Variables that a headless run gets besides the machine's own; a name that ends in `*` is a prefix."""
    ties: tuple[str, ...] = ()
    """Variables that tie a child to its parent's session: no agent that we start inherits them."""


_FRAMED = ("--append-system-prompt", "{frame}", "{access}", "{model}", "{extra}", "{brief}")
_SANDBOX = (
    ("", ("--sandbox", "workspace-write")),
    ("read", ("--sandbox", "read-only")),
    ("write", ("--sandbox", "workspace-write")),
    ("full", ("--sandbox", "danger-full-access")),
)
AGENTS: tuple[Agent, ...] = (
    Agent(
        name="claude",
        label="Claude Code",
        binary="claude",
        session_variables=("CLAUDE_CODE_SESSION_ID",),
        start=_FRAMED,
        headless=("-p", *_FRAMED),
        access=(("full", ("--dangerously-skip-permissions",)), ("read", ("--permission-mode", "plan"))),
        keys=("ANTHROPIC_*", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_*"),
        ties=(
            "CLAUDECODE",
            "CLAUDE_PID",
            "CLAUDE_CODE_SESSION_ID",
            "CLAUDE_CODE_CHILD_SESSION",
            "CLAUDE_CODE_ENTRYPOINT",
        ),
    ),
    Agent(
        name="codex",
        label="Codex",
        binary="codex",
        session_variables=("CODEX_THREAD_ID", "CODEX_SESSION_ID"),
        headless=("exec", "{access}", "{model}", "{extra}", "{brief}"),
        access=_SANDBOX,
        keys=("OPENAI_*", "CODEX_HOME", "CODEX_API_KEY"),
        ties=("CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_TOOL_CALL_ID", "CODEX_CI"),
    ),
    Agent(
        name="pi",
        label="pi",
        binary="pi",
        session_variables=("PI_SESSION_FILE", "PI_SESSION_ID"),
        start=_FRAMED,
        headless=("-p", *_FRAMED),
        keys=("ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "PI_CODING_AGENT_DIR"),
        ties=("PI_SESSION_FILE", "PI_SESSION_ID", "PI_CODING_AGENT"),
    ),
    Agent(
        name="omp",
        label="oh-my-pi",
        binary="omp",
        start=_FRAMED,
        headless=("-p", *_FRAMED),
        keys=("ANTHROPIC_*", "OPENAI_*", "GEMINI_*"),
    ),
)
