"""Which of many sessions went on last, which hold anything at all, and which could not be read."""

from __future__ import annotations

import time
from pathlib import Path

from segue.errors import SourceError
from segue.session.records import Glance
from segue.sources import base
from segue.sources.base import Reader


def told_unread(errors: list[SourceError], most: int = 3) -> str:
    """What could not be read, in a line. A file that is gone since it was found is nobody's loss."""
    if not errors:
        return ""
    from segue.redact import clean  # mostly there is nothing to tell

    lost = [clean(str(error)) for error in errors if not isinstance(error.__cause__, FileNotFoundError)]
    more = f"; and {len(lost) - most} more" if len(lost) > most else ""
    return f"not read: {'; '.join(lost[:most])}{more}" if lost else ""


def last_time(reader: Reader, path: Path, seen: Glance) -> str:
    """When a session last went on, for putting it in order: as it says itself, because a copy is a newer file; but
    never later than its file, because anything may be said."""
    written = file_time(reader, path)
    return min(seen.ended[:23].rstrip("Z") or written, written)


def file_time(reader: Reader, path: Path) -> str:
    """When its file was last written, spelled as sessions spell their times."""
    seconds, rest = divmod(base.changed(reader, path), 1_000_000_000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{rest // 1_000_000:03d}"


def holds_something(reader: Reader, path: Path, seen: Glance) -> bool:
    """Whether anything was said or done. Agents leave files behind that hold a title or a snapshot and nothing else."""
    return bool(seen.human_turns or seen.model) or not reader.read(path).silent
