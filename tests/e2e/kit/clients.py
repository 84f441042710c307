"""One row a client: the files its fresh HOME needs, its environment, and how it is started, resumed and forked.

Every value here was needed to keep the client off the network, off dialogs, or pointed at the scripted model.
Not here: running it (`desk.py`) and what its transcripts say (that is what segue's readers are tested for).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.e2e.kit.model import ADDRESS

KEY = "sk-ant-dummy-000000000000000000000000"
WINDOW = 200_000
"""The context window that the clients which ask for one are told."""


class Client(NamedTuple):
    name: str
    transcripts: str
    """Where its sessions lie below HOME, as a glob."""
    env: dict[str, str]
    files: Callable[[Path], dict[str, str]]
    """The files of its HOME, by path below it, for one working directory."""
    start: tuple[str, ...]
    """Arguments that run one prompt without a terminal; "{prompt}" and "{id}" are replaced whole."""
    resume: tuple[str, ...]
    fork: tuple[str, ...]
    at_work: bool = False
    """Its sessions lie in the working directory instead."""


def _claude_files(work: Path) -> dict[str, str]:
    """Answers to the dialogs of the interactive client; `-p` needs none of them."""
    settled = {
        "hasCompletedOnboarding": True,
        "bypassPermissionsModeAccepted": True,
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
        "projects": {str(work): {"hasTrustDialogAccepted": True, "allowedTools": []}},
    }
    return {".claude.json": json.dumps(settled)}


# With the features on, it asks for its vendor's servers and for plugins; without the network it would wait for ever.
# The notice is the answer to its offer of a newer model.
CODEX_CONFIG = """\
model = "{model}"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[model_providers.fake]
name = "fake"
base_url = "{address}/c/{name}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 0
[tools.update_plan]
enabled = true
[analytics]
enabled = false
[feedback]
enabled = false
[projects."{work}"]
trust_level = "trusted"
[notice.model_migrations]
"{model}" = "gpt-6-sol"
[features]
plugins = false
apps = false
remote_plugin = false
plugin_discovery_prefetch = false
daemon_auto_start = false
shell_snapshot = false
unbounded_connection_retries = false
"""


def _codex_files(work: Path, name: str = "codex", model: str = "gpt-5.5") -> dict[str, str]:
    """Models of its own catalogue, since only those are offered the patch tool."""
    return {".codex/config.toml": CODEX_CONFIG.format(address=ADDRESS, name=name, model=model, work=work)}


def _pi_files(work: Path) -> dict[str, str]:
    model = {"id": "fake-model", "name": "Fake", "contextWindow": WINDOW, "maxTokens": 8192, "input": ["text"]}
    provider = {"baseUrl": f"{ADDRESS}/c/pi/v1", "api": "openai-completions", "apiKey": "x", "models": [model]}
    return {
        ".pi/agent/models.json": json.dumps({"providers": {"fake": provider}}),
        ".pi/agent/settings.json": json.dumps({"defaultProvider": "fake", "defaultModel": "fake-model"}),
    }


OMP_MODELS = """\
providers:
  fake:
    baseUrl: {address}/c/omp/v1
    api: openai-completions
    apiKey: x
    models:
      - id: fake-model
        name: Fake
        contextWindow: {window}
        maxTokens: 8192
        input: [text]
"""
OMP_CONFIG = """\
modelRoles:
  default: fake/fake-model
enabledProviders: [fake]
disabledProviders: [ollama, llama.cpp, lm-studio, charm-hyper]
startup:
  setupWizard: false
  checkUpdate: false
  showSplash: false
