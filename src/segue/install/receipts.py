"""What was installed, so that it can be taken back: for each file its bytes before, and what we left there.

Written before any agent's file is touched: after a crash between the two, a file is either as it was or as noted."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

from segue import config
from segue.install.place import Place
from segue.store.atomic import folder, save
from segue.store.ids import Moment

VERSION = 1


class Kept(Struct, frozen=True, kw_only=True):
    path: str
    """Where the file really stands."""
    what: str
    before: str
    """Hash of the bytes that were there; empty when there was no file."""
    backup: str = ""
    after: str
    folders: tuple[str, ...] = ()
    """The folders that were made for it, the outermost first."""


class Receipt(Struct, frozen=True, kw_only=True):
    agent: str
    scope: str
    root: str
    files: tuple[Kept, ...] = ()
    version: int = VERSION

    def of(self, path: Path) -> Kept | None:
        return next((kept for kept in self.files if kept.path == str(path)), None)


def home() -> Path:
    return config.home() / "install"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def load(place: Place) -> Receipt:
    """The receipt of an installation; an empty one when there is none, or one that cannot be read."""
    empty = Receipt(agent=place.row.agent, scope=place.scope, root=str(place.root))
    try:
        found = msgspec.json.decode(_file(place).read_bytes(), type=Receipt)
    except (OSError, msgspec.DecodeError, UnicodeError):
        return empty
    return found if found.version == VERSION else empty


def store(place: Place, receipt: Receipt) -> None:
    folder(home())
    if receipt.files:
        save(_file(place), msgspec.json.format(msgspec.json.encode(receipt), indent=1) + b"\n")
    else:
        _file(place).unlink(missing_ok=True)


def back_up(path: Path, data: bytes, moment: Moment) -> str:
    """The bytes as they were, kept for good."""
    name = f"{moment.iso[:19].replace(':', '-')}-{moment.random}-{digest(str(path).encode())[:8]}-{path.name}"
    target = folder(config.home() / "backups") / name
    save(target, data)
    return str(target)


def original(kept: Kept | None) -> bytes | None:
    """The bytes that a file had before us; None when it was not there, or its backup is gone or not what it was."""
    if kept is None or not kept.before:
        return None
    try:
        data = Path(kept.backup).read_bytes()
    except OSError:
        return None
    return data if digest(data) == kept.before else None


def lock_file() -> Path:
    return folder(home()) / "lock"


def _file(place: Place) -> Path:
    where = "user" if place.scope == "user" else "project"
    return home() / f"{place.row.agent}-{where}-{digest(str(place.root).encode())[:12]}.json"
