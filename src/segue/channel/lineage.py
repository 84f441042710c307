"""Handoffs as trees: a brief's parent is the brief it was resumed from, or the one its session began with."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.channel.records import Transfer


class Node:
    def __init__(self, transfer: Transfer) -> None:
        self.transfer = transfer
        self.children: list[Node] = []

    def holds(self, fits: Callable[[Transfer], bool]) -> bool:
        """Whether the tree below has such a handoff."""
        return fits(self.transfer) or any(child.holds(fits) for child in self.children)


def trees(transfers: Iterable[Transfer]) -> list[Node]:
    """The roots, oldest first. A parent is always older, so that no circle can be drawn."""
    nodes = {t.brief_id: Node(t) for t in sorted(transfers, key=lambda t: (t.created_at, t.brief_id))}
    roots = []
    for node in nodes.values():
        parent = nodes.get(node.transfer.resumed_from or node.transfer.parent_brief)
        if parent and _before(parent.transfer, node.transfer):
            parent.children.append(node)
        else:
            roots.append(node)
    return roots


def _before(one: Transfer, other: Transfer) -> bool:
    return (one.created_at, one.brief_id) < (other.created_at, other.brief_id)
