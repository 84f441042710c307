"""Opens a tmux window, pane or session in which the next agent starts, and can put a brief into its input unsent.

tmux takes no long arguments, and what stands in its command line can be read by everyone: the window gets the id of
the brief, and the environment through a pipe that only its owner can open and that no disk ever holds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from segue.deliver import ledger
from segue.deliver.destination import TIES
from segue.deliver.send import Ready
from segue.errors import DeliveryError
from segue.store.ids import brief_id

PATIENCE = 10.0
START = 60.0
"""Seconds that an agent has to come up."""
STILL = 1.5
"""Seconds without a change after which a screen is taken for ready."""
OWN = ("TERM", "TMUX", "TMUX_PANE", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION")
"""What a pane knows better than we do."""


class Window(Struct, frozen=True):
    pane: str
    attach: str
    """The command that shows it; empty when it stands in front of the user already."""


def open_window(one: Ready, *, inside: bool) -> Window:
    """A window of the tmux we are in, else a session of its own, with the agent starting in it."""
    pipe = environment_pipe(one.delivery.brief_id)
    os.mkfifo(pipe, 0o600)
    try:
        window = _new(one, inside=inside)
        _hand_in(pipe, one.start.environment)
    finally:
        pipe.unlink(missing_ok=True)
    return window


def environment_pipe(brief: str) -> Path:
    return ledger.place() / f"{brief_id(brief)}.environment"


def type_in(pane: str, message: str, prompt: str, *, sent: bool) -> None:
    """The message in the agent's input, once it is up, as one bracketed paste; Enter only when it shall be sent.

    DeliveryError when it never came up: it runs all the same."""
    _wait_until_still(pane, prompt)
    name = f"segue-{os.getpid()}"
    _tmux("load-buffer", "-b", name, "-", text=message.rstrip("\n"))
    _tmux("paste-buffer", "-p", "-d", "-b", name, "-t", pane)
    if sent:
        _wait_until_still(pane, "")
        _tmux("send-keys", "-t", pane, "Enter")


def _new(one: Ready, *, inside: bool) -> Window:
    delivery = one.delivery
    # Old versions of tmux take no variables; `env` does, and neither of these two is a secret.
    home = [f"{name}={os.environ[name]}" for name in ("HOME", "SEGUE_HOME") if name in os.environ]
    command = ["env", *home, sys.executable, "-m", "segue.deliver.pane", delivery.brief_id]
    common = ["-P", "-F", "#{pane_id}", "-c", delivery.directory]
    if inside:
        return Window(_tmux("new-window", *common, "-n", delivery.agent, *command).strip(), "")
    name = f"segue-{delivery.brief_id.rpartition('-')[2]}"
    pane = _tmux("new-session", "-d", "-s", name, "-x", "200", "-y", "50", *common, *command).strip()
    return Window(pane, f"tmux attach -t {name}")


def _hand_in(pipe: Path, environment: Mapping[str, str]) -> None:
    """The environment, to the process in the pane once it listens."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            handle = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError as error:
            if time.monotonic() > until:
                raise DeliveryError(
                    "nothing started in the tmux window", hint="look at it: tmux list-windows"
                ) from error
            time.sleep(0.05)
    os.set_blocking(handle, True)
    with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape") as file:
        json.dump({name: value for name, value in environment.items() if name not in OWN}, file)


def _wait_until_still(pane: str, prompt: str) -> None:
    """Until the screen stays as it is, and ends with the prompt, if there is one: an agent may ask something first."""
    until = time.monotonic() + START
    seen, since = "", time.monotonic()
    while time.monotonic() < until:
        screen = _tmux("capture-pane", "-p", "-t", pane)
        if screen != seen:
            seen, since = screen, time.monotonic()
        elif screen.strip() and _asks(screen, prompt) and time.monotonic() - since > STILL:
            return
        time.sleep(0.2)
    raise DeliveryError("the agent's screen never came to rest", hint="the brief is kept; look at the window")


def _asks(screen: str, prompt: str) -> bool:
    return re.fullmatch(prompt, screen.rstrip().rpartition("\n")[2].strip()) is not None if prompt else True


def _tmux(*arguments: str, text: str = "") -> str:
    # A server that is started here hands its environment on to every later window: no ties to an agent's session.
    environment = {name: value for name, value in os.environ.items() if name not in TIES}
    try:
        done = subprocess.run(
            ["tmux", *arguments],
            input=text,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=environment,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeliveryError("tmux does not answer", hint="is tmux installed?") from error
    if done.returncode:
        raise DeliveryError(f"tmux {arguments[0]} failed: {done.stderr.strip()[:200]}", hint="the brief is kept")
    return done.stdout
