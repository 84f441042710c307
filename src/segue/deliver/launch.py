"""Starts a program and waits for it, as a shell would: its exit code is the result, and signals are its own business.

Knows nothing of briefs. A headless program gets its text from a file without a name, so that not even our own death
can cut it short."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, BinaryIO

from msgspec import Struct

from segue.errors import DeliveryError

GRACE = 5.0
"""Seconds that a cancelled program has to end by itself."""


class Start(Struct, frozen=True, kw_only=True):
    argv: Sequence[str]
    directory: str
    environment: Mapping[str, str]
    text: str = ""
    """Its stdin, headless."""


class Ended(Struct, frozen=True):
    code: int
    spoke: bool = True
    """It printed something."""
    cancelled: bool = False


def program(start: Start) -> str:
    """Where the program is; DeliveryError when it is not there."""
    found = shutil.which(start.argv[0], path=start.environment.get("PATH"))
    if not found:
        raise DeliveryError(
            f"there is no program {start.argv[0]!r} on PATH", hint="install it, or take --to clipboard, file or stdout"
        )
    return found


def interactive(start: Start) -> Ended:
    """On this terminal, until it ends. Ctrl-C and Ctrl-Z are the program's; what would end us ends it first."""
    child = _Child()
    with _signals({signal.SIGINT: _nothing, signal.SIGQUIT: _nothing, signal.SIGTERM: child, signal.SIGHUP: child}):
        child.process = _opened(start)
        return Ended(_waited(child.process))


def headless(start: Start, out: BinaryIO) -> Ended:
    """Without a terminal, its text in by stdin, its words streamed out. Ctrl-C cancels it and all it started."""
    stop = _Stop()
    with _signals({signal.SIGINT: stop, signal.SIGTERM: stop, signal.SIGHUP: stop}):
        with tempfile.TemporaryFile() as text:
            text.write(start.text.encode())
            text.seek(0)
            stop.process = _opened(start, stdin=text, stdout=subprocess.PIPE, process_group=0)
        if stop.asked:  # in the moment of starting
            stop(signal.SIGINT)
        spoke = _streamed(stop.process, out)
        code = stop.process.wait()
    return Ended(_as_shell(code), spoke, stop.asked)


def _nothing(number: int) -> None:
    """A handler, never SIG_IGN: a program inherits what is ignored."""


class _Child:
    """Passes signals on."""

    process: subprocess.Popen[bytes] | None = None

    def __call__(self, number: int) -> None:
        if self.process:
            self.process.send_signal(number)


class _Stop(_Child):
    """Cancels a process group: asks, then insists."""

    def __init__(self) -> None:
        self._ways = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
        self.asked = False

    def __call__(self, number: int) -> None:  # noqa: ARG002 (every signal means the same here)
        self.asked = True
        if not self.process:
            return
        way = self._ways.pop(0) if len(self._ways) > 1 else self._ways[0]
        try:
            os.killpg(self.process.pid, way)
        except ProcessLookupError:
            return
        signal.signal(signal.SIGALRM, lambda *_: self(signal.SIGALRM))
        signal.setitimer(signal.ITIMER_REAL, GRACE)


def _opened(
    start: Start, *, stdin: IO[bytes] | None = None, stdout: int | None = None, process_group: int | None = None
) -> subprocess.Popen[bytes]:
    where = program(start)
    if not Path(start.directory).is_dir():
        raise DeliveryError(f"there is no directory {start.directory}", hint="the brief is kept")
    try:
        return subprocess.Popen(
            list(start.argv),
            executable=where,
            cwd=start.directory,
            env=dict(start.environment),
            stdin=stdin,
            stdout=stdout,
            process_group=process_group,
        )
    except OSError as error:
        raise DeliveryError(f"cannot start {start.argv[0]}: {error.strerror}", hint="the brief is kept") from error


def _streamed(process: subprocess.Popen[bytes], out: BinaryIO) -> bool:
    """Everything it prints, as it comes. A reader of ours that has gone away does not stop it."""
    assert process.stdout
    spoke = gone = False
    while chunk := process.stdout.read1(65_536):  # type: ignore[attr-defined]
        spoke = spoke or not chunk.isspace()
        if gone:
            continue
        try:
            out.write(chunk)
            out.flush()
        except BrokenPipeError:
            gone = True
    process.stdout.close()
    return spoke


def _waited(process: subprocess.Popen[bytes]) -> int:
    """The exit code. When the program stops itself (Ctrl-Z) we stop too, and it goes on when we do."""
    while True:
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            process.returncode = os.waitstatus_to_exitcode(status)
            return _as_shell(process.returncode)
        os.kill(os.getpid(), signal.SIGSTOP)
        process.send_signal(signal.SIGCONT)


def _as_shell(code: int) -> int:
    return 128 - code if code < 0 else code


@contextmanager
def _signals(handling: Mapping[signal.Signals, Callable[[int], None]]) -> Iterator[None]:
    def handle(number: int, _: FrameType | None) -> None:
        handling[signal.Signals(number)](number)

    before = {one: signal.signal(one, handle) for one in handling}
    alarm = signal.getsignal(signal.SIGALRM)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)
        for one, handler in before.items():
            signal.signal(one, handler)
