"""What was taken from what: each claim of a brief beside the records it was taken from."""

from __future__ import annotations

from collections.abc import Iterator

from segue.brief.records import Brief
from segue.distil.records import Claim, Finding, Pointer
from segue.redact import clean, mask
from segue.session.records import Call, Item, Mark, Said, Session, Thought

LONGEST = 240


def sources(brief: Brief, session: Session | None) -> Iterator[str]:
    """Lines for a screen: a heading, then every claim with the beginning of each record behind it."""
    records = _records(session) if session else {}
    if brief.last_request:
        yield "Last request"
        for finding in filter(None, (brief.last_request, brief.answer)):
            yield from _finding(finding, records)
        yield ""
    for section in brief.sections:
        yield f"## {section.heading}"
        for finding in section.entries:
            yield from _finding(finding, records)
        yield ""


def _finding(finding: Finding, records: dict[int, str]) -> Iterator[str]:
    for claim in finding.claims:
        yield f"- {_said(claim)}"
        for pointer in claim.pointers:
            yield f"    {pointer}  {_behind(pointer, records)}".rstrip()


def _said(claim: Claim) -> str:
    text = _line(f'"{claim.text}"' if claim.verbatim else claim.text)
    return f"{text} [{claim.standing}]"


def _behind(pointer: Pointer, records: dict[int, str]) -> str:
    if pointer.kind != "transcript" or pointer.session:
        return ""
    return records.get(pointer.line, "(no words of its own)")


def _records(session: Session) -> dict[int, str]:
    found: dict[int, str] = {}
    for item in session.items:
        for line, who, text in _texts(item):
            found.setdefault(line, f"{who}: {_line(text)}")
    return found


def _texts(item: Item) -> Iterator[tuple[int, str, str]]:
    if isinstance(item, Said):
        yield item.line, item.role, item.text
    elif isinstance(item, Thought):
        yield item.line, "thinking", item.text
    elif isinstance(item, Mark):
        yield item.line, item.kind, item.text
    elif isinstance(item, Call):
        paths, todos = (touch.path for touch in item.files), (todo.text for todo in item.todos)
        yield item.line, item.name, item.command or item.about or " ".join(paths) or "; ".join(todos)
        if item.result_line is not None:
            yield item.result_line, f"result of {item.name}", item.output


def _line(text: str) -> str:
    line = " ".join(clean(mask(text)[0]).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
