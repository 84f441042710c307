"""What a person does who hands over from inside a client: a word, our command with a focus, and perhaps a word more.

segue is installed in the client first, by its own command. What came of it is for the tests to say."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.e2e.kit.desk import Desk
from tests.e2e.kit.terminal import Terminal, terminal

SEGUE = (sys.executable, "-P", "-m", "segue")
RULE = "Never use tabs here."
FOCUS = "the parser"
AFTER = "Rename it to scan.py."
DOCUMENT = json.dumps(
    {
        "goal": "make the parser robust",
        "constraintsAndPreferences": ["keep the public API"],
        "progress": ["empty input is accepted"],
        "keyDecisions": ["an empty list, not None"],
        "criticalContext": ["dates are in UTC"],
        "nextSteps": ["run the suite"],
    }
)


class Seat(NamedTuple):
    """One client, and what a person and its model do there."""

    command: tuple[str, ...]
    ready: str
    """What the screen shows when it takes a prompt."""
    calls: str
    """How a model calls our tool there."""
    typed: str = "/handoff {}"
    asks: tuple[str, str] = ("", "")
    """What it asks once about what was installed, and the answer."""


SEATS = {
    "claude": Seat(
        ("claude", "--dangerously-skip-permissions"), "❯", f"[[tool mcp__segue__handoff_document {DOCUMENT}]]"
    ),
    # It offers tools of servers only once the model has looked for them.
    "codex": Seat(
        ("codex",),
        "Ask Codex",
        f'[[tool tool_search {{"query": "handoff_document"}}]] [[tool mcp__segue::handoff_document {DOCUMENT}]]',
        "$handoff {}",
        ("Hooks need review", "2"),
    ),
    "pi": Seat(("pi",), "fake-model", f"[[tool handoff_document {DOCUMENT}]]"),
    # Tools of servers are files to its model. It takes quotes out of what is typed, unless they stand in others.
    "omp": Seat(
        ("omp", "--auto-approve"),
        "mounted mcp__segue",
        f"[[write xd://mcp__segue_handoff_document|{DOCUMENT}]]",
        "/segue-handoff '{}'",
    ),
    "gemini": Seat(
        ("gemini", "--approval-mode", "yolo"), "Type your message", f"[[tool mcp_segue_handoff_document {DOCUMENT}]]"
    ),
    "qwen": Seat(
        ("qwen", "--approval-mode", "yolo"), "Type your message", f"[[tool mcp__segue__handoff_document {DOCUMENT}]]"
    ),
    "opencode": Seat(("opencode",), "Ask anything", f"[[tool segue_handoff_document {DOCUMENT}]]"),
    "copilot": Seat(("copilot", "--allow-all-tools"), "Interactive", f"[[tool segue-handoff_document {DOCUMENT}]]"),
}


def play_handoff(desk: Desk) -> Path:
    """A word, the handoff, and a word after it."""
    with handed_over(desk) as screen:
        say(desk, screen, f"{AFTER} [[text Renamed.]]", "Renamed.")
        screen.wait_until(lambda: any(b'"Renamed."' in path.read_bytes() for path in _written(desk)))
        screen.settle()
    return desk.transcript()


def _written(desk: Desk) -> Iterator[Path]:
    """The transcripts, and what a database has not taken in yet."""
    for transcript in desk.transcripts():
        yield from transcript.parent.glob(f"{transcript.name}*")


@contextmanager
def handed_over(desk: Desk) -> Iterator[Terminal]:
    """The client's terminal after a short session in which the user typed our command."""
    ended = desk.run([*SEGUE, "install", desk.client.name])
    if ended.code != 0:
        raise RuntimeError(f"segue install ended with {ended.code}: {ended.err}")
    seat = SEATS[desk.client.name]
    with terminal(desk, *seat.command) as screen:
        question, answer = seat.asks
        if question:
            screen.wait_for_text(question)
            screen.submit(answer)
        screen.wait_for_text(seat.ready)
        _wait_for_our_tool(desk, screen)
        say(desk, screen, f"{RULE} [[text Agreed.]]", "Agreed.")
        say(desk, screen, seat.typed.format(f"{FOCUS} {seat.calls} [[text Told.]]"), "Told.")
        yield screen


def _wait_for_our_tool(desk: Desk, screen: Terminal) -> None:
    """Clients start servers while one may talk to them already: a word, until a request names the tool."""
    for number in range(20):
        say(desk, screen, f"Are you there? [[text Here, {number}.]]", f"Here, {number}.")
        if any("handoff_document" in json.dumps(request.get("body")) for request in _answered(desk)):
            return
    raise TimeoutError(f"our tool was never offered; the screen:\n{screen.screen()}")


def say(desk: Desk, screen: Terminal, text: str, answer: str) -> None:
    """One prompt, until the model has answered it."""
    screen.submit(text)
    screen.wait_until(lambda: any(answer in request["reply"]["text"] for request in _answered(desk)))
    screen.settle()


def _answered(desk: Desk) -> list[dict[str, Any]]:
    return [request for request in desk.island.requests(desk.client.name) if request.get("reply")]
