"""`--in tmux` with a real tmux and fake agents: what the window gets, and what others on the machine can see of it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.send.kit import GOAL, receipts
from tests.deliver.kit import FakeAgent, path_with

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not on PATH")]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """A tmux server of its own; ends with the test."""
    place = tmp_path / "t"
    place.mkdir(mode=0o700)
    environment = {**os.environ, "TMUX_TMPDIR": str(place)}

    def tmux(*arguments: str) -> str:
        return subprocess.run(["tmux", *arguments], env=environment, capture_output=True, text=True, check=False).stdout

    yield tmux
    tmux("kill-server")


def until(happened: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)


SLEEPS = "import time; time.sleep(60)"


def test_a_window_gets_brief_and_environment_and_shows_neither_to_others(send, programs, work, server, tmp_path):
    """The password of our shell is inherited, as on a terminal, without standing in any command line or file."""
    goose = FakeAgent(programs, "goose", SLEEPS)
    more = {"DB_PASSWORD": "canary-5f2c", "CLAUDECODE": "1", "TMUX_TMPDIR": str(tmp_path / "t")}
    ended = send(GOAL, "--to", "goose", "--in", "tmux", "--yes", **more)
    assert ended.code == 0, ended.err
    until(lambda: goose.started and goose.notes.read_text().endswith("}"))
    seen = goose.seen()
    assert seen["env"]["DB_PASSWORD"] == "canary-5f2c" and "CLAUDECODE" not in seen["env"] and seen["cwd"] == str(work)
    assert seen["env"]["TMUX_PANE"] and GOAL in seen["argv"][-1]
    listed = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True).stdout
    assert "canary-5f2c" not in listed and "CLAUDECODE" not in server("show-environment", "-g")
    kept = [path for path in (tmp_path / "segue-home").rglob("*") if path.is_file()]
    assert kept and not any(b"canary-5f2c" in path.read_bytes() for path in kept)
    assert not list((tmp_path / "segue-home").rglob("*.environment"))


def test_outside_tmux_a_session_is_made_and_its_name_told(send, programs, server, tmp_path):
    FakeAgent(programs, "goose", SLEEPS)
    ended = send(GOAL, "--to", "goose", "--in", "tmux", "--yes", TMUX_TMPDIR=str(tmp_path / "t"))
    name = ended.out.strip().removeprefix("tmux attach -t ")
    assert server("list-sessions", "-F", "#{session_name}").split() == [name]


def test_inside_tmux_a_window_opens_beside_the_others(programs, work, server, tmp_path):
    goose = FakeAgent(programs, "goose", SLEEPS)
    server("new-session", "-d", "-s", "mine", "-x", "120", "-y", "40", "-c", str(work))
    words = [sys.executable, "-m", "segue", "handoff", GOAL, "--to", "goose", "--in", "tmux", "--yes"]
    ours = {"PATH": path_with(programs), "HOME": os.environ["HOME"], "SEGUE_HOME": os.environ["SEGUE_HOME"]}
    line = " ".join(f"{name}={shlex.quote(value)}" for name, value in ours.items()) + " " + shlex.join(words)
    server("send-keys", "-t", "mine", line, "Enter")
    until(lambda: goose.started)
    assert server("list-windows", "-t", "mine", "-F", "#{window_name}").split()[-1] == "goose"


def test_an_agent_that_fails_at_once_leaves_its_window_open(send, segue, programs, server, tmp_path):
    """Else nobody could read why."""
    FakeAgent(programs, "goose", 'print("no such model"); sys.exit(9)')
    ended = send(GOAL, "--to", "goose", "--in", "tmux", "--yes", TMUX_TMPDIR=str(tmp_path / "t"))
    name = ended.out.split()[-1]
    until(lambda: "Enter closes this window" in server("capture-pane", "-p", "-t", name))
    assert "no such model" in server("capture-pane", "-p", "-t", name)
    assert receipts(segue)[0]["exitCode"] == 9
    (feed,) = (tmp_path / "segue-home").glob("channels/*/feed.jsonl")
    assert "not handed over to goose" in feed.read_text().splitlines()[-1]


ASKS_FIRST = """
import select, time
print("Add it? (Y)es/(N)o [Yes]:", flush=True)
time.sleep(4)
early = bool(select.select([sys.stdin], [], [], 0)[0])
print(">", flush=True)
said = sys.stdin.readline()
with open(sys.argv[0] + ".part", "w") as file:
    file.write(json.dumps([early, said]))
os.rename(sys.argv[0] + ".part", sys.argv[0] + ".said")
time.sleep(60)
"""


def test_a_line_is_typed_at_the_agents_prompt_and_at_nothing_else(send, programs, server, tmp_path):
    """Aider may ask something first: what is typed then would be an answer."""
    aider = FakeAgent(programs, "aider", ASKS_FIRST)
    ended = send(GOAL, "--to", "aider", "--in", "tmux", "--yes", TMUX_TMPDIR=str(tmp_path / "t"))
    assert ended.code == 0, ended.err
    said = Path(f"{aider.program}.said")
    until(said.exists, 60)
    early, line = json.loads(said.read_text())
    assert not early
    assert line.startswith("<handoff-context brief=") and aider.seen()["argv"][-1] in line
