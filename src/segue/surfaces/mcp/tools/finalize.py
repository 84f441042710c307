"""`channel_handoff_finalize`: the departing agent's working memory, in four slots."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field, WithJsonSchema

from segue.channel.write import finalize_gap_fill
from segue.store.ids import now
from segue.surfaces.mcp.caller import caller
from segue.surfaces.mcp.hints import ADDS
from segue.surfaces.mcp.results import Finalized
from segue.surfaces.mcp.view import View

Version = Annotated[Any, WithJsonSchema({"type": "integer", "const": 1, "description": "Always 1."})]
"""Not coerced: whatever is not the integer 1 reaches the one function that refuses it."""
ABOUT = """\
Write down what only you know before your session ends: the working memory that no transcript shows.
Call it when the user asks for a handoff, when your context is nearly full, or when you stop with work left open; call \
it again if things change, the newest counts for an hour. It keeps the four slots for the next agent and mints the id \
of the brief. It starts nothing and ends nothing: handoff_save then writes the brief.
To record a decision use channel_decide, to report progress channel_post. A slot that holds a secret is refused."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Write down working memory", description=ABOUT, annotations=ADDS)
    def channel_handoff_finalize(
        context: Context[Any, Any],
        schemaVersion: Version,
        currentLineOfAttack: Annotated[str, Field(description="What you are doing right now, and the next step.")] = "",
        activeHypothesis: Annotated[str, Field(description="What you believe is going on, and why.")] = "",
        abandonedApproaches: Annotated[
            list[str], Field(description="What you tried and gave up, each with the reason.")
        ] = [],
        openQuestions: Annotated[list[str], Field(description="What you would still have to find out or ask.")] = [],
    ) -> Finalized:
        slots = {
            "schemaVersion": schemaVersion,
            "currentLineOfAttack": currentLineOfAttack,
            "activeHypothesis": activeHypothesis,
            "abandonedApproaches": abandonedApproaches,
            "openQuestions": openQuestions,
        }
        session, why = view.caller_id(caller(context))
        channel = view.channel_to_write().channel_id
        gap = finalize_gap_fill(view.channels, channel, session, slots, moment=now())
        return Finalized(brief=gap.brief_id, channel=channel, session=session, why=why)
