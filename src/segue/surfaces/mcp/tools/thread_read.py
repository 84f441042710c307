"""`thread_read`: the records behind a pointer or a range of them."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from segue.choose import Choice
from segue.errors import SourceError, UsageError
from segue.session.records import short_id
from segue.surfaces.cli.show import parse, records
from segue.surfaces.kept import KINDS, record_of
from segue.surfaces.mcp.caller import Caller, caller
from segue.surfaces.mcp.framing import NOTICE, block, line
from segue.surfaces.mcp.hints import READS
from segue.surfaces.mcp.results import RecordLine, Records
from segue.surfaces.mcp.view import View

MOST_RECORDS, MOST_TEXT, LONGEST = 60, 40_000, 6_000
ABOUT = """\
Read what stands behind a pointer of a brief, of thread_search or of channel_status, with its neighbours.
Takes L12, L10-L20, 3f2a9c:L12 or transcript:3f2a9c:L10-L20 (3f2a9c being the beginning of a session's id), and \
decision:ID, ticket:ID, feed:ID, gap:ID. A pointer without a session means the session of the brief that your own \
session began with, else your own; `source` says which was read.
For commit: and file: pointers use git and your own tools. To find a place use thread_search."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Read records", description=ABOUT, annotations=READS)
    def thread_read(
        context: Context[Any, Any],
        pointer: Annotated[str, Field(min_length=2, max_length=200, description="A pointer, or a range of records.")],
        around: Annotated[int, Field(ge=0, le=20, description="How many record numbers before and after.")] = 2,
    ) -> Records:
        kind, _, ref = pointer.strip().strip("()`").partition(":")
        if kind in KINDS:
            return _of_channel(view, kind, ref)
        if kind in ("commit", "file"):
            raise UsageError(
                f"a {kind}: pointer is not read here", hint="git show, or your own tool for reading files, shows it"
            )
        session, first, last = parse(pointer)
        return _of_session(_chosen(view, session, caller(context)), first, last, around)


def _chosen(view: View, session: str, who: Caller) -> Choice:
    return view.session(session, who) if session else view.before(who)


def _of_session(chosen: Choice, first: int, last: int, around: int) -> Records:
    read = chosen.reader.read(chosen.path)
    short = line(short_id(read.glance.id))
    rows = [row for row in records(read) if first - around <= row[0] <= last + around]
    if not any(first <= number <= last for number, _, _ in rows):
        raise SourceError(
            f"L{first} of session {short} holds nothing that was said or done",
            hint=_near(short, [number for number, _, _ in records(read)], first),
        )
    shown: list[RecordLine] = []
    size = 0
    for number, kind, text in rows:
        if len(shown) == MOST_RECORDS or size > MOST_TEXT:
            break
        whole = block(text)
        shown.append(
            RecordLine(
                pointer=f"transcript:{short}:L{number}",
                kind=line(kind),
                text=whole[:LONGEST],
                asked=first <= number <= last,
                cut=len(whole) > LONGEST,
            )
        )
        size += len(shown[-1].text)
    rest = rows[len(shown) :]
    more = f"transcript:{short}:L{rest[0][0]}-L{max(rest[0][0], last)}" if rest else ""
    return Records(
        notice=NOTICE,
        source=f"{read.glance.agent} session {line(read.glance.id)}",
        why=chosen.why,
        records=shown,
        more=more,
    )


def _near(session: str, numbers: list[int], wanted: int) -> str:
    if not numbers:
        return "the session is empty"
    closest = min(numbers, key=lambda number: abs(number - wanted))
    return f"the nearest record is transcript:{session}:L{closest}; its records go up to L{max(numbers)}"


def _of_channel(view: View, kind: str, ref: str) -> Records:
    found = record_of(view.channels, view.held(), kind, ref)
    if not found:
        raise SourceError(f"{view.where} has no {kind} {ref}", hint="channel_status lists what there is")
    channel, text = found
    row = RecordLine(
        pointer=f"{kind}:{line(ref)}", kind=kind, text=block(text)[:LONGEST], asked=True, cut=len(text) > LONGEST
    )
    return Records(notice=NOTICE, source=f"channel {channel.channel_id}", why="the channel it is in", records=[row])
