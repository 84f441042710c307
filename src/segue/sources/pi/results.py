"""What a tool gave back, and a call together with it."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
from msgspec import Struct

from segue.patterns import late
from segue.session.records import Call, FileTouch, Outcome, Todo
from segue.sources._text import bounded
from segue.sources.pi.rows import Details, Message, details_of, text_of
from segue.sources.pi.tools import act_of, dicts, how_of, strings

LOOK_INTO = ("run", "edit", "todo", "ask", "delegate")
"""Kinds of tool whose details say more than their text. The rest often hold a whole file a second time."""
TODO_STATUS: dict[str, Literal["pending", "active", "done"]] = {
    "pending": "pending",
    "blocked": "pending",
    "in_progress": "active",
    "completed": "done",
    "done": "done",
}
_EXIT = late(r"Command exited with code (-?\d+)\s*\Z")
_STOPPED = late(r"(?:(?:Command|Operation|Request) (?:was )?aborted|cancelled by the user)\W*\Z", re.IGNORECASE)
_REFUSED = late(r"denied by user|blocked by (?:the )?user|rejected by (?:the )?user|is blocked by", re.IGNORECASE)


class Result(Struct, frozen=True):
    call: str
    line: int
    time: str
    output: str
    outcome: Outcome
    exit_code: int | None = None
    files: tuple[FileTouch, ...] = ()
    todos: tuple[Todo, ...] = ()
    answers: tuple[str, ...] = ()
    session: str = ""


def result_of(message: Message, line: int, time: str) -> Result:
    act = act_of(message.tool_name)
    details = details_of(message.details) if act in LOOK_INTO else Details()
    text = text_of(message.content)
    code = _exit_code(details, text) if act == "run" else None
    outcome = _outcome(message.is_error, code, text[-400:])
    ran = dicts(details.results)
    return Result(
        call=message.tool_call_id,
        line=line,
        time=time,
        output=bounded(text),
        outcome=outcome,
        exit_code=code,
        files=tuple(_touched(details)) if act == "edit" else (),
        todos=tuple(_todos(details, line)),
        answers=tuple(_answers(details, text)) if act == "ask" and outcome == "ok" else (),
        session=", ".join(strings([r.get("id") for r in ran])) if act == "delegate" else "",
    )


def answered(call: Call, result: Result) -> Call:
    side = call.side and msgspec.structs.replace(call.side, outcome=result.output, session=result.session)
    told = any(f.old or f.new for f in call.files)
    return msgspec.structs.replace(
        call,
        outcome=result.outcome,
        exit_code=result.exit_code,
        result_line=result.line,
        output=result.output,
        files=call.files if told or not result.files else result.files,
        todos=result.todos,
        side=side,
    )


def _exit_code(details: Details, text: str) -> int | None:
    if type(details.exit_code) is int and abs(details.exit_code) < 2**32:
        return details.exit_code
    found = _EXIT.search(text[-80:])
    return int(found[1]) if found else None


def _outcome(is_error: bool, code: int | None, end: str) -> Outcome:
    if not is_error:
        return "failed" if code else "ok"
    if code is None and _STOPPED.search(end):
        return "interrupted"
    return "rejected" if code is None and _REFUSED.search(end) else "failed"


def _touched(details: Details) -> list[FileTouch]:
    """The files as oh-my-pi's edit reports them, which for a patch is the only plain word on them."""
    one = {"path": details.path, "op": details.op, "oldText": details.old_text, "newText": details.new_text}
    several = dicts(details.per_file_results) or [one | {"sourcePath": details.source_path}]
    return [touch for file in several for touch in _touch(file)]


def _touch(file: dict[str, Any]) -> list[FileTouch]:
    path, source = file.get("path"), file.get("sourcePath")
    if not isinstance(path, str):
        return []
    old, new = (bounded(v) if isinstance(v := file.get(k), str) else "" for k in ("oldText", "newText"))
    if isinstance(source, str) and source != path:
        return [FileTouch(source, "deleted"), FileTouch(path, "moved", old, new)]
    return [FileTouch(path, how_of(file.get("op")), old, new)]


def _todos(details: Details, line: int) -> list[Todo]:
    """The list as it stands: pi's extensions write `todos`, oh-my-pi tasks by phase. An abandoned task is none."""
    rows = dicts(details.todos) + [t for phase in dicts(details.phases) for t in dicts(phase.get("tasks"))]
    found = []
    for row in rows:
        text = next(iter(strings([row.get("text"), row.get("content"), row.get("title")])), "")
        status = (
            row.get("status")
            if isinstance(row.get("status"), str)
            else "done"
            if row.get("done") is True
            else "pending"
        )
        if text and status in TODO_STATUS:
            found.append(Todo(text, TODO_STATUS[status], line))
    return found


def _answers(details: Details, text: str) -> list[str]:
    """What the user chose or wrote, word for word. A choice that a timer made is not theirs."""
    one = {"selectedOptions": details.selected_options, "customInput": details.custom_input, "note": details.note}
    several = dicts(details.results) or dicts(details.answers) or [one | {"answer": details.answer}]
    if details.timed_out is True:
        return []
    found = [a for given in several if given.get("timedOut") is not True for a in _chosen(given)]
    structured = any(
        v is not None for v in (details.results, details.answers, details.answer, details.selected_options)
    )
    return found if structured or found else strings([text])


def _chosen(given: dict[str, Any]) -> list[str]:
    said = strings([given.get(k) for k in ("answer", "label", "customInput", "note")])
    return strings(given.get("selectedOptions")) + (said or strings([given.get("value")]))
