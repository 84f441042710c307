"""One delivery: which brief went where and how, and the receipt for it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

VERSION = 1
How = Literal["interactive", "headless", "tmux"]
By = Literal["argument", "stdin", "file", "paste"]
Standing = Literal["laid out", "started", "delivered", "read", "not seen", "cancelled", "failed", "empty"]
OPEN: tuple[Standing, ...] = ("laid out", "started", "delivered", "not seen")
"""Receipts that a later look may improve."""


class Delivery(Struct, frozen=True, kw_only=True, rename="camel"):
    brief_id: str
    channel_id: str = ""
    from_agent: str = ""
    from_session: str = ""
    to: str = ""
    """As it was asked for."""
    agent: str = ""
    how: How
    by: By = "argument"
    argv: tuple[str, ...] = ()
    """The command, with `{brief}` where the message stands."""
    directory: str = ""
    brief: str = ""
    """The file that holds the brief."""
    started_at: str = ""
    state: Standing = "started"
    why: str = ""
    session: str = ""
    """The new session, once it was found: the parent is recorded by us, whatever the agent records."""
    transcript: str = ""
    checked_at: str = ""
    exit_code: int | None = None
    again: str = ""
    """The command that sends it again."""
    version: int = VERSION
