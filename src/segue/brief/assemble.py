"""Choosing under the budget: the findings worth most for their length, each under the heading of what it settles."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from segue.brief.mask import without_secrets
from segue.brief.records import Brief, Header, Masked, Section
from segue.brief.render import entry, markdown
from segue.brief.templates import SectionPlan, Template
from segue.brief.tokens import tokens
from segue.distil.records import Evidence, Finding
from segue.session.records import Session


def assemble(
    findings: Sequence[Finding], evidence: Evidence, template: Template, budget: int, dropped: tuple[str, ...] = ()
) -> Brief:
    """The brief of these findings. Its rendered text never takes more tokens than the budget."""
    requests = [without_secrets(f)[0] for f in findings if f.origin == "user"]
    bare = Brief(
        header=header(evidence.session),
        template=template.name,
        budget=budget,
        sections=tuple(_section(plan, ()) for plan in template.sections),
        goal=evidence.goal,
        last_request=max(requests, key=lambda f: f.line) if requests else None,
        dropped=dropped,
    )
    room = budget - line_tokens(markdown(bare))
    chosen: list[Finding] = []
    masked: list[Masked] = []
    for ranked in sorted(findings, key=lambda f: (-f.weight / (20 + tokens(entry(f))), f.line)):
        finding, secrets = without_secrets(ranked)
        cost = line_tokens(entry(finding))
        if cost <= room and any(finding.kind in plan.kinds for plan in template.sections):
            chosen.append(finding)
            masked += secrets
            room -= cost
    return msgspec.structs.replace(
        bare,
        sections=tuple(_section(plan, chosen) for plan in template.sections),
        masked=tuple(masked),
        left_out=len(findings) - len(chosen),
    )


def _section(plan: SectionPlan, chosen: Sequence[Finding]) -> Section:
    mine = sorted((f for f in chosen if f.kind in plan.kinds), key=lambda f: (plan.kinds.index(f.kind), f.line))
    return Section(name=plan.name, heading=plan.heading, entries=tuple(mine), note="" if mine else plan.empty)


def line_tokens(text: str) -> int:
    """Tokens counted line by line, rounded up on each: a reader that cuts at a line's end never cuts ours."""
    return sum(tokens(line + "\n") for line in text.split("\n"))


def header(session: Session) -> Header:
    seen = session.glance
    return Header(
        agent=seen.agent,
        session=seen.id,
        title=seen.title,
        path=seen.path,
        project=seen.cwd,
        branch=seen.branch,
        model=seen.model,
        started=seen.started,
        ended=seen.ended,
        percent=seen.usage.percent,
        human_turns=seen.human_turns,
        gaps=len(session.gaps),
    )
