"""Calls and their results, for the agents whose tools differ in names and fields only: one row a tool."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from segue.session.records import Act, Call, FileTouch, How, Item, Mark, Outcome, Said, Side, Todo
from segue.sources._text import bounded, one_line
from segue.sources._values import mappings, text

EDIT_CHARACTERS = 1500
LOOKED_AT = 300
PLAN_CHARACTERS = 6000
STATUS: dict[str, Literal["pending", "active", "done"]] = {
    "pending": "pending",
    "blocked": "pending",
    "in_progress": "active",
    "completed": "done",
    "done": "done",
}


class Tool(NamedTuple):
    act: Act
    about: tuple[str, ...] = ()
    """Arguments that say what the call was for, the first present one wins."""
    path: str = ""
    """The argument that names the file."""
    how: How = "read"
    old: str = ""
    new: str = ""
    """The arguments that hold the replaced and the new text."""


UNKNOWN = Tool("other", ("description", "query", "prompt", "title", "name", "url", "path"))


class Result(NamedTuple):
    outcome: Outcome
    output: str
    line: int
    exit_code: int | None = None


class Asked(NamedTuple):
    """Where a call stands: its record, and the id by which its result will name it."""

    line: int
    id: str
    uid: str = ""
    time: str = ""


def call_of(name: str, tool: Tool, given: dict[str, Any], asked: Asked) -> Call:
    """A call that nobody has answered yet."""
    return Call(
        line=asked.line,
        name=name,
        act=tool.act,
        id=asked.id,
        uid=asked.uid,
        time=asked.time,
        about=_about(tool, given),
        command=text(given, "command", "cmd") if tool.act == "run" else "",
        cwd=text(given, "workdir", "directory", "dir_path") if tool.act == "run" else "",
        files=_files(tool, given),
        todos=todos(given.get("todos")) if tool.act == "todo" else (),
        side=Side(task=bounded(text(given, "prompt", "task", "objective")), outcome="")
        if tool.act == "delegate"
        else None,
    )


def _about(tool: Tool, given: dict[str, Any]) -> str:
    found = text(given, *tool.about)
    if tool.act == "ask" and (several := mappings(given.get("questions"))):
        found = " / ".join(text(q, "question", "prompt") for q in several)
    return bounded(found, PLAN_CHARACTERS, 0) if tool.act == "plan" else one_line(found)


def _files(tool: Tool, given: dict[str, Any]) -> tuple[FileTouch, ...]:
    path = text(given, tool.path) if tool.path else ""
    if not path:
        return ()
    old, new = (bounded(text(given, field), EDIT_CHARACTERS, 0) if field else "" for field in (tool.old, tool.new))
    return (FileTouch(path, tool.how, old, new),)


def todos(value: object) -> tuple[Todo, ...]:
    """A whole list of steps; a cancelled one is none."""
    rows = ((text(t, "content", "description", "title", "text"), text(t, "status")) for t in mappings(value))
    return tuple(
        Todo(one_line(words), STATUS.get(status, "pending"))
        for words, status in rows
        if words and status != "cancelled"
    )


def answered(call: Call, result: Result) -> Call:
    """The call with what came back. Of what was merely looked at, the beginning and the end are enough."""
    looked = call.act in ("read", "search") and result.outcome == "ok" and "nstructions" not in result.output
    output = bounded(result.output, LOOKED_AT, LOOKED_AT) if looked else bounded(result.output)
    return replace(
        call,
        outcome=result.outcome,
        exit_code=result.exit_code,
        result_line=result.line,
        output=output,
        side=call.side and replace(call.side, outcome=output),
    )


def as_created(call: Call) -> Call:
    """A write that made its files, told by its result."""
    return replace(call, files=tuple(replace(file, how="created") for file in call.files))


def with_interruptions(items: list[Item]) -> list[Item]:
    """What was still running in a turn that the user stopped was interrupted; at the very end it stays unanswered."""
    running: list[int] = []
    for at, item in enumerate(items):
        if isinstance(item, Call) and item.outcome == "unanswered":
            running.append(at)
        elif isinstance(item, Mark) and item.kind == "interrupted":
            for place in running:
                items[place] = replace(items[place], outcome="interrupted")
            running = []
        elif isinstance(item, Said) and item.role == "user" and item.via == "typed":
            running = []
    return items
