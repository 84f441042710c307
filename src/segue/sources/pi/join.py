"""The items of the live path in order: calls with their results, a word where a branch was left behind."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from msgspec.structs import replace

from segue.session.records import Call, FileTouch, Gap, Item, Mark, Said
from segue.sources._text import one_line
from segue.sources._turns import with_finals
from segue.sources.pi.messages import BY_HAND
from segue.sources.pi.results import Result, answered
from segue.sources.pi.tree import Branch, Tree


def items_of(tree: Tree, live: list[int], cwd: str) -> tuple[tuple[Item, ...], list[Gap]]:
    joint = Joint()
    for at in live:
        node = tree.nodes[at]
        for item in node.items:
            joint.add(item)
        if node.result:
            joint.answer(node.result)
    orphans = joint.late(node.result for node in tree.nodes if node.result)
    joint.items += [_left_behind(branch) for branch in tree.abandoned(live)]
    return tuple(_with_created(_in_order(joint.items), cwd)), orphans


def _in_order(items: list[Item]) -> list[Item]:
    """By record number. What the user ran by hand does not make the agent's last words any less the last."""
    items.sort(key=_line)
    by_hand = [item for item in items if isinstance(item, Call) and item.name in BY_HAND]
    others = [item for item in items if not (isinstance(item, Call) and item.name in BY_HAND)]
    return sorted([*with_finals(others), *by_hand], key=_line)


def _line(item: Item) -> int:
    return item.line


class Joint:
    """Items to which results are added by the call's id, wherever they stand."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._open: dict[str, int] = {}
        self._unmatched: list[Result] = []

    def add(self, item: Item) -> None:
        if isinstance(item, Call) and item.id:
            self._open[item.id] = len(self.items)
        self.items.append(item)

    def answer(self, result: Result) -> None:
        at = self._open.pop(result.call, None)
        if at is None:
            self._unmatched.append(result)
            return
        call = self.items[at]
        assert isinstance(call, Call)
        self.items[at] = answered(call, result)
        for words in result.answers:
            self.items.append(Said(line=result.line, role="user", text=words, time=result.time, via="answer"))

    def late(self, elsewhere: Iterator[Result]) -> list[Gap]:
        """Join what stands in an odd place: before its call, or on a branch that was left. The rest are orphans."""
        unmatched, self._unmatched = self._unmatched, []
        for result in unmatched:
            self.answer(result)
        orphans = [Gap(result.line, "a result whose call is not there") for result in self._unmatched]
        for result in elsewhere:
            if result.call in self._open:
                self.answer(result)
        return orphans


def _left_behind(branch: Branch) -> Mark:
    first, last = branch.first.line, branch.last_line
    what = (
        f"1 record behind (L{first})"
        if branch.records == 1
        else f"{branch.records} records behind (L{first} to L{last})"
    )
    words = f": {one_line(branch.prompt, 120)}" if branch.prompt else ""
    return Mark(line=first, kind="rewind", text=f"went back and left {what}{words}")


def _with_created(items: list[Item], cwd: str) -> Iterator[Item]:
    """`write` does not say whether the file was there. It was, if this session read or wrote it before."""
    known: set[str] = set()
    for item in items:
        if not isinstance(item, Call) or not item.files:
            yield item
            continue
        first = item.files[0]
        created = item.name.lower() == "write" and _place(first, cwd) not in known
        yield replace(item, files=(replace(first, how="created"),)) if created else item
        if item.outcome == "ok":
            known.update(_place(file, cwd) for file in item.files if file.how != "deleted")


def _place(file: FileTouch, cwd: str) -> str:
    return posixpath.normpath(posixpath.join(cwd, file.path.removeprefix("@")))
