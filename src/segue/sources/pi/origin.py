"""Whether a file is pi's, and whether the fork wrote it: the two write the same header."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Raw

from segue.sources._jsonl import raw_lines
from segue.sources.pi.rows import anything

LOOK_AT = 12
OMP_TYPES = ("title", "title_change", "session_init", "reset_boundary", "mode_change", "service_tier_change")
OMP_HEADER = ("title", "titleSource", "additionalDirectories", "previousSessionFiles", "providerPromptCacheKey")


def is_session(path: Path) -> bool:
    """A header `session` among the first records, with an id and a time, as all versions have had it."""
    return any(r.get("type") == "session" and "id" in r and "timestamp" in r for r in islice(_records(path), 3))


def is_omp(path: Path) -> bool:
    """By what only oh-my-pi writes, or by where the file is."""
    return ".omp" in path.parts or any(map(_of_omp, _records(path)))


def _of_omp(record: dict[str, Any]) -> bool:
    kind = record.get("type")
    if kind == "session":
        return any(name in record for name in OMP_HEADER)
    return kind in OMP_TYPES or (kind == "model_change" and "model" in record and "modelId" not in record)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    for _, line in raw_lines(path, 1, LOOK_AT):
        value = anything(Raw(line))
        if isinstance(value, dict):
            yield value
