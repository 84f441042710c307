"""A channel's briefs on disk: `<briefId>.md`, its record `<briefId>.json`, the working memory `<briefId>.gap.json`, and
the document that the agent itself wrote, `<briefId>.document.json`.

The text is written last: a brief exists when its text does."""

from __future__ import annotations

from pathlib import Path

import msgspec

from segue.channel.decode import Row, row_of, whole
from segue.channel.records import BRIEF_VERSION, GAP_VERSION, GapFill, Memory, Transfer
from segue.channel.store import Channels
from segue.errors import BriefError, SourceError, UsageError
from segue.session.records import short_id
from segue.store import atomic
from segue.store.ids import brief_id, ms_of

FRESH_MS = 3_600_000
"""How old a gap-fill may be when a brief is made anew."""
DOCUMENT_VERSION = 1
AHEAD_MS = 300_000
"""A clock may be off by this much; a gap-fill from further in the future is not believed."""


def handoffs(channels: Channels, channel_id: str) -> Path:
    return channels.folder(channel_id) / "handoffs"


def text_file(folder: Path, wanted: str) -> Path:
    return folder / f"{brief_id(wanted)}.md"


def record_file(folder: Path, wanted: str) -> Path:
    return folder / f"{brief_id(wanted)}.json"


def gap_file(folder: Path, wanted: str) -> Path:
    return folder / f"{brief_id(wanted)}.gap.json"


def document_file(folder: Path, wanted: str) -> Path:
    return folder / f"{brief_id(wanted)}.document.json"


def briefs(folder: Path) -> list[str]:
    """Ids of the briefs in a folder, oldest first."""
    return _ids(folder, ".md")


def save(channels: Channels, transfer: Transfer, text: str) -> Path:
    """The record, then the text: a crash between them leaves no brief."""
    folder = handoffs(channels, transfer.channel_id)
    path = text_file(folder, transfer.brief_id)
    data = msgspec.json.format(msgspec.json.encode(transfer), indent=2) + b"\n"
    channels.write_file(transfer.channel_id, record_file(folder, transfer.brief_id), data)
    channels.write_file(transfer.channel_id, path, text.encode())
    return path


def save_document(channels: Channels, channel_id: str, wanted: str, document: msgspec.Struct) -> Path:
    """The document of a brief, whole or not at all. It is written before the brief, which points at it."""
    path = document_file(handoffs(channels, channel_id), wanted)
    channels.write_file(channel_id, path, msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
    return path


def document_of(folder: Path, wanted: str, shape: type[Row]) -> Row | None:
    """The document of a brief; None when it was made without one. Unknown versions are refused."""
    path = document_file(folder, wanted)
    if not path.exists():
        return None
    value = whole(path)
    found = value.get("schemaVersion") if isinstance(value, dict) else None
    document = row_of(value, shape) if found == DOCUMENT_VERSION else None
    if document is None:
        fault = "cannot be read" if found is None else f"has schema version {found}"
        raise BriefError(
            f"the document of {wanted} {fault}; this segue reads version {DOCUMENT_VERSION}", hint="upgrade segue"
        )
    return document


def age_of(when: str, now_ms: int) -> str:
    """How old something is that was captured then, in words."""
    return _old(ms_of(when), now_ms)


def text_of(folder: Path, wanted: str) -> str:
    """The text of a brief as it was handed over; empty when it was pruned."""
    try:
        return text_file(folder, wanted).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def transfer_of(folder: Path, wanted: str) -> Transfer | None:
    """The record of a brief; None when there is none, or one of a version we do not know."""
    found = row_of(whole(record_file(folder, wanted)), Transfer)
    return found if found and found.schema_version == BRIEF_VERSION else None


def chosen(folder: Path, wanted: str) -> str:
    """The brief that is meant by an id or `latest`; SourceError when there is none."""
    known = briefs(folder)
    if wanted == "latest":
        if not known:
            raise SourceError("this channel has no brief yet", hint="`segue handoff --save` writes one")
        return known[-1]
    # A gap-fill without a text can be resumed too: the agent finalized and was gone.
    if brief_id(wanted) not in known and not gap_file(folder, wanted).is_file():
        listed = ", ".join(reversed(known[-5:])) or "none"
        raise SourceError(f"this channel has no brief {wanted}", hint=f"its newest briefs: {listed}")
    return wanted


def fresh(folder: Path, session: str, now_ms: int) -> Memory:
    """For a brief made anew: the newest gap-fill of the last hour by this session, or by any when there is none."""
    why = "no agent called channel_handoff_finalize"
    for wanted in reversed(_ids(folder, ".gap.json")):
        gap = row_of(whole(gap_file(folder, wanted)), GapFill)
        if gap is None:
            fault = f"{wanted} cannot be read"
        elif gap.schema_version != GAP_VERSION:
            fault = f"{wanted} has schema version {gap.schema_version}"
        elif session and gap.captured_by_session_id != session:
            fault = f"{wanted} was written by another session ({short_id(gap.captured_by_session_id)})"
        else:
            then = ms_of(gap.captured_at)
            if then is not None and -AHEAD_MS <= now_ms - then <= FRESH_MS:
                return Memory(gap=gap)
            fault = f"{wanted} is {_old(then, now_ms)}; an hour is the most"
        if why.startswith("no agent"):
            why = fault
    return Memory(why=why)


def resumed(folder: Path, wanted: str, now_ms: int) -> Memory:
    """For an explicit resume: this brief's gap-fill and no other, at any age. Unknown versions are refused."""
    path = gap_file(folder, wanted)
    if not path.exists():
        return Memory(why=f"{wanted} was made without one")
    gap = row_of(whole(path), GapFill)
    if gap is None or gap.schema_version != GAP_VERSION:
        found = "cannot be read" if gap is None else f"has schema version {gap.schema_version}"
        raise BriefError(
            f"the working memory of {wanted} {found}; this segue reads version {GAP_VERSION}", hint="upgrade segue"
        )
    return Memory(gap=gap, age=_old(ms_of(gap.captured_at), now_ms))


def _old(then: int | None, now_ms: int) -> str:
    if then is None:
        return "of no known time"
    seconds = (now_ms - then) // 1000
    if seconds < 0:
        return "from the future"
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit} old"
    return "less than a minute old"


def _ids(folder: Path, ending: str) -> list[str]:
    """Valid ids with a file of this ending, by the time in the id."""
    out = []
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:
        return []
    for name in names:
        try:
            out.append(brief_id(name.removesuffix(ending)) if name.endswith(ending) else "")
        except UsageError:
            continue
    return sorted(filter(None, out), key=_order)


def _order(wanted: str) -> tuple[int, str]:
    return time_of(wanted), wanted


def transfers(folder: Path) -> list[Transfer]:
    """Every record of a handoff in a folder, oldest first; also of briefs whose text was pruned."""
    return [found for one in _ids(folder, ".json") if (found := transfer_of(folder, one))]


def kept(folder: Path) -> list[str]:
    """Ids with a text, a working memory or a document, oldest first."""
    return sorted({*briefs(folder), *_ids(folder, ".gap.json"), *_ids(folder, ".document.json")}, key=_order)


def remove(folder: Path, wanted: str, *, record: bool = False) -> None:
    """A brief's text, working memory and document; its record too only when asked, because lineage and open items
    need it."""
    for file in (text_file, document_file, gap_file, *((record_file,) if record else ())):
        atomic.remove(file(folder, wanted))


def time_of(wanted: str) -> int:
    """Unix milliseconds in an id."""
    return int(wanted.split("-")[1])
