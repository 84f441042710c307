"""Where everything stands in a JSON text: a tree of positions, so that an edit can leave every other byte alone.

With `comments`, also what editors call JSONC: comments and a trailing comma. What cannot be read is refused."""

from __future__ import annotations

import json
import re
from typing import Any, Literal, NoReturn

from msgspec import Struct

from segue.errors import UsageError

DEEPEST = 100
_SPACE = re.compile(r"[ \t\r\n]*")
_GAP = re.compile(r"(?:[ \t\r\n]+|//[^\n\r]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


class Node(Struct):
    """One value of the text. `parts` are an object's members or an array's items."""

    kind: Literal["object", "array", "scalar"]
    start: int
    end: int
    parts: list[Part] = []

    def named(self, key: str) -> list[Part]:
        return [part for part in self.parts if part.key == key]


class Part(Struct):
    key: str
    """Empty for an item of an array."""
    start: int
    """Where its key begins, or its value when it has none."""
    node: Node
    comma: int = -1
    """Where the comma after it stands."""


class Scanner:
    def __init__(self, text: str, comments: bool) -> None:
        self.text = text
        self.gap = _GAP if comments else _SPACE
        self.comments = comments
        self.at = 1 if text.startswith("\ufeff") else 0

    def whole(self) -> Node:
        node = self.value(0)
        self.skip()
        if self.at != len(self.text):
            self.refuse("something follows the value")
        return node

    def skip(self) -> None:
        found = self.gap.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def value(self, depth: int) -> Node:
        self.skip()
        if depth > DEEPEST:
            self.refuse("it is nested too deep")
        opening = self.text[self.at : self.at + 1]
        if opening in ("{", "["):
            return self.container(depth, "object" if opening == "{" else "array")
        found = (_STRING if opening == '"' else _SCALAR).match(self.text, self.at)
        if not found:
            self.refuse("a value is missing")
        node = Node("scalar", self.at, found.end())
        self.decoded(node)
        self.at = found.end()
        return node

    def container(self, depth: int, kind: Literal["object", "array"]) -> Node:
        node = Node(kind, self.at, self.at, [])
        closing = "}" if kind == "object" else "]"
        self.at += 1
        self.skip()
        while self.text[self.at : self.at + 1] != closing:
            if node.parts and node.parts[-1].comma < 0:
                self.refuse("a comma is missing")
            node.parts.append(self.part(depth, kind))
            self.skip()
            if self.text[self.at : self.at + 1] == ",":
                node.parts[-1].comma = self.at
                self.at += 1
                self.skip()
        if node.parts and node.parts[-1].comma >= 0 and not self.comments:
            self.refuse("a comma stands before the end")
        self.at += 1
        node.end = self.at
        return node

    def part(self, depth: int, kind: str) -> Part:
        start = self.at
        if kind == "array":
            return Part("", start, self.value(depth + 1))
        found = _STRING.match(self.text, start)
        if not found:
            self.refuse("a key is missing")
        key = self.decoded(Node("scalar", start, found.end()))
        self.at = found.end()
        self.skip()
        if self.text[self.at : self.at + 1] != ":":
            self.refuse("a colon is missing")
        self.at += 1
        return Part(key, start, self.value(depth + 1))

    def decoded(self, node: Node) -> Any:
        try:
            return json.loads(self.text[node.start : node.end])
        except ValueError:
            self.refuse("a value cannot be read")

    def refuse(self, why: str) -> NoReturn:
        line = self.text.count("\n", 0, self.at) + 1
        if not self.comments and self.text.startswith(("//", "/*"), self.at):
            why = "there is a comment, which the agent itself does not read in this file"
        raise UsageError(f"line {line}: {why}")


def scan(text: str, *, comments: bool = False) -> Node:
    """The tree of a text; UsageError with the line where it is no JSON."""
    return Scanner(text, comments).whole()


def value_of(text: str, node: Node) -> Any:
    """The value as a program reads it: of two members with one name, the last."""
    if node.kind == "object":
        return {part.key: value_of(text, part.node) for part in node.parts}
    if node.kind == "array":
        return [value_of(text, part.node) for part in node.parts]
    return json.loads(text[node.start : node.end])
