"""Reading what others wrote: a field of an unexpected type counts as absent, a broken record as unreadable."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)
PREFIX = "__ah_meta_json::"
MOST = 64 << 20
"""A file larger than this is none of ours."""


def whole(path: Path) -> Any:
    """The JSON of a file; None when there is none that can be read."""
    data = plain_bytes(path)
    return None if data is None else value_of(data)


def plain_bytes(path: Path) -> bytes | None:
    """What stands in a plain file of a sane size, else None: opening a named pipe would never return."""
    try:
        if not path.is_file() or path.stat().st_size > MOST:
            return None
        return path.read_bytes()
    except OSError:
        return None


def value_of(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8", "replace").encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def row_of(value: Any, row: type[Row]) -> Row | None:
    """The record in a decoded value; None when it is no object or lacks what cannot be missing."""
    if not isinstance(value, dict):
        return None
    good: dict[str, Any] = {}
    for field in msgspec.structs.fields(row):
        if field.encode_name in value:
            try:
                good[field.name] = msgspec.convert(_valid(value[field.encode_name]), field.type)
            except (msgspec.ValidationError, RecursionError):
                good.pop(field.name, None)
    try:
        return row(**good)
    except TypeError:
        return None


def _valid(value: Any) -> Any:
    """Without lone surrogates, which no UTF-8 file can hold, and without the nulls of lists."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_valid(v) for v in value if v is not None]
    if isinstance(value, dict):
        return {str(_valid(k)): _valid(v) for k, v in value.items() if v is not None}
    return value


def stored(metadata: dict[str, Any]) -> dict[str, str]:
    """Metadata as it stands on disk: strings only, and a string that could be mistaken is wrapped too."""
    return {
        name: value if isinstance(value, str) and not value.startswith(PREFIX) else PREFIX + json.dumps(value)
        for name, value in metadata.items()
    }


def restored(metadata: dict[str, Any]) -> dict[str, Any]:
    """The values again; what does not decode stays as it stands."""
    return {name: _value(value) for name, value in metadata.items()}


def _value(value: Any) -> Any:
    if not isinstance(value, str) or not value.startswith(PREFIX):
        return value
    try:
        return json.loads(value.removeprefix(PREFIX))
    except (ValueError, RecursionError):
        return value
