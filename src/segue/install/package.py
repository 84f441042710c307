"""The package that our MCP server needs: whether it is here, and the command that brings it to this very segue.

The command names that package and never our own: segue is on no index, and who asked one for it would get a stranger's.
"""

from __future__ import annotations

import shlex
import sys
from importlib import metadata
from importlib.util import find_spec

NAME = "mcp"
_OURS = "segue-handoff"


def is_here() -> bool:
    return find_spec(NAME) is not None


def how_to_get() -> str:
    """A command line for a shell, by the program that installed segue."""
    python = sys.executable or "python3"
    with_uv = ["uv", "pip", "install", "--python", python]
    with_pip = [python, "-m", "pip", "install"]
    return shlex.join([*(with_uv if _installer() == "uv" else with_pip), _requirement()])


def _installer() -> str:
    try:
        return (metadata.distribution(_OURS).read_text("INSTALLER") or "").strip()
    except metadata.PackageNotFoundError:
        return ""  # run from a folder, not installed at all


def _requirement() -> str:
    """Which versions of it we work with, as our own package says."""
    try:
        needs = metadata.requires(_OURS) or []
    except metadata.PackageNotFoundError:
        needs = []
    return next((need.partition(";")[0].strip() for need in needs if need.startswith(NAME)), NAME)
