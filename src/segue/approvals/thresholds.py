"""Crossing a threshold of the context: posted to the feed once, and asked about once where the table says so.

Two halves that only meet in the feed, as two programs may run them: `report` writes crossings, `listen` reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec import Struct

from segue.approvals.records import PROMPT, Approval, HandoffPrompt
from segue.channel.records import Entry
from segue.channel.store import Channels
from segue.session.records import short_id
from segue.store.ids import Moment

KIND, VERSION = "context_threshold", "1"
Ask = Callable[[str, Approval, Moment], Approval | None]


class Fullness(Struct, frozen=True, kw_only=True):
    """How full one running session is."""

    session_id: str
    used: int
    total: int
    percent: int


def crossed(percent: int, table: Iterable[str], posted: Iterable[str]) -> list[str]:
    """The thresholds at or below this percentage that were not posted yet, lowest first."""
    return sorted((t for t in set(table) - set(posted) if int(t) <= percent), key=int)


def report(
    channels: Channels, channel_id: str, full: Fullness, table: Iterable[str], clock: Callable[[], Moment]
) -> list[Entry]:
    """Entries for what a session has crossed, each once: looked up and posted under one lock."""
    with channels.writing(channel_id):
        seen = [e.metadata for e in channels.feed(channel_id)[0] if is_crossing(e)]
        posted = [str(m.get("threshold")) for m in seen if m.get("sessionId") == full.session_id]
        entries = [_entry(channel_id, full, t, clock()) for t in crossed(full.percent, table, posted)]
        for entry in entries:
            channels.append_alone(entry)
    return entries


def listen(feed: Iterable[Entry], table: Mapping[str, str], ask: Ask, clock: Callable[[], Moment]) -> list[Approval]:
    """One question for each session and threshold that the table asks about. Other schema versions are ignored."""
    asked = []
    for entry in feed:
        threshold, session = entry.metadata.get("threshold"), str(entry.metadata.get("sessionId") or "")
        if not is_crossing(entry) or not session or not isinstance(threshold, str) or table.get(threshold) != "ask":
            continue
        if made := ask(f"{PROMPT}:{session}:{threshold}"[:200], _question(entry, session, int(threshold)), clock()):
            asked.append(made)
    return asked


def is_crossing(entry: Entry) -> bool:
    meta = entry.metadata
    return entry.type == "status_update" and meta.get("kind") == KIND and meta.get("schemaVersion") == VERSION


def _entry(channel_id: str, full: Fullness, threshold: str, moment: Moment) -> Entry:
    meta = {
        "kind": KIND,
        "threshold": threshold,
        "sessionId": full.session_id,
        "pct": str(full.percent),
        "used": str(full.used),
        "total": str(full.total),
        "schemaVersion": VERSION,
    }
    return Entry(
        entry_id=moment.id("entry"),
        channel_id=channel_id,
        type="status_update",
        from_agent_id="segue",
        from_display_name="segue",
        content=f"Session {short_id(full.session_id)} has used {full.percent} % of its context.",
        metadata=meta,
        created_at=moment.iso,
    )


def _question(entry: Entry, session: str, threshold: int) -> Approval:
    prompt = HandoffPrompt(
        channel_id=entry.channel_id,
        session_id=session,
        threshold_pct=threshold,
        used=_number(entry.metadata.get("used")),
        total=_number(entry.metadata.get("total")),
        prompt_text=f"Session {short_id(session)} is over {threshold} % of its context. Hand it over?",
    )
    return Approval(id="", session_id=session, kind=PROMPT, payload=msgspec.to_builtins(prompt))


def _number(value: object) -> int:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() else 0
