"""What a person does before a client's terminal: interrupts it, speaks while it works, says no to a tool."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.e2e.kit.desk import Desk
from tests.e2e.kit.terminal import terminal

WAIT = "Now wait. [[bash sleep 20]] [[text never said]]"
LOOK = "Only look. [[bash sleep 4; echo looked]] [[text never said either]]"
SPEAK = "And say what you saw. [[text I saw the log.]]"

TIDY = "Tidy up. [[bash touch tidy.txt]] [[text All right.]]"
REFUSAL = "no new files: write it to the log instead"
OTHER = "Then this one. [[bash touch other.txt]] [[text never said]]"
LEAVE = "Leave it. [[text Left.]]"


class Sitting(NamedTuple):
    command: tuple[str, ...]
    ready: str
    """What the screen shows when the client takes a prompt."""
    running: str
    """How the transcript spells a running command; {} is the command."""
    stopped: str
    """What the transcript holds after an interruption."""


SITTINGS = {
    "claude": Sitting(("claude", "--dangerously-skip-permissions"), "❯", '"command":"{}', "[Request interrupted"),
    "codex": Sitting(("codex",), "Ask Codex", '{{\\"cmd\\": \\"{}', '"turn_aborted"'),
    "pi": Sitting(("pi",), "fake-model", '"command":"{}', "operation was aborted"),
}


def play_interruption(desk: Desk) -> Path:
    """Escape in the middle of a command; then a prompt, and another one while the first still works."""
    sitting = SITTINGS[desk.client.name]
    with terminal(desk, *sitting.command) as screen:
        screen.wait_for_text(sitting.ready)
        screen.submit(WAIT)
        screen.wait_for_record(sitting.running.format("sleep 20"))
        screen.settle()
        screen.press("Escape")
        screen.wait_for_record(sitting.stopped)
        screen.settle()
        screen.submit(LOOK)
        screen.wait_for_record(sitting.running.format("sleep 4"))
        screen.submit(SPEAK)
        screen.wait_for_record('"I saw the log."')
        screen.settle()
    (transcript,) = desk.transcripts()
    return transcript


def play_rejection(desk: Desk) -> Path:
    """A tool use refused with words, another one refused with Escape, and a prompt after that."""
    with terminal(desk, "claude", "--permission-mode", "default") as screen:
        screen.wait_for_text("❯")
        screen.submit(TIDY)
        screen.wait_for_text("Do you want to proceed?")
        screen.press("Down", "Down", "Down", "Tab")
        screen.wait_for_text("No, and tell Claude what to do differently")
        screen.submit(REFUSAL)
        screen.wait_for_record('"All right."')
        screen.submit(OTHER)
        screen.wait_for_text("Do you want to proceed?")
        screen.press("Escape")
        screen.wait_for_record("[Request interrupted")
        screen.settle()
        screen.submit(LEAVE)
        screen.wait_for_record('"Left."')
        screen.settle()
    (transcript,) = desk.transcripts()
    return transcript
