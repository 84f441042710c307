"""Goose's tools, by their names without the extension's (`developer__shell` was an earlier `shell`)."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from segue.session.records import Call, Outcome, Todo
from segue.sources._calls import UNKNOWN, Asked, Result, Tool, answered, as_created, call_of
from segue.sources._text import exit_code, one_line
from segue.sources._values import mapping, mappings, number, text

TOOLS: dict[str, Tool] = {
    "shell": Tool("run"),
    "write": Tool("edit", (), "path", "edited", new="content"),
    "edit": Tool("edit", (), "path", "edited", old="before", new="after"),
    "tree": Tool("search", ("path",)),
    "analyze": Tool("search", ("path", "focus")),
    "read_image": Tool("read", (), "source", "read"),
    "load": Tool("read", ("source",)),
    "load_skill": Tool("other", ("name",)),
    "delegate": Tool("delegate", ("instructions", "source")),
    "todo_write": Tool("todo"),
    "web_scrape": Tool("search", ("url",)),
}
EDITOR: dict[str, Tool] = {
    "view": Tool("read", (), "path", "read"),
    "write": Tool("edit", (), "path", "edited", new="file_text"),
    "str_replace": Tool("edit", (), "path", "edited", old="old_str", new="new_str"),
    "insert": Tool("edit", (), "path", "edited", new="new_str"),
    "undo_edit": Tool("edit", (), "path", "edited"),
}
"""`text_editor` of earlier versions, by its argument `command`."""
_BOX = re.compile(r"^[ \t]*[-*][ \t]*\[(?P<sign>[ xX~-])\]\s*(?P<words>\S.*)$", re.MULTILINE)
DECLINED = "The user has declined to run this tool"
CANCELLED = "cancelled by user"


def call(request: dict[str, Any], asked: Asked) -> Call:
    """A call that nobody has answered yet. One that could not be understood has failed before it began."""
    asked_for = mapping(request.get("toolCall"))
    value = mapping(asked_for.get("value"))
    name, given = text(value, "name"), mapping(value.get("arguments"))
    bare = name.rpartition("__")[2]
    tool = EDITOR.get(text(given, "command"), UNKNOWN) if bare == "text_editor" else TOOLS.get(bare, UNKNOWN)
    made = call_of(name, tool, {"prompt": text(given, "instructions", "source"), **given}, asked)
    if tool.act == "todo":
        return replace(made, todos=_todos(text(given, "content")))
    if text(asked_for, "status") == "error":
        return answered(made, Result("failed", text(asked_for, "error"), asked.line))
    return made


def _todos(markdown: str) -> tuple[Todo, ...]:
    """Its list is a text with boxes in it."""
    found = ((match["words"], match["sign"]) for match in _BOX.finditer(markdown))
    return tuple(
        Todo(one_line(words), "done" if sign in "xX" else "pending" if sign == " " else "active")
        for words, sign in found
    )


def ended(made: Call, response: dict[str, Any], line: int) -> Call:
    """The call with what came back."""
    told = mapping(response.get("toolResult"))
    value = mapping(told.get("value"))
    result = _failed(told, line) if text(told, "status") == "error" else _result(made, value, line)
    done = answered(made, result)
    if done.side:
        session = text(mapping(value.get("_meta")), "subagent_session_id")
        return replace(done, side=replace(done.side, session=session))
    wrote = made.act == "edit" and result.outcome == "ok" and result.output.startswith("Created ")
    return as_created(done) if wrote else done


def cancelled(response: dict[str, Any]) -> bool:
    """Whether the user stopped the call that this answers."""
    return CANCELLED in text(mapping(response.get("toolResult")), "error")


def _failed(told: dict[str, Any], line: int) -> Result:
    error = text(told, "error")
    return Result("interrupted" if CANCELLED in error else "failed", error, line)


def _result(made: Call, value: dict[str, Any], line: int) -> Result:
    output = "\n".join(words for part in mappings(value.get("content")) if (words := text(part, "text")))
    code = number(mapping(value.get("structuredContent")).get("exit_code"))
    if code is None and made.act == "run":
        code = exit_code(output)
    outcome: Outcome = "failed" if value.get("isError") is True or code else "ok"
    return Result("rejected" if output.startswith(DECLINED) else outcome, output, line, code)
