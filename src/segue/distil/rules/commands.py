"""Commands that were really run, with their last outcome. How a check ended is told while it still tells something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from segue.distil.digest import Digest, one_line
from segue.distil.records import RAN, USER_RAN, Claim, Finding, at
from segue.distil.rules.checks import CHECKS, is_check, told_as
from segue.distil.rules.last_checks import last_checks, standing_checks, telling_checks
from segue.distil.rules.shell import core, is_routine, is_short, looks, pieces, unadorned
from segue.distil.rules.verdicts import ended
from segue.patterns import late
from segue.session.records import Call, Outcome

BY_HAND = "user-"
"""How the names begin that readers give to what the user ran inside the agent."""
SHOWN = 12
BRIEF = 300
TOLD = 60
_ABSENT = late(
    r"^\W*(?:no|cannot|could not|couldn'?t|unable)\b.{0,60}\b(?:found|find|exists?|match\w*|running|such)\b|"
    r"\b(?:not found|does not exist|no such)\b",
    re.I,
)
"""What a command says that looked for something in vain, whatever its exit code."""
_FOR_ONCE = late(
    r"(?:node|deno|bun|ruby|perl|php|python[\d.]*|Rscript) -[a-zA-Z]{0,2}[ce](?= )|"
    r"\$\{?(?!HOME\b|PWD\b)[A-Za-z_]\w*\}?/"
)
"""A program that is typed in quotes, or one whose name a script knows: nobody types it again."""


def commands(digest: Digest) -> Iterator[Finding]:
    """One claim a family of commands: the one run most, and of those the last."""
    standing, newest = digest.once(standing_checks), digest.once(last_checks)
    telling = set(map(id, digest.once(telling_checks)))
    spelled = {_spelled(call.command): told_as(call.command) for call in standing.values()}
    families: dict[str, dict[str, list[Call]]] = {}
    for call in digest.commands:
        name = core(call.command)
        name = spelled.get(_spelled(name), told_as(name) or name) if is_check(name) else name
        if name in newest or _is_for_once(name) or call.outcome == "rejected":
            continue  # what was refused is told as that
        if is_short(name):
            families.setdefault(" ".join(name.split()[:3]), {}).setdefault(name, []).append(call)
    claims: dict[str, Claim] = {}
    for runs in families.values():
        total = sum(map(len, runs.values()))
        for name, calls in sorted(runs.items(), key=lambda r: (-len(r[1]), -r[1][-1].line))[:2]:
            worth = _worth(name, calls, total, digest)
            stale = is_check(name) and id(calls[-1]) not in telling
            text = f"`{name}` {outcome(calls[-1], stale=stale)}"
            lead = USER_RAN if calls[-1].name.startswith(BY_HAND) else RAN
            where = (at(calls[-1].line),)
            claims[name] = Claim(lead=lead, text=text, pointers=where, standing="verified", weight=worth)
            total = 1
    told = sorted(_each_once(claims, newest), key=lambda claim: -claim.weight)
    if told:
        yield Finding(kind="command", claims=tuple(told[:SHOWN]))


def _each_once(claims: dict[str, Claim], told: Iterable[str]) -> list[Claim]:
    """Without those that are made of what others say: `a; b` tells nothing beside `a` and `b`."""
    made_of = {name: _made_of(name) for name in claims}
    known = {part for name in told for part in _made_of(name)}
    kept = []
    for name, parts in sorted(made_of.items(), key=lambda one: len(one[1])):
        if not parts or not parts <= known:
            kept.append(claims[name])
        known |= parts
    return kept


def _made_of(command: str) -> set[str]:
    """The pieces that do something; a pipe into another program is one with it."""
    found = pieces(command)
    if any(piece.joint == "|" and not looks(into.text) for piece, into in pairwise(found)):
        return {command}
    return {unadorned(piece.text) for piece in found if not looks(piece.text)}


def _is_for_once(command: str) -> bool:
    """Nobody types it again: it only looks or keeps house, or each piece that does more was typed for the moment."""
    return all(is_routine(piece.text) or _FOR_ONCE.match(unadorned(piece.text)) for piece in pieces(command))


@lru_cache(maxsize=2048)
def _spelled(command: str) -> tuple[str, ...]:
    """By what the same command is known again, whatever its output goes through and whatever looks at it then."""
    found = pieces(core(command))
    heads = (
        piece.text for before, piece in zip((None, *found), found, strict=False) if not before or before.joint != "|"
    )
    return tuple(unadorned(head) for head in heads if not looks(head))


_ENDED: dict[Outcome, str] = {
    "ok": "ok",
    "failed": "not ok",
    "rejected": "user said no",
    "interrupted": "cut off",
    "unanswered": "no end seen",
    "cancelled": "not run",
}
"""Short words: a record that shows how a command ended need not say so in ours."""


def outcome(call: Call, *, stale: bool = False) -> str:
    """How it ended; of a check that no longer tells how things stand, how it did then."""
    end = ended(call)
    if stale and end in ("ok", "failed"):
        return f"{_ENDED[end]} then"
    if end == "ok" and len(call.output) < BRIEF and _ABSENT.search(call.output):
        return f"({one_line(call.output, TOLD)})"  # it ended well, and found nothing
    if end == "unanswered" and call.outcome == "ok":
        return "(its end went into a pipe)"
    return f"not ok, exit {call.exit_code}" if end == "failed" and call.exit_code else _ENDED[end]


def _worth(name: str, calls: list[Call], total: int, digest: Digest) -> float:
    low = name.lower()
    worth = 1.0 + 0.5 * min(total, 6)
    if any(word in low for word in CHECKS):
        worth += 2.0
    worth *= 0.7 + 0.6 * digest.late(calls[-1].line)
    if ended(calls[-1]) != "ok":
        worth *= 0.7
    return worth * 3
