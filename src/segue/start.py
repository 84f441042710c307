"""Starting light and leaving at once: agents' hooks and people at a prompt wait for both."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module typing would cost a tenth of a hook's whole start
    from typing import NoReturn


def light() -> None:
    """Before anything else is loaded: no collecting of garbage, and msgspec without what it does not need.

    A run is short and makes few cycles; collecting costs a fifth of reading a large session. And msgspec would load
    typing_extensions wherever something else has installed it, with `inspect` behind it, for three names that `typing`
    has had since Python 3.11: a fifth of a hook's start. While it is loaded they are made to look absent."""
    gc.disable()
    if "msgspec" in sys.modules or "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules["typing_extensions"]


def leave(code: int) -> NoReturn:
    """End the process. Python's own farewell takes every module apart first, which is a tenth of a short run."""
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed or never there: what could be told has been told
            stream.flush()
    os._exit(code)
