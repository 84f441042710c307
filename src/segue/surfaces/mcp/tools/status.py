"""`channel_status`: what this repository's channel holds, and which sessions can be read."""

from __future__ import annotations

from collections.abc import Sized
from itertools import islice
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from segue.channel import place
from segue.channel.records import State
from segue.distil.channel import decided, said
from segue.distil.tickets import in_order, standing
from segue.surfaces.mcp.framing import NOTICE, line
from segue.surfaces.mcp.hints import READS
from segue.surfaces.mcp.resources import uri
from segue.surfaces.mcp.results import BriefLine, DecisionLine, EntryLine, SessionLine, Status, TicketLine
from segue.surfaces.mcp.view import Kept, Seen, View

TEXT = 400
ABOUT = """\
See where the work in this repository stands: tickets, newest decisions, feed entries, briefs, and the sessions that \
can be read.
Start here when you take over work. To read a record whole use thread_read with its pointer; to find something that \
was said use thread_search."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="See the channel", description=ABOUT, annotations=READS)
    def channel_status(
        limit: Annotated[int, Field(ge=1, le=50, description="How many of each, newest first.")] = 10,
    ) -> Status:
        channel = view.channel()
        sessions = [_session(seen) for seen in islice(view.sessions(), limit)]
        kept = list(view.briefs())
        briefs = [_brief(one) for one in kept[:limit]]
        if channel is None:
            unreadable = int(place.lost(view.channels, view.cwd) is not None)
            return Status(notice=NOTICE, channel="", briefs=briefs, sessions=sessions, unreadable=unreadable)
        state = view.channels.state(channel)
        tickets, decisions, feed = _tickets(state), _decisions(state), _feed(state)
        counted: dict[str, Sized] = {"tickets": tickets, "decisions": decisions, "feed": feed, "briefs": kept}
        return Status(
            notice=NOTICE,
            channel=channel.channel_id,
            name=line(channel.name, 80),
            tickets=tickets[:limit],
            decisions=decisions[:limit],
            feed=feed[:limit],
            briefs=briefs,
            sessions=sessions,
            more={name: len(rows) - limit for name, rows in counted.items() if len(rows) > limit},
            unreadable=state.unreadable,
        )


def _tickets(state: State) -> list[TicketLine]:
    return [
        TicketLine(
            pointer=f"ticket:{line(t.ticket_id, 128)}",
            standing=line(standing(t, state.tickets), 40),
            title=line(t.title, TEXT),
        )
        for t in in_order(state.tickets)
    ]


def _decisions(state: State) -> list[DecisionLine]:
    return [
        DecisionLine(
            pointer=f"decision:{line(d.decision_id, 128)}",
            title=line(d.title, TEXT),
            why=line(d.rationale, TEXT),
            when=line(d.created_at, 40),
        )
        for d in reversed(decided(state.decisions))
    ]


def _feed(state: State) -> list[EntryLine]:
    return [
        EntryLine(
            pointer=f"feed:{line(e.entry_id, 128)}",
            type=line(e.type, 40),
            author=line(e.from_display_name, 80),
            text=line(e.content, TEXT),
            when=line(e.created_at, 40),
        )
        for e in reversed(said(state.feed))
    ]


def _brief(kept: Kept) -> BriefLine:
    record = kept.record
    return BriefLine(
        brief=kept.brief_id,
        uri=uri(kept.brief_id),
        session=line(record.from_session, 128) if record else "",
        goal=line(record.goal, TEXT) if record else "",
    )


def _session(seen: Seen) -> SessionLine:
    glance = seen.glance
    return SessionLine(
        session=line(glance.id, 128),
        agent=glance.agent,
        title=line(glance.title, 120),
        ended=line(glance.ended, 40),
        turns=glance.human_turns,
    )
