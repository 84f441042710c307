"""One frozen row an agent: which of its files hold our command, our MCP server and our hooks, and in which shape.

Paths of a user are below the agent's own home (`~/…` below the user's), those of a project below its root. In values,
`{program}` and `{arguments}` become our own command, its words apart. Not here: reading or writing any of them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Scope = Literal["user", "project"]
MARK = "segue hook "
"""What every command of our hooks contains, and nobody else's."""


class Whole(Struct, frozen=True, tag="whole"):
    """A file that is all ours, from a template."""

    template: str


class Member(Struct, frozen=True, tag="member"):
    """One member of a JSON file."""

    path: tuple[str, ...]
    value: dict[str, Any]
    comments: bool = False
    """Whether the agent itself reads comments in this file."""


class Table(Struct, frozen=True, tag="table"):
    """One table of a TOML file."""

    path: tuple[str, ...]
    value: dict[str, Any]


class Hook(Struct, frozen=True):
    event: str
    """As the agent calls it."""
    ours: str
    """As `segue hook` calls it."""
    seconds: int
    matcher: str = ""


class Hooks(Struct, frozen=True, tag="hooks"):
    """Entries of the arrays `hooks.<Event>` in a JSON file, among other people's."""

    events: tuple[Hook, ...]


Form = Whole | Member | Table | Hooks


class Part(Struct, frozen=True, kw_only=True):
    what: Literal["command", "server", "hooks", "skill"]
    """No two parts of an agent are the same."""
    user: tuple[str, ...]
    """Where it stands for a user; of several, the first that is there, else the first."""
    project: tuple[str, ...]
    form: Form
    moved: tuple[str, ...] = ()
    """Where it stands for a user whose agent's home was moved, when that is elsewhere."""


class Row(Struct, frozen=True, kw_only=True):
    agent: str
    home: str
    """The agent's own home below the user's."""
    variable: str = ""
    """The variable that moves it, and what is below that."""
    below: str = ""
    parts: tuple[Part, ...]
    use: str
    """How a person calls the command."""
    then: str = ""
    """What is left to do by hand."""


LOCAL = {"command": "{program}", "args": ["{arguments}"]}
_EVENTS = (
    Hook("SessionStart", "session-start", 10, "startup|clear"),
    Hook("PreCompact", "pre-compact", 60),
    Hook("Stop", "stop", 10),
)

ROWS: tuple[Row, ...] = (
    Row(
        agent="claude",
        home=".claude",
        variable="CLAUDE_CONFIG_DIR",
        parts=(
            Part(
                what="command",
                user=("commands/handoff.md",),
                project=(".claude/commands/handoff.md",),
                form=Whole("claude.md"),
            ),
            Part(
                what="server",
                user=("~/.claude.json",),
                moved=(".claude.json",),
                project=(".mcp.json",),
                form=Member(("mcpServers", "segue"), {"type": "stdio", **LOCAL}),
            ),
            Part(
                what="hooks",
                user=("settings.json",),
                project=(".claude/settings.local.json",),
                form=Hooks(_EVENTS),
            ),
            Part(
                what="skill",
                user=("skills/handoff-extract/SKILL.md",),
                project=(".claude/skills/handoff-extract/SKILL.md",),
                form=Whole("claude/skill-handoff-extract.md"),
            ),
        ),
        use="/handoff [focus]",
        then="start Claude Code anew: it reads its settings when it starts",
    ),
    Row(
        agent="codex",
        home=".codex",
        variable="CODEX_HOME",
        parts=(
            Part(
                what="command",
                user=("skills/handoff/SKILL.md",),
                project=(".agents/skills/handoff/SKILL.md",),
                form=Whole("codex.md"),
            ),
            Part(
                what="server",
                user=("config.toml",),
                project=(".codex/config.toml",),
                form=Table(("mcp_servers", "segue"), LOCAL),
            ),
            Part(what="hooks", user=("hooks.json",), project=(".codex/hooks.json",), form=Hooks(_EVENTS)),
        ),
        use="$handoff [focus]",
        then="start Codex and say yes when it asks about the new hooks: it runs none that you have not reviewed",
    ),
    Row(
        agent="pi",
        home=".pi/agent",
        variable="PI_CODING_AGENT_DIR",
        parts=(
            Part(
                what="command",
                user=("extensions/segue.ts",),
                project=(".pi/extensions/segue.ts",),
                form=Whole("pi.ts"),
            ),
        ),
        use="/handoff [focus]",
        then="/reload in a running pi; the extension brings the command, the tool and the hooks in one",
    ),
    Row(
        agent="omp",
        home=".omp/agent",
        variable="PI_CODING_AGENT_DIR",
        parts=(
            Part(
                what="command",
                user=("commands/segue-handoff.md",),
                project=(".omp/commands/segue-handoff.md",),
                form=Whole("omp.md"),
            ),
            Part(
                what="server",
                user=("mcp.json",),
                project=(".omp/mcp.json",),
                form=Member(("mcpServers", "segue"), {"type": "stdio", **LOCAL}),
            ),
        ),
        use="/segue-handoff [focus]",
        then="/handoff is oh-my-pi's own command, so ours has another name",
    ),
    Row(
        agent="gemini",
        home=".gemini",
        variable="GEMINI_CLI_HOME",
        below=".gemini",
        parts=(
            Part(
                what="command",
                user=("commands/handoff.toml",),
                project=(".gemini/commands/handoff.toml",),
                form=Whole("gemini.toml"),
            ),
            Part(
                what="server",
                user=("settings.json",),
                project=(".gemini/settings.json",),
                form=Member(("mcpServers", "segue"), LOCAL, comments=True),
            ),
        ),
        use="/handoff [focus]",
        then="start Gemini CLI anew",
    ),
    Row(
        agent="qwen",
        home=".qwen",
        variable="QWEN_HOME",
        parts=(
            Part(
                what="command",
                user=("commands/handoff.md",),
                project=(".qwen/commands/handoff.md",),
                form=Whole("qwen.md"),
            ),
            Part(
                what="server",
                user=("settings.json",),
                project=(".qwen/settings.json",),
                form=Member(("mcpServers", "segue"), LOCAL, comments=True),
            ),
        ),
        use="/handoff [focus]",
        then="start Qwen Code anew",
    ),
    Row(
        agent="opencode",
        home=".config/opencode",
        variable="XDG_CONFIG_HOME",
        below="opencode",
        parts=(
            Part(
                what="command",
                user=("command/handoff.md",),
                project=(".opencode/command/handoff.md",),
                form=Whole("opencode.md"),
            ),
            Part(
                what="server",
                user=("opencode.json", "opencode.jsonc"),
                project=("opencode.json", "opencode.jsonc"),
                form=Member(
                    ("mcp", "segue"),
                    {"type": "local", "command": ["{program}", "{arguments}"], "enabled": True},
                    comments=True,
                ),
            ),
        ),
        use="/handoff [focus]",
        then="start OpenCode anew",
    ),
    Row(
        agent="copilot",
        home=".copilot",
        variable="COPILOT_HOME",
        parts=(
            Part(
                what="command",
                user=("skills/handoff/SKILL.md",),
                project=(".github/skills/handoff/SKILL.md",),
                form=Whole("copilot.md"),
            ),
            Part(
                what="server",
                user=("mcp-config.json",),
                project=(".github/mcp.json",),
                form=Member(("mcpServers", "segue"), {"type": "local", **LOCAL, "tools": ["*"]}),
            ),
        ),
        use="/handoff [focus]",
        then="start Copilot CLI anew",
    ),
)
