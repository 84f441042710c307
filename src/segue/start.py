"""Starting light and leaving at once: agents' hooks and people at a prompt wait for both."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module typing would cost a tenth of a hook's whole start
    from collections.abc import Callable
    from typing import Any, NoReturn

LATER = ("urllib.parse", "msgspec._json_schema", "msgspec.toml", "msgspec.yaml")
"""What `pathlib` and msgspec load for what no run of ours does: addresses of files, schemas, and other formats."""


class _Later:
    """Stands in for a module of which only functions are asked for: each loads it when it is called."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, function: str) -> Callable[..., Any]:
        if function.startswith("__"):  # what the import system asks of every module
            raise AttributeError(function)

        def later(*given: Any, **named: Any) -> Any:
            from importlib import import_module

            return getattr(import_module(self.name), function)(*given, **named)

        return later


class _Platform:
    """All that `uuid` asks of the module `platform`, which compiles a dozen patterns to be able to say more."""

    @staticmethod
    def system() -> str:
        return os.uname().sysname


def light() -> None:
    """Before anything else is loaded: no collecting of garbage, and msgspec and pathlib without what they do not need.

    A run is short and makes few cycles; collecting costs a fifth of reading a large session. And msgspec would load
    typing_extensions wherever something else has installed it, with `inspect` behind it, for three names that `typing`
    has had since Python 3.11; and `platform` (behind `uuid`, until Python 3.13) to hear that this is Linux. Together a
    quarter of a hook's start; what is in `LATER` is 3 to 4 ms more. While the two are loaded, the one is made to look
    absent, and the others are stood in for."""
    gc.disable()
    if "msgspec" in sys.modules:
        return
    instead: dict[str, Any] = {"typing_extensions": None, "platform": _Platform}
    instead |= {name: _Later(name) for name in LATER}
    instead = {name: stand_in for name, stand_in in instead.items() if name not in sys.modules}
    sys.modules.update(instead)
    try:
        import pathlib  # noqa: F401

        import msgspec  # noqa: F401
    finally:
        for name in instead:
            del sys.modules[name]


def leave(code: int) -> NoReturn:
    """End the process. Python's own farewell takes every module apart first, which is a tenth of a short run."""
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed or never there: what could be told has been told
            stream.flush()
    os._exit(code)
