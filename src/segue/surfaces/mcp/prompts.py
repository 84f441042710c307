"""The prompt `handoff`: asks the agent for the document, then for its working memory, then to save."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from segue.deliver.document import ASKED, ENOUGH, NOTHING, SECTIONS

ABOUT = {
    "goal": "what the user wants in the end, in their own words",
    "constraints_and_preferences": "rules, corrections and wishes of the user, quoted; say `none` when there are none",
    "progress": "what is done, what is half done, what is blocked; files by path",
    "key_decisions": "each with its reason and what was not chosen",
    "critical_context": "facts, errors, commands and names without which the next agent would go wrong",
    "next_steps": "in order, the first one so precise that it can be started at once",
}
REQUEST = """\
{asked}, for the next agent, who has not seen any of it. Do not go on with the work. If there are fewer than {enough} \
messages besides this one, say "{nothing}" and stop.{focus}

1. Answer with the document in markdown, with exactly these headings in this order:

{sections}

2. Then call `channel_handoff_finalize` with schemaVersion 1 and what only you know: currentLineOfAttack, \
activeHypothesis, abandonedApproaches, openQuestions.
3. Then call `handoff_save` with the goal, and tell the user the `resume` command that it answers with.

Write for a stranger: no "as above", no "the file". State only what happened in this session; where you are not sure, \
say so. Name where a secret is kept, never the secret."""


def register(mcp: MCPServer) -> None:
    @mcp.prompt(title="Hand over to the next agent", description="Ask for the handoff document, then save the handoff.")
    def handoff(
        focus: Annotated[str, Field(max_length=2_000, description="What the next agent is to concentrate on.")] = "",
    ) -> str:
        return request(focus)


def request(focus: str = "") -> str:
    return REQUEST.format(
        asked=ASKED,
        enough=ENOUGH,
        nothing=NOTHING,
        focus=f"\nThe user asks to concentrate on: {' '.join(focus.split())}" if focus.strip() else "",
        sections="\n".join(f"## {section.heading}\n({ABOUT[section.field]})" for section in SECTIONS),
    )
