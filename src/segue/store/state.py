"""The shared state that machines track: SQLite as installed, PostgreSQL by one setting (`SEGUE_DATABASE`, a URL).

SQLAlchemy Core speaks to both. It takes a fifth of a second to load, so only the commands that need it import this."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Column, Engine, MetaData, String, Table, Text, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from segue import config
from segue.errors import SegueError, UsageError
from segue.store import atomic

metadata = MetaData()
approvals = Table(
    "approvals",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("once", String(200), nullable=False, unique=True),
    Column("session_id", String(128), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("payload", Text, nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("decided_at", String(32), nullable=False, default=""),
    Column("feedback", Text, nullable=False, default=""),
)
"""`once` says what an approval is about: the database itself keeps a second one out, whoever asks at the same time."""


def opened() -> Engine:
    """The database, with its tables. UsageError for a setting that is no address of one."""
    url = os.environ.get("SEGUE_DATABASE", "")
    try:
        if not url:
            return _sqlite()
        engine = create_engine(make_url(url))
        _make_tables(engine)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise UsageError("SEGUE_DATABASE names no database that segue can use", hint=type(error).__name__) from error
    except SQLAlchemyError as error:
        raise cannot(error) from error
    return engine


def opened_to_look() -> Engine | None:
    """The database for looking only: of our own nothing is made or locked. None when nothing was ever kept in it."""
    if os.environ.get("SEGUE_DATABASE"):
        return opened()
    file = config.home() / "state.db"
    if not file.is_file() or not file.stat().st_size:
        return None
    engine = create_engine("sqlite://", creator=lambda: _looking(file))
    try:
        return engine if inspect(engine).has_table(approvals.name) else None
    except SQLAlchemyError as error:
        raise cannot(error) from error


def _looking(file: Path) -> sqlite3.Connection:
    """The second way where not even SQLite's own files can be made: nobody writes there."""
    address = file.absolute().as_uri()
    db = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=10)
    try:
        db.execute("select 1 from sqlite_master")
    except sqlite3.OperationalError:
        db.close()
        return sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True)
    return db


def cannot(error: SQLAlchemyError) -> SegueError:
    """What went wrong with the database. The message of another's could hold its address with the password."""
    reason = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(reason, sqlite3.Error):
        hint = "is there room on the disk, and may you write there?"
        return SegueError(f"{config.home() / 'state.db'} cannot be used: {reason}", hint=hint)
    return SegueError("the database does not answer", hint=type(error).__name__)


def _sqlite() -> Engine:
    """Opened one process after the other: making tables and switching to WAL both fail when two do it at once."""
    home = atomic.folder(config.home())
    file = home / "state.db"
    with atomic.lock(home / ".state.lock"):
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": 10})
        event.listen(engine, "connect", lambda connection, _: connection.execute("pragma journal_mode = wal"))
        metadata.create_all(engine)
    return engine


def _make_tables(engine: Engine) -> None:
    """Somebody else may make them between our looking and our making: then they are there the second time."""
    try:
        metadata.create_all(engine)
    except DatabaseError:
        metadata.create_all(engine)