"""


def _omp_files(work: Path) -> dict[str, str]:
    models = OMP_MODELS.format(address=ADDRESS, window=WINDOW)
    return {".omp/agent/models.yml": models, ".omp/agent/config.yml": OMP_CONFIG}


def _gemini_files(work: Path) -> dict[str, str]:
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False},
    }
    return {
        ".gemini/settings.json": json.dumps(settings),
        ".gemini/trustedFolders.json": json.dumps({str(work): "TRUST_FOLDER"}),
    }


def _qwen_files(work: Path) -> dict[str, str]:
    """Without the errands it runs for itself beside a session: memories, and a guess at the next prompt."""
    settings = {
        "security": {"auth": {"selectedType": "openai"}},
        "model": {"generationConfig": {"contextWindowSize": WINDOW}},
        "general": {"enableAutoUpdate": False},
        "memory": {"enableManagedAutoMemory": False},
        "ui": {"enableFollowupSuggestions": False, "enableUserFeedback": False},
        "tools": {"todoWrite": {"enabled": True}},
    }
    return {".qwen/settings.json": json.dumps(settings)}


def _opencode_files(work: Path) -> dict[str, str]:
    model = {"name": "Fake", "limit": {"context": WINDOW, "output": 8192}, "tool_call": True}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Fake",
        "options": {"baseURL": f"{ADDRESS}/c/opencode/v1", "apiKey": "x"},
        "models": {"fake-model": model},
    }
    settings = {
        "provider": {"fake": provider},
        "model": "fake/fake-model",
        "small_model": "fake/fake-model",
        "enabled_providers": ["fake"],
        "permission": {"*": "allow"},
        "autoupdate": False,
        "share": "disabled",
    }
    return {".config/opencode/opencode.json": json.dumps(settings)}


def _copilot_files(work: Path) -> dict[str, str]:
    return {".copilot/config.json": json.dumps({"trustedFolders": [str(work)]})}


GOOSE_CONFIG = """\
GOOSE_PROVIDER: openai
GOOSE_MODEL: fake-model
GOOSE_MODE: auto
GOOSE_TELEMETRY_ENABLED: false
extensions:
  developer:
    enabled: true
    type: platform
    name: developer
    description: files and commands
  todo:
    enabled: true
    type: platform
    name: todo
    description: a list of steps
"""


def _goose_files(work: Path) -> dict[str, str]:
    return {".config/goose/config.yaml": GOOSE_CONFIG}


AIDER_CONFIG = """\
model: openai/fake-model
edit-format: diff
analytics: false
check-update: false
show-release-notes: false
show-model-warnings: false
gitignore: false
"""


def _aider_files(work: Path) -> dict[str, str]:
    """It knows a model's window from a list that it fetches every day; this one is of today."""
    model = {"max_input_tokens": WINDOW, "max_output_tokens": 8192, "litellm_provider": "openai", "mode": "chat"}
    return {
        ".aider.conf.yml": AIDER_CONFIG,
        ".aider/caches/model_prices_and_context_window.json": json.dumps({"openai/fake-model": model}),
    }


CLAUDE_ENV = {
    "ANTHROPIC_BASE_URL": f"{ADDRESS}/c/claude",
    "ANTHROPIC_API_KEY": KEY,
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_MAX_RETRIES": "0",
    "CLAUDE_CODE_ENABLE_TODO_TOOLS": "1",  # without a terminal it has no task list otherwise
    "IS_SANDBOX": "1",  # as root it refuses to skip permissions otherwise
}
PI_ENV = {"PI_OFFLINE": "1", "PI_SKIP_VERSION_CHECK": "1", "PI_TELEMETRY": "0"}

GEMINI_ENV = {"GEMINI_API_KEY": "x", "GOOGLE_GEMINI_BASE_URL": f"{ADDRESS}/c/gemini"}
QWEN_ENV = {"OPENAI_API_KEY": "x", "OPENAI_BASE_URL": f"{ADDRESS}/c/qwen/v1", "OPENAI_MODEL": "fake-model"}
OPENCODE_ENV = {
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
}
COPILOT_ENV = {
    "COPILOT_PROVIDER_BASE_URL": f"{ADDRESS}/c/copilot/v1",
    "COPILOT_PROVIDER_API_KEY": "x",
    "COPILOT_MODEL": "fake-model",
    "COPILOT_OFFLINE": "true",
    "COPILOT_AUTO_UPDATE": "false",
}
GOOSE_ENV = {
    "OPENAI_HOST": f"{ADDRESS}/c/goose",
    "OPENAI_BASE_PATH": "v1/chat/completions",
    "OPENAI_API_KEY": "x",
    "GOOSE_DISABLE_KEYRING": "1",
}
AIDER_ENV = {
    "OPENAI_API_BASE": f"{ADDRESS}/c/aider/v1",
    "OPENAI_API_KEY": "x",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # its library would fetch another list
}
PIPED = ("sh", "-c", 'printf %s "$1" | $0')
"""Given as an argument, OpenCode puts a prompt between quotes and escapes those in it."""
COPILOT = ("copilot", "--allow-all-tools", "--allow-all-paths")

