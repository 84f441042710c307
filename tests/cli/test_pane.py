"""The session of this tmux pane, with a real tmux: agents that set no variable are found by what runs there."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


class Tmux:
    """A server of the test's own, gone when the test is."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux.sock")
        self.folder = folder
        self("new-session", "-d", "-x", "120", "-y", "40", "-c", str(folder), "sh")

    def __call__(self, *args: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self.socket, *args], capture_output=True, text=True, check=True, env=os.environ
        )
        return done.stdout

    def run(self, line: str, done: Path) -> str:
        """Types a line into the pane, as a person would, and waits for the file it leaves."""
        self("send-keys", "-l", f"{line}; touch {shlex.quote(str(done))}")
        self("send-keys", "Enter")
        for _ in range(200):
            if done.exists():
                return self("capture-pane", "-p")
            time.sleep(0.05)
        raise AssertionError(self("capture-pane", "-p"))


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Tmux]:
    tmux = Tmux(tmp_path)
    yield tmux
    tmux("kill-server")


def agent_runs(tmux: Tmux, name: str) -> int:
    """A process with an agent's name, running in the pane; returns its id."""
    program = tmux.folder / "bin" / name
    program.parent.mkdir(exist_ok=True)
    shutil.copy(shutil.which("sleep") or "", program)
    pid = tmux.folder / f"{name}.pid"
    tmux.run(f"{program} 60 & echo $! > {pid}", tmux.folder / f"{name}.up")
    return int(pid.read_text())


def brief_in(tmux: Tmux) -> str:
    err = tmux.folder / "err"
    tmux.run(f"{sys.executable} -m segue brief > {tmux.folder / 'out'} 2> {err}", tmux.folder / "briefed")
    return err.read_text()


def test_claude_is_found_by_its_register_of_processes(pane, machine, isolated):
    """Its session may be older than others, and held elsewhere."""
    held = machine("claude", "tools")
    machine("claude", "plain", session="5e55a009-0000-4000-8000-000000000009")
    pid = agent_runs(pane, "claude")
    register = isolated / ".claude" / "sessions" / f"{pid}.json"
    register.parent.mkdir()
    register.write_text(json.dumps({"pid": pid, "sessionId": held.stem}))
    assert brief_in(pane) == f"session {held.stem[:8]} of claude: Claude Code runs in this tmux pane (%0)\n"


def test_another_agent_is_found_by_where_it_runs(pane, machine, tmp_path):
    """The newest session of that agent in the pane's directory; a newer one of another agent does not count."""
    for agent in ("omp", "claude"):
        path = machine(agent, "tools")
        path.write_bytes(path.read_bytes().replace(cwd_of(agent, path), str(tmp_path).encode()))
    agent_runs(pane, "omp")
    assert "of omp: oh-my-pi runs in this tmux pane (%0)" in brief_in(pane)


def cwd_of(agent: str, path: Path) -> bytes:
    from segue.sources import reader_of

    return reader_of(agent).glance(path).cwd.encode()


def test_a_pane_without_an_agent_falls_back_to_the_directory(pane, machine, tmp_path):
    path = machine("claude", "tools")
    path.write_bytes(path.read_bytes().replace(b"/w/app", str(tmp_path).encode()))
    assert "the newest session of this directory" in brief_in(pane)
