"""`handoff_receipt`: the next agent proves that it has read the brief, and is told what it missed."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from segue.channel.records import Entry
from segue.channel.write import post
from segue.store.ids import now
from segue.surfaces.mcp.caller import Caller, caller
from segue.surfaces.mcp.framing import NOTICE, line
from segue.surfaces.mcp.hints import ADDS
from segue.surfaces.mcp.results import OpenLine, Receipt
from segue.surfaces.mcp.understanding import Check, check
from segue.surfaces.mcp.view import Kept, View, read

KIND = "handoff_receipt"
"""The kind of its entry in the feed: bookkeeping, which no brief repeats."""
ABOUT = """\
Confirm that you have read the handoff brief you were given, before you start working from it: say the goal and your \
first step in your own words, which of its open items you take over, and the pointers you rely on.
The answer names what you missed and the goal word for word. When it is not accepted, read those pointers with \
thread_read and call it again. It is kept in the channel, so that the user sees that the handoff arrived."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Confirm a handoff", description=ABOUT, annotations=ADDS)
    def handoff_receipt(
        context: Context[Any, Any],
        brief: Annotated[str, Field(max_length=128, description="Id of the brief, as its head has it: brief-…")],
        goal: Annotated[str, Field(min_length=1, max_length=5_000, description="The goal as you understand it.")],
        next: Annotated[str, Field(min_length=1, max_length=5_000, description="What you will do first.")],
        pointers: Annotated[
            list[str],
            Field(min_length=1, max_length=50, description="Pointers of the brief that you rely on, such as L12."),
        ],
        open: Annotated[list[str], Field(max_length=100, description="The open items you take over, one each.")] = [],
    ) -> Receipt:
        kept = view.brief(brief)
        found = check(kept.record, read(kept), [goal, next, *open], pointers)
        draft = _entry(kept, caller(context), found, f"Receipt for {brief}. Goal: {goal}. First: {next}")
        entry = post(view.channels, draft, now()).entry_id
        return Receipt(
            accepted=found.accepted,
            brief=brief,
            entry=entry,
            goal=line(kept.record.goal) if kept.record else "",
            missed=[OpenLine(text=line(item.text), pointer=line(item.pointer)) for item in found.missed],
            unknown=[line(pointer, 200) for pointer in found.unknown],
            advice=_advice(found),
            notice=NOTICE,
        )


def _entry(kept: Kept, who: Caller, found: Check, text: str) -> Entry:
    meta = {
        "kind": KIND,
        "briefId": kept.brief_id,
        "sessionId": who.session,
        "accepted": found.accepted,
        "missed": [item.text for item in found.missed],
        "schemaVersion": "1",
    }
    return Entry(
        channel_id=kept.channel.channel_id,
        type="event",
        from_agent_id=who.name,
        from_display_name=who.name,
        content=text,
        metadata={name: value for name, value in meta.items() if value != ""},
    )


def _advice(found: Check) -> str:
    if found.accepted:
        return "Accepted: go on with the goal."
    parts = []
    if found.missed:
        parts.append("read the pointers of what you missed with thread_read")
    if found.unknown:
        parts.append("name only pointers that stand in the brief")
    return f"Not accepted yet: {' and '.join(parts)}, then call handoff_receipt again."
