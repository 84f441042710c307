"""The tree that a pi file is, and the one path through it that is still alive.

A parent always stands before its child in the file. A record whose parent is unknown, missing or further down is
damaged; the record before it stands in for the parent, so that a torn line costs one record and not all before it.
For the same reason no cycle can arise. Files of version 1 have no ids at all and become one line in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, UnsetType

from segue.session.records import Item
from segue.sources.pi.results import Result

ROOT = -1


class Node(Struct):
    """One record of the tree, with what it says about the session."""

    line: int
    parent: int
    id: str = ""
    items: tuple[Item, ...] = ()
    result: Result | None = None
    talk: bool = False
    """Somebody said or did something here, so leaving it behind is worth a word."""
    prompt: str = ""
    """The user's words, if this record holds a prompt of theirs."""
    model: str = ""
    used: int | UnsetType | None = UNSET
    """How full the context was; None after a compaction or a clearing, when nobody knows."""
    later: bytes = b""
    """The agent's message, not yet decoded: a list of sessions needs the last one or two of them only."""
    summarises: str = ""
    """Id of the last record of an abandoned branch that this record sums up."""


class Branch(Struct):
    """Records that were left behind when the user went back."""

    first: Node
    records: int = 0
    last_line: int = 0
    talk: bool = False
    prompt: str = ""


class Tree:
    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._places: dict[str, int] = {}

    def add(self, line: int, id_: str, parent_id: str | UnsetType | None) -> Node:
        parent = ROOT if parent_id is None else len(self.nodes) - 1
        if isinstance(parent_id, str):
            parent = self._places.get(parent_id, parent)
        node = Node(line=line, parent=parent, id=id_)
        if id_:
            self._places[id_] = len(self.nodes)
        self.nodes.append(node)
        return node

    def live(self) -> list[int]:
        """Places of the records from the root to the last record in the file."""
        path = []
        at = len(self.nodes) - 1
        while at != ROOT:
            path.append(at)
            at = self.nodes[at].parent
        return path[::-1]

    def abandoned(self, live: Iterable[int]) -> Iterator[Branch]:
        """Branches off the live path on which something happened, except those that a record there sums up."""
        alive = set(live)
        known = {self.nodes[at].id for at in alive if self.nodes[at].id}
        tops: dict[int, int] = {}
        branches: dict[int, Branch] = {}
        for at, node in enumerate(self.nodes):
            if at in alive or node.id in known:
                continue
            top = tops[at] = tops.get(node.parent, at)
            _count(branches.setdefault(top, Branch(node)), node)
        summed = {tops.get(self._places.get(self.nodes[at].summarises, ROOT)) for at in alive}
        return (branch for top, branch in branches.items() if branch.talk and top not in summed)


def _count(branch: Branch, node: Node) -> None:
    branch.records += 1
    branch.last_line = node.line
    branch.talk = branch.talk or node.talk
    branch.prompt = branch.prompt or node.prompt
