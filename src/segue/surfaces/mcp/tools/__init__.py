"""One module a tool or a pair; each registers its own. Adding a tool is one line here."""

from __future__ import annotations

from types import ModuleType

from segue.surfaces.mcp.tools import (
    brief,
    decide,
    document,
    finalize,
    post,
    receipt,
    save,
    status,
    thread_read,
    thread_search,
)

TOOLS: tuple[ModuleType, ...] = (
    finalize,
    post,
    decide,
    status,
    brief,
    save,
    document,
    thread_search,
    thread_read,
    receipt,
)
