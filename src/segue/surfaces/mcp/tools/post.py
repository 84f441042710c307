"""`channel_post`: one entry more in the channel's feed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from segue.channel.records import Entry
from segue.channel.write import post
from segue.store.ids import now
from segue.surfaces.mcp.caller import caller
from segue.surfaces.mcp.hints import ADDS
from segue.surfaces.mcp.results import Posted
from segue.surfaces.mcp.view import View

ABOUT = """\
Add a short entry to the feed of this repository's channel, where every later session and the user can read it: \
progress, a result, something that others working here should know.
For a choice with a reason use channel_decide; for what you have in mind when you leave use channel_handoff_finalize. \
A text that holds a secret is refused."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Post to the channel", description=ABOUT, annotations=ADDS)
    def channel_post(
        context: Context[Any, Any],
        text: Annotated[
            str, Field(min_length=1, max_length=20_000, description="What to say, for a reader who was not here.")
        ],
        type: Annotated[
            Literal["message", "status_update", "event", "artifact"], Field(description="What kind of entry it is.")
        ] = "message",
    ) -> Posted:
        who = caller(context)
        channel = view.channel_to_write().channel_id
        draft = Entry(
            channel_id=channel,
            type=type,
            from_agent_id=who.name,
            from_display_name=who.name,
            content=text,
            metadata={"sessionId": who.session} if who.session else {},
        )
        return Posted(entry=post(view.channels, draft, now()).entry_id, channel=channel)
