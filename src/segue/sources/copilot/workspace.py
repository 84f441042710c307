"""What `workspace.yaml` beside the events says: a few `key: value` lines, read by hand."""

from __future__ import annotations

import json
from pathlib import Path

NAME = "workspace.yaml"
LARGEST = 1 << 16
_DOUBLE, _SINGLE = '"', "'"


def near(events: Path) -> dict[str, str]:
    """The top-level plain values; empty when the file is not there or is none of ours."""
    try:
        with (events.parent / NAME).open("rb") as file:
            lines = file.read(LARGEST).decode("utf-8", "replace").split("\n")
    except OSError:
        return {}
    pairs = (line.partition(":") for line in lines if line[:1].isalpha())
    return {key.strip(): _plain(value.strip()) for key, colon, value in pairs if colon}


def _plain(value: str) -> str:
    if value[:1] == value[-1:] == _SINGLE and len(value) > 1:
        return value[1:-1].replace("''", "'")
    if value[:1] != _DOUBLE:
        return "" if value in ("null", "~", "|", ">", "|-", ">-") else value
    try:
        found = json.loads(value)
    except ValueError:
        return ""
    return found.encode("utf-8", "replace").decode() if isinstance(found, str) else ""
