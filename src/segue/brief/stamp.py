"""The head of a brief that is handed over: which brief, of which channel, from whom, to whom. And its total caps."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from segue.brief import gate
from segue.brief.render import inert
from segue.brief.tokens import tokens
from segue.channel.records import BRIEF_VERSION, Memory
from segue.errors import BriefError
from segue.redact import mask
from segue.session.records import short_id

SOFT, HARD = 4_000, 8_000
MORE_LINES = 12
FINALIZE = (
    "Before this session ends or its context fills up, call the tool `channel_handoff_finalize` "
    "(or run `segue channel finalize`) with your line of attack, hypothesis, abandoned approaches and open questions."
)
"""Ours, not data: every session that segue seeds is told when to write down its working memory."""


class Stamp(Struct, frozen=True, kw_only=True):
    brief_id: str
    channel_id: str
    channel_name: str = ""
    from_: str = ""
    to: str = ""
    resumed_from: str = ""
    memory: Memory = Memory()


def stamped(text: str, stamp: Stamp) -> str:
    """The text with its head below the title, and our request to the next agent."""
    lines = text.rstrip("\n").split("\n")
    title = next(n for n, line in enumerate(lines) if line.startswith(gate.TITLE))
    head = ["", *_head(stamp), "", f"> From segue, for the next agent: {FINALIZE}"]
    return "\n".join([*lines[: title + 1], *head, *lines[title + 1 :], ""])


def checked(text: str, headings: Sequence[str], lines: int, *, strict: bool, force: bool = False) -> list[str]:
    """What is to be said about a text that may go out; BriefError when it may not. No flag lets a secret pass."""
    size = tokens(text)
    gate.passed(text, headings, budget=max(size, HARD), lines=lines + MORE_LINES if strict else text.count("\n") + 1)
    if strict and size > HARD and not force:
        raise BriefError(
            f"the brief takes {size} tokens, more than the hard cap of {HARD}",
            hint="shorten the goal or the budget; --force sends it all the same; --save keeps it",
        )
    over = next((cap for cap in (HARD, SOFT) if size > cap), 0)
    return [f"warning: the brief takes {size} tokens, more than {over}"] if over else []


def _head(stamp: Stamp) -> list[str]:
    name = f" ({inert(mask(stamp.channel_name)[0])})" if stamp.channel_name else ""
    rows = (
        ("Brief", stamp.brief_id),
        ("Channel", f"{stamp.channel_id}{name}"),
        ("Schema version", str(BRIEF_VERSION)),
        ("From", inert(stamp.from_)),
        ("To", inert(stamp.to)),
        ("Resumed from", stamp.resumed_from),
        ("Working memory", _memory(stamp.memory)),
    )
    return [f"**{name}:** {value}  " for name, value in rows if value]


def _memory(memory: Memory) -> str:
    if memory.gap is None:
        return f"[gap-fill not provided] {inert(memory.why)}".strip()
    age = f", {memory.age}" if memory.age else ""
    return f"of session {inert(short_id(memory.gap.captured_by_session_id))}{age}"
