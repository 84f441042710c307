"""Claude Code's tools: what each call was for, and what its result says. One row a tool."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Raw, Struct

from segue.patterns import late
from segue.session.records import BETWEEN_ANSWERS, Act, Call, FileTouch, How, Outcome, Todo, Via
from segue.sources._text import bounded, exit_code, one_line
from segue.sources.claude.rows import kept_bytes, result_text


class Tool(Struct, frozen=True, gc=False):
    act: Act
    about: tuple[str, ...] = ()
    """Input fields that say what the call was for, the first present one wins."""
    path: str = ""
    """Input field that names the file."""
    how: How = "read"


TOOLS: dict[str, Tool] = {
    "Bash": Tool("run", ("description",)),
    "BashOutput": Tool("other", ("bash_id",)),
    "PowerShell": Tool("run", ("description",)),
    "Edit": Tool("edit", (), "file_path", "edited"),
    "MultiEdit": Tool("edit", (), "file_path", "edited"),
    "Write": Tool("edit", (), "file_path", "edited"),
    "NotebookEdit": Tool("edit", (), "notebook_path", "edited"),
    "Read": Tool("read", (), "file_path", "read"),
    "NotebookRead": Tool("read", (), "notebook_path", "read"),
    "Grep": Tool("search", ("pattern",)),
    "Glob": Tool("search", ("pattern",)),
    "LS": Tool("search", ("path",)),
    "WebSearch": Tool("search", ("query",)),
    "WebFetch": Tool("search", ("url",)),
    "ToolSearch": Tool("search", ("query",)),
    "Task": Tool("delegate", ("description", "prompt")),
    "Agent": Tool("delegate", ("description", "prompt")),
    "TodoWrite": Tool("todo"),
    "TaskCreate": Tool("todo", ("subject",)),
    "TaskUpdate": Tool("todo", ("subject", "taskId")),
    "ExitPlanMode": Tool("plan", ("plan",)),
    "AskUserQuestion": Tool("ask"),
    "Skill": Tool("other", ("skill", "command")),
    "user-bash": Tool("run"),
}
TODO = frozenset(name for name, tool in TOOLS.items() if tool.act == "todo")
LOOKS = frozenset(name for name, tool in TOOLS.items() if tool.act in ("read", "search"))
USER_SHELL = "user-bash"
UNKNOWN = Tool("other", ("description", "query", "prompt", "name", "title"))
PLAN_CHARACTERS = 6000
EDIT_CHARACTERS = 1500
LOOKED_AT = 400

REJECTED = "The user doesn't want to proceed with this tool use"
_SIBLING = ("Cancelled: parallel tool call", "Sibling tool call errored")
"""Of calls that are made at once, a failure cancels those that have not begun."""
SAID = late(r"the user (?:said|provided the following reason[^:]*):\s*", re.IGNORECASE)
_ANSWER = late(r'"((?:[^"\\]|\\.)*)"="((?:[^"\\]|\\.)*)"')
_STATUS: dict[str, Any] = {"pending": "pending", "in_progress": "active", "completed": "done"}


class Open(Struct, gc=False):
    """A call as it was made; it becomes a Call once the whole file has been seen for its result."""

    id: str
    name: str
    given: dict[str, Any]
    time: str
    todos: tuple[Todo, ...] = ()
    cwd: str = ""


class Result(Struct, frozen=True, gc=False):
    line: int
    is_error: bool
    output: str


def call(made: Open, line: int, uid: str, result: Result | None) -> Call:
    """A call with what came back; without a result it was never answered."""
    name, given = made.name, made.given
    tool = TOOLS.get(name, UNKNOWN)
    output = result.output if result else ""
    ended, code = outcome(tool, result.is_error, output) if result else ("unanswered", None)
    touched = files(name, tool, given) if tool.path else ()
    return Call(
        line=line,
        name=name,
        act=tool.act,
        id=made.id,
        uid=uid,
        time=made.time,
        about=about(name, tool, given),
        command=text_of(given.get("command")) if tool.act == "run" else "",
        cwd=made.cwd if tool.act == "run" else "",
        files=created(touched, output) if name == "Write" else touched,
        todos=made.todos,
        outcome=ended,
        exit_code=code,
        result_line=result.line if result else None,
        output=output,
    )


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else ""


def about(name: str, tool: Tool, given: dict[str, Any]) -> str:
    if name == "AskUserQuestion":
        return questions(given)
    for field in tool.about:
        if found := text_of(given.get(field)):
            return bounded(found, PLAN_CHARACTERS, 0) if tool.act == "plan" else one_line(found)
    return ""


def files(name: str, tool: Tool, given: dict[str, Any]) -> tuple[FileTouch, ...]:
    path = text_of(given.get(tool.path))
    if not path:
        return ()
    if name == "MultiEdit":
        edits = [e for e in given.get("edits") or () if isinstance(e, dict)]
        return tuple(_edit(path, e) for e in edits) or (FileTouch(path, "edited"),)
    if name == "Write":
        return (FileTouch(path, "edited", "", bounded(text_of(given.get("content")), EDIT_CHARACTERS, 0)),)
    return (_edit(path, given),) if tool.act == "edit" else (FileTouch(path, tool.how),)


def _edit(path: str, given: dict[str, Any]) -> FileTouch:
    old, new = text_of(given.get("old_string")), text_of(given.get("new_string"))
    return FileTouch(path, "edited", bounded(old, EDIT_CHARACTERS, 0), bounded(new, EDIT_CHARACTERS, 0))


def created(touches: tuple[FileTouch, ...], output: str) -> tuple[FileTouch, ...]:
    """A Write's result says whether the file is new."""
    if not output.startswith("File created"):
        return touches
    return tuple(FileTouch(t.path, "created", t.old, t.new) for t in touches)


