"""Settings, and the one place that reads them.

Defaults, then the user's `config.toml`, then a repository's `.segue.toml`, which may set budget and template only:
a cloned repository is not the user, so it can name no profile, command, address or access right.
`SEGUE_HOME` moves everything we keep; `SEGUE_CONFIG` names another settings file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

import msgspec

from segue.errors import UsageError

REPOSITORY_MAY_SET = ("budget", "template")


THRESHOLDS: dict[str, Literal["post", "ask", "cycle"]] = {"50": "post", "75": "post", "85": "cycle", "90": "ask"}


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An agent as the user wants it started: `[profiles.NAME]` in the user's own settings."""

    agent: str
    model: str = ""
    arguments: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()
    """Names of variables that a headless agent gets besides its own."""
    access: Literal["", "read", "write", "full"] = ""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person can set. Every field works as it stands."""

    budget: int = 2000
    """Tokens a brief may take, counted as ceil(utf-8 bytes / 4)."""
    template: str = "session"
    """Which sections a brief has."""
    profiles: dict[str, Profile] = {}
    thresholds: dict[str, Literal["post", "ask", "cycle"]] = msgspec.field(default_factory=lambda: dict(THRESHOLDS))
    """Percent of a full context -> what happens when a session crosses it upward. A table here replaces the default."""


def home() -> Path:
    """Where segue keeps what it keeps: SEGUE_HOME, else the user's data directory."""
    if moved := os.environ.get("SEGUE_HOME"):
        return Path(moved).expanduser()
    data = os.environ.get("XDG_DATA_HOME")
    return Path(data) / "segue" if data else user_home() / ".local" / "share" / "segue"


def user_home() -> Path:
    """The user's home, where the agents keep their sessions."""
    try:
        return Path.home()
    except RuntimeError as error:
        raise UsageError(
            "this process has no home directory", hint="set HOME to where your agents keep their files"
        ) from error


def settings_file() -> Path:
    if named := os.environ.get("SEGUE_CONFIG"):
        return Path(named).expanduser()
    if moved := os.environ.get("SEGUE_HOME"):
        return Path(moved).expanduser() / "config.toml"
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else user_home() / ".config") / "segue" / "config.toml"


def load(repository: Path | None = None) -> Settings:
    """The settings in force, in a repository or outside one."""
    values = _toml(settings_file())
    if repository is not None:
        local = _toml(repository / ".segue.toml")
        for name in local:
            if name not in REPOSITORY_MAY_SET:
                allowed = " and ".join(REPOSITORY_MAY_SET)
                raise UsageError(
                    f"{repository / '.segue.toml'} sets {name!r}",
                    hint=f"a repository may set {allowed} only; move it to {settings_file()}",
                )
        values |= local
    try:
        settings = msgspec.convert(values, Settings) if values else Settings()
    except msgspec.ValidationError as error:
        raise UsageError(f"settings: {error}", hint=f"look at {settings_file()}") from error
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    """What no type can say."""
    for percent in settings.thresholds:
        if not (percent.isascii() and percent.isdigit() and 1 <= int(percent) <= 100):
            raise UsageError(f"settings: {percent!r} is no percentage", hint=f"look at {settings_file()}")
    if settings.profiles:
        from segue.agents import AGENTS

        names = [agent.name for agent in AGENTS]
        for name, profile in settings.profiles.items():
            if name in names:
                raise UsageError(f"settings: a profile may not be named like an agent ({name})", hint="rename it")
            if profile.agent not in names:
                raise UsageError(
                    f"settings: profile {name!r} has no known agent", hint=f"known agents: {', '.join(names)}"
                )


def _toml(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is no TOML: {error}") from error
