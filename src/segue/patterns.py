"""Regular expressions, compiled when they are first used, and kept from one run to the next.

Python keeps what it makes of a module (`__pycache__`) but compiles every pattern anew in every run, and slowly: those
that one brief asks took longer than its imports. What the compiler made of them is kept beside the compiled modules, in
the same way and under the same conditions: for this version of Python only, never where bytecode is not to be written,
and a file that is missing, torn or out of reach costs time and nothing else. The engine checks what it is given.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, AnyStr

_Made = tuple[Any, ...]
_MANY = 1000
"""More than we have: the file has outlived many versions of ours, and begins anew."""


class Late:
    """Stands for a pattern until someone asks it for something."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self._made_of = pattern, flags

    def __getattr__(self, power: str) -> object:
        found: object = getattr(compiled(*self._made_of), power)
        setattr(self, power, found)  # the next time it is found without coming here
        return found


def late(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, as far as its methods go, without the compiling."""
    return Late(pattern, flags)  # type: ignore[return-value]


@cache
def compiled(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, from what an earlier run has kept if it can be."""
    try:
        return _KEPT.pattern(pattern, flags)
    except (ImportError, AttributeError, TypeError, ValueError, RuntimeError, OverflowError):
        return re.compile(pattern, flags)  # another Python than those we know, or a file that is not what we wrote


def keep(write: Callable[[Path, bytes], None]) -> None:
    """For the next run; at the end of this one, when everything is said."""
    _KEPT.save(write)


class Kept:
    """What the compiler made of each pattern: all that the engine is given."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.made: dict[tuple[str | bytes, int], _Made] = {}
        self.read = self.new = False

    def pattern(self, pattern: Any, flags: int) -> re.Pattern[Any]:
        import _sre  # type: ignore[import-not-found]

        if not self.read:
            self.read = True
            self._load()
        flags = int(flags)  # what is kept are plain values, and `re.I` is none
        made = self.made.get((pattern, flags))
        if made is None:
            made = self.made[pattern, flags] = _made(pattern, flags)
            self.new = True
        found: re.Pattern[Any] = _sre.compile(pattern, *made)
        return found

    def _load(self) -> None:
        import marshal

        try:
            version, made = marshal.loads(self.file.read_bytes()) if self.file else ("", {})
        except (OSError, EOFError, ValueError, TypeError):
            return
        if version == sys.version and isinstance(made, dict) and len(made) < _MANY:
            self.made = made

    def save(self, write: Callable[[Path, bytes], None]) -> None:
        if not self.new or not self.file or sys.dont_write_bytecode or not os.access(self.file.parent, os.W_OK):
            return
        import marshal

        write(self.file, marshal.dumps((sys.version, self.made)))


def _made(pattern: str | bytes, flags: int) -> _Made:
    """As `re._compiler.compile` does it, whose last step is to hand this to the engine."""
    from re import _compiler, _parser  # type: ignore[attr-defined]

    tree = _parser.parse(pattern, flags)
    code = [int(step) for step in _compiler._code(tree, flags)]
    names = dict(tree.state.groupdict)
    by_number = {number: name for name, number in names.items()}
    groups = tree.state.groups
    return flags | tree.state.flags, code, groups - 1, names, tuple(map(by_number.get, range(groups)))


_KEPT = Kept(Path(__spec__.cached).with_suffix(".patterns") if __spec__ and __spec__.cached else None)
