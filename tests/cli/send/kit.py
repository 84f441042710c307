"""What the scenarios of sending share: an agent's transcript, receipts and briefs, and a person at a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import sys
import time
from pathlib import Path

GOAL = "Make the parser total, keep its public API"
NEW = "5e55a0c1-0000-4000-8000-0000000000aa"
WRITES = """
import pathlib
name = "5e55a0c1-0000-4000-8000-0000000000aa"
rows = [("user", {words}), ("assistant", [{{"type": "text", "text": "Understood."}}])][:{rows}]
out = pathlib.Path(os.environ["HOME"], ".claude/projects/-w", name + ".jsonl")
out.write_text("".join(json.dumps({{"type": who, "uuid": f"u{{n}}", "parentUuid": f"u{{n-1}}" if n else None,
    "isSidechain": False, "sessionId": name, "cwd": os.getcwd(), "timestamp": "2026-11-15T10:00:00.000Z",
    "message": {{"role": who, "id": f"m{{n}}", "model": "m", "content": said}}}}) + "\\n"
    for n, (who, said) in enumerate(rows)))
print("Understood.")
"""
"""A transcript as Claude Code leaves one."""


CHATS = """
import pathlib
words = sys.argv[1:]
lines = ["", "# aider chat started at 2026-11-15 10:00:00", "", "> Added " + words[words.index("--read") + 1] +
    " to the chat (read-only).  ", "", "#### " + {said} + "  ", "", "Understood.", ""]
pathlib.Path(".aider.chat.history.md").write_text("\\n".join(lines))
print("Understood.")
"""
"""A history as Aider leaves one."""


def writes(words: str = "text", rows: int = 2) -> str:
    return WRITES.format(words=words, rows=rows)


def receipts(segue) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(segue("receipts", "--json").out)
    return found


def briefs(home: Path) -> list[Path]:
    return sorted(home.glob("channels/*/handoffs/*.md"))


class Terminal:
    """The command on a pseudo-terminal, with a person who waits for words and answers."""

    def __init__(self, args: list[str], cwd: Path, environment: dict[str, str]) -> None:
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execve(sys.executable, [sys.executable, "-m", "segue", *args], environment)
        self.screen = ""

    def until(self, words: str) -> None:
        end = time.monotonic() + 60
        while words not in self.screen:
            assert time.monotonic() < end, f"never saw {words!r}:\n{self.screen}"
            self._read(0.2)

    def type(self, keys: str) -> None:
        time.sleep(0.2)  # nobody answers in the microseconds between a question and the reading of the answer
        self.screen = ""
        os.write(self.handle, keys.encode())

    def code(self) -> int:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            self._read(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.handle)
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it did not end:\n{self.screen}")

    def _read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.handle], [], [], seconds)
        if ready:
            try:
                self.screen += os.read(self.handle, 65_536).decode("utf-8", "replace")
            except OSError:  # the other side is gone
                time.sleep(seconds)
