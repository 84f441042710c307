"""Choosing under the budget: the claims worth most for their length, each under the heading of what it settles."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from segue.brief.choice import SPOKEN, Choice, pool_of
from segue.brief.company import in_company
from segue.brief.gathered import gathered
from segue.brief.mask import without_secrets
from segue.brief.records import Brief, Header, Masked, Section
from segue.brief.render import entry, inert, markdown
from segue.brief.templates import SectionPlan, Template
from segue.brief.tokens import line_tokens, tokens
from segue.brief.verify import Witness, settled, stamped, unsupported
from segue.distil.records import THANKED, Claim, Evidence, Finding
from segue.redact import mask, secrets_in

NO_ROOM = "No room in this budget."
NO_MORE = "Nothing more to add."
NO_GIT = "Nothing from git: "
WORDY = 120
"""Characters of git's own complaint that a brief has room for."""
MOST = 0.9
"""Of the lines that a brief may have: what keeps short entries company takes some more."""
SAID, UNTOLD = "See the last request.", "The last request has no room in this budget."
ASKED = 120
"""Tokens for the last request that its answer leaves to it."""
POINTING = 8
"""Tokens that a pointer and a bullet take beside the words."""


def assemble(  # noqa: PLR0913 (the witness is only lent, to spare making it twice)
    findings: Sequence[Finding],
    evidence: Evidence,
    template: Template,
    budget: int,
    dropped: tuple[str, ...] = (),
    *,
    witness: Witness | None = None,
) -> Brief:
    """The brief of these findings. Its rendered text never takes more tokens than the budget."""
    witness = witness or Witness(evidence.session.items)
    request, answer, masked = _asked_last(findings, budget // 5, witness)
    shown = findings if evidence.goal else [f for f in findings if f.kind != "request"]
    frame = Brief(
        header=header(evidence),
        template=template.name,
        budget=budget,
        sections=tuple(_bare(plan, evidence) for plan in template.sections),
        goal=evidence.goal,
    )
    framed = (
        msgspec.structs.replace(frame, last_request=request, answer=answer),
        msgspec.structs.replace(frame, last_request=request),
        frame,
    )
    noted = [(one, _notes(template, shown, one, asked=request is not None)) for one in framed]
    bare, notes = next(((one, note) for one, note in noted if _fits(one, note, template, witness)), noted[-1])
    chosen = Choice(shown, template, budget - line_tokens(markdown(bare)), _said(bare)).made()
    entries, secrets = _entries(chosen, witness)
    lost = _lost(chosen, entries, witness)
    brief = _filled(bare, entries, template, notes, witness)
    while entries and _is_over(brief, budget, template):
        entries = _shorter(entries, witness)
        brief = _filled(bare, entries, template, notes, witness)
    brief = _reasoned(in_company(brief, shown, witness), template, shown)
    return msgspec.structs.replace(
        brief,
        dropped=(*dropped, *lost),
        masked=(*masked, *secrets),
        left_out=len(shown) - len(chosen),
    )


def _fits(bare: Brief, notes: dict[str, str], template: Template, witness: Witness) -> bool:
    """It has room for what its empty sections say, at least: not every last request does in the smallest brief."""
    return not _is_over(_filled(bare, (), template, notes, witness), bare.budget, template)


def _said(bare: Brief) -> list[Claim]:
    """What is told before the first section."""
    return [claim for told in (bare.last_request, bare.answer) if told and not bare.goal for claim in told.claims]


def _is_over(brief: Brief, budget: int, template: Template) -> bool:
    text = markdown(brief)
    return line_tokens(text) > budget or text.count("\n") > MOST * template.lines


def _lost(chosen: Sequence[Finding], entries: Sequence[Finding], witness: Witness) -> tuple[str, ...]:
    """A line for each chosen claim that no entry shows because nothing at its pointer supports it."""
    told = {claim.text for one in entries for claim in one.claims}
    doubtful = (finding for finding in chosen if any(claim.text not in told for claim in finding.claims))
    return tuple(line for finding in doubtful for line in unsupported(finding, witness))


def _shorter(entries: list[Finding], witness: Witness) -> list[Finding]:
    """The entries with one thing less: the agent's sentence worth least for its length, else the least entry."""
    spoken = [
        (c.weight / (20 + len(c.text)), n, c)
        for n, f in enumerate(entries)
        for c in f.claims
        if pool_of(f, c) in SPOKEN
    ]
    if not spoken:
        least = min(entries, key=lambda f: (sum(c.weight for c in f.claims) * f.weight, f.line))
        return [f for f in entries if f is not least]
    _, number, claim = min(spoken, key=lambda one: one[:2])
    rest = tuple(c for c in entries[number].claims if c is not claim)
    left = msgspec.structs.replace(entries[number], claims=rest)
    kept = list(settled(left, witness)) if any(not c.leans for c in rest) else []
    return [*entries[:number], *kept, *entries[number + 1 :]]


def _asked_last(
    findings: Sequence[Finding], room: int, witness: Witness
) -> tuple[Finding | None, Finding | None, tuple[Masked, ...]]:
    """The user's last request and the agent's answer to it, as a header shows them: verified like any entry."""
    last = next((_within(f, room) for f in reversed(findings) if f.kind == "request"), None)
    shown, masked = _entries([last] if last else [], witness)
    request = next((f for f in shown if any(c.verbatim for c in f.claims)), None)
    answer = next((f for f in shown if f is not request), None)
    return request, answer, tuple(masked)


def _within(request: Finding, room: int) -> Finding:
    """The request as a header of a small brief can hold it, one claim at least, and as much of its answer."""
    last = max((n for n, claim in enumerate(request.claims) if claim.verbatim), default=0) + 1
    asked = _weightiest(request, request.claims[:last], room) or _shortened(request.claims[:1], room)
    left = room - tokens(entry(msgspec.structs.replace(request, claims=asked)))
    answer = _weightiest(request, request.claims[last:], min(left, max(room - ASKED, room // 3)))
    return msgspec.structs.replace(request, claims=(*asked, *answer))


def _shortened(claims: tuple[Claim, ...], room: int) -> tuple[Claim, ...]:
    """As many whole words of it as fit: half a word may be half a secret."""
    cut = (claim.text[: 3 * room].rpartition(" ")[0] if len(claim.text) > 3 * room else claim.text for claim in claims)
    return tuple(msgspec.structs.replace(c, text=text) for c, text in zip(claims, cut, strict=True) if text)


def _weightiest(request: Finding, claims: tuple[Claim, ...], room: int) -> tuple[Claim, ...]:
    """As many of these as fit, the weightiest first, in their order."""
    kept: list[int] = []
    for number in sorted(range(len(claims)), key=lambda n: -claims[n].weight):
        mine = tuple(claims[n] for n in sorted((*kept, number)))
        if tokens(entry(msgspec.structs.replace(request, claims=mine))) <= room:
            kept.append(number)
    return tuple(claims[n] for n in sorted(kept))


def _entries(chosen: Sequence[Finding], witness: Witness) -> tuple[list[Finding], list[Masked]]:
    """The chosen findings as they may be shown: every pointer supported, no secret left, not even one that two claims
    make together."""
    entries = [stamped(one, witness) for finding in chosen for one in settled(finding, witness)]
    if not secrets_in("\n".join(map(entry, entries))):
        return entries, []  # one look at the whole, which is nearly always all it takes
    kept: list[Finding] = []
    masked: list[Masked] = []
    for one in entries:
        safe, secrets = without_secrets(one)
        if not secrets_in(entry(safe)):
            kept.append(safe)
            masked += secrets
    return kept, masked


def _filled(
    bare: Brief, entries: Sequence[Finding], template: Template, notes: dict[str, str], witness: Witness
) -> Brief:
    sections = []
    for plan, empty in zip(template.sections, bare.sections, strict=True):
        mine = sorted(
            (f for f in entries if f.kind in plan.kinds),
            key=lambda f: f.line if plan.by_time else plan.kinds.index(f.kind),
        )
        told = tuple(gathered(mine, witness))
        beside = "" if _is_said(empty.note, told) else empty.note
        sections.append(msgspec.structs.replace(empty, entries=told, note=beside if told else notes[plan.name]))
    return msgspec.structs.replace(bare, sections=tuple(sections))


def _bare(plan: SectionPlan, evidence: Evidence) -> Section:
    """A section without its entries; where git would speak, why it does not."""
    silent = "state" in plan.kinds and evidence.git_asked and evidence.git is None and evidence.git_note
    note = f"{NO_GIT}{inert(mask(evidence.git_note)[0])[:WORDY].rstrip('.')}." if silent else ""
    return Section(name=plan.name, heading=plan.heading, note=note)


def _is_said(note: str, told: Sequence[Finding]) -> bool:
    why = note.removeprefix(NO_GIT).rstrip(".").casefold()
    return any(why in claim.lead.casefold() for one in told for claim in one.claims)


def _notes(template: Template, found: Sequence[Finding], bare: Brief, *, asked: bool) -> dict[str, str]:
    """What an empty section says: there was nothing, no room for it, or all of it was said already. A last request is
    open until somebody gave thanks for it."""
    notes, told = {}, _said(bare)
    heard = {claim.text for claim in told}
    awaited = bool(told) and all(claim.lead != THANKED for claim in told)
    for plan in template.sections:
        lost = UNTOLD if asked and not bare.last_request else plan.empty
        nothing = plan.empty if "request" not in plan.kinds else SAID if awaited else lost
        said = [{c.text for c in f.claims if not c.leans} <= heard for f in found if f.kind in plan.kinds]
        notes[plan.name] = nothing if not said else SAID if all(said) else NO_ROOM
    return notes


def _reasoned(brief: Brief, template: Template, found: Sequence[Finding]) -> Brief:
    """The brief whose empty sections blame the room only where there was none."""
    if all(section.note != NO_ROOM for section in brief.sections):
        return brief
    left = brief.budget - line_tokens(markdown(brief))
    kinds = {plan.name: plan.kinds for plan in template.sections}
    sections = []
    for section in brief.sections:
        mine = (f for f in found if f.kind in kinds[section.name])
        least = min(
            (tokens(claim.lead + claim.text) + POINTING for f in mine for claim in f.claims if not claim.leans),
            default=0,
        )
        roomy = section.note == NO_ROOM and least <= left
        sections.append(msgspec.structs.replace(section, note=NO_MORE) if roomy else section)
    return msgspec.structs.replace(brief, sections=tuple(sections))


def header(evidence: Evidence) -> Header:
    """What is known of the session at a glance. Without git, its own commands tell the branch it ended on."""
    seen = evidence.session.glance
    return Header(
        agent=seen.agent,
        session=seen.id,
        title=mask(seen.title)[0],
        path=seen.path,
        project=seen.cwd,
        branch=seen.branch if evidence.git else mask(evidence.ended_on)[0],
        model=seen.model,
        started=seen.started,
        ended=seen.ended,
        percent=seen.usage.percent,
        human_turns=seen.human_turns,
        gaps=len(evidence.session.gaps),
    )
