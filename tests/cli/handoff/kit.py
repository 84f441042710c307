"""What the scenarios of `segue handoff` share: a working memory, and the briefs that were written."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.channel.kit import SESSION

SLOTS = {
    "schemaVersion": 1,
    "currentLineOfAttack": "bisecting the tokenizer",
    "activeHypothesis": "the lookahead is off by one",
    "abandonedApproaches": ["rewriting it in Rust"],
    "openQuestions": ["who owns the grammar?"],
}
CHANNEL = "channel-1794736800000-parser"


def gap(folder: Path, brief: str, **fields: object) -> Path:
    """A working memory as another process would have left it, captured just now unless told otherwise."""
    now = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
    value = {**SLOTS, "briefId": brief, "channelId": folder.name, "capturedAt": now, "capturedBySessionId": SESSION}
    path = folder / "handoffs" / f"{brief}.gap.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value | fields))
    return path


def ago(**units: int) -> str:
    seconds = units.get("minutes", 0) * 60 + units.get("days", 0) * 86400
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - seconds))


def briefs(folder: Path) -> list[Path]:
    return sorted((folder / "handoffs").glob("*.md"))
