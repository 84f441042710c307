"""Asking tmux and ps about the pane we run in. Read-only; works on Linux and macOS alike."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct


class Process(Struct, frozen=True):
    pid: int
    parent: int
    name: str


class Pane(Struct, frozen=True, kw_only=True):
    id: str
    cwd: Path
    processes: tuple[Process, ...]
    """What runs in the pane, the shell first."""


def this_pane() -> Pane | None:
    """The pane of the calling process; None outside tmux or when tmux does not answer."""
    pane = os.environ.get("TMUX_PANE", "")
    if not os.environ.get("TMUX") or not pane:
        return None
    seen = _run("tmux", "display-message", "-p", "-t", pane, "#{pane_pid}\t#{pane_current_path}").strip("\n")
    pid, _, cwd = seen.partition("\t")
    if not pid.isdigit():
        return None
    return Pane(id=pane, cwd=Path(cwd), processes=below(int(pid), processes()))


def processes() -> list[Process]:
    found = []
    for line in _run("ps", "-A", "-o", "pid=,ppid=,comm=").splitlines():
        pid, parent, name = [*line.split(None, 2), "", "", ""][:3]
        if pid.isdigit() and parent.isdigit():
            found.append(Process(int(pid), int(parent), Path(name).name))
    return found


def below(root: int, running: list[Process]) -> tuple[Process, ...]:
    """A process and everything under it."""
    inside = {root}
    out = [p for p in running if p.pid == root]
    for _ in running:
        more = [p for p in running if p.parent in inside and p.pid not in inside]
        if not more:
            break
        inside |= {p.pid for p in more}
        out += more
    return tuple(out)


def _run(*argv: str) -> str:
    import subprocess  # outside tmux nobody needs it

    try:
        return subprocess.run(argv, capture_output=True, text=True, timeout=3, check=False, errors="replace").stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
