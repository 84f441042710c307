"""Edits of a JSON text that disturb no byte that is not ours: a value is put in or taken out between the others.

Every edit is checked before it is given back: the new text, read again, is the old value with the one change. What
cannot be done so is refused. Not here: which values, and in which files."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from typing import Any

from segue.errors import UsageError
from segue.install.scan import Node, Part, scan, value_of

Path = tuple[str | int, ...]
"""Names of members; a number for an item of an array."""
Splice = tuple[int, int, str]
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\n\r]*|/\*[^\n\r]*?\*/[ \t]*(?=[\r\n]))?")
_INDENT = re.compile(r"^([ \t]+)[\"\[{/]", re.MULTILINE)


class Json:
    """One text and its tree. An edit gives a new one; this one stays as it is."""

    def __init__(self, text: str, *, comments: bool = False) -> None:
        self.comments = comments
        self.text = text if text.strip("\ufeff \t\r\n") else text + "{}" + ("" if text.endswith("\n") else "\n")
        self.root = scan(self.text, comments=comments)
        self.value = value_of(self.text, self.root)
        if self.root.kind != "object":
            raise UsageError("line 1: it holds no object")
        self.newline = "\r\n" if "\r\n" in self.text else "\n"
        found = _INDENT.findall(self.text)
        self.unit = min(found, key=len) if found else "  "

    def get(self, path: Path) -> Any:
        """The value at a path; None when there is none."""
        value = self.value
        for key in path:
            if isinstance(key, int):
                value = value[key] if isinstance(value, list) and key < len(value) else None
            else:
                value = value.get(key) if isinstance(value, dict) else None
        return value

    def put(self, path: Path, value: Any) -> Json:
        """With this value at the path; what stood there is replaced, what leads there is made."""
        node, depth = self._down(path)
        if depth == len(path):
            text = self._rendered(value, self._indent_at(node.start))
            return self._checked([(node.start, node.end, text)], path, value)
        for key in reversed(path[depth + 1 :]):
            value = {key: value}
        return self._checked(self._insertion(node, path[depth], value), path[: depth + 1], value)

    def append(self, path: Path, item: Any) -> Json:
        """With one more item in the array at the path."""
        node, depth = self._down(path)
        if depth < len(path):
            return self.put(path, [item])
        if node.kind != "array":
            raise UsageError(f"{_shown(path)} is no array")
        return self._checked(self._insertion(node, None, item), path, [*self.get(path), item])

    def take(self, path: Path) -> Json:
        """Without the member at the path."""
        parent, depth = self._down(path[:-1])
        found = self._one(parent, path) if depth == len(path) - 1 else []
        if not found:
            return self
        (part,) = found
        return self._without(parent, part, path[:-1], lambda value: value.pop(path[-1]))

    def drop(self, path: Path, number: int) -> Json:
        """Without one item of the array at the path."""
        node, _ = self._down(path)
        return self._without(node, node.parts[number], path, lambda value: value.pop(number))

    def _down(self, path: Path) -> tuple[Node, int]:
        """The deepest node on the path that is there, and how many keys led to it."""
        node = self.root
        for depth, key in enumerate(path):
            wanted = "array" if isinstance(key, int) else "object"
            if node.kind != wanted:
                raise UsageError(f"{_shown(path[:depth])} is no {wanted}")
            found = node.parts[key : key + 1] if isinstance(key, int) else self._one(node, path[: depth + 1])
            if not found:
                return node, depth
            node = found[0].node
        return node, len(path)

    def _one(self, node: Node, path: Path) -> list[Part]:
        found = node.named(str(path[-1])) if node.kind == "object" else []
        if len(found) > 1:
            raise UsageError(f"{_shown(path)} stands there twice")
        return found

    def _insertion(self, node: Node, key: str | int | None, value: Any) -> list[Splice]:
        name = "" if key is None else f"{json.dumps(key)}: "
        if not node.parts:
            return self._first(node, name, value)
        last = node.parts[-1]
        before = self._lead(node, last)
        if before is None:
            return [(last.node.end, last.node.end, f", {name}{json.dumps(value, ensure_ascii=False)}")]
        text = before + name + self._rendered(value, before.rpartition("\n")[2])
        if last.comma >= 0:
            at = self._line_end(last.comma + 1)
            return [(at, at, f"{text},")]
        at = self._line_end(last.node.end)
        end = last.node.end
        return [(end, end, f",{text}")] if at == end else [(end, end, ","), (at, at, text)]

    def _first(self, node: Node, name: str, value: Any) -> list[Splice]:
        """Into an empty container: right behind its bracket, whatever comment it holds stays behind it."""
        outer = self._indent_at(node.start)
        inner = outer + self.unit
        close = "" if "\n" in self.text[node.start : node.end] else self.newline + outer
        text = f"{self.newline}{inner}{name}{self._rendered(value, inner)}{close}"
        return [(node.start + 1, node.start + 1, text)]

    def _lead(self, node: Node, part: Part) -> str | None:
        """Line break and indent before a part; None when it stands on the line of its bracket or of another part."""
        start = self.text.rfind("\n", node.start, part.start)
        if start < 0:
            return None
        blank = self.text[start + 1 : part.start]
        return self.newline + (blank if not blank.strip(" \t") else self._indent_at(node.start) + self.unit)

    def _indent_at(self, at: int) -> str:
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _line_end(self, at: int) -> int:
        """Behind a comment on the rest of the line: it speaks of what stands before it."""
        found = _REST_OF_LINE.match(self.text, at) if self.comments else None
        return found.end() if found and found[0].strip() else at

    def _rendered(self, value: Any, indent: str) -> str:
        if "\n" not in self.text.strip("\ufeff \t\r\n") and self.value:
            return json.dumps(value, ensure_ascii=False)
        return json.dumps(value, ensure_ascii=False, indent=self.unit).replace("\n", self.newline + indent)

    def _without(self, parent: Node, part: Part, path: Path, change: Callable[[Any], Any]) -> Json:
        number = next(n for n, one in enumerate(parent.parts) if one is part)
        end = part.comma + 1 if part.comma >= 0 else part.node.end
        blank = len(self.text[: part.start].rstrip(" \t\r\n"))
        commas = [(one, one + 1, "") for one in (parent.parts[number - 1].comma,) if number and part.comma < 0]
        expected = copy.deepcopy(self.value)
        target = expected
        for key in path:
            target = target[key]
        change(target)
        try:
            return self._same(_spliced(self.text, [*commas, (blank, end, "")]), expected)
        except UsageError:  # a comment before it needs the end of its line
            return self._same(_spliced(self.text, [*commas, (part.start, end, "")]), expected)

    def _checked(self, splices: list[Splice], path: Path, value: Any) -> Json:
        expected = copy.deepcopy(self.value)
        target = expected
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value
        return self._same(_spliced(self.text, splices), expected)

    def _same(self, text: str, expected: Any) -> Json:
        made = Json(text, comments=self.comments)
        if made.value != expected or json.dumps(made.value) != json.dumps(expected):
            raise UsageError("an edit would change more than it should")
        return made


def _spliced(text: str, splices: list[Splice]) -> str:
    for start, end, new in sorted(splices, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _shown(path: Path) -> str:
    return ".".join(map(str, path)) or "the file"
