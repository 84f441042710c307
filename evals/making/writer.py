"""What the writers share: a clock, ids and the walk over a talk."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from making.busy import busy
from making.talk import Step

STATUS = {"x": "completed", ">": "in_progress", " ": "pending"}
Record = dict[str, Any]


class Writer:
    """Records with a clock and ids that depend on the case's name only."""

    def __init__(self, name: str, cwd: str, branch: str) -> None:
        self.name, self.cwd, self.branch = name, cwd, branch
        self.lines: list[str] = []
        self.now = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
        self.count = 0
        self.session = str(uuid.uuid5(uuid.NAMESPACE_URL, f"segue-eval/{name}"))

    def id(self) -> str:
        self.count += 1
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.session}/{self.count}"))

    def time(self) -> str:
        self.now += timedelta(seconds=17)
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def put(self, record: Record) -> None:
        self.lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")))

    def transcript(self, steps: list[Step]) -> str:
        self.begin()
        for at, step in enumerate(steps):
            if step.what == "busy":
                for idle in busy(step.code, f"{self.name}/{at}"):
                    getattr(self, idle.what, self.call)(idle)
            elif step.what == "raw":
                self.lines.append(step.text)
            else:
                getattr(self, step.what, self.call)(step)
        self.end()
        return "\n".join(self.lines) + "\n"

    def begin(self) -> None: ...

    def end(self) -> None: ...

    def path(self, step: Step) -> str:
        return f"{self.cwd}/{step.text.split(chr(10))[0]}"

    def think(self, step: Step) -> None: ...

    def inject(self, step: Step) -> None: ...

    def call(self, step: Step) -> None:
        raise NotImplementedError(f"{type(self).__name__} has no {step.what}")


def side(step: Step, sign: str) -> str:
    return "\n".join(line[2:] for line in step.body if line.startswith(sign))


def todos(step: Step) -> list[tuple[str, str]]:
    """The list of a `todo:` step; every step is asked, and a file may have lines that begin with a bracket."""
    lines = step.text.split("\n") if step.what == "todo" else []
    return [(STATUS[line[1]], line[4:]) for line in lines if line.startswith("[")]
