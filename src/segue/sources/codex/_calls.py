"""What a tool call of Codex was for: the tool's name decides, by one table, what is taken from its arguments."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, TypedDict

import msgspec
from msgspec import Raw

from segue.session.records import Act, Call, FileTouch, Side, Todo
from segue.sources._text import bounded, one_line
from segue.sources.codex import _patch
from segue.sources.codex._rows import Body, loose, mapping, string

Arguments = dict[str, Any]
_SHELLS = {"bash", "sh", "zsh", "dash", "ksh", "fish", "powershell", "powershell.exe", "pwsh", "cmd.exe"}
_STATUS = {"completed": "done", "done": "done", "in_progress": "active", "active": "active"}
_PROMPT_LIMIT = 300


class Read(TypedDict, total=False):
    """What a reader of arguments may fill in of a Call."""

    act: Act
    about: str
    command: str
    cwd: str
    files: tuple[FileTouch, ...]
    todos: tuple[Todo, ...]
    side: Side


def made(line: int, time: str, body: Body) -> Call:
    """The call that a response item makes, without its result."""
    name = body.name or (body.type or "").removesuffix("_call")
    given = arguments(body)
    read = _TOOLS.get(name, _other)(given)
    shown = f"{body.namespace}.{name}" if body.namespace else name
    return Call(line=line, time=time, name=shown, id=body.call_id or body.id or "", uid=body.id or "", **read)


def arguments(body: Body) -> Arguments:
    """The arguments of a call, however it carries them; a raw text stands under "input"."""
    if body.type == "custom_tool_call":
        return {"input": string(body.input)}
    if body.type in ("local_shell_call", "web_search_call"):
        return mapping(body.action)
    text = string(body.arguments)
    value = loose(text.encode("utf-8", "replace"))
    return value if isinstance(value, dict) else {"input": text}


def shell_text(command: Any) -> str:
    """A command as a person would type it: `["bash", "-lc", X]` is X."""
    if not isinstance(command, list):
        return command if isinstance(command, str) else ""
    words = [word for word in command if isinstance(word, str)]
    if len(words) == 3 and PurePath(words[0]).name in _SHELLS and words[1][:1] in "-/":
        return words[2]
    return shlex.join(words)


def patched(changes: Raw) -> tuple[FileTouch, ...]:
    """The files of a `changes` object, which events about patches carry."""
    found = []
    for path, told in mapping(changes).items():
        change = told if isinstance(told, dict) else {}
        if moved := change.get("move_path"):
            found += [FileTouch(path, "deleted"), FileTouch(str(moved), "moved")]
        elif change.get("type") == "add":
            found.append(FileTouch(path, "created", "", bounded(_text(change, "content"))))
        else:
            found.append(FileTouch(path, "deleted" if change.get("type") == "delete" else "edited"))
    return tuple(found)


def _run(given: Arguments) -> Read:
    command = shell_text(given.get("cmd") or given.get("command"))
    about = one_line(_text(given, "justification"))
    if patch := _patch.in_shell(command):
        return Read(act="edit", command=command, about=about, files=_patch.touches(patch))
    if command.startswith("*** Begin Patch"):
        return _edit({"input": command})
    return Read(
        act="run", command=command, about=about, cwd=_text(given, "workdir") or _text(given, "working_directory")
    )


def _type_in(given: Arguments) -> Read:
    chars = _text(given, "chars")
    about = f"types {chars!r}" if chars else "waits"
    return Read(act="run", about=one_line(f"{about} in process {given.get('session_id', '?')}"))


def _edit(given: Arguments) -> Read:
    return Read(act="edit", files=_patch.touches(_text(given, "input") or _text(given, "patch")))


def _plan(given: Arguments) -> Read:
    steps = given.get("plan")
    todos = [
        msgspec.convert({"text": _text(step, "step"), "status": _STATUS.get(_text(step, "status"), "pending")}, Todo)
        for step in (steps if isinstance(steps, list) else [])
        if isinstance(step, dict)
    ]
    return Read(act="todo", about=one_line(_text(given, "explanation")), todos=tuple(todos))


def _look(given: Arguments) -> Read:
    path = _text(given, "path") or _text(given, "file_path") or _text(given, "dir_path") or _text(given, "uri")
    return Read(act="read", about=one_line(path), files=(FileTouch(path, "read"),) if path else ())


def _search(given: Arguments) -> Read:
    wanted = next((given[key] for key in ("query", "pattern", "url", "queries") if given.get(key)), "")
    return Read(act="search", about=one_line(wanted if isinstance(wanted, str) else str(wanted)))


def _ask(given: Arguments) -> Read:
    questions = given.get("questions")
    asked = [_text(one, "question") for one in (questions if isinstance(questions, list) else [])]
    return Read(act="ask", about=one_line(" ".join(asked)))


def _spawn(given: Arguments) -> Read:
    task = bounded(_text(given, "message") or _text(given, "prompt") or _items(given), _PROMPT_LIMIT, _PROMPT_LIMIT)
    return Read(act="delegate", about=one_line(task), side=Side(task=task, outcome=""))


def _talk_to_agent(given: Arguments) -> Read:
    return Read(act="delegate", about=one_line(_text(given, "message") or ", ".join(agents_named(given))))


def _other(given: Arguments) -> Read:
    about = next((value for value in given.values() if isinstance(value, str) and value.strip()), "")
    return Read(act="other", about=one_line(about))


def agents_named(given: Arguments) -> list[str]:
    """The sub-agents that a call is about."""
    ids = given.get("ids") or given.get("targets") or [given.get("id") or given.get("target")]
    return [one for one in ids if isinstance(one, str)] if isinstance(ids, list) else []


def _items(given: Arguments) -> str:
    items = given.get("items")
    return "\n".join(_text(one, "text") for one in items) if isinstance(items, list) else ""


def _text(given: Any, key: str) -> str:
    value = given.get(key) if isinstance(given, dict) else None
    return value if isinstance(value, str) else ""


_TOOLS: dict[str, Callable[[Arguments], Read]] = {
    "exec_command": _run,
    "shell": _run,
    "shell_command": _run,
    "local_shell": _run,
    "container.exec": _run,
    "write_stdin": _type_in,
    "apply_patch": _edit,
    "update_plan": _plan,
    "view_image": _look,
    "read_file": _look,
    "list_dir": _look,
    "read_mcp_resource": _look,
    "grep_files": _search,
    "web_search": _search,
    "tool_search": _search,
    "request_user_input": _ask,
    "spawn_agent": _spawn,
    "send_input": _talk_to_agent,
    "send_message": _talk_to_agent,
    "followup_task": _talk_to_agent,
    "resume_agent": _talk_to_agent,
    "wait": _talk_to_agent,
    "wait_agent": _talk_to_agent,
    "close_agent": _talk_to_agent,
}
