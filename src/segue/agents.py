"""One frozen row an agent: what it is called, how to tell which of its sessions is calling us, how it is started."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Agent(Struct, frozen=True, kw_only=True):
    name: str
    """One spelling everywhere: reader module, fixture folder, format page, command line."""
    label: str
    binary: str
    session_variables: tuple[str, ...] = ()
    """Environment variables that hold the id, or the file, of the session whose shell we run in."""
    client: str = ""
    """How the name begins by which it introduces itself to an MCP server."""
    start: tuple[str, ...] = ("{reach}", "{access}", "{model}", "{extra}", "{brief}")
    """Arguments that open an interactive session. `{brief}`, `{file}` and `{frame}` are replaced whole, never through
    a shell; the others become none or several. With `{file}` the brief goes by that, and `{brief}` is a line that names
    it; without `{brief}` the agent takes no first message, and in tmux that line is typed."""
    headless: tuple[str, ...] = ("-p", "{reach}", "{access}", "{model}", "{extra}")
    """Arguments that run it without a terminal. With neither `{brief}` nor `{file}` it takes the brief by stdin."""
    prompt: str = ""
    """How the last line of its screen looks when it takes input, for one into which text is typed."""
    blank: tuple[str, ...] = ()
    """Arguments that open an interactive session without a first message, where leaving that out is not enough."""
    reach: tuple[str, ...] = ()
    """Lets it read the folder of a brief that is too long for an argument: `{folder}`."""
    model: tuple[str, ...] = ("--model", "{model}")
    access: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What each access right is called here. `""` is the agent's own default; a right that is not listed cannot be
    asked of it, and is refused rather than widened."""
    mentions: Literal["word", "anywhere"] = "word"
    """Where an `@` makes it look for a file: at the beginning of a word, or anywhere."""
    skills: Literal["", "$", "/"] = ""
    """The character before a name that calls up a skill in the middle of a text."""
    keys: tuple[str, ...] = ()
    """Variables that a headless run gets besides the machine's own; a name that ends in `*` is a prefix."""
    ties: tuple[str, ...] = ()
    """Variables that tie a child to its parent's session: no agent that we start inherits them."""

    @property
    def by_stdin(self) -> bool:
        """Whether a headless run takes the brief by stdin."""
        return not {"{brief}", "{file}"} & set(self.headless)


Access = tuple[tuple[str, tuple[str, ...]], ...]

_FRAMED = ("{reach}", "--append-system-prompt", "{frame}", "{access}", "{model}", "{extra}")
_SANDBOX: Access = (
    ("", ("--sandbox", "workspace-write")),
    ("read", ("--sandbox", "read-only")),
    ("write", ("--sandbox", "workspace-write")),
    ("full", ("--sandbox", "danger-full-access")),
)
_PERMISSION: Access = (
    ("read", ("--permission-mode", "plan")),
    ("write", ("--permission-mode", "acceptEdits")),
    ("full", ("--dangerously-skip-permissions",)),
)
_TOOLS: Access = (
    ("read", ("--tools", "read,grep,find,ls")),
    ("write", ("--tools", "read,grep,find,ls,edit,write")),
    ("full", ()),
)
"""pi asks for nothing: what it may not do, it has no tool for."""


def _approval(edits: str) -> Access:
    modes = (("read", "plan"), ("write", edits), ("full", "yolo"))
    return tuple((right, ("--approval-mode", mode)) for right, mode in modes)


