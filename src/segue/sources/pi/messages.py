"""One message of pi's as what was said, thought, called and given back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from segue.patterns import late
from segue.session.records import Call, Item, Mark, MarkKind, Outcome, Said, Thought
from segue.sources._text import bounded, one_line
from segue.sources.pi import words
from segue.sources.pi.results import result_of
from segue.sources.pi.rows import Message, blocks_of
from segue.sources.pi.tools import call_of
from segue.sources.pi.tree import Node

BY_HAND = ("user-bash", "user-python")
STOPS: dict[str, MarkKind] = {"aborted": "interrupted", "error": "error"}
_ABORTED = late(r"(?:operation|request) was aborted", re.IGNORECASE)


def take(message: Message, node: Node, time: str, *, whole: bool) -> bool:
    """Put what the message says into its node; False for a role we do not know. Not `whole`: no items."""
    if message.role in NOBODY:
        return True
    handle = ROLES.get(message.role)
    if handle is None:
        return False
    node.talk = True
    handle(message, node, time, whole)
    return True


def _user(message: Message, node: Node, time: str, whole: bool) -> None:
    find = words.of_user if message.role == "user" else words.of_custom
    node.prompt, via = find(message)
    if whole and node.prompt:
        node.items = (Said(line=node.line, role="user", text=node.prompt, time=time, uid=node.id, via=via),)


def _assistant(message: Message, node: Node, time: str, whole: bool) -> None:
    node.model = message.model
    if message.usage and message.usage.context and message.stop_reason not in STOPS:
        node.used = message.usage.context
    if whole:
        node.items = tuple(_spoken(message, node, time))


def _spoken(message: Message, node: Node, time: str) -> Iterator[Item]:
    stop = _stop(message)
    for block in blocks_of(message.content):
        if block.type == "text" and block.text.strip():
            yield Said(line=node.line, role="agent", text=block.text, time=time, uid=node.id)
        elif block.type == "thinking" and block.thinking.strip():
            yield Thought(line=node.line, text=block.thinking, uid=node.id)
        elif block.type == "toolCall":
            outcome: Outcome = "interrupted" if stop == "interrupted" else "unanswered"
            yield call_of(block, line=node.line, uid=node.id, time=time, outcome=outcome)
    if stop:
        yield Mark(line=node.line, kind=stop, text=bounded(message.error_message or ""), time=time)


def _stop(message: Message) -> MarkKind | None:
    """Escape while a tool runs is written as an error whose text says what it was."""
    stop = STOPS.get(message.stop_reason)
    return "interrupted" if stop == "error" and _ABORTED.search(message.error_message or "") else stop


def _tool_result(message: Message, node: Node, time: str, whole: bool) -> None:
    if whole:
        node.result = result_of(message, node.line, time)


def _by_hand(message: Message, node: Node, time: str, whole: bool) -> None:
    """A command that the user ran themselves: `!make` in pi, `$print(1)` in oh-my-pi."""
    if not whole:
        return
    shell = message.role == "bashExecution"
    outcome: Outcome = "interrupted" if message.cancelled else "failed" if message.exit_code else "ok"
    call = Call(
        line=node.line,
        name=BY_HAND[0] if shell else BY_HAND[1],
        act="run" if shell else "other",
        uid=node.id,
        time=time,
        about="" if shell else one_line(message.code),
        command=message.command if shell else "",
        outcome=outcome,
        exit_code=message.exit_code,
        result_line=node.line,
        output=bounded(message.output),
    )
    node.items = (call,)


def _summary(message: Message, node: Node, time: str, whole: bool) -> None:
    compaction = message.role == "compactionSummary"
    if compaction:
        node.used = None
    if whole:
        kind: MarkKind = "compaction" if compaction else "rewind"
        node.items = (Mark(line=node.line, kind=kind, text=message.summary, time=time),)


NOBODY = frozenset(("system", "developer", "fileMention"))
"""Roles that speak to the model only."""
ROLES: dict[str, Callable[[Message, Node, str, bool], None]] = {
    "user": _user,
    "custom": _user,
    "hookMessage": _user,
    "assistant": _assistant,
    "toolResult": _tool_result,
    "bashExecution": _by_hand,
    "pythonExecution": _by_hand,
    "compactionSummary": _summary,
    "branchSummary": _summary,
}
