"""Claude Code sessions of any size, the same bytes each time: talk, tools with large results, patches, errors,
corrections, rejections and interruptions among them, so that speed by not looking would show."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SESSION = "5e55abec-0000-4000-8000-{:012d}"
ASKS = (
    "No, keep the public name and change the caller instead of the parser.",
    "Never write to the cache from a worker; the lock is held there.",
    "Why does the import fail when the file is empty? Find the cause first.",
    "Please add a test for the retry, and run the whole suite before you commit.",
    "That is not what I meant: revert it and use the dict that is already there.",
)
ANSWERS = (
    "The failure comes from the lock: the worker waits for a file that the parent has already removed.",
    "I decided to keep the retry in the client, because the server cannot tell a timeout from a refusal.",
    "Reverting the cache change: it did not work, since two workers share the folder.",
    "All tests pass now. Next I would clean up the loader; that is still open.",
)
READ_SIZES = (900, 2500, 4000, 9000, 16_000, 22_000)
RUN_SIZES = (300, 1500, 4000, 9000)
LOG = 1_000_000
"""Sizes that give lines of 10 KB on average with half of them under 3 KB, and now and then a whole log."""
COMMANDS = ("pytest -q", "git status --short", "make build", "ruff check .", "npm test -- --run")


class Writer:
    """Rows of one session, chained by parentUuid as the client does."""

    def __init__(self, seed: int, cwd: str) -> None:
        self.random = random.Random(seed)
        self.session = SESSION.format(seed)
        self.cwd = cwd
        self.last: str | None = None
        self.count = 0

    def row(self, kind: str, message: dict[str, Any], **more: Any) -> bytes:
        self.count += 1
        uuid = f"{self.count:08x}-0000-4000-8000-{self.random.getrandbits(48):012x}"
        clock = f"{self.count // 3600 % 24:02d}:{self.count // 60 % 60:02d}:{self.count % 60:02d}"
        base = {
            "parentUuid": self.last, "isSidechain": False, "userType": "external", "cwd": self.cwd,
            "sessionId": self.session,
            "version": "2.1.112", "gitBranch": "main", "type": kind, "message": message, "uuid": uuid,
            "timestamp": f"2026-11-{1 + self.count // 86400 % 28:02d}T{clock}.000Z",
        }  # fmt: skip
        self.last = uuid
        return json.dumps(base | more, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def user(self, text: str) -> bytes:
        return self.row("user", {"role": "user", "content": text})

    def agent(self, *blocks: dict[str, Any]) -> bytes:
        usage = {
            "input_tokens": 9,
            "cache_creation_input_tokens": 500,
            "cache_read_input_tokens": 90_000,
            "output_tokens": 80,
        }
        return self.row(
            "assistant",
            {
                "id": f"msg_{self.count}",
                "role": "assistant",
                "model": "claude-sonnet-4-5",
                "content": list(blocks),
                "usage": usage,
            },
        )

    def call(self, name: str, given: dict[str, Any]) -> bytes:
        return self.agent({"type": "tool_use", "id": f"toolu_{self.count + 1}", "name": name, "input": given})

    def result(self, text: str, *, error: bool = False, more: object = None) -> bytes:
        block = {"type": "tool_result", "tool_use_id": f"toolu_{self.count}", "content": text}
        full = (
            more
            if more is not None
            else f"Error: {text}"
            if error
            else {"stdout": text, "stderr": "", "interrupted": False}
        )
        return self.row(
            "user", {"role": "user", "content": [block | ({"is_error": True} if error else {})]}, toolUseResult=full
        )

    def source(self, size: int) -> str:
        """Text like source code: many escapes, some of it not ASCII."""
        lines: list[str] = []
        total = 0
        while total < size:
            n = self.random.randrange(10_000)
            head = f'{len(lines) + 1:6}→\tdef step_{n}(value: "str") -> dict:  # größer “{n}”'
            lines.append(head + f'\n\t\treturn {{"key_{n}": [value, "\\\\n", {n}]}}')
            total += len(lines[-1])
        return "\n".join(lines)

    def turn(self) -> Iterator[bytes]:
        """One user turn with a handful of tool calls."""
        yield self.user(self.random.choice(ASKS) + f" (case {self.count})")
        for _ in range(self.random.randrange(3, 9)):
            yield from self.random.choice((self.read, self.run, self.edit, self.fail))()
        kind = self.random.randrange(12)
        if kind == 0:
            yield from self.rejected()
        elif kind == 1:
            yield self.call("Bash", {"command": "make deploy", "description": "Deploy"})
            yield self.user("[Request interrupted by user for tool use]")
        elif kind == 2 and self.count % 5 == 0:
            yield from self.log()
        yield self.agent(
            {"type": "text", "text": self.random.choice(ANSWERS) + f" See module_{self.count}.py. " + " ".join(ANSWERS)}
        )

    def read(self) -> Iterator[bytes]:
        path, text = (
            f"{self.cwd}/src/module_{self.count % 50}.py",
            self.source(self.random.choice(READ_SIZES)),
        )
        yield self.call("Read", {"file_path": path})
        yield self.result(
            text, more={"type": "text", "file": {"filePath": path, "content": text, "numLines": text.count("\n")}}
        )

    def run(self) -> Iterator[bytes]:
        yield self.call("Bash", {"command": self.random.choice(COMMANDS), "description": "Check"})
        yield self.result(self.source(self.random.choice(RUN_SIZES)))

    def log(self) -> Iterator[bytes]:
        yield self.call("Bash", {"command": "cat build.log", "description": "Look at the log"})
        yield self.result(self.source(LOG))

    def fail(self) -> Iterator[bytes]:
        yield self.call("Bash", {"command": self.random.choice(COMMANDS), "description": "Check"})
        yield self.result("Exit code 1\n" + self.source(600) + "\n3 failed, 40 passed", error=True)

    def edit(self) -> Iterator[bytes]:
        path, old, new = f"{self.cwd}/src/module_{self.count % 50}.py", self.source(900), self.source(1200)
        patch = [{"oldStart": 1, "oldLines": 9, "newStart": 1, "newLines": 9, "lines": self.source(2000).split("\n")}]
        yield self.call("Edit", {"file_path": path, "old_string": old, "new_string": new, "replace_all": False})
        whole = {
            "filePath": path,
            "oldString": old,
            "newString": new,
            "originalFile": self.source(18_000),
            "structuredPatch": patch,
        }
        yield self.result(f"The file {path} has been updated.", more=whole)

    def rejected(self) -> Iterator[bytes]:
        yield self.call("Write", {"file_path": f"{self.cwd}/notes.md", "content": "notes"})
        refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. "
        yield self.result(
            f"{refused}To tell you how to proceed, the user said:\n" + "write no notes, put it in the docstring",
            error=True,
        )


def session(path: Path, size: int, *, seed: int = 1, cwd: str = "/w/app") -> Path:
    """A session file of about `size` bytes; written once."""
    if path.exists() and path.stat().st_size >= size:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    writer, written = Writer(seed, cwd), 0
    with path.open("wb") as file:
        while written < size:
            written += sum(file.write(row) for row in writer.turn())
    return path
