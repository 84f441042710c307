"""The real agents, looked at while they run, and killed then: what they may know of us, and what is left of the brief.

The scripted model speaks slowly, so that there is a middle. Secrets: a key in the transcript, a password among our own
variables. What belongs to the agent reaches it all the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.channel.kit import AWS
from tests.e2e.kit.bench import Bench, open_bench
from tests.e2e.kit.clients import CLIENTS
from tests.e2e.kit.install import NotInstalledError
from tests.e2e.kit.island import NoIslandError, island
from tests.e2e.test_delivery import HEADLESS, PASSWORD, message, receipt, squeezed, stored

pytestmark = pytest.mark.e2e
GOAL = "Make the parser total. [[slow {}]] [[text I have read the brief, and here is a long answer to it.]]"
LARGE = 5_000_000
"""Files of this many bytes are a client's own programs."""
ENDS_TOO = {"gemini": "delivered"}
"""Ends at its first word when nobody reads what it says: the brief has arrived, and there is no answer."""
Open = Callable[[str], Bench]


@pytest.fixture
def machine_with(tmp_path: Path) -> Iterator[Open]:
    try:
        with island(tmp_path / "logs") as shore:
            yield lambda name: open_bench((name,), shore, tmp_path / "place")
    except (NotInstalledError, NoIslandError) as why:
        if os.environ.get("CI"):
            pytest.fail(str(why))
        pytest.skip(str(why))


@contextmanager
def speaking(machine: Bench, client: str, seconds: int) -> Iterator[subprocess.Popen[str]]:
    """segue, with the agent at work: the model was sent the brief and is slow to answer."""
    stored(machine)
    words = ["handoff", GOAL.format(seconds), "--to", f"kit-{client}", "--headless", "--yes"]
    command = machine.desk.island.enter([sys.executable, "-m", "segue", *words])
    with subprocess.Popen(
        command,
        env=machine.env(DB_PASSWORD=PASSWORD),
        cwd=machine.desk.work,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as segue:
        wait_until(lambda: any("Make the parser total." in turn for turn in machine.user_turns(client)))
        try:
            yield segue
        finally:
            for pid in below(segue.pid):
                kill(pid)
            segue.kill()


def wait_until(happened: Callable[[], object], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.2)


def below(pid: int) -> list[int]:
    """All that it started, and what that started."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, listed.splitlines())}
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def known(pid: int, what: str) -> str:
    """`environ` or `cmdline` of a process; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/{what}").read_bytes().decode("utf-8", "replace").replace("\0", "\n")
    except OSError:
        return ""


@pytest.mark.parametrize("client", HEADLESS)
def test_an_agent_that_is_killed_knew_no_secret_and_leaves_the_brief(machine_with: Open, client: str) -> None:
    """In its arguments, its environment and its requests there is nothing of ours but the brief; killed with all it
    started, it is a failure that is told, and the brief is on disk."""
    machine = machine_with(client)
    with speaking(machine, client, 60) as segue:
        running = below(segue.pid)
        assert running
        environments = [known(pid, "environ") for pid in running]
        assert all(any(f"{name}=" in seen for seen in environments) for name in CLIENTS[client].env)
        for told in (*environments, *(known(pid, "cmdline") for pid in (segue.pid, *running))):
            assert PASSWORD not in told and AWS not in told
        for pid in running:
            kill(pid)
        _, errors = segue.communicate(timeout=90)
    seen = receipt(machine)
    assert segue.returncode == 5 and f"{client} ended with exit code 137" in errors
    assert (seen["state"], str(seen["exitCode"])) == ("failed", "137")
    assert seen["again"] in errors and words(Path(seen["brief"]).read_text()) in words(
        message(machine, seen["briefId"])
    )
    (feed,) = machine.segue_home.glob("channels/*/feed.jsonl")
    assert "not handed over" in feed.read_text().splitlines()[-1]
    assert_nobody_else_can_read(machine, client)


def words(text: str) -> str:
    """Without the backslashes that keep it from coming alive."""
    return text.replace("\\", "").strip()


def assert_nobody_else_can_read(machine: Bench, client: str) -> None:
    """Our files are their owner's alone, and no file of anybody's holds a secret but the session that had it."""
    ours = [path for path in machine.segue_home.rglob("*") if path.name != "config.toml"]  # that one is the user's
    assert ours and not [path for path in ours if path.lstat().st_mode & 0o077]
    files = [path for path in machine.desk.home.parent.rglob("*") if path.is_file() and path.stat().st_size < LARGE]
    assert not [path for path in files if PASSWORD.encode() in path.read_bytes()]
    (session,) = (path for path in files if AWS.encode() in path.read_bytes())
    assert session.parent.name == "-w"
    sent = str(machine.desk.island.requests(client))
    assert PASSWORD not in sent and AWS not in sent


@pytest.mark.parametrize("client", HEADLESS)
def test_an_agent_goes_on_when_segue_is_killed_and_the_receipt_is_found_later(machine_with: Open, client: str) -> None:
    """It has the whole brief already, and nobody takes it away; who asks later learns that it was read."""
    machine = machine_with(client)
    with speaking(machine, client, 4) as segue:
        agents = below(segue.pid)
        segue.kill()
        segue.wait(60)
        seen = receipt(machine)
        assert seen["state"] in ("started", "delivered", "not seen", "read")
        wait_until(lambda: receipt(machine)["state"] == ENDS_TOO.get(client, "read"))
        wait_until(lambda: not [pid for pid in agents if known(pid, "cmdline")])
    sent = squeezed(message(machine, seen["briefId"]))
    assert any(sent in squeezed(turn) for turn in machine.user_turns(client))