def todos(given: dict[str, Any]) -> tuple[Todo, ...]:
    """TodoWrite's whole list."""
    found = (t for t in given.get("todos") or () if isinstance(t, dict) and text_of(t.get("content")))
    return tuple(Todo(one_line(t["content"]), _STATUS.get(text_of(t.get("status")), "pending")) for t in found)


class Tasks:
    """The list that TaskCreate and TaskUpdate keep, rebuilt call by call. Ids count from 1 in order of creation."""

    def __init__(self) -> None:
        self._tasks: dict[str, Todo] = {}

    def after(self, name: str, given: dict[str, Any], line: int) -> tuple[Todo, ...]:
        if name == "TaskCreate":
            self._tasks[str(len(self._tasks) + 1)] = Todo(one_line(text_of(given.get("subject"))), "pending", line)
        elif name == "TaskUpdate" and (old := self._tasks.get(str(given.get("taskId")))):
            self._update(str(given["taskId"]), old, given, line)
        return tuple(self._tasks.values())

    def _update(self, key: str, old: Todo, given: dict[str, Any], line: int) -> None:
        if given.get("status") == "deleted":
            del self._tasks[key]
            return
        renamed = one_line(text_of(given.get("subject")))
        status = _STATUS.get(text_of(given.get("status")), old.status)
        self._tasks[key] = Todo(renamed or old.text, status, line if renamed else old.line)


def questions(given: dict[str, Any]) -> str:
    asked = (q.get("question") for q in given.get("questions") or () if isinstance(q, dict))
    return " / ".join(one_line(q, 300) for q in asked if isinstance(q, str))


def answers(output: str) -> str:
    """The user's answers out of the question tool's result, verbatim."""
    return BETWEEN_ANSWERS.join(answer for _, answer in _ANSWER.findall(output) if answer)


def outcome(tool: Tool, is_error: bool, output: str) -> tuple[Outcome, int | None]:
    if is_error:
        if output.startswith(REJECTED) or "plan was rejected" in output[:200]:
            return "rejected", None
        if output.startswith("[Request interrupted") or "Command was aborted before completion" in output:
            return "interrupted", None
        if output[:60].removeprefix("<tool_use_error>").removeprefix("Error: ").startswith(_SIBLING):
            return "cancelled", None
        return "failed", exit_code(output[:200]) if tool.act == "run" else None
    return "ok", 0 if tool.act == "run" else None


def shown(name: str, is_error: bool, content: Raw) -> str:
    """What we keep of a result: of a file or a listing that the agent merely looked at, the beginning.

    Text that may try to instruct the reader is kept at its usual length, so that it can be reported."""
    if name in LOOKS and not is_error and b"nstructions" not in kept_bytes(content):
        return result_text(content, LOOKED_AT, 0)
    return result_text(content)


def users_words(name: str, output: str) -> tuple[str, Via]:
    """What the user wrote inside a tool's result: refusing it, refusing a plan, or answering a question."""
    refused = output.startswith(REJECTED)
    if name == "AskUserQuestion" and not refused:
        return answers(output), "answer"
    found = SAID.search(output) if refused or "plan was rejected" in output[:200] else None
    words = output[found.end() :].partition("Note: The user's next message")[0].strip() if found else ""
    return words, "rejection"
