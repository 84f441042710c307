"""What an extractor wrote about one section, as findings: repaired, checked, every statement with its own pointers.

A section file is `{"section", "content", "pointers": [{"type", "ref", "note"}]}`. Nothing in it is believed: quotes and
pointers are verified like all others, and what names no record of the session is dropped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from segue.distil.records import Claim, Finding, Kind, Pointer
from segue.patterns import late

KINDS: dict[str, Kind] = {
    "convergence": "decision",
    "dead_ends": "dead_end",
    "code_state": "state",
    "open_threads": "open_thread",
    "basics": "fact",
}
"""The five sections, in their order, and what a statement of each is among our findings."""
FAILED = "_(extraction failed — not available)_"
UNSOURCED = "_(nothing in this section could be checked against the session)_"
LONGEST = 200_000
POINTER_TYPES = ("transcript", "commit", "file")
_INLINE = late(
    r"[(\[]?`?\b(?:(?:transcript:)?L(?P<first>\d+)(?:-L?(?P<last>\d+))?|commit:(?P<commit>[0-9a-fA-F]{7,40})(?::\S+?)?"
    r"|file:(?P<file>[^\s`()\[\],;]+))`?[)\]]?"
)
_BULLET = late(r"^\s*(?:>\s*)?(?:[-*+•]|\d{1,3}[.)])?\s*(?:>\s*)?")
_HEADING = late(r"^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|[\w /&-]+:\s*$)")
_QUOTED = late(r'^["“](?P<quote>.+?)["”]\s*(?:[—–-]\s*(?P<gloss>.*))?$')
_STRAY = late(r'\\(?!["\\/bfnrtu])')
_LINE_OF_FILE = late(r":L?\d+(?:-L?\d+)?$")


class Extracted(Struct, frozen=True, kw_only=True):
    """One section: its findings, or why there are none."""

    name: str
    findings: tuple[Finding, ...] = ()
    unsourced: int = 0
    """Statements without a pointer; they are dropped."""
    fault: str = ""


def extracted(name: str, text: str) -> Extracted:
    """A section from the text of its file."""
    value = _decoded(text[:LONGEST])
    fault = _fault(name, value)
    if fault or not isinstance(value, dict):
        return Extracted(name=name, fault=fault)
    found, unsourced = [], 0
    for line in value["content"].split("\n"):
        statement = _finding(KINDS[name], line)
        if statement is not None:
            found.append(statement)
        elif _says_something(line):
            unsourced += 1
    return Extracted(name=name, findings=tuple(found), unsourced=unsourced)


def _decoded(text: str) -> Any:
    """JSON as models write it: in a fence, with prose around it, with backslashes of regular expressions in it."""
    start, end = text.find("{"), text.rfind("}")
    body = text[start : end + 1] if 0 <= start < end else text
    for attempt in (body, _STRAY.sub(r"\\\\", body)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _fault(name: str, value: Any) -> str:
    if not isinstance(value, dict):
        return "no JSON object"
    missing = [key for key in ("section", "content", "pointers") if key not in value]
    if missing:
        return f"no {missing[0]}"
    if value["section"] != name:
        return f"section is {str(value['section'])[:40]!r}, not {name!r}"
    if not isinstance(value["content"], str) or not value["content"].strip():
        return "content is empty"
    return "" if _are_pointers(value["pointers"]) else "pointers are no list of {type, ref, note}"


def _are_pointers(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and one.get("type") in POINTER_TYPES and isinstance(one.get("ref"), str) and one["ref"]
        for one in value
    )


def _finding(kind: Kind, line: str) -> Finding | None:
    """One statement with the pointers that stand in it; None when it has none."""
    pointers = tuple(dict.fromkeys(_pointers(line)))
    text = _words(line)
    if not pointers or not text or _HEADING.match(line):
        return None
    quoted = _QUOTED.match(text)
    if not quoted:
        return Finding(kind=kind, claims=(Claim(text=text, pointers=pointers, standing="stated"),), origin="model")
    quote = Claim(text=quoted["quote"], pointers=pointers, verbatim=True, standing="stated", place=1)
    gloss = (quoted["gloss"] or "").strip()
    more = (Claim(text=gloss, pointers=pointers, standing="inferred", leans=True),) if gloss else ()
    return Finding(kind="correction" if kind == "dead_end" else kind, claims=(quote, *more), origin="model")


def _pointers(line: str) -> Iterator[Pointer]:
    for found in _INLINE.finditer(line):
        if found["first"]:
            yield Pointer("transcript", line=int(found["first"]))
        elif found["commit"]:
            yield Pointer("commit", ref=found["commit"].lower())
        else:
            yield Pointer("file", ref=_LINE_OF_FILE.sub("", found["file"].rstrip(".")))


def _words(line: str) -> str:
    text = _BULLET.sub("", _INLINE.sub(" ", line))
    return re.sub(r"\s+([.,;:])", r"\1", " ".join(text.split())).strip(" ,;—–-")


def _says_something(line: str) -> bool:
    return len(_words(line)) >= 38 and not _HEADING.match(line)
