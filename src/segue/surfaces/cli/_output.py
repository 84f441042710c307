"""What commands print with: results to stdout or a file, everything else to stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from segue.errors import SegueError
from segue.store.atomic import save

__all__ = ["Phases", "note", "save", "write"]


def note(text: str) -> None:
    """A word beside the result. A terminal that was closed meanwhile, or a reader who has left, misses it."""
    if sys.stderr:  # None when the caller has closed it
        with suppress(OSError):
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()


def write(text: str, output: Path | None) -> None:
    """A result to stdout, or atomically to a file."""
    if output is None or str(output) == "-":
        _print(text.encode("utf-8", "replace"))
        return
    save(output, text.encode("utf-8", "replace"))
    note(f"written to {output}")


def _print(data: bytes) -> None:
    if not sys.stdout:
        raise SegueError("standard output is closed", hint="-o FILE writes to a file, where the command has it")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        raise  # the reader has seen enough, which is no error
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python tries once more at its end
        raise SegueError(f"cannot write to standard output: {error.strerror}") from error


class Phases:
    """Progress by phase on a terminal, shown only once the work has taken a second."""

    FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

    def __init__(self) -> None:
        self._phase = ""
        self._begun = time.monotonic()
        self._stop = self._spinning() if sys.stderr and sys.stderr.isatty() else None

    def __call__(self, phase: str) -> None:
        self._phase = phase

    def __enter__(self) -> Phases:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stop:
            self._stop()

    def _spinning(self) -> Callable[[], None]:
        """Begin to show progress; what to call when the work is over."""
        import threading  # only a terminal needs it

        over = threading.Event()
        thread = threading.Thread(target=self._spin, args=(over.wait,), daemon=True)
        thread.start()

        def stop() -> None:
            over.set()
            thread.join()

        return stop

    def _spin(self, over: Callable[[float], bool]) -> None:
        if over(1.0):
            return
        frame = 0
        while not over(0.1):
            frame += 1
            spent = time.monotonic() - self._begun
            sys.stderr.write(f"\r\x1b[K{self.FRAMES[frame % len(self.FRAMES)]} {self._phase} ({spent:.0f} s)")
            sys.stderr.flush()
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
