"""What the last todo list left undone."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.rules.in_passing import AGAIN, came_up, done_from

SHOWN = 8
OLD = 2
"""Turns of the user's since a list was written: what it left undone may have been done."""
_WORDS = {"active": "Half done:", "pending": "To do:"}
FROM_OLD = "Left on an old list:"
"""Said of what did not come up again since; in short words, which the record need not hold."""


def todos(digest: Digest) -> Iterator[Finding]:
    call = digest.listed
    if call is None:
        return
    undone = [todo for todo in call.todos if todo.status != "done"]
    since = [turn for turn in digest.asks if turn.ask and turn.ask.line > call.line]
    old = len(since) >= OLD
    later = done_from(since[0].index, digest) if old else ""
    undone = [todo for todo in undone if came_up(todo.text, later) < AGAIN]
    for todo in undone[:SHOWN]:
        claim = Claim(
            lead=FROM_OLD if old else _WORDS[todo.status],
            text=flat(todo.text)[:200],
            pointers=(at(todo.line or call.line),),
            standing="verified",
        )
        worth = 14.0 if todo.status == "active" else 9.0
        yield Finding(kind="todo", claims=(claim,), weight=worth / 2 if old else worth)
