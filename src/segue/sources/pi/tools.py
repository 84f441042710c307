"""What pi's and oh-my-pi's tools are, and a call as its arguments tell it. What came back is in results.py."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Raw

from segue.patterns import late
from segue.session.records import Act, Call, FileTouch, How, Outcome, Side
from segue.sources._text import bounded, one_line
from segue.sources.pi.rows import Block, anything

TOOLS: dict[Act, str] = {
    "run": "bash powershell shell",
    "edit": "edit write multiedit multi_edit apply_patch ast_edit",
    "read": "read",
    "search": "ls grep find glob search ast_grep web_search",
    "plan": "plan submit_plan exit_plan_mode",
    "todo": "todo todos todo_write manage_todo_list",
    "ask": "ask question questionnaire ask_user ask_user_question",
    "delegate": "task subagent agent",
}
ACTS: dict[str, Act] = {name: act for act, names in TOOLS.items() for name in names.split()}
ABOUT = ("description", "intent", "i", "question", "pattern", "query", "url", "title", "prompt", "path", "name")
DEVICE = "xd://"
OLD, NEW = ("oldText", "old_string", "old_text"), ("newText", "new_string", "new_text")
_PATCHED = late(r"^\*\*\* (Add|Update|Delete) File: (.+?)\s*$|^\[([^\]\n]+?)(?:#[0-9A-Za-z]+)?\]\s*$", re.MULTILINE)
_PATCH_HOW: dict[str, How] = {"Add": "created", "Delete": "deleted"}
_LINES = late(r":(?:L?\d[\dL,+-]*|raw)$")
"""oh-my-pi's read takes `path:10-20`."""


def act_of(tool: str) -> Act:
    return ACTS.get(tool.lower(), "other")


def call_of(block: Block, *, line: int, uid: str, time: str, outcome: Outcome) -> Call:
    """A call nobody has answered yet."""
    name, given = _meant(block.name, arguments_of(block.arguments))
    act = act_of(name)
    return Call(
        line=line,
        name=name,
        act=act,
        id=block.id,
        uid=uid,
        time=time,
        about=_about(act, given),
        command=_text(given, "command", "cmd") if act == "run" else "",
        files=_files(name.lower(), act, given),
        outcome=outcome,
        side=Side(task=_task(given), outcome="") if act == "delegate" else None,
    )


def _meant(tool: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The tool that a call is for: oh-my-pi's model calls many of them by writing their arguments to `xd://<tool>`."""
    path = _text(given, "path")
    if tool != "write" or not path.startswith(DEVICE):
        return tool, given
    return path.removeprefix(DEVICE), arguments_of(Raw(_text(given, "content").encode()))


def arguments_of(raw: Raw) -> dict[str, Any]:
    """A call's arguments; some models send them as JSON inside a string."""
    value = anything(raw)
    if isinstance(value, str):
        value = anything(Raw(value.encode()))
    return value if isinstance(value, dict) else {}


def _about(act: Act, given: dict[str, Any]) -> str:
    if act == "ask" and (asked := dicts(given.get("questions"))):
        return one_line("; ".join(_text(q, "question", "prompt") for q in asked))
    if act == "delegate":
        return one_line(_text(given, "description") or _task(given))
    return one_line(_text(given, *(ABOUT[:3] if act == "run" else ABOUT)))


def _task(given: dict[str, Any]) -> str:
    """What a sub-agent was asked to do; several at once are one call of ours."""
    several = dicts(given.get("tasks")) + dicts(given.get("chain"))
    return bounded(
        "; ".join(_text(t, "task", "assignment", "description") for t in several) or _text(given, "task", "prompt")
    )


def _files(tool: str, act: Act, given: dict[str, Any]) -> tuple[FileTouch, ...]:
    path = _text(given, "path", "file_path", "filePath")
    if act == "edit" and not path:
        return tuple(_patched(_text(given, "input", "patch"))) + tuple(
            FileTouch(p, "edited") for p in strings(given.get("paths"))
        )
    if not path or "://" in path:
        return ()
    if act == "read":
        return (FileTouch(_LINES.sub("", path), "read"),)
    if tool == "write":
        return (FileTouch(path, "edited", new=bounded(_text(given, "content"))),)
    return (_edited(path, given),) if act == "edit" else ()


def _edited(path: str, given: dict[str, Any]) -> FileTouch:
    """One file, however many places of it the edit replaced."""
    edits = given.get("edits")
    if isinstance(edits, str):
        edits = anything(Raw(edits.encode()))
    places = [*dicts([edits] if isinstance(edits, dict) else edits), given]
    how = how_of(next((p["op"] for p in places if "op" in p), ""))
    old, new = (bounded("\n".join(t for p in places if (t := _text(p, *keys)))) for keys in (OLD, (*NEW, "diff")))
    return FileTouch(path, how, old, new)


_OPS: dict[str, How] = {"create": "created", "delete": "deleted"}


def _patched(patch: str) -> list[FileTouch]:
    """The files that a patch names, `*** Update File: p` or oh-my-pi's `[p#1a2b]`."""
    return [FileTouch(m[2] or m[3], _PATCH_HOW.get(m[1] or "", "edited")) for m in _PATCHED.finditer(patch)]


def how_of(op: object) -> How:
    """oh-my-pi's name for what an edit did to a file."""
    return _OPS.get(op, "edited") if isinstance(op, str) else "edited"


def _text(given: dict[str, Any], *names: str) -> str:
    return next((v for n in names if isinstance(v := given.get(n), str) and v), "")


def dicts(value: object) -> list[dict[str, Any]]:
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def strings(value: object) -> list[str]:
    return [v for v in value if isinstance(v, str) and v.strip()] if isinstance(value, list) else []
