"""The receipt: what the next session's own transcript says about the brief. Never what a screen says.

Delivered when the brief stands whole in one of its first turns; read when the agent answered after it. By file, read
means that the agent opened the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from segue import config
from segue.channel.store import Channels
from segue.deliver import ledger
from segue.deliver.message import opening
from segue.deliver.records import OPEN, Delivery, Standing
from segue.errors import SegueError, SourceError
from segue.session.records import Call, Item, Mark, Said, Session
from segue.sources import READERS, base
from segue.sources.base import Reader
from segue.store.ids import Moment, ms_of

EARLIER_MS = 5_000
"""How much older than the start a transcript may seem: clocks of file systems are coarse."""
FIRST_TURNS = 3
CONFIRMS = "handoff_receipt"
"""The kind of a feed entry with which an agent confirms a brief."""


class Seen(Struct, frozen=True, kw_only=True):
    state: Standing
    why: str = ""
    session: str = ""
    transcript: str = ""


def checked(delivery: Delivery, moment: Moment) -> Delivery:
    """The delivery as the transcripts of now show it, kept. What was settled stays."""
    if delivery.state not in OPEN or not delivery.agent:
        return delivery
    seen = look(delivery)
    if seen.state == "not seen" and delivery.state in ("delivered", "laid out"):
        return delivery  # the transcript is gone since, or nobody has started it yet
    return ledger.keep(
        msgspec.structs.replace(
            delivery,
            state=seen.state,
            why=seen.why,
            session=seen.session,
            transcript=seen.transcript,
            checked_at=moment.iso,
        )
    )


def confirmed(delivery: Delivery) -> str:
    """What the agent itself said of the brief through the tool `handoff_receipt`; empty when it said nothing."""
    if not delivery.channel_id:
        return ""
    with suppress(SegueError):
        for entry in reversed(Channels().feed(delivery.channel_id)[0]):
            if entry.metadata.get("kind") == CONFIRMS and entry.metadata.get("briefId") == delivery.brief_id:
                return "confirmed" if entry.metadata.get("accepted") in (True, "true") else "confirmed in part"
    return ""


def look(delivery: Delivery) -> Seen:
    reader = next((one for one in READERS if one.agent == delivery.agent), None)
    if reader is None:
        return Seen(state="not seen", why=f"this version reads no sessions of {delivery.agent}")
    message = ledger.message_of(delivery.brief_id)
    for path in _since(reader, delivery):
        try:
            session = reader.read(path)
        except SourceError:
            continue
        at = _arrival(session, delivery)
        if at is not None:
            state, why = _fate(session, at, delivery, message)
            return Seen(state=state, why=why, session=session.glance.id, transcript=str(path))
    return Seen(state="not seen", why="no session that began since then holds the brief's id")


def _since(reader: Reader, delivery: Delivery) -> Iterator[Path]:
    """Transcripts that were written after the start."""
    start = (ms_of(delivery.started_at) or 0) - EARLIER_MS
    for path in base.found(reader, config.user_home(), Path(delivery.directory or ".")):
        if _changed(reader, path) >= start:
            yield path


def _changed(reader: Reader, path: Path) -> int:
    try:
        return path.stat().st_mtime_ns // 1_000_000
    except OSError:  # no file of its own: a session in a database
        with suppress(SourceError):
            return ms_of(reader.glance(path).ended) or 0
        return 0


def _arrival(session: Session, delivery: Delivery) -> int | None:
    """Which item brought the brief: a turn with its tag, or the file itself, for an agent that was started with it."""
    turns = [(at, item) for at, item in enumerate(session.items) if isinstance(item, Said) and item.role == "user"]
    tag = opening(delivery.brief_id)
    said = next((at for at, item in turns[:FIRST_TURNS] if tag in item.text), None)
    if said is not None or delivery.by != "file":
        return said
    return next((at for at, item in enumerate(session.items) if _opened(item, delivery.brief_id)), None)


def _fate(session: Session, at: int, delivery: Delivery, message: str) -> tuple[Standing, str]:
    arrived, after = session.items[at], session.items[at + 1 :]
    if delivery.by != "file":
        assert isinstance(arrived, Said)
        if _words(message) not in _words(arrived.text):
            return "not seen", f"the brief was cut: {len(arrived.text)} of {len(message)} characters arrived"
    if delivery.by == "file" and not any(_opened(item, delivery.brief_id) for item in session.items):
        return "delivered", "the agent has not opened the file that it was told to read"
    if any(isinstance(item, Call) or (isinstance(item, Said) and item.role == "agent") for item in after):
        return "read", ""
    failed = next((item.text for item in after if isinstance(item, Mark) and item.kind == "error"), "")
    return "delivered", f"the model failed: {failed[:200]}" if failed else "the agent has not answered yet"


def _opened(item: Item, brief_id: str) -> bool:
    """A call that read the file: its path holds the brief's id."""
    if not isinstance(item, Call) or item.outcome != "ok":
        return False
    return any(brief_id in text for text in (item.command, item.about, *(touch.path for touch in item.files)))


def _words(text: str) -> str:
    """The text without regard to white space, which some agents trim."""
    return " ".join(text.split())
