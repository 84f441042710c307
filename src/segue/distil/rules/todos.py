"""What the last todo list left undone."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at, flat

SHOWN = 8
_WORDS = {"active": "Half done", "pending": "To do"}


def todos(digest: Digest) -> Iterator[Finding]:
    call = digest.listed
    if call is None:
        return
    undone = [todo for todo in call.todos if todo.status != "done"]
    for todo in undone[:SHOWN]:
        claim = Claim(
            lead=f"{_WORDS[todo.status]}:",
            text=flat(todo.text)[:200],
            pointers=(at(todo.line or call.line),),
            standing="verified",
        )
        yield Finding(kind="todo", claims=(claim,), weight=14.0 if todo.status == "active" else 9.0)
