"""Whether a file is Gemini CLI's, and which session it holds: from its first records and its name."""

from __future__ import annotations

from pathlib import Path

from segue.patterns import late
from segue.sources._jsonl import raw_lines

_ID = late(rb'"sessionId":\s*"([^"\\]+)"')
_TELLS = late(rb'"projectHash":|\{"\$(?:set|rewindTo)":|"type":\s*"gemini"')
_HEAD = 5


def is_session(path: Path) -> bool:
    return any(_TELLS.search(line) for _, line in raw_lines(path, 1, _HEAD))


def id_of(path: Path) -> str:
    """Its first record says it; the name holds eight characters of it."""
    said = (_ID.search(line) for _, line in raw_lines(path, 1, _HEAD))
    found = next(filter(None, said), None)
    return found[1].decode("utf-8", "replace") if found else id_in_name(path.name)


def id_in_name(name: str) -> str:
    """The end of `session-<time>-<id8>.jsonl`; a sub-agent's file is called by its id."""
    stem = name.removesuffix(".jsonl").removesuffix(".json")
    return stem.rpartition("-")[2] or stem if stem.startswith("session-") else stem
