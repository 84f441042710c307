"""A machine with sessions of all agents, and the command run on it as a user would."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from segue.sources import reader_of
from tests.channel.kit import repository
from tests.fixtures import HERE

HOMES = {
    "claude": ".claude/projects/-w-app/{id}.jsonl",
    "codex": ".codex/sessions/2026/11/01/rollout-2026-11-01T10-00-00-{id}.jsonl",
    "pi": ".pi/agent/sessions/--w-app--/2026-11-01T10-00-00-000Z_{id}.jsonl",
    "omp": ".omp/agent/sessions/-w-app/2026-11-01T10-00-00-000Z_{id}.jsonl",
    "qwen": ".qwen/projects/-w-app/chats/{id}.jsonl",
}


class Outcome:
    """What a run printed, with this machine's folders out of the way."""

    def __init__(self, done: subprocess.CompletedProcess[str], home: Path) -> None:
        self.code = done.returncode
        self.out = done.stdout.replace(str(home), "~")
        self.err = done.stderr.replace(str(home), "~")

    @property
    def screen(self) -> str:
        """Everything a person sees, for comparing as a whole."""
        return f"{self.out}--- stderr\n{self.err}--- exit code {self.code}\n"


Run = Callable[..., Outcome]


@pytest.fixture
def machine(isolated: Path) -> Callable[..., Path]:
    """Puts a fixture where its agent would have written it: machine("claude", "tools", "5e55a001-…")."""
    clock = [1_793_527_200]

    def put(agent: str, name: str, session: str = "") -> Path:
        number = {"claude": 1, "codex": 2, "pi": 3, "omp": 4, "qwen": 5}[agent]
        session = session or f"5e55a{number:03d}-0000-4000-8000-000000000001"
        source = HERE / agent / f"{name}.jsonl"
        target = isolated / HOMES[agent].format(id=session)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes().replace(reader_of(agent).glance(source).id.encode(), session.encode()))
        clock[0] += 60
        os.utime(target, (clock[0], clock[0]))
        return target

    return put


@pytest.fixture
def segue(isolated: Path, tmp_path: Path) -> Run:
    """Runs the command in an empty folder that is no repository."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()

    def run(*args: str, cwd: Path = folder, by: tuple[str, ...] = (), **environment: str) -> Outcome:
        done = subprocess.run(
            [*by, sys.executable, "-m", "segue", *args],
            cwd=cwd,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=60,
            check=False,
        )
        return Outcome(done, isolated)

    return run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where segue keeps what it keeps."""
    return tmp_path / "segue-home"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A repository in which nothing was done yet."""
    return repository(tmp_path / "app")


POWERLESS = ("setpriv", "--bounding-set=-all") if os.geteuid() == 0 else ()
"""Before a command whose user may do what files allow and no more: root may do everything."""


@pytest.fixture
def expected(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a whole output with the file that holds it; SEGUE_UPDATE=1 writes the file anew."""

    def compare(name: str, text: str) -> None:
        file = Path(__file__).parent / "expected" / name
        if UPDATE:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == text

    return compare


UPDATE = os.environ.get("SEGUE_UPDATE") == "1"
