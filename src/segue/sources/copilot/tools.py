"""Copilot CLI's tools, and what the end of a call says about it."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from segue.patterns import late
from segue.session.records import Call, FileTouch, How, Outcome
from segue.sources._calls import UNKNOWN, Result, Tool, as_created
from segue.sources._values import mapping, mappings, number, text

TOOLS: dict[str, Tool] = {
    "bash": Tool("run", ("description",)),
    "powershell": Tool("run", ("description",)),
    "view": Tool("read", (), "path", "read"),
    "show_file": Tool("read", (), "path", "read"),
    "create": Tool("edit", (), "path", "created", new="file_text"),
    "edit": Tool("edit", (), "path", "edited", old="old_str", new="new_str"),
    "str_replace_editor": Tool("edit", (), "path", "edited", old="old_str", new="new_str"),
    "grep": Tool("search", ("pattern",)),
    "rg": Tool("search", ("pattern",)),
    "glob": Tool("search", ("pattern",)),
    "web_fetch": Tool("search", ("url",)),
    "web_search": Tool("search", ("query",)),
    "task": Tool("delegate", ("description", "prompt")),
    "ask_user": Tool("ask", ("question", "message")),
    "exit_plan_mode": Tool("plan", ("summary", "plan")),
    "update_todo": Tool("todo"),
    "apply_patch": Tool("edit"),
}
KINDS: dict[str, How] = {"create": "created", "edit": "edited", "delete": "deleted"}
REFUSED = ("rejected", "denied")
_SHELL = late(r"<shellId: \S+ completed with exit code (-?\d{1,10})>\s*\Z")
_PATCHED = late(r"^\*\*\* (Add|Update|Delete) File: (.+?)\s*$", re.MULTILINE)
_PATCH: dict[str, How] = {"Add": "created", "Delete": "deleted"}


def tool_of(name: str) -> Tool:
    return TOOLS.get(name, UNKNOWN)


def result_of(call: Call, data: dict[str, Any], line: int) -> Result:
    """A shell that ended with an error counts as a success here; only the exit code tells."""
    error = mapping(data.get("error"))
    output = text(mapping(data.get("result")), "content") or text(error, "message")
    code = number(mapping(data.get("shellExecution")).get("exitCode"))
    if code is None and call.act == "run" and (ended := _SHELL.search(output)):
        code = int(ended[1])
    return Result(_outcome(data, text(error, "code"), code), output, line, code)


def _outcome(data: dict[str, Any], code: str, exit_code: int | None) -> Outcome:
    if data.get("success") is False or data.get("error"):
        return "rejected" if code in REFUSED else "interrupted" if code in ("aborted", "cancelled") else "failed"
    return "failed" if exit_code else "ok"


def with_edits(call: Call, data: dict[str, Any]) -> Call:
    """The files as the tool says it changed them. A patch names its files nowhere else in a plain word."""
    edits = {text(e, "path"): KINDS.get(text(e, "kind"), "edited") for e in mappings(data.get("fileEdits"))}
    if not edits:
        return call
    if len(edits) == 1 and len(call.files) == 1:
        return as_created(call) if "created" in edits.values() else replace(call, files=(_told(call.files[0], edits),))
    return replace(call, files=tuple(FileTouch(path, how) for path, how in edits.items() if path))


def _told(file: FileTouch, edits: dict[str, How]) -> FileTouch:
    return replace(file, how=next(iter(edits.values())))


def patched(given: object) -> tuple[FileTouch, ...]:
    """The files that a patch names."""
    patch = given if isinstance(given, str) else text(mapping(given), "input", "patch")
    return tuple(FileTouch(m[2], _PATCH.get(m[1], "edited")) for m in _PATCHED.finditer(patch))
