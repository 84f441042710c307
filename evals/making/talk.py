"""The talk: a session written down compactly, from which a transcript in any agent's format is made.

    user: words            a prompt; more lines are indented by two spaces
    queued: words          a prompt typed while the agent was busy
    agent: words           what the agent says
    think: words           its thinking
    run: command           a shell command; then `out:` or `fail 2:` with what came back, or nothing (never answered)
    hand: command          a command the user ran with `!`; then `out:` or `fail 2:`
    read: path             a file read; then `out:` with its text
    write: path            a new file; the indented lines are its text
    edit: path             an edit; indented lines `- old` and `+ new`
    todo:                  the list: `[x] done`, `[>] active`, `[ ] pending`
    task: description      a sub-agent; then `out:` with its last words
    plan:                  a plan put before the user; then `reject: words` or `approve:`
    ask: question          the question tool; then `answer: words`
    reject: words          the user refuses the call before it, saying why
    stop:                  the user interrupts
    compact: summary       the context is compacted
    busy 6:                so much of the work that leads nowhere: looking, reading, thinking aloud
    inject: text           something the harness writes in the user's name
    raw: bytes             a line of the file as it is

`{{log 40}}` becomes forty lines of a server's log, for pastes of real length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_STEP = re.compile(
    r"(user|queued|agent|think|run|hand|out|fail|read|write|edit|todo|task|plan|reject|approve|ask|answer|stop|compact"
    r"|inject|busy|raw)(?: (\d+))?:(?: (.*))?$"
)
_LOG = re.compile(r"\{\{log (\d+)\}\}")
RESULTS = ("out", "fail", "reject", "approve", "answer")
CALLS = ("run", "hand", "read", "write", "edit", "todo", "task", "plan", "ask")


@dataclass
class Step:
    what: str
    text: str
    code: int = 0
    result: Step | None = None
    """What came back from a call; an edit, a write and a list are answered by themselves."""
    body: list[str] = field(default_factory=list)

    @property
    def rest(self) -> str:
        """The indented lines alone."""
        return "\n".join(self.body)


def steps(script: str) -> list[Step]:
    found: list[Step] = []
    for step in _flat(script):
        if step.what in RESULTS:
            if not found or found[-1].what not in CALLS or found[-1].result:
                raise ValueError(f"{step.what} answers nothing: {step.text[:60]!r}")
            found[-1].result = step
        else:
            found.append(step)
    return found


def _flat(script: str) -> Iterator[Step]:
    head: re.Match[str] | None = None
    body: list[str] = []
    for line in [*script.split("\n"), "stop:"]:
        if begins := _STEP.match(line):
            if head:
                yield _step(head, body)
            head, body = begins, []
        elif line.startswith("  ") or not line.strip():
            body.append(line[2:])
        elif not line.startswith("//"):
            raise ValueError(f"no step: {line!r}")


def _step(head: re.Match[str], body: list[str]) -> Step:
    while body and not body[-1]:
        body.pop()
    first = head[3] or ""
    text = "\n".join(([first] if first else []) + body)
    return Step(head[1], _expanded(text), int(head[2] or 0), body=body)


def _expanded(text: str) -> str:
    return _LOG.sub(lambda m: "\n".join(_log_line(n) for n in range(int(m[1]))), text)


def _log_line(n: int) -> str:
    paths = ("/v1/orders", "/v1/users/{id}", "/healthz", "/v1/orders/{id}/items")
    return (
        f"2026-11-0{1 + n % 9}T10:{n % 60:02}:{(7 * n) % 60:02}Z INFO http method=GET path={paths[n % 4]} "
        f"status={(200, 200, 204, 304)[n % 4]} duration_ms={3 + (17 * n) % 90} request_id=req-{4096 + 31 * n:x}"
    )
