"""How a headless agent may end: failed, empty, cancelled, killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.send.kit import GOAL, briefs, receipts
from tests.deliver.kit import FakeAgent, path_with


@pytest.mark.parametrize(
    ("then", "code", "state", "words"),
    [
        ("sys.exit(3)", 5, "failed", "goose ended with exit code 3"),
        ("os.kill(os.getpid(), 9)", 5, "failed", "goose ended with exit code 137"),
        ("pass", 6, "empty", "goose ended without a word"),
        ("print()", 6, "empty", "goose ended without a word"),
    ],
)
def test_failed_and_empty_are_two_things(send, segue, programs, home, then, code, state, words):
    FakeAgent(programs, "goose", then)
    ended = send(GOAL, "--to", "goose", "--headless", "--yes")
    assert ended.code == code and words in ended.err
    assert receipts(segue)[0]["state"] == state and len(briefs(home)) == 1


def waiting(command: list[str], cwd: Path, agent: FakeAgent, env: dict[str, str]) -> subprocess.Popen[str]:
    """Started, and its agent sleeps."""
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 60
    while not Path(f"{agent.program}.pid").exists():
        assert time.monotonic() < until, "the agent never started"
        time.sleep(0.05)
    return process


SLEEPS = """import time
with open(sys.argv[0] + ".part", "w") as note:
    note.write(str(os.getpid()))
os.replace(sys.argv[0] + ".part", sys.argv[0] + ".pid")
time.sleep(300)
"""


def alive(agent: FakeAgent) -> bool:
    pid = int(Path(f"{agent.program}.pid").read_text())
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/status").read_text().splitlines()[2].split()[1] != "Z"


def test_ctrl_c_cancels_the_agent_and_keeps_the_brief(segue, programs, work, home):
    """A third outcome: neither failed nor empty. The agent and what it started are gone."""
    goose = FakeAgent(programs, "goose", SLEEPS)
    command = [sys.executable, "-m", "segue", "handoff", GOAL, "--to", "goose", "--headless", "--yes"]
    process = waiting(command, work, goose, {**os.environ, "PATH": path_with(programs)})
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "cancelled; the brief is kept" in err
    assert receipts(segue)[0]["state"] == "cancelled" and len(briefs(home)) == 1 and not alive(goose)


def test_ctrl_c_in_the_moment_of_starting_cancels_too(send, segue, programs):
    """The agent runs already, and segue has not yet heard that it does."""
    goose = programs / "goose"
    goose.write_text("#!/bin/sh\nkill -INT $PPID\nexec sleep 300\n")
    goose.chmod(0o755)
    assert send(GOAL, "--to", "goose", "--headless", "--yes").code == 130
    assert receipts(segue)[0]["state"] == "cancelled"


def test_an_agent_that_ignores_ctrl_c_is_ended_all_the_same(programs, work):
    ignores = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); signal.signal(15, signal.SIG_IGN)\n" + SLEEPS
    )
    goose = FakeAgent(programs, "goose", ignores)
    code = "import segue.deliver.launch as l; l.GRACE = 0.3; import segue.__main__ as m; m.main()"
    command = [sys.executable, "-c", code, "handoff", GOAL, "--to", "goose", "--headless", "--yes"]
    process = waiting(command, work, goose, {**os.environ, "PATH": path_with(programs)})
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130 and not alive(goose)


def test_killing_segue_at_any_moment_loses_no_brief(segue, programs, work, home):
    """Not even its stdin: the agent reads the whole brief although segue is gone."""
    goose = FakeAgent(programs, "goose", SLEEPS)
    command = [sys.executable, "-m", "segue", "handoff", GOAL, "--to", "goose", "--headless", "--yes"]
    process = waiting(command, work, goose, {**os.environ, "PATH": path_with(programs)})
    process.kill()
    process.wait(60)
    os.kill(int(Path(f"{goose.program}.pid").read_text()), signal.SIGKILL)
    [brief] = briefs(home)
    assert brief.read_text().strip() in goose.seen()["stdin"]
    assert receipts(segue)[0]["briefId"] == brief.stem
