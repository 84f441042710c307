"""docs/mcp.md says what the server says of itself; SEGUE_UPDATE=1 writes it anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.mcp_server.conftest import Open

PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
UPDATE = os.environ.get("SEGUE_UPDATE") == "1"
TOOLS = (
    "channel_handoff_finalize",
    "channel_post",
    "channel_decide",
    "channel_status",
    "handoff_brief",
    "handoff_save",
    "handoff_document",
    "thread_search",
    "thread_read",
    "handoff_receipt",
)
START, END = "<!-- tools -->\n", "<!-- /tools -->"


def page_of(tools: list[Any]) -> str:
    return "\n".join(part for tool in tools for part in section(tool)) + "\n"


def section(tool: Any) -> list[str]:
    hints = tool.annotations
    kind = "reads" if hints.read_only_hint else "adds"
    again = "the same again" if hints.idempotent_hint else "adds again"
    rows = [f"| `{name}` | {_type(given)} | {given.get('description', '')} |" for name, given in _arguments(tool)]
    answers = ", ".join(f"`{name}`" for name in tool.output_schema["properties"])
    return [
        f"### `{tool.name}`: {tool.title}",
        "",
        f"*{kind}; destroys nothing; called twice: {again}*",
        "",
        tool.description,
        "",
        *(["| argument | type | |", "|---|---|---|", *rows, ""] if rows else []),
        f"Answers with {answers}.",
        "",
    ]


def _arguments(tool: Any) -> list[tuple[str, dict[str, Any]]]:
    needed = tool.input_schema.get("required", [])
    return [(name + ("" if name in needed else "?"), given) for name, given in tool.input_schema["properties"].items()]


def _type(given: dict[str, Any]) -> str:
    words = given.get("enum") or ([given["const"]] if "const" in given else [])
    return " or ".join(f"`{word}`" for word in words) or str(given.get("type", ""))


def test_every_tool_says_what_it_is_and_what_it_does_to_the_world(repo: Path, talk: Open):
    """Title, description, hints, typed answer, every argument and field described; and the page says the same."""
    here = talk()
    tools = here.ask("list_tools").tools
    assert tuple(tool.name for tool in tools) == TOOLS
    for tool in tools:
        assert tool.title and len(tool.description) > 100
        assert tool.annotations.destructive_hint is False and tool.annotations.open_world_hint is False
        assert tool.annotations.read_only_hint is tool.annotations.idempotent_hint
        assert all(given.get("description") for _, given in _arguments(tool)), tool.name
        assert tool.output_schema["type"] == "object"
    reading = {tool.name for tool in tools if tool.annotations.read_only_hint}
    assert reading == {"channel_status", "handoff_brief", "thread_search", "thread_read"}
    (template,) = here.ask("list_resource_templates").resource_templates
    assert (template.uri_template, template.mime_type) == ("segue://briefs/{brief}", "text/markdown")
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    written = before + START + page_of(tools) + END + rest.partition(END)[2]
    if UPDATE:
        PAGE.write_text(written, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == written
    for name in TOOLS:
        assert name in here.client.instructions or name in ("channel_post",)  # type: ignore[operator]
