"""`thread_search`: ask earlier sessions of this repository."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from segue import config
from segue.store.search import Passage, Search
from segue.surfaces.mcp.caller import caller
from segue.surfaces.mcp.framing import NOTICE, line
from segue.surfaces.mcp.hints import READS
from segue.surfaces.mcp.results import PassageLine, Passages
from segue.surfaces.mcp.view import View

ABOUT = """\
Ask the earlier sessions of this repository, whichever agent held them: the passages that match best, each with a \
pointer that thread_read opens.
Use it before you ask the user something that may have been answered, before you try what may have failed already, or \
when a brief is too short. It finds words, not meanings: name files, errors and terms as they were written."""


def register(mcp: MCPServer, view: View) -> None:
    @mcp.tool(title="Search earlier sessions", description=ABOUT, annotations=READS)
    def thread_search(
        context: Context[Any, Any],
        query: Annotated[str, Field(min_length=1, max_length=500, description="Words to look for.")],
        session: Annotated[
            str, Field(max_length=128, description="Only in this session: the beginning of its id.")
        ] = "",
        limit: Annotated[int, Field(ge=1, le=30, description="How many passages.")] = 8,
    ) -> Passages:
        if session:
            chosen = view.session(session, caller(context))
            files = [(chosen.reader, chosen.path)]
        else:
            files = [(seen.reader, seen.path) for seen in view.sessions()]
        with Search(config.home()) as index:
            index.refresh(files)
            found = index.ask(query, (path for _, path in files), limit)
        return Passages(notice=NOTICE, passages=[_line(one) for one in found], searched=len(files))


def _line(one: Passage) -> PassageLine:
    return PassageLine(
        pointer=line(one.pointer), agent=one.agent, who=line(one.who), title=line(one.title, 80), text=line(one.text)
    )
