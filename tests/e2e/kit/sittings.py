"""What a person does before a client's terminal: interrupts it, speaks while it works, says no to a tool."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.e2e.kit.desk import Desk
from tests.e2e.kit.terminal import Terminal, terminal

PAUSES = {"qwen": "timeout {} tail -f /dev/null"}
"""Qwen Code refuses to run a bare sleep."""
SPEAK = "And say what you saw. [[text I saw the log.]]"

TIDY = "Tidy up. [[bash touch tidy.txt]] [[text All right.]]"
REFUSAL = "no new files: write it to the log instead"
OTHER = "Then this one. [[bash touch other.txt]] [[text never said]]"
LEAVE = "Leave it. [[text Left.]]"

KEPT = "Keep this. [[bash echo kept]] [[text Kept.]]"
TAKEN_BACK = "Not this. [[bash echo taken back]] [[text Never mind.]]"
INSTEAD = "This instead. [[text Instead.]]"


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
    "qwen": Sitting(("qwen", "--approval-mode", "yolo"), "Type your message", '"command":"{}', '"status":"cancelled"'),
}


def pause(client: str, seconds: int) -> str:
    """The command that does nothing for a while."""
    return PAUSES.get(client, "sleep {}").format(seconds)


def prompts_of_interruption(client: str) -> tuple[str, str, str]:
    wait = f"Now wait. [[bash {pause(client, 20)}]] [[text never said]]"
    look = f"Only look. [[bash {pause(client, 4)}; echo looked]] [[text never said either]]"
    return wait, look, SPEAK


def play_interruption(desk: Desk) -> Path:
    """Escape in the middle of a command; then a prompt, and another one while the first still works."""
    name = desk.client.name
    sitting, (wait, look, speak) = SITTINGS[name], prompts_of_interruption(name)
    with terminal(desk, *sitting.command) as screen:
        screen.wait_for_text(sitting.ready)
        screen.submit(wait)
        screen.wait_for_record(sitting.running.format(pause(name, 20)))
        screen.settle()
        screen.press("Escape")
        screen.wait_for_record(sitting.stopped)
        screen.settle()
        screen.submit(look)
        screen.wait_for_record(sitting.running.format(pause(name, 4)))
        screen.say(speak, '"I saw the log."')
    return desk.transcript()


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
        _refuse(screen, "Do you want to proceed?", "[Request interrupted")
    return desk.transcript()


def play_qwen_rejection(desk: Desk) -> Path:
    """A tool use refused with Escape, which is the only way to refuse one there, and a prompt after that."""
    with terminal(desk, "qwen", "--approval-mode", "default") as screen:
        screen.wait_for_text("Type your message")
        _refuse(screen, "Allow execution of", "User did not allow tool call")
    return desk.transcript()


def _refuse(screen: Terminal, question: str, refused: str) -> None:
    screen.submit(OTHER)
    screen.wait_for_text(question)
    screen.press("Escape")
    screen.wait_for_record(refused)
    screen.settle()
    screen.say(LEAVE, '"Left."')


def play_rewind(desk: Desk) -> Path:
    """A turn taken back at a terminal, and another one said in its place."""
    with terminal(desk, *SITTINGS[desk.client.name].command) as screen:
        screen.wait_for_text("Type your message")
        for prompt, answer in ((KEPT, "Kept."), (TAKEN_BACK, "Never mind.")):
            screen.say(prompt, f'"{answer}"')
        screen.wait_until(partial(_history_opens, screen))
        screen.settle()
        screen.press("Enter")
        screen.wait_for_text("Restore conversation only")
        screen.press("Enter")
        screen.wait_for_text("Conversation rewound")
        screen.press("C-u")
        screen.settle()
        screen.say(INSTEAD, '"Instead."')
    return desk.transcript()


def _history_opens(screen: Terminal) -> bool:
    """Escape twice, and again where a busy machine took them for two single ones."""
    if "Enter to select" not in screen.screen():
        screen.press("Escape")  # both at once would be another key
        screen.press("Escape")
        screen.settle()
    return "Enter to select" in screen.screen()


def play_questions(desk: Desk, *prompts: str) -> Path:
    """Prompts to Aider, and yes to all that it asks before it has answered them."""
    with terminal(desk, "aider") as screen:
        screen.wait_for_text("diff>")
        nod = Nod(screen)
        for number, prompt in enumerate(prompts, 1):
            screen.submit(prompt)
            screen.wait_until(partial(nod.until_answered, number))
    return desk.transcript()


class Nod:
    """Says yes to each question once: the next one only after the history has the last answer."""

    def __init__(self, screen: Terminal) -> None:
        self.screen = screen
        self.said = 0

    def until_answered(self, number: int) -> bool:
        """Whether it has answered so many prompts and waits for the next one."""
        lines = [line.rstrip() for line in self.screen.screen().splitlines() if line.strip()]
        last = lines[-1] if lines else ""
        if last.endswith("[Yes]:") and self._noted(b"[Yes]: y") == self.said:
            self.said += 1
            self.screen.press("y", "Enter")
        return last == "diff>" and self._noted(b"> Tokens: ") >= number

    def _noted(self, words: bytes) -> int:
        return sum(path.read_bytes().count(words) for path in self.screen.desk.transcripts())
