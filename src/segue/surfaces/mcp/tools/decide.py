"""`channel_decide`: a decision with its reason and what was not chosen."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from segue.channel.records import Decision
from segue.channel.write import decide
from segue.store.ids import now
from segue.surfaces.mcp.caller import caller
from segue.surfaces.mcp.hints import ADDS
from segue.surfaces.mcp.results import Decided
from segue.surfaces.mcp.view import View

ABOUT = """\
Record a decision in this repository's channel, with its reason and what was not chosen. Briefs carry the newest \
decisions to later agents, so that nobody argues them again.
Call it when you or the user settle something that later work depends on. For progress use channel_post. \
A text that holds a secret is refused."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Record a decision", description=ABOUT, annotations=ADDS)
    def channel_decide(
        context: Context[Any, Any],
        title: Annotated[str, Field(min_length=1, max_length=500, description="What was decided, in one sentence.")],
        why: Annotated[str, Field(min_length=1, max_length=5_000, description="The reason.")],
        alternatives: Annotated[list[str], Field(description="What was considered and not chosen.")] = [],
        ticket: Annotated[str, Field(max_length=128, description="Id of the ticket it belongs to.")] = "",
    ) -> Decided:
        who = caller(context)
        channel = view.channel_to_write().channel_id
        draft = Decision(
            channel_id=channel,
            ticket_id=ticket,
            title=title,
            rationale=why,
            alternatives=alternatives,
            decided_by=who.name,
            decided_by_name=who.name,
        )
        return Decided(decision=decide(view.channels, draft, now()).decision_id, channel=channel)
