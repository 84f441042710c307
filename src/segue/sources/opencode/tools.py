"""OpenCode's tools. A call and its end are one record, which is written again as it goes on."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from segue.patterns import late
from segue.session.records import BETWEEN_ANSWERS, Call, FileTouch, How, Outcome
from segue.sources._calls import UNKNOWN, Asked, Result, Tool, answered, as_created, call_of, todos
from segue.sources._values import mapping, mappings, number, text

TOOLS: dict[str, Tool] = {
    "bash": Tool("run", ("description",)),
    "shell": Tool("run", ("description",)),
    "write": Tool("edit", (), "filePath", "edited", new="content"),
    "edit": Tool("edit", (), "filePath", "edited", old="oldString", new="newString"),
    "apply_patch": Tool("edit"),
    "patch": Tool("edit"),
    "read": Tool("read", (), "filePath", "read"),
    "list": Tool("search", ("path",)),
    "ls": Tool("search", ("path",)),
    "glob": Tool("search", ("pattern",)),
    "grep": Tool("search", ("pattern",)),
    "webfetch": Tool("search", ("url",)),
    "websearch": Tool("search", ("query",)),
    "codesearch": Tool("search", ("query",)),
    "todowrite": Tool("todo"),
    "todoread": Tool("other"),
    "task": Tool("delegate", ("description", "prompt")),
    "question": Tool("ask"),
    "plan_exit": Tool("plan", ("plan",)),
    "skill": Tool("other", ("name",)),
}
KINDS: dict[str, How] = {"add": "created", "delete": "deleted", "move": "moved"}
ABORTED = "User aborted the command"
_REFUSED = late(
    r"The user (?:rejected permission to use this specific tool call|dismissed this question)"
    r"(?: with the following feedback: (?P<words>.*))?",
    re.DOTALL,
)
_ANSWER = late(r"<task_result>\s*(.*?)\s*</task_result>", re.DOTALL)


def call(part: dict[str, Any], asked: Asked) -> Call:
    """The call with its end, if it has one."""
    name, state = text(part, "tool"), mapping(part.get("state"))
    made = call_of(name, TOOLS.get(name, UNKNOWN), mapping(state.get("input")), asked)
    told = mapping(state.get("metadata"))
    if text(state, "status") not in ("completed", "error"):
        return made
    done = answered(made, _result(state, told, asked.line))
    if done.side:
        return _delegated(done, told, text(state, "output"))
    if made.act == "todo" and not made.todos:
        return replace(done, todos=todos(told.get("todos")))
    if files := tuple(_patched(told)):
        return replace(done, files=files)
    return as_created(done) if name == "write" and told.get("exists") is False else done


def _result(state: dict[str, Any], told: dict[str, Any], line: int) -> Result:
    """A command's failure is a completed call: only the exit code tells."""
    output, error, code = text(state, "output"), text(state, "error"), number(told.get("exit"))
    if text(state, "status") == "error":
        stopped = told.get("interrupted") is True or error == "Tool execution aborted"
        outcome: Outcome = "interrupted" if stopped else "rejected" if _REFUSED.match(error) else "failed"
        return Result(outcome, error or output, line)
    if code is None and "exit" in told and ABORTED in output[-200:]:
        return Result("interrupted", output, line)
    return Result("failed" if code else "ok", output, line, code)


def _delegated(done: Call, told: dict[str, Any], output: str) -> Call:
    answer = _ANSWER.search(output)
    side = done.side
    assert side
    side = replace(side, session=text(told, "sessionId"), outcome=answer[1] if answer else side.outcome)
    return replace(done, side=side)


def _patched(told: dict[str, Any]) -> list[FileTouch]:
    """The files of a patch, as the tool says it changed them."""
    files = ((text(f, "movePath") or text(f, "filePath"), text(f, "type")) for f in mappings(told.get("files")))
    return [FileTouch(path, KINDS.get(kind, "edited")) for path, kind in files if path]


def refusal(part: dict[str, Any]) -> str:
    """The words with which the user refused a call."""
    found = _REFUSED.match(text(mapping(part.get("state")), "error"))
    return (found["words"] or "").strip() if found else ""


def answers(part: dict[str, Any]) -> str:
    """What the user chose or wrote for the agent's questions, word for word."""
    if text(part, "tool") != "question":
        return ""
    given = mapping(mapping(part.get("state")).get("metadata")).get("answers")
    several = [one for one in given if isinstance(one, list)] if isinstance(given, list) else []
    return BETWEEN_ANSWERS.join(word for one in several for word in one if isinstance(word, str) and word)
