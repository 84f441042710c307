"""An approval: one question to the user, and its answer."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

PROMPT = "handoff-prompt"
PROMPT_VERSION = 1


class Approval(Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    session_id: str = ""
    kind: str = ""
    """Of a closed set of ours, but any word is shown: another system may know more kinds."""
    payload: dict[str, Any] = {}
    created_at: str = ""
    status: str = "pending"
    decided_at: str = ""
    feedback: str = ""


class HandoffPrompt(Struct, frozen=True, kw_only=True, rename="camel"):
    """The payload of a `handoff-prompt`: a session is nearly full."""

    channel_id: str
    session_id: str
    threshold_pct: int
    used: int = 0
    total: int = 0
    prompt_text: str = ""
    schema_version: int = PROMPT_VERSION
