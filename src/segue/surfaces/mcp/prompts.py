"""The prompt `handoff`: asks the agent for the document, then for its working memory, then to save."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field

SECTIONS = (
    ("Goal", "what the user wants in the end, in their own words"),
    ("Constraints & Preferences", "rules, corrections and wishes of the user, quoted; say `none` when there are none"),
    ("Progress", "what is done, what is half done, what is blocked; files by path"),
    ("Key Decisions", "each with its reason and what was not chosen"),
    ("Critical Context", "facts, errors, commands and names without which the next agent would go wrong"),
    ("Next Steps", "in order, the first one so precise that it can be started at once"),
)
REQUEST = """\
Hand this session over to the next agent, who has not seen any of it. Do not go on with the work.{focus}

1. Answer with the handoff document in markdown, with exactly these headings in this order:

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
    asked = f"\nThe user asks to concentrate on: {' '.join(focus.split())}" if focus.strip() else ""
    sections = "\n".join(f"## {heading}\n({about})" for heading, about in SECTIONS)
    return REQUEST.format(focus=asked, sections=sections)
