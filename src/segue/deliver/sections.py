"""The sections that extractors wrote, as a brief: verified and assembled like our own findings."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from segue.brief.assemble import assemble
from segue.brief.records import Brief
from segue.brief.templates import SESSION
from segue.brief.verify import verified
from segue.distil.records import Evidence
from segue.distil.rules import find
from segue.distil.sections import FAILED, UNSOURCED, Extracted

ROOM = 100
"""Tokens that the placeholders may take."""


def brief_of(parts: Sequence[Extracted], evidence: Evidence, budget: int) -> Brief:
    """The brief of what the extractors found, with our own last request at its head."""
    findings = [finding for part in parts for finding in part.findings]
    kept, dropped = verified(findings, evidence)
    requests = [finding for finding in find(evidence) if finding.kind == "request"]
    brief = assemble((*kept, *requests), evidence, SESSION, budget - ROOM, dropped)
    notes = {part.name: FAILED if part.fault else UNSOURCED for part in parts if part.fault or _had_more(part)}
    sections = tuple(
        msgspec.structs.replace(section, note=notes[section.name])
        if not section.entries and section.name in notes
        else section
        for section in brief.sections
    )
    return msgspec.structs.replace(brief, sections=sections, budget=budget)


def _had_more(part: Extracted) -> bool:
    return bool(part.findings or part.unsourced)
