"""The one place that writes files: the whole file or none of it, and lines that are never lost once acknowledged."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from segue.errors import SegueError


def folder(path: Path) -> Path:
    """The folder, made when it is not there, it and what leads to it for its owner only."""
    try:
        for one in (*reversed(path.parents), path):
            if not one.is_dir():
                one.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise _cannot(path, error) from error
    return path


def save(path: Path, data: bytes) -> None:
    """The whole file or none of it: a crash at any byte leaves what was there before.

    A link is followed; what is no plain file (a device, a pipe) is written to, never replaced."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        _write_through(path, data)
        return
    try:
        import tempfile  # most runs write nothing, and it costs a twentieth of a small brief

        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _cannot(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise SegueError(f"cannot write {path}: {error.strerror}", hint="what was there before is untouched") from error
    finally:
        Path(temporary).unlink(missing_ok=True)


def _write_through(path: Path, data: bytes) -> None:
    try:
        with path.open("wb") as file:
            file.write(data)
    except OSError as error:
        raise SegueError(f"cannot write {path}: {error.strerror}") from error


def append(path: Path, line: bytes) -> None:
    """One line more, on disk when this returns. The caller holds the lock.

    A line that a crash left torn gets an end of its own first, so that it costs nobody but itself."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR, 0o600)
        try:
            size = os.fstat(handle).st_size
            torn = size and os.pread(handle, 1, size - 1) != b"\n"
            rest = memoryview((b"\n" if torn else b"") + line + b"\n")
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        if not size:
            _sync_folder(path.parent)
    except OSError as error:
        raise _cannot(path, error) from error


def remove(path: Path) -> None:
    """A file, if it is there."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise SegueError(f"cannot remove {path}: {error.strerror}", hint="is the folder yours to write?") from error


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Alone, until the block ends: other processes wait. The file stays; the kernel lets go of a lock that dies."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        raise _cannot(path, error) from error
    try:
        yield
    finally:
        os.close(handle)


def _sync_folder(path: Path) -> None:
    """The name as well as the bytes. Some file systems cannot, and then there is nothing more to do."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _cannot(path: Path, error: OSError) -> SegueError:
    return SegueError(f"cannot write {path}: {error.strerror}", hint="is the folder there, and yours to write?")
