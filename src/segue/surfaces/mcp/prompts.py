"""The prompt `handoff_document`: what `/handoff` says in every agent that segue is installed in, from the same file.

It is not called `handoff`: an agent that makes commands of prompts (Gemini CLI) would rename both, this and the command
that we install, and have no `/handoff` at all."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from segue.install.forms import TEMPLATES

ABOUT = "Ask for the handoff document, which segue checks, joins with its own findings and keeps for the next session."


def register(mcp: MCPServer) -> None:
    @mcp.prompt(title="Hand over to the next agent", description=ABOUT)
    def handoff_document(
        focus: Annotated[str, Field(max_length=2_000, description="What the next agent is to concentrate on.")] = "",
    ) -> str:
        return request(focus)


def request(focus: str = "") -> str:
    asked = (TEMPLATES / "document.md").read_text(encoding="utf-8").rstrip("\n")
    return f"{asked}\n\nAdditional focus: {' '.join(focus.split())}" if focus.strip() else asked
