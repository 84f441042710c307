"""`handoff_save`: the brief on disk, for the next agent whenever it comes."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from segue import config, git, transfer
from segue.store.ids import now
from segue.surfaces.mcp.caller import caller
from segue.surfaces.mcp.framing import line
from segue.surfaces.mcp.hints import ADDS
from segue.surfaces.mcp.resources import uri
from segue.surfaces.mcp.results import Saved
from segue.surfaces.mcp.view import View

ABOUT = """\
Save the brief of your session to disk, with your working memory if you called channel_handoff_finalize within the \
last hour: do that first. The channel is told. Nothing is started; tell the user the `resume` command of the answer.
To only look at the brief use handoff_brief. A goal that holds a secret is refused."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Save a handoff", description=ABOUT, annotations=ADDS)
    def handoff_save(
        context: Context[Any, Any],
        goal: Annotated[
            str,
            Field(max_length=10_000, description="What the next agent is to do, in the user's words; kept as it is."),
        ] = "",
        session: Annotated[str, Field(max_length=128, description="The beginning of its id; by default yours.")] = "",
    ) -> Saved:
        settings = config.load(git.find_root(view.cwd))
        chosen = view.session(session, caller(context))
        moment = now()
        wish = transfer.Wish(goal=goal, template=settings.template, budget=settings.budget)
        made = transfer.prepare(view.channels, view.channel_of(chosen, make=True), chosen, wish, moment)
        transfer.save_handoff(view.channels, made, moment)
        record = made.transfer
        return Saved(
            brief=record.brief_id,
            channel=record.channel_id,
            uri=uri(record.brief_id),
            session=line(record.from_session),
            why=chosen.why,
            memory="kept" if made.memory.gap else f"none: {line(made.memory.why)}",
            tokens=record.tokens,
            warnings=list(made.warnings),
            resume=f"segue handoff --resume {record.brief_id} --to claude",
        )
