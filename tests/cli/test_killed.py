"""Killed before each change that it makes on disk, one after the other: no brief is lost, and work goes on.

The process that dies is the real one. A hook of the interpreter (PEP 578) sends it SIGKILL just before its n-th write,
rename, new folder or child process, so that every moment between two changes is tried."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from segue import waiting
from segue.store.ids import now
from tests.channel.kit import SESSION, session
from tests.cli.send.kit import GOAL, writes
from tests.deliver.kit import FakeAgent, path_with

pytestmark = pytest.mark.slow
DIES = """\
import os, signal, sys
left, home, part = [int(sys.argv.pop(1))], os.environ["SEGUE_HOME"], os.environ.get("ONLY_IN", "")
def ours(path):
    return str(path).startswith(home) and part in str(path)
CHANGES = ("os.rename", "os.mkdir", "os.remove", "os.link", "os.truncate", "os.chmod")
def changes(event, given):
    if event == "open":
        return ours(given[0]) and given[2] & (os.O_WRONLY | os.O_RDWR)
    return event == "subprocess.Popen" and not part or event in CHANGES and ours(given[0])
def count(event, given):
    if changes(event, given):
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(count)
import runpy
sys.argv[0] = "segue"
runpy.run_module("segue", run_name="__main__", alter_sys=True)
"""
SHORT = """\
import resource, runpy, signal, sys
most = int(sys.argv.pop(1))
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
sys.argv[0] = "segue"
runpy.run_module("segue", run_name="__main__", alter_sys=True)
"""
"""The system ends the process in the middle of the write with which a file would become longer than this."""
DOCUMENT = {
    "goal": "make the parser robust",
    "constraintsAndPreferences": ["keep the public API"],
    "progress": ["empty input is accepted"],
    "keyDecisions": ["an empty list, not None"],
    "criticalContext": ["dates are in UTC"],
    "nextSteps": ["run the suite"],
}
MOST = 200


@pytest.fixture
def work(isolated: Path, app: Path) -> Path:
    session(isolated, app, ("user", "Make the parser accept empty input."), ("agent", "It accepts empty input now."))
    return app


class Death(NamedTuple):
    number: int
    home: Path
    """As the process left it."""


def deaths(work: Path, words: list[str], text: str = "", **more: str) -> Iterator[Death]:
    """The command on a fresh machine each time, killed before its first change, its second, …; then to its end."""
    for number in range(1, MOST):
        home = work.parent / f"home-{number}"
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "SEGUE_HOME": str(home), **more}
        command = [sys.executable, "-c", DIES, str(number), *words]
        done = subprocess.run(
            command, input=text, cwd=work, env=environment, capture_output=True, text=True, check=False
        )
        yield Death(number, home)
        if done.returncode != -signal.SIGKILL:
            assert done.returncode == 0 and number > 5, (number, done.stderr)
            return
    raise AssertionError(f"it was never through with {words}")


def whole(home: Path) -> dict[str, str]:
    """The briefs on disk by their ids; every one of them is whole."""
    found = {path.stem: path.read_text(encoding="utf-8") for path in home.glob("channels/*/handoffs/*.md")}
    for brief, text in found.items():
        assert f"**Brief:** {brief}" in text and "\n## Basics\n" in text and text.endswith("\n"), brief
    return found


def goes_on(segue, work: Path, home: Path) -> None:
    """Nothing that was left half done stands in the way."""
    for words in (("handoff", "--save"), ("lineage", "--json")):
        done = segue(*words, cwd=work, SEGUE_HOME=str(home))
        assert done.code == 0, (words, done.err)


def test_a_handoff_that_dies_at_any_moment(segue, work: Path, tmp_path: Path):
    """Once the agent runs, the brief that it was given is on disk; before that, nothing is but what is whole."""
    programs = tmp_path / "programs"
    programs.mkdir()
    claude, given = FakeAgent(programs, "claude", writes()), 0
    words = ["handoff", GOAL, "--from", SESSION, "--to", "claude", "--headless", "--yes"]
    for death in deaths(work, words, PATH=path_with(programs)):
        kept = whole(death.home)
        wait_until_done(claude)
        if claude.started:
            given += 1
            assert any(text.strip() in claude.seen()["stdin"] for text in kept.values()), death
            claude.notes.unlink()
        goes_on(segue, work, death.home)
    assert given > 1, "it never died while the agent ran"


@pytest.mark.parametrize("most", [0, 1, 100, 300, 600, 900, 1200])
def test_a_handoff_that_dies_in_the_middle_of_a_write(segue, work: Path, tmp_path: Path, isolated: Path, most: int):
    (transcript,) = isolated.glob(".claude/projects/*/*.jsonl")
    command = [sys.executable, "-c", SHORT, str(most), "handoff", GOAL, "--from", str(transcript), "--save"]
    environment = {**os.environ, "SEGUE_HOME": str(tmp_path / "kept"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, check=False)
    assert done.returncode == -signal.SIGXFSZ and whole(tmp_path / "kept") == {}
    goes_on(segue, work, tmp_path / "kept")


def wait_until_done(agent: FakeAgent) -> None:
    """An agent outlives segue: what it was given is looked at when it has all of it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        listed = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True).stdout
        if str(agent.program) not in listed:
            return
        time.sleep(0.05)
    raise AssertionError("the agent never ended")


def test_a_compaction_whose_hook_dies_at_any_moment(segue, work: Path):
    seen = json.dumps({"session_id": SESSION, "cwd": str(work), "trigger": "auto"})
    for death in deaths(work, ["hook", "pre-compact", "claude"], seen):
        kept = whole(death.home)
        goes_on(segue, work, death.home)
    assert len(kept) == 1 and not (death.home / "hooks.log").exists()


def test_a_document_whose_server_dies_at_any_moment(work: Path):
    """A brief that has the agent's statements has the document beside it, whatever was half done."""
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "claude-code", "version": "1"},
    }
    lines = (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "handoff_document", "arguments": DOCUMENT},
        },
    )
    text = "".join(json.dumps(line) + "\n" for line in lines)
    for death in deaths(work, ["mcp"], text, CLAUDE_CODE_SESSION_ID=SESSION, ONLY_IN="/handoffs"):
        kept = whole(death.home)
        for brief, told in kept.items():
            (document,) = death.home.glob(f"channels/*/handoffs/{brief}.document.json")
            assert "an empty list, not None" in told and json.loads(document.read_text(encoding="utf-8"))
    assert len(kept) == 1


def test_a_brief_that_waits_survives_the_hook_that_takes_it(work: Path, monkeypatch: pytest.MonkeyPatch):
    """It waits on, or lies among the past: nobody deletes it before it was given."""
    text = "# Handoff: the parser\n"
    seen = json.dumps({"session_id": SESSION, "cwd": str(work), "source": "startup"})
    for number in range(1, 4):
        home = work.parent / f"home-{number}"
        monkeypatch.setenv("SEGUE_HOME", str(home))
        waiting.leave(text, waiting.Address(agent="claude", cwd=work), now())
        command = [sys.executable, "-c", DIES, str(number), "hook", "session-start", "claude"]
        done = subprocess.run(command, input=seen, cwd=work, capture_output=True, text=True, check=False)
        (lies,) = home.glob("waiting/**/*.md")
        assert lies.read_text(encoding="utf-8") == text
        assert (lies.parent.name == "past") >= ("the parser" in done.stdout)
    assert done.returncode == 0 and "the parser" in done.stdout
