"""Gemini CLI's tools, and what the end of a call says about it."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from segue.patterns import late
from segue.session.records import BETWEEN_ANSWERS, Call
from segue.sources._calls import UNKNOWN, Asked, Result, Tool, answered, as_created, call_of
from segue.sources._values import anything, mapping, mappings, text

TOOLS: dict[str, Tool] = {
    "run_shell_command": Tool("run", ("description",)),
    "write_file": Tool("edit", (), "file_path", "edited", new="content"),
    "replace": Tool("edit", ("instruction",), "file_path", "edited", old="old_string", new="new_string"),
    "read_file": Tool("read", (), "file_path", "read"),
    "read_many_files": Tool("read", ("include",)),
    "list_directory": Tool("search", ("dir_path", "path")),
    "glob": Tool("search", ("pattern",)),
    "grep_search": Tool("search", ("pattern",)),
    "search_file_content": Tool("search", ("pattern",)),
    "google_web_search": Tool("search", ("query",)),
    "web_fetch": Tool("search", ("prompt",)),
    "write_todos": Tool("todo"),
    "ask_user": Tool("ask", ("question",)),
    "enter_plan_mode": Tool("other", ("reason",)),
    "exit_plan_mode": Tool("plan", ("plan", "plan_path", "plan_filename")),
    "invoke_agent": Tool("delegate", ("agent_name",)),
    "codebase_investigator": Tool("delegate", ("objective",)),
    "save_memory": Tool("other", ("fact",)),
    "update_topic": Tool("other", ("title",)),
}
_ENDED = late(
    r"^Exit Code: (-?\d{1,10})(?:\n(?:Signal|Error|Background PIDs|Process Group PGID): .*)*"
    r"(?:\n</untrusted_context>)?\s*\Z",
    re.MULTILINE,
)
_NEW_FILE = "Successfully created and wrote to new file"
_DENIED = late(r"User (?:denied|did not allow|rejected)", re.IGNORECASE)


def made(call: dict[str, Any], asked: Asked) -> Call:
    """A call out of a `functionCall` or of an entry of `toolCalls`: both spell name and arguments alike."""
    name, given = text(call, "name"), mapping(call.get("args"))
    out = call_of(name, TOOLS.get(name, UNKNOWN), given, asked)
    new = name == "replace" and given.get("old_string") == ""
    if name == "read_file" and not out.files and (old := text(given, "absolute_path", "path")):
        out = call_of(name, TOOLS[name], {**given, "file_path": old}, asked)
    return as_created(out) if new else out


def ended(call: Call, told: dict[str, Any], line: int) -> Call:
    """The call with its end, as an entry of `toolCalls` tells it."""
    responses = [mapping(one.get("functionResponse")) for one in mappings(told.get("result"))]
    status = text(told, "status")
    if not responses and status not in ("success", "error", "cancelled"):
        return call
    out = with_response(call, responses[-1] if responses else {}, line, status)
    if out.side and (agent := text(told, "agentId")):
        out = replace(out, side=replace(out.side, session=agent))
    return as_created(out) if mapping(told.get("resultDisplay")).get("isNewFile") is True else out


def with_response(call: Call, response: dict[str, Any], line: int, status: str = "") -> Call:
    """The call with what its `functionResponse` says. A command's failure is a success here; its text tells."""
    given = mapping(response.get("response"))
    error, output = text(given, "error"), text(given, "output", "content")
    code = _ENDED.search(output or error) if call.act == "run" else None
    exit_code = int(code[1]) if code else None
    if status == "cancelled" or error.startswith("[Operation Cancelled]"):
        result = Result("rejected" if _DENIED.search(error) else "interrupted", error, line)
    elif status == "error" or error:
        result = Result("failed", error or output, line, exit_code)
    else:
        result = Result("failed" if exit_code else "ok", output, line, exit_code)
    out = answered(call, result)
    return as_created(out) if output.startswith(_NEW_FILE) else out


def answers(call: Call) -> str:
    """What the user answered, word for word, out of the question tool's result."""
    if call.act != "ask" or call.outcome != "ok":
        return ""
    given = mapping(mapping(anything(call.output)).get("answers"))
    return BETWEEN_ANSWERS.join(v for v in given.values() if isinstance(v, str) and v)