_MANY_PROVIDERS = ("ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "OPENROUTER_API_KEY", "GROQ_API_KEY", "XAI_API_KEY")
AGENTS: tuple[Agent, ...] = (
    Agent(
        name="claude",
        label="Claude Code",
        binary="claude",
        session_variables=("CLAUDE_CODE_SESSION_ID",),
        client="claude-code",
        start=(*_FRAMED, "{brief}"),
        headless=("-p", *_FRAMED),
        reach=("--add-dir", "{folder}"),
        access=_PERMISSION,
        keys=(
            "ANTHROPIC_*",
            "CLAUDE_CONFIG_DIR",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "CLAUDE_CODE_USE_*",
            "CLAUDE_CODE_MAX_*",
            "CLAUDE_CODE_DISABLE_*",
            "DISABLE_*",
            "IS_SANDBOX",
        ),
        ties=(
            "CLAUDECODE",
            "CLAUDE_PID",
            "CLAUDE_CODE_SESSION_ID",
            "CLAUDE_CODE_CHILD_SESSION",
            "CLAUDE_CODE_ENTRYPOINT",
            "AI_AGENT",
        ),
    ),
    Agent(
        name="codex",
        label="Codex",
        binary="codex",
        session_variables=("CODEX_THREAD_ID", "CODEX_SESSION_ID"),
        client="codex-mcp-client",
        start=("{access}", "{model}", "{extra}", "{brief}"),
        headless=("exec", "{access}", "{model}", "{extra}", "-"),
        access=_SANDBOX,
        skills="$",
        keys=("OPENAI_*", "CODEX_HOME", "CODEX_API_KEY"),
        ties=("CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_TOOL_CALL_ID", "CODEX_CI"),
    ),
    Agent(
        name="pi",
        label="pi",
        binary="pi",
        session_variables=("PI_SESSION_FILE", "PI_SESSION_ID"),
        start=(*_FRAMED, "{brief}"),
        headless=("-p", *_FRAMED),
        access=_TOOLS,
        keys=(*_MANY_PROVIDERS, "PI_CODING_AGENT_DIR", "PI_OFFLINE", "PI_SKIP_VERSION_CHECK", "PI_TELEMETRY"),
        ties=("PI_SESSION_FILE", "PI_SESSION_ID", "PI_CODING_AGENT", "PI_PROVIDER", "PI_MODEL"),
    ),
    Agent(
        name="omp",
        label="oh-my-pi",
        binary="omp",
        client="omp-coding-agent",
        start=(*_FRAMED, "{brief}"),
        headless=("-p", *_FRAMED),
        access=(("full", ("--auto-approve",)),),
        keys=(*_MANY_PROVIDERS, "PI_CODING_AGENT_DIR", "PI_CONFIG_DIR", "OMP_PROFILE"),
    ),
    Agent(
        name="gemini",
        label="Gemini CLI",
        binary="gemini",
        client="gemini-cli-mcp-client",
        start=("{reach}", "{access}", "{model}", "{extra}", "-i", "{brief}"),
        headless=("{access}", "{model}", "{extra}"),
        reach=("--include-directories={folder}",),
        access=_approval("auto_edit"),
        mentions="anywhere",
        keys=("GEMINI_*", "GOOGLE_*"),
        ties=("GEMINI_CLI",),
    ),
    Agent(
        name="qwen",
        label="Qwen Code",
        binary="qwen",
        session_variables=("QWEN_CODE_SESSION_ID",),
        client="qwen-cli-mcp-client",
        start=("{reach}", "{access}", "{model}", "{extra}", "-i", "{brief}"),
        headless=("{access}", "{model}", "{extra}"),
        reach=("--include-directories={folder}",),
        access=_approval("auto-edit"),
        mentions="anywhere",
        keys=("OPENAI_*", "QWEN_*", "DASHSCOPE_API_KEY"),
        ties=("QWEN_CODE_SESSION_ID", "QWEN_CODE"),
    ),
    Agent(
        name="opencode",
        label="OpenCode",
        binary="opencode",
        client="opencode",
        start=("{access}", "{model}", "{extra}", "--prompt", "{brief}"),
        headless=("run", "{access}", "{model}", "{extra}"),
        access=(("full", ("--auto",)),),  # its plan agent still writes where the settings allow it
        keys=(*_MANY_PROVIDERS, "OPENCODE_*"),
        ties=("OPENCODE", "OPENCODE_PID", "AGENT"),
    ),
    Agent(
        name="copilot",
        label="Copilot CLI",
        binary="copilot",
        session_variables=("COPILOT_AGENT_SESSION_ID",),
        client="copilot-cli",
        start=("{reach}", "{access}", "{model}", "{extra}", "-i", "{brief}"),
        headless=("{access}", "{model}", "{extra}"),
        reach=("--add-dir", "{folder}"),
        access=(
            ("read", ("--deny-tool", "shell", "--deny-tool", "write")),
            ("write", ("--allow-tool", "write")),
            ("full", ("--allow-all-tools", "--allow-all-paths")),
        ),
        skills="/",
        keys=("COPILOT_*", "GH_TOKEN", "GITHUB_TOKEN"),
        ties=("COPILOT_AGENT_SESSION_ID", "COPILOT_CLI"),
    ),
    Agent(
        name="goose",
        label="Goose",
        binary="goose",
        session_variables=("AGENT_SESSION_ID",),
        start=("run", "-s", "{model}", "{extra}", "-t", "{brief}"),
        headless=("run", "-q", "{model}", "{extra}", "-i", "-"),
        blank=("session", "{model}", "{extra}"),
        keys=(
            *_MANY_PROVIDERS,
            *("GOOSE_*", "DATABRICKS_HOST", "DATABRICKS_TOKEN", "GOOGLE_API_KEY", "OLLAMA_HOST"),
            *("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"),  # the way to the keyring, where it keeps its keys
        ),
        ties=("AGENT_SESSION_ID",),
    ),
    Agent(
        name="aider",
        label="Aider",
        binary="aider",
        start=("{access}", "{model}", "{extra}", "--read", "{file}"),
        # Without a terminal it takes every question for a yes, those about commands and .gitignore too. As a message
        # of its own the brief would make it attach the files that it names and fetch its addresses.
        headless=(
            *("--no-suggest-shell-commands", "--no-gitignore", "{access}", "{model}", "{extra}"),
            *("--read", "{file}", "--message", "{brief}"),
        ),
        prompt=r"(?:[\w-]+ ?)*>",
        access=(
            ("read", ("--chat-mode", "ask")),
            ("write", ("--yes-always",)),
            ("full", ("--yes-always",)),  # it answers no to commands, whatever else it is told
        ),
        keys=(*_MANY_PROVIDERS, "AIDER_*", "DEEPSEEK_API_KEY", "OLLAMA_API_BASE"),
    ),
)
