"""Says a step of the script in the client's own words: which tool it offers for it, and that tool's arguments."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

Schema = dict[str, Any]
Tools = dict[str, Schema]
RAW = {"raw": True}
"""The schema of a tool that takes plain text instead of JSON."""

SHELL = ("Bash", "bash", "exec_command", "shell", "shell_command", "run_shell_command", "local_shell")
WRITE = ("Write", "write", "write_file", "create", "apply_patch")
EDIT = ("Edit", "edit", "replace", "apply_patch")
PATH = ("file_path", "filePath", "path", "absolute_path")
CONTENT = ("content", "contents", "file_text")
OLD = ("old_string", "oldString", "oldText", "old_str", "before")
NEW = ("new_string", "newString", "newText", "new_str", "after")


BLOCKS = "SEARCH/REPLACE"
"""What a client without tools calls the form in which it takes edits, in its instructions; it stands for a tool."""


class Call(NamedTuple):
    name: str
    arguments: dict[str, Any] | str
    """An object, or the plain text for a tool that takes that."""


class NoSuchToolError(Exception):
    """The script asks for something that this client does not offer."""


def call_for(verb: str, argument: str, tools: Tools) -> Call:
    if verb == "tool":
        return _named(argument, tools)
    if verb == "bash":
        return _shell(argument, tools)
    path, _, rest = argument.partition("|")
    rest = rest.replace("\\n", "\n")
    if verb == "write":
        return _write(path, rest, tools)
    old, _, new = rest.partition("|")
    return _edit(path, old, new, tools)


def _named(argument: str, tools: Tools) -> Call:
    name, _, arguments = argument.strip().partition(" ")
    full = name if name in tools else next((tool for tool in tools if tool.endswith(name)), name)
    if tools.get(full) == RAW:
        return Call(full, arguments.replace("\\n", "\n"))
    return Call(full, json.loads(arguments or "{}"))


def _shell(command: str, tools: Tools) -> Call:
    name = _first(SHELL, tools)
    properties = tools[name].get("properties", {})
    key = "cmd" if "cmd" in properties else "command"
    as_list = properties.get(key, {}).get("type") == "array"
    return _filled(name, {key: ["bash", "-lc", command] if as_list else command}, tools)


def _write(path: str, text: str, tools: Tools) -> Call:
    name = _first(WRITE, tools)
    if name == "apply_patch":
        added = "".join(f"+{line}\n" for line in text.splitlines())
        return _patch(f"*** Add File: {path}\n{added}", tools)
    return _filled(name, _spelt(tools[name], {PATH: path, CONTENT: text}), tools)


def _edit(path: str, old: str, new: str, tools: Tools) -> Call:
    name = _first(EDIT, tools)
    if name == "apply_patch":
        removed = "".join(f"-{line}\n" for line in old.splitlines())
        added = "".join(f"+{line}\n" for line in new.splitlines())
        return _patch(f"*** Update File: {path}\n@@\n{removed}{added}", tools)
    properties = tools[name].get("properties", {})
    if "edits" in properties:
        item = properties["edits"].get("items", {})
        one = _spelt(item, {OLD: old, NEW: new}) or {"oldText": old, "newText": new}
        return _filled(name, {**_spelt(tools[name], {PATH: path}), "edits": [one]}, tools)
    return _filled(name, _spelt(tools[name], {PATH: path, OLD: old, NEW: new}), tools)


def _patch(body: str, tools: Tools) -> Call:
    text = f"*** Begin Patch\n{body}*** End Patch\n"
    return Call("apply_patch", text if tools["apply_patch"] == RAW else {"input": text})


def _first(names: tuple[str, ...], tools: Tools) -> str:
    for name in names:
        if name in tools:
            return name
    raise NoSuchToolError(f"none of {', '.join(names)} among {', '.join(tools)}")


def _spelt(schema: Schema, wanted: dict[tuple[str, ...], str]) -> dict[str, Any]:
    """Each value under the first of its names that the schema knows."""
    known = schema.get("properties", {})
    chosen = ((next((name for name in names if name in known), None), value) for names, value in wanted.items())
    return {name: value for name, value in chosen if name}


def _filled(name: str, arguments: dict[str, Any], tools: Tools) -> Call:
    """With something in every other argument that the schema demands."""
    demanded = tools[name].get("required") or []
    filler = {key: False if key.startswith("is_") else "scripted" for key in demanded}
    return Call(name, {**filler, **arguments})


def in_prose(verb: str, argument: str) -> str:
    """A step for a client that takes edits and commands out of the answer's text."""
    if verb == "bash":
        return f"```bash\n{argument}\n```"
    path, _, rest = argument.replace("\\n", "\n").partition("|")
    old, _, new = ("", "", rest) if verb == "write" else rest.partition("|")
    lines = ["<<<<<<< SEARCH", *old.splitlines(), "=======", *new.splitlines(), ">>>>>>> REPLACE"]
    return "\n".join([path, "```python", *lines, "```"])
