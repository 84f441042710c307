"""`handoff_brief`: the brief of a session, made now and kept nowhere."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import AfterValidator, Field

from segue import config, git, transfer
from segue.brief.tokens import tokens
from segue.store.ids import now
from segue.surfaces.mcp.caller import caller
from segue.surfaces.mcp.framing import line
from segue.surfaces.mcp.hints import READS
from segue.surfaces.mcp.results import Brief
from segue.surfaces.mcp.view import View

LEAST = 200
ABOUT = """\
Read the brief of a session: what was settled, what failed, the state of the code, what is open, each claim with a \
pointer that thread_read opens. Made from the transcript, git and the channel, without a model; nothing is written.
Without `session` it is your own session: use it after a compaction, or to see what a next agent would get. To take \
over earlier work, give the id of that session (channel_status lists them). To keep it for another agent use \
handoff_save; to find one thing use thread_search."""


def _enough(budget: int) -> int:
    if budget and budget < LEAST:
        raise ValueError(f"a brief takes at least {LEAST} tokens")
    return budget


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Read the brief of a session", description=ABOUT, annotations=READS)
    def handoff_brief(
        context: Context[Any, Any],
        session: Annotated[str, Field(max_length=128, description="The beginning of its id; by default yours.")] = "",
        goal: Annotated[
            str,
            Field(
                max_length=10_000, description="What is to be done next: ranks what fits, and is kept word for word."
            ),
        ] = "",
        budget: Annotated[
            int,
            Field(ge=0, le=8_000, description="Tokens it may take, at least 200; 0 for the user's setting."),
            AfterValidator(_enough),
        ] = 0,
    ) -> Brief:
        settings = config.load(git.find_root(view.cwd))
        chosen = view.session(session, caller(context))
        channel = view.channel_of(chosen, make=False)
        wish = transfer.Wish(goal=goal, template=settings.template, budget=budget or settings.budget)
        made = transfer.prepare(view.channels, channel, chosen, wish, now())
        return Brief(
            text=made.bare,
            session=line(made.transfer.from_session),
            agent=chosen.reader.agent,
            why=chosen.why,
            tokens=tokens(made.bare),
            masked=[f"{secret.kind} at {line(secret.where)}" for secret in made.brief.masked],
            warnings=list(made.warnings),
        )
