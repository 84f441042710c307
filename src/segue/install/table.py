"""A table of ours in a TOML text: put at the end, taken out again, every other byte as it was."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from segue.errors import UsageError

Path = tuple[str, ...]
_HEADER = re.compile(r"[ \t]*\[\[?([^\]]*)\]")


def get(text: str, path: Path) -> Any:
    """The value at a path; None when there is none. UsageError when the text is no TOML."""
    value: Any = _parsed(text)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def put(text: str, path: Path, values: dict[str, Any]) -> str:
    """With this table at the end. The caller has seen that there is none yet."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{'.'.join(path)}]", *(f"{key} = {_rendered(value)}" for key, value in values.items())]
    gap = "" if not text.strip("\ufeff \t\r\n") else newline if text.endswith("\n") else newline * 2
    made = text + gap + newline.join(lines) + newline
    expected = _parsed(text)
    _set(expected, path, values)
    return _same(made, expected, ".".join(path))


def renew(text: str, path: Path, values: dict[str, Any]) -> str:
    """With these values in the table that is there; whatever else stands in it stays."""
    expected = _parsed(text)
    _set(expected, path, {**get(text, path), **values})
    lines = []
    for line, header in _headed(text):
        key = line.partition("=")[0].strip()
        end = line[len(line.rstrip("\r\n")) :]
        mine = header == ".".join(path) and key in values
        lines.append(f"{key} = {_rendered(values[key])}{end}" if mine else line)
    return _same("".join(lines), expected, ".".join(path))


def take(text: str, path: Path) -> str:
    """Without the table and what stands below it."""
    expected = _parsed(text)
    parent: Any = expected
    for key in path[:-1]:
        parent = parent.get(key, {})
    if path[-1] not in parent:
        return text
    del parent[path[-1]]
    name = ".".join(path)
    kept: list[str] = []
    pending: list[str] = []
    for line, header in _headed(text):
        ours = header == name or header.startswith(f"{name}.")
        if ours and (not line.strip() or line.lstrip().startswith("#")):
            pending.append(line)  # blank lines and comments behind our last line belong to whoever comes next
            continue
        kept += [] if ours else [*pending, line]
        pending = []
    return _same(_without_gap(text, "".join([*kept, *pending])), expected, name)


def _headed(text: str) -> Iterator[tuple[str, str]]:
    """Every line with the name of the table it stands in; what only looks like a header is none."""
    header, before = "", ""
    for line in text.splitlines(keepends=True):
        found = _HEADER.match(line)
        if found and _whole(before):
            header = found[1].replace(" ", "").replace("\t", "")
        before += line
        yield line, header


def _whole(text: str) -> bool:
    """Whether a text ends outside of any string or array."""
    try:
        _parsed(text)
    except UsageError:
        return False
    return True


def _without_gap(text: str, made: str) -> str:
    """The empty line that was put before our table goes with it when the table was the last thing in the file."""
    if text.startswith(made) and made.endswith(("\n\n", "\n\r\n")):
        return made.removesuffix("\r\n") if made.endswith("\r\n") else made.removesuffix("\n")
    return made


def _same(made: str, expected: dict[str, Any], name: str) -> str:
    try:
        found = _parsed(made)
    except UsageError as error:
        raise UsageError(f"[{name}] cannot be edited there without touching the rest ({error})") from error
    if _bare(found) != _bare(expected):
        raise UsageError(f"[{name}] cannot be edited there without touching the rest")
    return made


def _bare(value: dict[str, Any]) -> dict[str, Any]:
    """Without empty tables at the top: a header alone makes one, and it says nothing."""
    return {key: one for key, one in value.items() if one != {}}


def _set(value: dict[str, Any], path: Path, values: dict[str, Any]) -> None:
    for key in path[:-1]:
        value = value.setdefault(key, {})
        if not isinstance(value, dict):
            raise UsageError(f"{'.'.join(path)} cannot be put there: {key} is no table")
    value[path[-1]] = values


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"it is no TOML: {error}") from error


def _rendered(value: Any) -> str:
    """Strings, whole numbers and lists of strings, which JSON and TOML spell alike."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
