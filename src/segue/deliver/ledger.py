"""Where deliveries are kept: `deliveries/<briefId>.json`, and in a folder beside it the message as it was sent."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from segue import config
from segue.deliver.records import VERSION, Delivery
from segue.store import atomic
from segue.store.ids import brief_id


def place() -> Path:
    return config.home() / "deliveries"


def message_file(brief: str) -> Path:
    """Alone in its folder: an agent that may read the folder reads this and nothing else."""
    return place() / brief_id(brief) / "brief.md"


def keep_message(brief: str, message: str) -> Path:
    path = message_file(brief)
    atomic.folder(path.parent)
    atomic.save(path, message.encode())
    return path


def message_of(brief: str) -> str:
    """The message as it was sent; empty when it is gone."""
    try:
        return message_file(brief).read_text(encoding="utf-8")
    except OSError:
        return ""


def keep(delivery: Delivery) -> Delivery:
    path = atomic.folder(place()) / f"{brief_id(delivery.brief_id)}.json"
    atomic.save(path, msgspec.json.format(msgspec.json.encode(delivery), indent=2) + b"\n")
    return delivery


def delivery_of(brief: str) -> Delivery | None:
    try:
        found = msgspec.json.decode((place() / f"{brief_id(brief)}.json").read_bytes(), type=Delivery)
    except (OSError, msgspec.DecodeError, UnicodeError):
        return None
    return found if found.version == VERSION else None


def forget(brief: str, *, record: bool = False) -> None:
    """The message as it was sent; the receipt too only when asked, because lineage needs it."""
    path = message_file(brief)
    atomic.remove(path)
    with suppress(OSError):
        path.parent.rmdir()
    if record:
        atomic.remove(place() / f"{brief_id(brief)}.json")


def deliveries() -> list[Delivery]:
    """Every delivery, newest first; a file that cannot be read is left out."""
    found = [delivery_of(path.stem) for path in place().glob("brief-*.json")]
    return sorted(filter(None, found), key=lambda d: (d.started_at, d.brief_id), reverse=True)
