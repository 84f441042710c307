"""Taking a secret out of a record that already has one: the way out that a refused brief names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from segue.channel.decode import whole
from segue.channel.handoffs import gap_file, handoffs
from segue.channel.store import Channels
from segue.errors import SourceError
from segue.redact import mask
from segue.store.ids import Moment, segment

GONE = "[redacted]"
KEPT = ("schemaVersion", "entryId", "decisionId", "briefId", "channelId", "type", "createdAt", "capturedAt")


def redact(channels: Channels, channel_id: str, wanted: str, moment: Moment) -> tuple[str, ...]:
    """The record without its secrets; without any of its texts when none is recognised. Returns the kinds masked."""
    channels.get(channel_id)
    segment(wanted, "id of a record")
    if wanted.startswith("decision-"):
        return _file(channels, channel_id, channels.folder(channel_id) / "decisions" / f"{wanted}.json", moment)
    if wanted.startswith("brief-"):
        return _file(channels, channel_id, gap_file(handoffs(channels, channel_id), wanted), moment)
    return _entry(channels, channel_id, wanted, moment)


def _entry(channels: Channels, channel_id: str, wanted: str, moment: Moment) -> tuple[str, ...]:
    kinds: list[str] = []

    def edit(value: dict[str, Any]) -> dict[str, Any]:
        if value.get("entryId") != wanted:
            return value
        mended, found = without_secrets(value)
        kinds.extend(found)
        metadata = mended["metadata"] if isinstance(mended.get("metadata"), dict) else {}
        return mended | {"metadata": metadata | {"redactedAt": moment.iso}}

    if not any(entry.entry_id == wanted for entry in channels.feed(channel_id)[0]):
        raise SourceError(f"the feed has no entry {wanted}", hint="`segue channel show` lists what it has")
    channels.rewrite_feed(channel_id, edit)
    return tuple(kinds)


def _file(channels: Channels, channel_id: str, path: Path, moment: Moment) -> tuple[str, ...]:
    with channels.writing(channel_id):
        value = whole(path)
        if not isinstance(value, dict):
            raise SourceError(f"this channel has no {path.name.partition('.')[0]}")
        mended, kinds = without_secrets(value)
        data = msgspec.json.format(msgspec.json.encode(mended | {"redactedAt": moment.iso}), indent=2) + b"\n"
        channels.write_file(channel_id, path, data)
    return kinds


def without_secrets(value: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Each secret replaced by its kind; when none is seen, every text, because a person said there is one."""
    kinds: list[str] = []

    def masked(text: str) -> str:
        out, found = mask(text)
        kinds.extend(secret.kind for secret in found)
        return out

    mended = {name: one if name in KEPT else _each(one, masked) for name, one in value.items()}
    if not kinds:
        mended = {name: one if name in KEPT else _each(one, lambda _: GONE) for name, one in value.items()}
    return mended, tuple(kinds)


def _each(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value) if value else value
    if isinstance(value, list):
        return [_each(one, change) for one in value]
    if isinstance(value, dict):
        return {name: _each(one, change) for name, one in value.items()}
    return value
