"""Where a handoff was asked for inside a session, and the session without it.

What `/handoff` puts into an agent is our text and not the user's, what the agent gives to our tool is our document and
not its work, and what it says then is ours too. A brief that took them for the session's would ask for a handoff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from segue.patterns import late
from segue.session.records import Call, Item, Mark, Said

ASKED = "Write a handoff document of this session"
"""How our own request begins, where an agent keeps what a command became."""
TOOL = "handoff_document"
"""What agents call the tool ends so, whatever they put before it."""
SEARCHES = ("tool_search", "ToolSearch")
"""How a model gets at a tool that is not offered at once."""
_CALLED = late(r"\s*[$/](?:mcp__segue__|segue[:.-])?handoff(?:_document)?\b(?:\s*\(MCP\))?\s*")
"""The same where it keeps what the user typed."""
_FOCUS = late(r"(?s)Additional focus(?:, if any is given)?: (.*)\Z")


def asks(said: Said) -> bool:
    """Whether the user asked for a handoff through a command of ours."""
    return said.role == "user" and (ASKED in said.text or bool(_CALLED.match(said.text)))


def focus(text: str) -> str:
    """The user's own words in such a request."""
    if ASKED not in text:
        return _CALLED.sub("", text, count=1).strip()
    found = _FOCUS.search(text)
    return found[1].strip() if found else ""


def own_work(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items without the talk about a handoff. The user's own words in a request stay when nothing came of it."""
    if not any(map(_is_ours, items)):
        return tuple(items)
    return tuple(kept for turn in _turns(items) for kept in _kept(turn))


def _is_ours(item: Item) -> bool:
    if isinstance(item, Call):  # most are
        return item.name.endswith(TOOL)
    return isinstance(item, Said) and asks(item)


def _turns(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Each begins with words of the user, save perhaps the first."""
    turn: list[Item] = []
    for item in items:
        if isinstance(item, Said) and item.role == "user" and turn:
            yield turn
            turn = []
        turn.append(item)
    yield turn


def _kept(turn: list[Item]) -> list[Item]:
    """What the agent did besides, before and after it gave the document, stays; what it said about it does not."""
    asked = turn[0] if isinstance(turn[0], Said) and asks(turn[0]) else None
    given = [at for at, item in enumerate(turn) if isinstance(item, Call) and _is_ours(item)]
    if not given:
        return [*_words(asked), *turn[1:]] if asked else turn
    before = turn[1 if asked else 0 : given[0]]
    before = before if not asked or any(map(_works, before)) else _marks(before)
    after = turn[given[-1] + 1 :]
    first = next((at for at, item in enumerate(after) if _works(item)), len(after))
    return [*before, *_marks(after[:first]), *after[first:]]


def _works(item: Item) -> bool:
    return isinstance(item, Call) and item.name not in SEARCHES


def _marks(items: list[Item]) -> list[Item]:
    return [item for item in items if isinstance(item, Mark)]


def _words(asked: Said) -> list[Item]:
    own = focus(asked.text)
    return [msgspec.structs.replace(asked, text=own, via="command")] if own else []
