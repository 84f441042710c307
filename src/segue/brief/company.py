"""What was said in a few words is shown with what was said around it: a line of three words tells nobody much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

import msgspec

from segue.brief.choice import density_of, is_agents, pool_of
from segue.brief.gathered import TALK, told_beside
from segue.brief.lists import LAST
from segue.brief.records import Brief, Section
from segue.brief.render import BESIDE, LISTS, entry, is_list, markdown
from segue.brief.templates import LONGEST, SHORTEST
from segue.brief.tokens import line_tokens
from segue.brief.verify import Witness, is_whole, stamped
from segue.distil.records import Claim, Finding, at, bare, content, flat
from segue.redact import secrets_in

SPARES = ("decision", "root_cause", *LISTS)
"""Kinds of entries that give room: never what was tried in vain, or held against the agent. Of lists, what was merely
read or run."""
LOOKED_AT, TRIES = 40, 6
"""Ways to fill up one entry that are looked at, and of those that would do: a turn may have a thousand sentences."""
FULL = 0.95
"""Of the budget that is spent: what is not told then found no room."""
AT_BEST = 150
"""Characters of what keeps a short entry company: it takes the room of something else."""


def in_company(brief: Brief, found: Sequence[Finding], witness: Witness) -> Brief:
    """The brief with its short entries filled up, as far as there is room, or other entries can spare it."""
    shorts = [one for one in _entries(brief) if not is_list(one) and len(entry(one)) < SHORTEST]
    lines = {pointer.line for one in shorts for claim in one.claims for pointer in claim.pointers}
    around = [f for f in found if f.kind in TALK and any(p.line in lines for c in f.claims for p in c.pointers)]
    kept: list[Finding] = []
    for short in shorts:
        if short not in _entries(brief):
            continue  # another one stands beside it by now
        wider = islice(_wider(short, around, _texts(brief), witness), TRIES)
        answered = _enough(short, _of_reply(short, _texts(brief), witness), witness)
        brief = (
            _filled_up(brief, short, wider, kept, witness)
            or _beside_another(brief, short, witness)
            or _filled_up(brief, short, answered, kept, witness)
            or _without_asides(brief, short)
        )
    return brief


def _filled_up(
    brief: Brief, short: Finding, ways: Iterable[Finding], kept: list[Finding], witness: Witness
) -> Brief | None:
    """The brief with the first of these in the entry's place for which there is room; what is kept gives none."""
    for wider in ways:
        if fits := _fitting(_with(brief, short, wider), [*kept, wider], witness):
            kept.append(wider)
            return fits
    return None


def _without_asides(brief: Brief, short: Finding) -> Brief:
    """The full brief without a few words said by the way, which nobody would understand alone."""
    full = line_tokens(markdown(brief)) > FULL * brief.budget
    asides = full and all(pool_of(short, claim) == "aside" for claim in short.claims)
    return _with(brief, short, short, gone=short) if asides else brief


def _beside_another(brief: Brief, short: Finding, witness: Witness) -> Brief | None:
    """The brief with an entry as part of the nearest one of its section that has room for it."""
    section = next(section for section in brief.sections if short in section.entries)
    order = section.entries.index
    for other in sorted(section.entries, key=lambda one: abs(order(one) - order(short))):
        first, last = sorted((other, short), key=order)
        joined = told_beside(first, last) if first != last else None
        if joined and is_whole(joined, witness):
            fuller = _with(brief, first, joined, gone=last)
            if line_tokens(markdown(fuller)) <= brief.budget:
                return fuller
    return None


def _entries(brief: Brief) -> list[Finding]:
    return [one for section in brief.sections for one in section.entries]


def _texts(brief: Brief) -> set[str]:
    return {claim.text for one in _entries(brief) for claim in one.claims}


def _wider(short: Finding, around: Sequence[Finding], told: set[str], witness: Witness) -> Iterator[Finding]:
    """The entry with one thing more, the best first: what its finding says besides, what its record says beside it."""
    ways = [_of_finding(short, around, told), _of_record(short, around, told, witness)]
    best = islice(chain.from_iterable(ways if short.kind in TALK else reversed(ways)), LOOKED_AT)
    yield from _enough(short, best, witness)


def _enough(short: Finding, ways: Iterable[tuple[Claim, ...]], witness: Witness) -> Iterator[Finding]:
    """The entry with each of these claims, where that is neither too short nor too long, and can be shown."""
    for claims in ways:
        one = stamped(msgspec.structs.replace(short, claims=claims), witness)
        text = entry(one)
        if SHORTEST <= len(text) <= LONGEST and is_whole(one, witness) and not secrets_in(text):
            yield one


