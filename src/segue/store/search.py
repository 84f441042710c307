"""Full text of earlier sessions, masked, so that the next one can ask them. SQLite's FTS5; no model, nothing leaves.

A cache and nothing more: continued where a file grew, rebuilt where it was rewritten, thrown away when damaged."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from msgspec import Struct

from segue.errors import SegueError, SourceError, UsageError
from segue.redact import clean, mask
from segue.session.records import VERSION, Call, Item, Mark, Said, Session, short_id
from segue.sources.base import Reader, identity
from segue.store import atomic

SCHEMA = f"segue-search-1.{VERSION}"
LONGEST = 8_000
"""Characters of one record that are indexed."""
_TABLES = (
    "create table if not exists file (path text primary key, schema text, stamp text, size integer, tail text,"
    " line integer, agent text, session text, title text)",
    "create virtual table if not exists passage using fts5(text, path unindexed, line unindexed, who unindexed,"
    " tokenize = \"unicode61 tokenchars '_'\")",
)
_UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL)
TAIL = 4096
_WORD = re.compile(r"\w+")


class Known(Struct, frozen=True):
    """What was indexed of a file, and how far."""

    stamp: str
    size: int
    tail: str
    line: int


class Passage(Struct, frozen=True, kw_only=True):
    """One record that answers, with the pointer to it."""

    session: str
    line: int
    agent: str
    who: str
    title: str
    text: str
    """The words around the hit, masked, hits between [ and ]."""

    @property
    def pointer(self) -> str:
        return f"transcript:{short_id(self.session)}:L{self.line}"


class Search:
    """The index below a home. Use as a context manager."""

    def __init__(self, home: Path) -> None:
        self._file = home / "search.db"
        self._db = self._opened()

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def refresh(self, files: Sequence[tuple[Reader, Path]], progress: Callable[[str], None] = lambda _: None) -> int:
        """Index what is new in these files. Returns how many were looked into; the others were as they had been."""
        stale = [(reader, path) for reader, path in files if self._stale(reader, path)]
        for number, (reader, path) in enumerate(stale, 1):
            progress(f"indexing session {number} of {len(stale)}")
            with contextlib.suppress(SourceError):  # gone since it was listed; one broken file never stops the others
                self._index(reader, path)
        return len(stale)

    def ask(self, words: str, files: Iterable[Path], limit: int) -> list[Passage]:
        """The passages of these files that answer best: by how rare the words are, and how many of them stand there."""
        found = _WORD.findall(words)
        if not found:
            raise UsageError("there is no word to look for", hint="segue search retry loop")
        query = " OR ".join(f'"{word}"' for word in dict.fromkeys(found))
        with self._transaction():
            self._db.execute("create temp table if not exists scope (path text primary key)")
            self._db.execute("delete from scope")
            self._db.executemany("insert or ignore into scope values (?)", ((str(path),) for path in files))
            rows = self._db.execute(
                "select f.session, p.line, f.agent, p.who, f.title, snippet(passage, 0, '[', ']', '…', 40)"
                " from passage p join file f on f.path = p.path join scope s on s.path = p.path"
                " where passage match ? order by bm25(passage), p.rowid limit ?",
                (query, limit),
            ).fetchall()
        return [
            Passage(session=s, line=int(n), agent=a, who=w, title=t, text=" ".join(x.split()))
            for s, n, a, w, t, x in rows
        ]

    def _stale(self, reader: Reader, path: Path) -> bool:
        seen, known = identity(reader, path), self._known(path)
        return bool(seen) and (known is None or known.stamp != seen)

    def _known(self, path: Path) -> Known | None:
        row = self._db.execute(
            "select stamp, size, tail, line from file where path = ? and schema = ?", (str(path), SCHEMA)
        ).fetchone()
        return Known(*row) if row else None

    def _index(self, reader: Reader, path: Path) -> None:
        seen, known = identity(reader, path), self._known(path)
        size = path.stat().st_size if path.is_file() else 0  # a session in a database has no file of its own
        session = reader.read(path)
        glance = session.glance
        grown = known is not None and bool(known.tail) and known.tail == _tail(path, known.size)
        after = known.line if known and grown else 0
        rows = [(text, str(path), line, who) for line, who, text in passages(session) if line > after]
        last = max([after, *(row[2] for row in rows)])
        title = " ".join(clean(mask(glance.title)[0]).split())
        file = (str(path), SCHEMA, seen, size, _tail(path, size), last, glance.agent, glance.id, title)
        with self._transaction():
            if not grown:
                self._db.execute("delete from passage where path = ?", (str(path),))
            self._db.executemany("insert into passage (text, path, line, who) values (?, ?, ?, ?)", rows)
            self._db.execute("insert or replace into file values (?, ?, ?, ?, ?, ?, ?, ?, ?)", file)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("begin immediate")
            yield
            self._db.execute("commit")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("rollback")
            raise SegueError(f"the search index does not answer: {error}", hint=f"remove {self._file}") from error

    def _opened(self) -> sqlite3.Connection:
        try:
            return self._connected()
        except (OSError, SegueError):
            return self._in_memory()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in _UNWRITABLE:
                return self._in_memory()
            raise SegueError(f"the search index cannot be opened: {error}", hint=f"look at {self._file}") from error
        except sqlite3.DatabaseError:
            self._file.unlink(missing_ok=True)  # not a database any more: it holds nothing that is lost
            return self._connected()

    def _connected(self) -> sqlite3.Connection:
        atomic.folder(self._file.parent)
        os.close(os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600))
        db = sqlite3.connect(self._file, isolation_level=None, timeout=10)
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = normal")
        return _with_tables(db)

    def _in_memory(self) -> sqlite3.Connection:
        """Where nothing can be written: what is known already, and what is new for this run only."""
        db = sqlite3.connect(":memory:", isolation_level=None)
        file = self._file.absolute().as_uri()
        for way in ("mode=ro", "mode=ro&immutable=1"):  # the second where not even SQLite's own files can be made
            with (
                contextlib.suppress(sqlite3.Error),
                contextlib.closing(sqlite3.connect(f"{file}?{way}", uri=True)) as kept,
            ):
                kept.backup(db)
                break
        return _with_tables(db)


def _with_tables(db: sqlite3.Connection) -> sqlite3.Connection:
    for table in _TABLES:
        db.execute(table)
    return db


def passages(session: Session) -> Iterator[tuple[int, str, str]]:
    """What was said and done, record by record, masked and bounded. Thinking is left out: it answers nothing."""
    for item in session.items:
        for line, who, text in _texts(item):
            if text.strip():
                yield line, who, mask(clean(text[:LONGEST]))[0]


def _texts(item: Item) -> Iterator[tuple[int, str, str]]:
    if isinstance(item, Said):
        yield item.line, item.role, item.text
    elif isinstance(item, Mark):
        yield item.line, item.kind, item.text
    elif isinstance(item, Call):
        paths = " ".join(touch.path for touch in item.files)
        yield item.line, item.name, " ".join(filter(None, (item.command, item.about, paths)))
        if item.result_line is not None:
            yield item.result_line, f"result of {item.name}", item.output


def _tail(path: Path, size: int) -> str:
    """A hash of what stands before a size: the same later on when the file only grew. Agents do rewrite their files.

    Empty when there is no such file: then nothing is known to have only grown."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, size - TAIL))
            return hashlib.sha256(file.read(min(size, TAIL))).hexdigest()
    except OSError:
        return ""
