"""Before assembly, on findings: pointers resolve and support their claim, quotes are verbatim, paths occur.

What fails is dropped and counted with its reason; the user's own words lose their pointer instead of their place,
and are marked as unsourced.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

import msgspec

from segue.distil.records import Claim, Evidence, Finding, Pointer
from segue.session.records import Call, Item, Mark, Said, Thought

PATH = re.compile(r"(?<![\w/.])(?:[\w.@-]+/)+[\w.@-]*\w\.\w{1,8}\b")
_WORD = re.compile(r"[\w./-]{5,}")
NEAR = 3
"""Records around a pointer that may support its claim: a call and its result stand a few lines apart."""


class Witness:
    """What the session really holds, by record number."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._texts: dict[int, list[str]] = {}
        self._uids: dict[int, str] = {}
        for item in items:
            for line, text in texts(item):
                self._texts.setdefault(line, []).append(text)
            if uid := getattr(item, "uid", ""):
                self._uids.setdefault(item.line, uid)

    def has(self, line: int) -> bool:
        return line in self._texts

    def text(self, line: int, near: int = 0) -> str:
        return " ".join(flat(t) for n in range(line - near, line + near + 1) for t in self._texts.get(n, ()))

    def stamped(self, pointer: Pointer) -> Pointer:
        """The pointer with the record's own id and a hash of its text."""
        if pointer.kind != "transcript" or pointer.session:
            return pointer
        digest = hashlib.sha256(self.text(pointer.line).encode()).hexdigest()[:12]
        return msgspec.structs.replace(pointer, uid=self._uids.get(pointer.line, ""), digest=digest)

    def contains(self, text: str) -> bool:
        wanted = flat(text)
        return any(wanted in flat(t) for texts_ in self._texts.values() for t in texts_)


def texts(item: Item) -> Iterator[tuple[int, str]]:
    """An item's texts with the record each stands in."""
    if isinstance(item, Said | Thought | Mark):
        yield item.line, item.text or item.__class__.__name__
        return
    assert isinstance(item, Call)
    touched = " ".join(f"{t.path} {t.old} {t.new}" for t in item.files)
    listed = " ".join(todo.text for todo in item.todos)
    task = item.side.task if item.side else ""
    yield item.line, " ".join(filter(None, (item.name, item.about, item.command, touched, listed, task)))
    if item.result_line is not None:
        yield item.result_line, item.output


def flat(text: str) -> str:
    return " ".join(text.split())


def verified(findings: Iterable[Finding], evidence: Evidence) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """The findings that hold, and one line for each claim that did not."""
    witness = Witness(evidence.session.items)
    kept: list[Finding] = []
    dropped: list[str] = []
    for finding in findings:
        claims = []
        for claim in finding.claims:
            fault = fault_of(claim, witness, evidence)
            if not fault:
                claims.append(msgspec.structs.replace(claim, pointers=tuple(map(witness.stamped, claim.pointers))))
            elif finding.origin == "user" and not claim.pointers:
                claims.append(msgspec.structs.replace(claim, lead=f"[unsourced] {claim.lead}".strip()))
            else:
                dropped.append(f"{finding.kind}: {fault}: {claim.text[:80]}")
        if claims:
            kept.append(msgspec.structs.replace(finding, claims=tuple(claims)))
    return tuple(kept), tuple(dropped)


def fault_of(claim: Claim, witness: Witness, evidence: Evidence) -> str:
    """What is wrong with a claim; empty when it may be shown."""
    if not claim.pointers:
        return "no pointer"
    for pointer in claim.pointers:
        if fault := _pointer_fault(pointer, claim, witness, evidence):
            return fault
    missing = [p for p in PATH.findall(claim.text) if not _path_occurs(p, claim, witness, evidence)]
    return f"path not in the evidence ({missing[0]})" if missing else ""


def _pointer_fault(pointer: Pointer, claim: Claim, witness: Witness, evidence: Evidence) -> str:
    if pointer.kind == "commit":
        known = evidence.git.commits if evidence.git else ()
        return "" if any(c.hash.startswith(pointer.ref) for c in known) else "no such commit"
    if pointer.kind == "file" or pointer.session:
        return ""
    if not witness.has(pointer.line):
        return f"no record L{pointer.line}"
    if claim.verbatim:
        return (
            "" if all(flat(p) in witness.text(pointer.line) for p in quote_parts(claim.text)) else "quote not verbatim"
        )
    return "" if supports(claim.text, witness.text(pointer.line, NEAR)) else f"L{pointer.line} does not support it"


def quote_parts(text: str) -> list[str]:
    """A quote may leave something out between its parts, and says so with an ellipsis."""
    return [part for part in text.split(" … ") if part.strip(" …")] or [text]


def supports(claim: str, record: str) -> bool:
    words = set(_WORD.findall(claim.lower()))
    low = record.lower()
    hits = sum(word in low for word in words)
    return hits >= 2 or hits >= 0.3 * len(words)


def _path_occurs(path: str, claim: Claim, witness: Witness, evidence: Evidence) -> bool:
    lines = [p.line for p in claim.pointers if p.kind == "transcript"]
    if any(path in witness.text(line, NEAR) for line in lines):
        return True
    changed = {c.path for c in evidence.git.changes} if evidence.git else set()
    return path in changed or witness.contains(path)
