"""Qwen Code's tools, where they are not Gemini CLI's, and what the end of a call says about it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from segue.session.records import BETWEEN_ANSWERS, Call
from segue.sources._calls import UNKNOWN, Asked, Tool, as_created, call_of
from segue.sources._values import mapping, mappings, number, text
from segue.sources.gemini import tools as gemini

TOOLS: dict[str, Tool] = {
    **gemini.TOOLS,
    "edit": gemini.TOOLS["replace"],
    "notebook_edit": Tool("edit", (), "notebook_path", "edited", new="new_source"),
    "list_directory": Tool("search", ("path",)),
    "web_fetch": Tool("search", ("url", "prompt")),
    "web_search": Tool("search", ("query",)),
    "todo_write": Tool("todo"),
    "ask_user_question": Tool("ask"),
    "exit_plan_mode": Tool("plan", ("plan",)),
    "agent": Tool("delegate", ("description", "prompt")),
    "task": Tool("delegate", ("description", "prompt")),
    "skill": Tool("other", ("skill",)),
}
LAUNCHED = "Background agent launched"


def made(part: dict[str, Any], asked: Asked) -> Call:
    """A call out of a `functionCall`."""
    name, given = text(part, "name"), mapping(part.get("args"))
    call = call_of(name, TOOLS.get(name, UNKNOWN), given, asked)
    return as_created(call) if name == "edit" and given.get("old_string") == "" else call


def ended(call: Call, response: dict[str, Any], told: dict[str, Any], line: int) -> Call:
    """The call with its end: what the model was told, and what `toolCallResult` adds to that."""
    out = gemini.with_response(call, response, line, text(told, "status"))
    code = number(mapping(told.get("resultDisplay")).get("exitCode"))
    if out.side and out.output.startswith(LAUNCHED):
        out = replace(out, side=replace(out.side, outcome=""))
    return replace(out, exit_code=code) if code is not None and call.act == "run" else out


def answers(told: dict[str, Any]) -> str:
    """What the user answered to a question, word for word."""
    given = mappings(mapping(told.get("resultDisplay")).get("answers"))
    return BETWEEN_ANSWERS.join(filter(None, (text(one, "answer") for one in given)))