CLIENTS = {
    client.name: client
    for client in (
        Client(
            name="claude",
            transcripts=".claude/projects/*/*.jsonl",
            env=CLAUDE_ENV,
            files=_claude_files,
            start=("claude", "-p", "{prompt}", "--dangerously-skip-permissions"),
            resume=("claude", "-p", "{prompt}", "--dangerously-skip-permissions", "--resume", "{id}"),
            fork=("claude", "-p", "{prompt}", "--dangerously-skip-permissions", "--resume", "{id}", "--fork-session"),
        ),
        Client(
            name="codex",
            transcripts=".codex/sessions/*/*/*/rollout-*.jsonl",
            env={"FAKE_KEY": "x"},
            files=_codex_files,
            start=("codex", "exec", "--skip-git-repo-check", "{prompt}"),
            resume=("codex", "exec", "--skip-git-repo-check", "resume", "{id}", "{prompt}"),
            fork=("codex", "exec", "--skip-git-repo-check", "fork", "{id}", "{prompt}"),
        ),
        Client(
            name="pi",
            transcripts=".pi/agent/sessions/*/*.jsonl",
            env=PI_ENV,
            files=_pi_files,
            start=("pi", "-p", "{prompt}"),
            resume=("pi", "-p", "--session", "{id}", "{prompt}"),
            fork=("pi", "-p", "--fork", "{id}", "{prompt}"),
        ),
        Client(
            name="omp",
            transcripts=".omp/agent/sessions/*/*.jsonl",
            env=PI_ENV,
            files=_omp_files,
            start=("omp", "-p", "--auto-approve", "{prompt}"),
            resume=("omp", "-p", "--auto-approve", "--resume", "{id}", "{prompt}"),
            fork=("omp", "-p", "--auto-approve", "--fork", "{id}", "{prompt}"),
        ),
        Client(
            name="gemini",
            transcripts=".gemini/tmp/*/chats/session-*.jsonl",
            env=GEMINI_ENV,
            files=_gemini_files,
            start=("gemini", "--approval-mode", "yolo", "-p", "{prompt}"),
            resume=("gemini", "--approval-mode", "yolo", "--resume", "latest", "-p", "{prompt}"),
            fork=(),
        ),
        Client(
            name="qwen",
            transcripts=".qwen/projects/*/chats/*.jsonl",
            env=QWEN_ENV,
            files=_qwen_files,
            start=("qwen", "--approval-mode", "yolo", "-p", "{prompt}"),
            resume=("qwen", "--approval-mode", "yolo", "--resume", "{id}", "-p", "{prompt}"),
            fork=("qwen", "--approval-mode", "yolo", "--resume", "{id}", "--fork-session", "-p", "{prompt}"),
        ),
        Client(
            name="opencode",
            transcripts=".local/share/opencode/opencode.db",
            env=OPENCODE_ENV,
            files=_opencode_files,
            start=(*PIPED, "opencode run", "{prompt}"),
            resume=(*PIPED, "opencode run -c", "{prompt}"),
            fork=(*PIPED, "opencode run -c --fork", "{prompt}"),
        ),
        Client(
            name="copilot",
            transcripts=".copilot/session-state/*/events.jsonl",
            env=COPILOT_ENV,
            files=_copilot_files,
            start=(*COPILOT, "-p", "{prompt}"),
            resume=(*COPILOT, "--continue", "-p", "{prompt}"),
            fork=(),
        ),
        Client(
            name="goose",
            transcripts=".local/share/goose/sessions/sessions.db",
            env=GOOSE_ENV,
            files=_goose_files,
            start=("goose", "run", "-t", "{prompt}"),
            resume=("goose", "run", "-r", "-t", "{prompt}"),
            fork=(),
        ),
        Client(
            name="aider",
            transcripts=".aider.chat.history.md",
            env=AIDER_ENV,
            files=_aider_files,
            start=("aider", "--yes-always", "--message", "{prompt}"),
            resume=("aider", "--yes-always", "--restore-chat-history", "--message", "{prompt}"),
            fork=(),
            at_work=True,
        ),
    )
}
CLIENTS["claude-old"] = CLIENTS["claude"]._replace(
    name="claude-old", env={**CLAUDE_ENV, "ANTHROPIC_BASE_URL": f"{ADDRESS}/c/claude-old"}
)
CLIENTS["codex-old"] = CLIENTS["codex"]._replace(
    name="codex-old",
    files=partial(_codex_files, name="codex-old", model="gpt-5-codex"),
    start=("codex", "exec", "--skip-git-repo-check", "--include-plan-tool", "{prompt}"),
)
