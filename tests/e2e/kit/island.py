"""A network namespace that has only loopback, with the scripted model inside; nothing in it can leave the machine.

The test process stays outside and exchanges with the inside over files: the clients' homes, and the model's log.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[3]


class NoIslandError(Exception):
    """This machine lets us make no network namespace; the text says why."""


class Ended(NamedTuple):
    code: int
    out: str
    err: str


class Island(NamedTuple):
    pid: int
    """The model's process: whoever enters its namespace is on the island."""
    logs: Path

    def enter(self, command: list[str]) -> list[str]:
        """The command that runs this command on the island."""
        others = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return ["nsenter", "--target", str(self.pid), "--net", *others, "--", *command]

    def run(
        self, command: list[str], *, env: Mapping[str, str], cwd: Path, text: str = "", seconds: float = 120
    ) -> Ended:
        """Run to the end with this environment and no other; too late is killed, with all it started."""
        with subprocess.Popen(
            self.enter(command),
            env=dict(env),
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                out, err = process.communicate(text, timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, err = process.communicate()
                raise TimeoutError(f"{command[0]} took more than {seconds} s\n{out[-2000:]}\n{err[-2000:]}") from None
        return Ended(process.returncode, out, err)

    def requests(self, client: str) -> list[dict[str, Any]]:
        """Every request that this client sent, oldest first, with the answer that it got.

        The model writes while we read: what follows the last line's end is a request still on its way in.
        """
        log = self.logs / f"{client}.jsonl"
        return [json.loads(line) for line in log.read_bytes().split(b"\n")[:-1]] if log.exists() else []


@contextmanager
def island(logs: Path) -> Iterator[Island]:
    unshare = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--net"]
    command = [*unshare, sys.executable, "-m", "tests.e2e.kit.model", str(logs)]
    try:
        model = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    except FileNotFoundError as gone:
        raise NoIslandError("the program unshare (util-linux) is not on PATH") from gone
    with model:
        assert model.stdin and model.stdout
        if model.stdout.readline() != "ready\n":
            raise NoIslandError("a network namespace could not be made (unshare failed)")
        try:
            yield Island(model.pid, logs)
        finally:
            model.stdin.close()  # this is what ends the model
            model.wait(10)
