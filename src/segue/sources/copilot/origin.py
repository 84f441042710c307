"""Whether a file is Copilot CLI's, from its first events."""

from __future__ import annotations

from pathlib import Path

from segue.patterns import late
from segue.sources._jsonl import raw_lines

_TELLS = late(
    rb'"type":\s*"(?:session\.(?:start|resume|model_change|shutdown)|user\.message|assistant\.(?:turn_start|message)'
    rb'|tool\.execution_start|system\.message|session\.usage_record)"'
)
"""Events that a session begins with; no other agent puts a dot into a type."""


def is_session(path: Path) -> bool:
    return any(_TELLS.search(line) and b'"data"' in line for _, line in raw_lines(path, 1, 5))
