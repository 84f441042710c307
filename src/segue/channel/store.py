"""Channels as files below one home. Ids are checked before any path is built; everything that writes holds the lock.

A home that is not ours (`~/.relay`) is read the same way and never written, unless it was opened to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec

from segue import config
from segue.channel.decode import plain_bytes, restored, row_of, stored, value_of, whole
from segue.channel.records import Channel, Decision, Entry, Run, State, Ticket
from segue.errors import SourceError, UsageError
from segue.store import atomic
from segue.store.ids import iso, segment


class Channels:
    """The channels of one home."""

    def __init__(self, home: Path | None = None, *, write: bool = False) -> None:
        ours = config.home()
        self.home = (home or ours).expanduser()
        self.ours = home is None or self.home.absolute() == ours.absolute()
        self._writable = self.ours or write

    @property
    def root(self) -> Path:
        return self.home / "channels"

    # --- reading ---

    def all(self) -> list[Channel]:
        """Every channel, newest work first."""
        found = [channel for name in self._names() if (channel := self._read(name))]
        return sorted(found, key=lambda c: (self.worked(c), c.channel_id), reverse=True)

    def unreadable(self) -> dict[str, Path]:
        """The files of channels that are there and cannot be read, by the channel's id."""
        files = {name: self._file(name) for name in sorted(self._names()) if (self.root / name).is_dir()}
        return {name: file for name, file in files.items() if file.is_file() and not self._read(name)}

    def worked(self, channel: Channel) -> str:
        """When it was last worked in: changed itself, or its feed."""
        try:
            fed = iso((self.folder(channel.channel_id) / "feed.jsonl").stat().st_mtime_ns // 1_000_000)
        except OSError:
            fed = ""
        return max(channel.updated_at, channel.created_at, fed)

    def get(self, channel_id: str) -> Channel:
        found = self._read(segment(channel_id, "id of a channel"))
        if not found and channel_id in (broken := self.unreadable()):
            raise cannot_read(broken[channel_id])
        if not found:
            raise SourceError(f"there is no channel {channel_id}", hint="`segue channel list` shows what there is")
        return found

    def state(self, channel: Channel) -> State:
        """All of a channel, read once; one that is not on disk yet is empty."""
        channel_id = channel.channel_id
        feed, torn = self.feed(channel_id)
        decisions, broken = self.decisions(channel_id)
        return State(
            channel=channel,
            feed=tuple(feed),
            decisions=tuple(decisions),
            tickets=self._rows(channel_id, "tickets.json", Ticket),
            runs=self._rows(channel_id, "runs.json", Run),
            unreadable=torn + broken,
            ours=self.ours,
        )

    def feed(self, channel_id: str) -> tuple[list[Entry], int]:
        """The feed in order, and how many of its lines could not be read."""
        entries, torn = [], 0
        for line in _lines(self.folder(channel_id) / "feed.jsonl"):
            entry = row_of(value_of(line), Entry)
            if entry:
                entries.append(msgspec.structs.replace(entry, metadata=restored(entry.metadata)))
            else:
                torn += 1
        return entries, torn

    def decisions(self, channel_id: str) -> tuple[list[Decision], int]:
        paths = [path for path in _inside(self.folder(channel_id) / "decisions") if path.suffix == ".json"]
        read = [row_of(whole(path), Decision) for path in paths]
        found = [decision for decision in read if decision]
        return sorted(found, key=lambda d: (d.created_at, d.decision_id)), len(read) - len(found)

    def folder(self, channel_id: str) -> Path:
        return self.root / segment(channel_id, "id of a channel")

    # --- writing ---

    def writing(self, channel_id: str) -> AbstractContextManager[None]:
        """Alone in a channel. UsageError in a home that was not opened to be written."""
        return atomic.lock(self._folder_to_write(channel_id) / ".lock")

    def alone(self) -> AbstractContextManager[None]:
        """Alone among all channels of the home: for making one."""
        self._may_write()
        return atomic.lock(atomic.folder(self.root) / ".lock")

    def save(self, channel: Channel) -> None:
        """A new channel, whole."""
        self._save(self._folder_to_write(channel.channel_id) / "channel.json", msgspec.to_builtins(channel))

    def change(self, channel_id: str, edit: Callable[[dict[str, Any]], None]) -> Channel:
        """A channel edited in place: fields that we do not know stay as they are."""
        self.get(channel_id)
        with self.writing(channel_id):
            path = self._file(channel_id)
            value = whole(path)
            edit(value)
            self._save(path, value)
        return self.get(channel_id)

    def append(self, entry: Entry) -> None:
        """One entry more. It is on disk when this returns."""
        with self.writing(entry.channel_id):
            self.append_alone(entry)

    def append_alone(self, entry: Entry) -> None:
        """`append` for those who hold the lock already."""
        value = msgspec.to_builtins(entry) | {"metadata": stored(entry.metadata)}
        atomic.append(self.folder(entry.channel_id) / "feed.jsonl", msgspec.json.encode(value))

    def rewrite_feed(self, channel_id: str, edit: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Every entry through `edit`; lines that are no entries stay as they are."""
        with self.writing(channel_id):
            path = self.folder(channel_id) / "feed.jsonl"
            out = []
            for line in _lines(path):
                value = value_of(line)
                changed = edit(value) if isinstance(value, dict) else value
                out.append(line if changed is value else msgspec.json.encode(changed))
            atomic.save(path, b"".join(line + b"\n" for line in out))

    def save_decision(self, decision: Decision) -> None:
        name = segment(decision.decision_id, "id of a decision")
        with self.writing(decision.channel_id):
            folder = atomic.folder(self.folder(decision.channel_id) / "decisions")
            self._save(folder / f"{name}.json", msgspec.to_builtins(decision))

    def add_run(self, channel_id: str, run: Run) -> None:
        with self.writing(channel_id):
            path = self.folder(channel_id) / "runs.json"
            known = whole(path)
            rows = known if isinstance(known, list) else []
            if not any(isinstance(row, dict) and row.get("runId") == run.run_id for row in rows):
                self._save(path, [*rows, msgspec.to_builtins(run)])

    def write_file(self, channel_id: str, path: Path, data: bytes) -> None:
        """A file below the channel's folder, whole or not at all. The caller has checked its name."""
        self._folder_to_write(channel_id)
        atomic.folder(path.parent)
        atomic.save(path, data)

    # --- inside ---

    def _names(self) -> set[str]:
        return {path.stem if path.suffix == ".json" else path.name for path in _inside(self.root)}

    def _file(self, channel_id: str) -> Path:
        newer = self.root / channel_id / "channel.json"
        return newer if newer.is_file() else self.root / f"{channel_id}.json"

    def _read(self, channel_id: str) -> Channel | None:
        try:
            name = segment(channel_id)
        except UsageError:
            return None
        value = whole(self._file(name))
        return row_of(value | {"channelId": name} if isinstance(value, dict) else value, Channel)

    def _rows(self, channel_id: str, name: str, row: type[Any]) -> tuple[Any, ...]:
        value = whole(self.folder(channel_id) / name)
        if isinstance(value, dict):
            value = next((value[key] for key in ("tickets", "runs", "rows", "entries") if key in value), [])
        rows = value if isinstance(value, list) else []
        return tuple(found for one in rows if (found := row_of(one, row)))

    def _folder_to_write(self, channel_id: str) -> Path:
        folder = self.folder(channel_id)
        self._may_write()
        return atomic.folder(folder)

    def _may_write(self) -> None:
        if not self._writable:
            raise UsageError(
                f"{self.home} is not segue's own home: nothing is written there", hint="--write says that you mean it"
            )

    def _save(self, path: Path, value: Any) -> None:
        atomic.save(path, msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")


def cannot_read(path: Path) -> SourceError:
    return SourceError(
        f"{path} cannot be read",
        hint="mend it, or move it away; `segue channel new` makes another channel, and leaves it as it is",
    )


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _lines(path: Path) -> Iterator[bytes]:
    yield from (line for line in (plain_bytes(path) or b"").split(b"\n") if line.strip(b" \t\r\0"))