def _of_finding(short: Finding, around: Sequence[Finding], told: set[str]) -> Iterator[tuple[Claim, ...]]:
    """Its claims with more of their finding, in their order there: of a question what was said to it first, and as
    much of that as it takes; else what is worth most, the shorter ones first."""
    shown = [_key(claim) for claim in short.claims]
    for finding in around:
        keys = [_key(claim) for claim in finding.claims]
        if shown[-1] not in keys:
            continue
        more = [n for n, claim in enumerate(finding.claims) if not _is_told(claim.text, told)]
        if short.claims[-1].verbatim and "?" in short.claims[-1].text:
            after = [n for n in more if n > keys.index(shown[-1])][:TRIES]
            picks = [after[: n + 1] for n in range(len(after))]
        else:
            worth = {n: (len(finding.claims[n].text) > AT_BEST, -density_of(finding, finding.claims[n])) for n in more}
            picks = [[n] for n in sorted(more, key=lambda n: worth[n])]
        yield from (_inserted(short, finding, pick) for pick in picks)


def _inserted(short: Finding, finding: Finding, pick: Sequence[int]) -> tuple[Claim, ...]:
    """The claims of an entry with these of a finding's, each behind the one that it follows there."""
    claims = list(short.claims)
    keys = [_key(claim) for claim in finding.claims]
    for number in pick:
        known = [n for n, claim in enumerate(claims) if _key(claim) in keys]
        before = [n for n in known if _key(claims[n]) in keys[:number]]
        claims.insert(before[-1] + 1 if before else known[0], finding.claims[number])
    return tuple(claims)


def _of_record(short: Finding, around: Sequence[Finding], told: set[str], witness: Witness) -> list[tuple[Claim, ...]]:
    """Its claims after another of the agent's sentences in their record: on the same thing first, then the nearest."""
    first = short.claims[0]
    text = witness.bare(first.pointers[0].line) if first.pointers else ""
    subject, here = content(first.text), text.find(bare(first.text))
    near = [
        (not content(claim.text) & subject, abs(text.find(bare(claim.text)) - here), (claim, *short.claims))
        for finding in around
        for claim in finding.claims
        if is_agents(claim) and not claim.leans and _where(claim) == _where(first)
        if not _is_told(claim.text, told)
    ]
    return [claims for *_, claims in sorted(near, key=lambda one: one[:2])]


def _of_reply(short: Finding, told: set[str], witness: Witness) -> Iterator[tuple[Claim, ...]]:
    """The user's words with the first that the agent said to them, be it only that it goes to work."""
    last = short.claims[-1]
    if last.verbatim and last.pointers and (said := witness.reply(last.pointers[0].line)):
        opening = flat(said.text.strip().partition("\n")[0].replace("**", ""))
        text = opening[: opening.find(". ") + 1] or opening
        if not _is_told(text, told):
            yield *short.claims, Claim(text=text, pointers=(at(said.line),), standing="stated", place=1)


def _is_told(text: str, told: set[str]) -> bool:
    """An entry has it, with or without a title."""
    return any(text.endswith(other) or other.endswith(text) for other in told)


def _key(claim: Claim) -> tuple[str, tuple[str, ...]]:
    """A claim, whether its pointers were stamped or not."""
    return claim.text, _where(claim)


def _where(claim: Claim) -> tuple[str, ...]:
    return tuple(map(str, claim.pointers))


def _fitting(brief: Brief, kept: Sequence[Finding], witness: Witness) -> Brief | None:
    """The brief within its budget: the agent's least sentences go, then an only answer, then what a list can do
    without, and at the end a whole list of what was merely read or run."""

    def order(less: tuple[Finding, Claim, Finding]) -> tuple[bool, bool, bool, float]:
        one, claim, left = less
        return (
            is_list(one),
            pool_of(one, claim) == "file" and claim.lead not in LAST,
            all(c.verbatim for c in left.claims),
            density_of(one, claim),
        )

    while line_tokens(markdown(brief)) > brief.budget:
        spares = [one for one in _entries(brief) if one.kind in SPARES and one not in kept]
        less = [(one, *parts) for one in spares for parts in _less(one, witness)]
        besides = [one for one in spares if all(claim.lead in LAST for claim in one.claims)]
        if less:
            one, _, left = min(less, key=order)
            brief = _with(brief, one, left)
        elif besides:
            brief = _with(brief, besides[-1], besides[-1], gone=besides[-1])
        else:
            return None
    return brief


def _less(finding: Finding, witness: Witness) -> Iterator[tuple[Claim, Finding]]:
    """Each of the agent's sentences and of the things of a list that an entry can do without, and what is left."""
    for claim in finding.claims:
        claims = tuple(other for other in finding.claims if other is not claim)
        left = msgspec.structs.replace(finding, claims=claims)
        given = pool_of(finding, claim) in ("agent", *LISTS) or claim.lead in LAST
        if not given or all(c.leans for c in claims) or claims[0].lead.startswith(BESIDE):
            continue
        if len(entry(left)) >= SHORTEST and is_whole(left, witness):
            yield claim, left


def _with(brief: Brief, old: Finding, new: Finding, gone: Finding | None = None) -> Brief:
    """The brief with one entry in another's place, and without a third."""

    def changed(section: Section) -> Section:
        entries = (new if one is old else one for one in section.entries if one is not gone)
        return msgspec.structs.replace(section, entries=tuple(entries))

    return msgspec.structs.replace(brief, sections=tuple(map(changed, brief.sections)))
