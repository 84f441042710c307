"""A terminal on the island, by tmux, for what a client does only when a person sits before it.

Nothing is concluded from the screen but that a dialog is there to be answered: what happened is read on disk.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.e2e.kit.desk import Desk
from tests.e2e.kit.install import NotInstalledError

SETTLE = 0.8
"""Clients take a fast Enter for part of a paste, and a key in a dialog's first moment for a slip."""


class Terminal(NamedTuple):
    desk: Desk
    socket: Path

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-t", "kit")

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", "-t", "kit", *keys)

    def submit(self, text: str) -> None:
        self._tmux("send-keys", "-t", "kit", "-l", text)
        self.settle()
        self.press("Enter")

    def say(self, prompt: str, record: str) -> None:
        """One prompt, until one of the client's transcripts holds the record of its end."""
        self.submit(prompt)
        self.wait_for_record(record)
        self.settle()

    def settle(self) -> None:
        time.sleep(SETTLE)

    def wait_until(self, happened: Callable[[], bool], seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not happened():
            if time.monotonic() > end:
                raise TimeoutError(f"it did not happen in {seconds} s; the screen:\n{self.screen()}")
            time.sleep(0.1)

    def wait_for_text(self, text: str) -> None:
        self.wait_until(lambda: text in self.screen())
        self.settle()

    def wait_for_record(self, text: str) -> None:
        """Until one of the client's transcripts holds this."""
        self.wait_until(lambda: any(text.encode() in path.read_bytes() for path in self.desk.transcripts()))

    def _tmux(self, *arguments: str) -> str:
        ended = self.desk.run(["tmux", "-S", str(self.socket), "-f", "/dev/null", *arguments])
        if ended.code != 0:
            raise RuntimeError(f"tmux {arguments[0]} ended with {ended.code}: {ended.err}")
        return ended.out


@contextmanager
def terminal(desk: Desk, *command: str) -> Iterator[Terminal]:
    """The command in a tmux server of its own, which ends with the block."""
    if shutil.which("tmux", path=desk.path) is None:
        raise NotInstalledError("tmux is not on PATH")
    opened = Terminal(desk, desk.home / "tmux.sock")
    opened._tmux("new-session", "-d", "-s", "kit", "-x", "120", "-y", "40", *command)
    try:
        yield opened
    finally:
        opened._tmux("kill-server")
