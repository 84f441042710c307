"""What `segue sessions` lists, remembered: one row a file, looked at again only when the file changed.

A cache and nothing more. It is rebuilt when in doubt, and when it cannot be written everything works without it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from segue.session.records import VERSION, Glance
from segue.sources.base import Reader
from segue.sources.base import identity as identity_of

SCHEMA = f"segue-index-2.{VERSION}"
_decode = msgspec.json.Decoder(Glance).decode
_encode = msgspec.json.Encoder().encode


class Index:
    """Glances by file. Use as a context manager: what was learned is written when it closes."""

    def __init__(self, home: Path) -> None:
        self._file = home / "index.db"
        self._new: dict[str, tuple[str, bytes]] = {}
        self._known: dict[str, tuple[str, bytes]] | None = None

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._new:
            self._write()

    def glance(self, reader: Reader, path: Path) -> Glance:
        """What the reader sees at a glance, from memory when the file is as it was."""
        identity = identity_of(reader, path)
        known = self._rows().get(str(path))
        if known and known[0] == identity:
            with contextlib.suppress(msgspec.DecodeError, UnicodeError):
                return _decode(known[1])
        seen = reader.glance(path)
        self._new[str(path)] = (identity, _encode(seen))
        return seen

    def _rows(self) -> dict[str, tuple[str, bytes]]:
        if self._known is None:
            try:
                with contextlib.closing(self._open("ro")) as db:
                    self._known = {path: (identity, seen) for path, identity, seen in _all(db)}
            except sqlite3.Error:
                self._known = {}
        return self._known

    def _open(self, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self._file.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=2
        )

    def _write(self) -> None:
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600))
            self._save()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                return  # read-only, full or locked: the next listing is slower, and that is all
            with contextlib.suppress(OSError, sqlite3.Error):  # not a database any more: it holds nothing that is lost
                self._file.unlink()
                self._save()
        except OSError:
            return

    def _save(self) -> None:
        with contextlib.closing(self._open("rwc")) as db:
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = off")
            db.execute("begin immediate")
            db.execute(
                "create table if not exists glance (path text primary key, identity text, schema text, seen blob)"
            )
            rows = ((path, identity, SCHEMA, seen) for path, (identity, seen) in self._new.items())
            db.executemany("insert or replace into glance values (?, ?, ?, ?)", rows)
            gone = [(path,) for path in self._known or () if not _is_there(Path(path))]
            db.executemany("delete from glance where path = ?", gone)
            db.execute("commit")


def _all(db: sqlite3.Connection) -> Iterator[tuple[str, str, bytes]]:
    yield from db.execute("select path, identity, seen from glance where schema = ?", (SCHEMA,))


def _is_there(path: Path) -> bool:
    """A session in a database stands below its file, as no file of its own."""
    return path.exists() or path.parent.is_file()
