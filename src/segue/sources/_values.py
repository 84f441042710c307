"""Values out of another program's JSON: what is there and of the right kind is taken, everything else is absent."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Raw

from segue.sources._jsonl import Unreadable, objects

NOTHING = Raw(b"null")
LARGEST = 2**53
_decode = msgspec.json.Decoder().decode


def anything(raw: Raw | bytes | str) -> Any:
    """The value itself, damaged characters replaced; None when it makes no sense."""
    try:
        return _decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        data = raw.encode("utf-8", "replace") if isinstance(raw, str) else bytes(raw)
        found = next(objects(data.replace(b"\0", b"").strip().decode("utf-8", "replace")), None)
        return None if isinstance(found, Unreadable) else found


def mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def mappings(value: object) -> list[dict[str, Any]]:
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def text(given: dict[str, Any], *names: str) -> str:
    """The first of these fields that holds text."""
    return next((v for n in names if isinstance(v := given.get(n), str) and v), "")


def number(value: object) -> int | None:
    """A whole number that a count or an exit code can be."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if -LARGEST <= value <= LARGEST and value == int(value) else None


def moment(milliseconds: object) -> str:
    """A time in milliseconds as ISO 8601 in UTC; empty for what is no time."""
    count = number(milliseconds)
    try:
        when = datetime.fromtimestamp(count / 1000, UTC) if count else None
    except (ValueError, OverflowError, OSError):
        return ""
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z") if when else ""
