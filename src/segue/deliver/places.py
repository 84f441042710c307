"""Places that are no agents: the clipboard, a file, stdout. The text that goes there is the brief in its wrapper."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from pathlib import Path

from segue.errors import DeliveryError

PLACES = ("clipboard", "file", "stdout")
CLIPBOARDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("pbcopy", "", ("pbcopy",)),
    ("wl-copy", "WAYLAND_DISPLAY", ("wl-copy",)),
    ("xclip", "DISPLAY", ("xclip", "-selection", "clipboard")),
    ("xsel", "DISPLAY", ("xsel", "--clipboard", "--input")),
    ("clip.exe", "", ("clip.exe",)),
)
"""Program, the variable without which it cannot work, and how it is called; the first that fits is taken."""
OSC52 = 74_000
"""Bytes that terminals take through the escape sequence; more is dropped by some without a word."""


def offered() -> tuple[str, ...]:
    """The places, best first: without a program that keeps a clipboard nobody can tell whether it was copied."""
    return PLACES if _clipboard() else tuple(sorted(PLACES, key=lambda place: place == "clipboard"))


def copy(text: str) -> str:
    """The text on the clipboard; returns the name of who took it."""
    argv = _clipboard()
    return _copied(argv, text) if argv else _through_terminal(text)


def _clipboard() -> tuple[str, ...]:
    """The program that keeps the clipboard here, as it is called; empty when there is none."""
    works = (argv for name, needs, argv in CLIPBOARDS if shutil.which(name) and (not needs or os.environ.get(needs)))
    return next(works, ())


def _copied(argv: tuple[str, ...], text: str) -> str:
    try:
        done = subprocess.run(
            argv, input=text.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DeliveryError(f"{argv[0]} did not take the brief", hint="--to file writes it") from error
    if done.returncode:
        raise DeliveryError(f"{argv[0]} ended with exit code {done.returncode}", hint="--to file writes it")
    return argv[0]


def _through_terminal(text: str) -> str:
    """The escape sequence OSC 52, which most terminals understand, also over ssh."""
    encoded = base64.b64encode(text.encode()).decode()
    if len(encoded) > OSC52:
        raise DeliveryError("the brief is too long for the terminal's clipboard", hint="--to file writes it")
    try:
        with Path("/dev/tty").open("w", encoding="ascii") as terminal:
            terminal.write(f"\x1b]52;c;{encoded}\a")
    except OSError as error:
        raise DeliveryError("there is no clipboard here", hint="install wl-copy or xclip, or take --to file") from error
    return "the terminal (OSC 52)"
