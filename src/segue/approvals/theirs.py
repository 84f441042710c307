"""Approvals of the system that keeps them as files: the newest record of an id wins. Only read."""

from __future__ import annotations

from pathlib import Path

from segue.approvals.records import Approval
from segue.channel.decode import row_of, value_of


def read(home: Path) -> list[Approval]:
    """Every approval below a home, oldest first; broken lines are skipped."""
    newest: dict[str, Approval] = {}
    for queue in sorted((home / "approvals").glob("*/queue.jsonl")):
        try:
            lines = queue.read_bytes().split(b"\n")
        except OSError:
            continue
        for line in lines:
            found = row_of(value_of(line), Approval)
            if found and found.id:
                newest[found.id] = found
    return sorted(newest.values(), key=lambda a: (a.created_at, a.id))
