"""Regular expressions that are compiled when they are first used: a start pays for the few it needs, not for all."""

from __future__ import annotations

import re
from typing import Any, AnyStr


class Late:
    """Stands for a pattern until someone asks it for something."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self._made_of = pattern, flags

    def __getattr__(self, power: str) -> object:
        found: object = getattr(re.compile(*self._made_of), power)
        setattr(self, power, found)  # the next time it is found without coming here
        return found


def late(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, as far as its methods go, without the compiling."""
    return Late(pattern, flags)  # type: ignore[return-value]
