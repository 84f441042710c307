"""Lists of files and commands of which none is too short for a line of its own: one gives to another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import msgspec

from segue.brief.render import LISTS, entry, inert, is_list
from segue.brief.templates import LONGEST, SHORTEST
from segue.brief.verify import Witness, is_whole
from segue.distil.records import (
    FOR_THE_USER,
    ONLY_READ,
    RAN,
    READ,
    READ_ELSEWHERE,
    TOLD_THE_USER,
    USER_RAN,
    Claim,
    Finding,
)

OF_COMMANDS = (RAN, FOR_THE_USER, TOLD_THE_USER, USER_RAN)
LAST = (ONLY_READ, READ, READ_ELSEWHERE, *OF_COMMANDS)
"""Leads that come after those of what was changed."""


def balanced(entries: Sequence[Finding], witness: Witness) -> list[Finding]:
    """The entries with no list that is too short: its things go to others, or it gets what others can spare."""
    told = list(entries)
    for place, one in reversed([*enumerate(entries)]):
        if one.kind not in (*LISTS, "state") or not is_list(one) or len(entry(told[place])) >= SHORTEST:
            continue
        if one.kind == "state":
            told = _filled_up(told, place, witness) or told
        else:
            told = (
                _given(told, place, _others(told, place, LISTS), witness)
                or _filled_up(told, place, witness)
                or _given(told, place, _others(told, place, (*LISTS, "state")), witness)
                or _named_anyway(told, place)
                or told
            )
    return told


def _given(told: list[Finding], place: int, others: list[int], witness: Witness) -> list[Finding] | None:
    """All without this one, its things shared out among others; None when one of them finds no room there."""
    rest = list(told)
    for claim in told[place].claims:
        for number in others:
            if _holds(wider := _changed(rest[number], None, claim), witness):
                rest[number] = wider
                break
        else:
            return None
    return rest[:place] + rest[place + 1 :]


def _filled_up(told: list[Finding], place: int, witness: Witness) -> list[Finding] | None:
    """All with this one long enough, by something that another can spare, or changes for something shorter."""
    short = told[place]
    for number in _others(told, place, LISTS):
        for claim, back in product(reversed(told[number].claims), (None, *short.claims)):
            wider = _changed(short, back, claim)
            left = _changed(told[number], claim, back)
            if _is_long_enough(wider, left) and is_whole(wider, witness) and is_whole(left, witness):
                rest = list(told)
                rest[number], rest[place] = left, wider
                return rest
    return None


def _is_long_enough(*findings: Finding) -> bool:
    return all(SHORTEST <= len(entry(finding)) <= LONGEST for finding in findings)


def _named_anyway(told: list[Finding], place: int) -> list[Finding] | None:
    """All without this one, if the others name its things; what was merely read or run besides goes with them."""
    rest = told[:place] + told[place + 1 :]
    named = "\n".join(map(entry, rest))
    unnamed = [claim for claim in told[place].claims if inert(claim.text).strip("`") not in named]
    known = len(unnamed) < len(told[place].claims) and all(claim.lead in LAST for claim in unnamed)
    return rest if known else None


def _others(told: Sequence[Finding], place: int, kinds: tuple[str, ...]) -> list[int]:
    """Where other lists stand, those of its kind first, how the work stands last."""
    mine = told[place].kind
    places = (n for n, one in enumerate(told) if one.kind in kinds and is_list(one) and n != place)
    return sorted(places, key=lambda n: (told[n].kind != mine, told[n].kind not in LISTS, -n))


def _changed(finding: Finding, old: Claim | None, new: Claim | None) -> Finding:
    """The list without the one and with the other."""
    kept = [claim for claim in finding.claims if claim is not old]
    return listed(finding, [*kept, new] if new else kept)


def is_command(claim: Claim, finding: Finding) -> bool:
    """A thing of a list that is a command: lists of files hold some, and those of commands files."""
    return finding.kind in LISTS and claim.lead in OF_COMMANDS


def listed(finding: Finding, claims: Sequence[Claim]) -> Finding:
    """An entry of these things: what was changed, what was read, what was run; those of one lead together."""
    if finding.kind in LISTS:
        leads = [*dict.fromkeys(claim.lead for claim in claims if claim.lead not in LAST), *LAST]
        claims = sorted(claims, key=lambda claim: leads.index(claim.lead))
    return msgspec.structs.replace(finding, claims=tuple(claims))


def _holds(finding: Finding, witness: Witness) -> bool:
    """It is not too long, and each of its pointers is supported by it."""
    return len(entry(finding)) <= LONGEST and is_whole(finding, witness)
