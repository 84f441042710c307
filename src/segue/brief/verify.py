"""Before assembly, on findings: pointers resolve and support their claim, quotes are verbatim, paths occur.

What fails is dropped and counted with its reason; the user's own words lose their pointer instead of their place,
and are marked as unsourced.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from segue.brief.render import LISTS, entry, is_list
from segue.distil.records import Claim, Evidence, Finding, Pointer, bare, flat
from segue.patterns import late
from segue.redact import mask
from segue.session.records import Call, Item, Mark, Said, Thought

PATH = late(r"(?<![\w/.])(?:[\w.@-]+/)+[\w.@-]*\w\.\w{1,8}\b")
_WORD = late(r"[\w./-]{5,}")
_POINTER = late(r"\bL\d+\b|\b(?:commit|file|transcript):\S+")
NEAR = 3
"""Records around a pointer that may support its claim: a call and its result stand a few lines apart."""

REPLY = 20
"""Records within which the agent's next words stand: it may look at something first."""


class Witness:
    """What the session really holds, by record number. Texts are put together only where someone asks."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items: dict[int, tuple[Item, ...]] = {}
        self._texts: dict[int, str] = {}
        self._bare: dict[int, str] = {}
        self._low: dict[int, str] = {}
        self._stamps: dict[int, tuple[str, str]] = {}
        for item in items:
            if isinstance(item, Thought):
                continue  # readable in some sessions only, so nothing rests on it
            self._put(item, item.line)
            if isinstance(item, Call) and item.result_line is not None and item.result_line != item.line:
                self._put(item, item.result_line)

    def _put(self, item: Item, line: int) -> None:
        self._items[line] = (*self._items[line], item) if line in self._items else (item,)

    def has(self, line: int) -> bool:
        return line in self._items

    def text(self, line: int) -> str:
        if line not in self._texts:
            found = (text for item in self._items.get(line, ()) for n, text in texts(item) if n == line)
            self._texts[line] = " ".join(map(flat, found))
        return self._texts[line]

    def bare(self, line: int) -> str:
        """A record as quotes of it are compared."""
        if line not in self._bare:
            self._bare[line] = bare(self.text(line))
        return self._bare[line]

    def around(self, line: int) -> Iterator[str]:
        """The records in which supporting words are looked for, itself first: it mostly says enough, and the others are
        long."""
        beside = (n for far in range(1, NEAR + 1) for n in (line - far, line + far))
        return (self._lower(n) for n in (line, *beside) if n in self._items)

    def _lower(self, line: int) -> str:
        if line not in self._low:
            self._low[line] = self.bare(line).lower()
        return self._low[line]

    def reply(self, line: int) -> Said | None:
        """The agent's next words after a record, if nobody else speaks before it does."""
        after = (item for n in range(line + 1, line + REPLY + 1) for item in self._items.get(n, ()))
        said = next((item for item in after if isinstance(item, Said)), None)
        return said if said and said.role == "agent" else None

    def stamped(self, pointer: Pointer) -> Pointer:
        """The pointer with the record's own id and a checksum of its text."""
        if pointer.kind != "transcript" or pointer.session:
            return pointer
        if pointer.line not in self._stamps:
            digest = f"{crc32(self.text(pointer.line).encode()):08x}"
            uid = next((u for item in self._items.get(pointer.line, ()) if (u := getattr(item, "uid", ""))), "")
            self._stamps[pointer.line] = uid, digest
        uid, digest = self._stamps[pointer.line]
        return msgspec.structs.replace(pointer, uid=uid, digest=digest)

    def contains(self, text: str) -> bool:
        wanted = flat(text)
        return any(wanted in flat(t) for items in self._items.values() for item in items for _, t in texts(item))


def texts(item: Item) -> Iterator[tuple[int, str]]:
    """An item's texts with the record each stands in."""
    if isinstance(item, Said | Mark):
        yield item.line, item.text
        return
    assert isinstance(item, Call)
    touched = " ".join(f"{t.path} {t.old} {t.new}" for t in item.files)
    listed = " ".join(todo.text for todo in item.todos if todo.line in (0, item.line))
    task = item.side.task if item.side else ""
    yield item.line, " ".join(filter(None, (item.name, item.about, item.command, touched, listed, task)))
    if item.result_line is not None:
        told = (todo.text for todo in item.todos if todo.line == item.result_line != item.line)
        yield item.result_line, " ".join((item.output, *told))


def settled(finding: Finding, witness: Witness) -> Iterator[Finding]:
    """The entries a chosen finding becomes: every pointer that is shown is supported by the words of its own entry.

    What the whole line does not support gets a line of its own, if it is one of a list, or the user's words: a short
    message has few beside all that came of it. Else the pointer goes, and an entry without any goes with it."""
    text = entry(finding)
    weak = [c for c in finding.claims if not all(_holds(p, text, witness) for p in c.pointers)]
    able = [c for c in weak if c.verbatim or is_list(finding)]
    apart = [c for c in able if finding.kind in LISTS or _stands(c, finding, witness)]
    rest = tuple(c for c in finding.claims if c not in apart)
    if not weak:
        if any(c.pointers for c in finding.claims):
            yield finding
    elif apart and len(finding.claims) > 1:
        parts = [part for part in (*((c,) for c in apart), rest) if any(not c.leans for c in part)]
        for claims in sorted(parts, key=lambda part: finding.claims.index(part[0])):
            yield from settled(msgspec.structs.replace(finding, claims=claims), witness)
    elif len(finding.claims) == 1 and weak[0].verbatim and weak[0].lead:  # what we say of few words may be all of them
        yield from settled(msgspec.structs.replace(finding, claims=(_bare(weak[0]),)), witness)
    else:
        held = (
            msgspec.structs.replace(c, pointers=tuple(p for p in c.pointers if _holds(p, text, witness)))
            for c in finding.claims
        )
        yield from settled(msgspec.structs.replace(finding, claims=tuple(held)), witness)


def _bare(claim: Claim) -> Claim:
    """The user's words and no more than that they are."""
    return msgspec.structs.replace(claim, lead="")


def is_whole(finding: Finding, witness: Witness) -> bool:
    """It can be shown as it is: in one entry, every pointer supported."""
    return list(settled(finding, witness)) == [finding]


def _stands(claim: Claim, finding: Finding, witness: Witness) -> bool:
    """Its pointers hold in an entry of its own."""
    alone = entry(msgspec.structs.replace(finding, claims=(claim,)))
    return all(_holds(pointer, alone, witness) for pointer in claim.pointers)


def stamped(finding: Finding, witness: Witness) -> Finding:
    """The finding with stamps on its pointers: made for what is shown only."""
    claims = (msgspec.structs.replace(c, pointers=tuple(map(witness.stamped, c.pointers))) for c in finding.claims)
    return msgspec.structs.replace(finding, claims=tuple(claims))


def _holds(pointer: Pointer, text: str, witness: Witness) -> bool:
    if pointer.kind != "transcript" or pointer.session:
        return True
    return witness.has(pointer.line) and supports(text, witness.around(pointer.line))


def verified(
    findings: Iterable[Finding], evidence: Evidence, witness: Witness | None = None
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """The findings that hold, and one line for each claim that did not."""
    witness = witness or Witness(evidence.session.items)
    kept: list[Finding] = []
    dropped: list[str] = []
    for finding in findings:
        claims = []
        for claim in finding.claims:
            fault = fault_of(claim, witness, evidence)
            if not fault:
                claims.append(claim)
            elif finding.origin == "user" and not claim.pointers:
                claims.append(msgspec.structs.replace(claim, lead=f"[unsourced] {claim.lead}".strip()))
            else:
                dropped.append(dropped_line(finding, fault, claim))
        if claims:
            kept.append(msgspec.structs.replace(finding, claims=tuple(claims)))
    return tuple(kept), tuple(dropped)


def unsupported(finding: Finding, witness: Witness) -> Iterator[str]:
    """One line for each claim of a finding that is in none of the entries it becomes."""
    told = {claim.text for one in settled(finding, witness) for claim in one.claims}
    for claim in finding.claims:
        if claim.text not in told:
            lines = ", ".join(f"L{pointer.line}" for pointer in claim.pointers if pointer.kind == "transcript")
            yield dropped_line(finding, f"not supported by {lines}", claim)


def dropped_line(finding: Finding, fault: str, claim: Claim) -> str:
    """What is told of a claim that is not shown. It goes out too, so it holds no secret."""
    return f"{finding.kind}: {fault}: {mask(claim.text)[0][:80]}"


def fault_of(claim: Claim, witness: Witness, evidence: Evidence) -> str:
    """What is wrong with a claim; empty when it may be shown."""
    if not claim.pointers:
        return "no pointer"
    for pointer in claim.pointers:
        if fault := _pointer_fault(pointer, claim, witness, evidence):
            return fault
    paths = PATH.findall(claim.text) if "/" in claim.text else ()
    missing = [p for p in paths if not _path_occurs(p, claim, witness, evidence)]
    return f"path not in the evidence ({missing[0]})" if missing else ""


def _pointer_fault(pointer: Pointer, claim: Claim, witness: Witness, evidence: Evidence) -> str:
    if pointer.kind == "commit":
        known = [evidence.git.head, *(c.hash for c in evidence.git.commits)] if evidence.git else []
        return "" if any(name.startswith(pointer.ref) for name in known) else "no such commit"
    if pointer.kind == "file" or pointer.session:
        return ""
    if not witness.has(pointer.line):
        return f"no record L{pointer.line}"
    if claim.verbatim:
        return "" if bare(claim.text) in witness.bare(pointer.line) else "quote not verbatim"
    return ""


def supports(claim: str, near: Iterable[str]) -> bool:
    """Two telling words of the claim, or a third of them, stand near the record it points at; as many of the texts are
    looked at as it takes to see it."""
    words = _telling(claim)
    enough = min(2, 0.3 * len(words))
    found: set[str] = set()
    for text in near if enough else ():
        for word in words:
            if word in text:
                found.add(word)
                if len(found) >= enough:
                    return True
    return not enough


@lru_cache(maxsize=64)
def _telling(claim: str) -> frozenset[str]:
    """The words by which a claim is supported; an entry is asked for each of its pointers."""
    return frozenset(_WORD.findall(_POINTER.sub(" ", bare(claim)).lower()))


def _path_occurs(path: str, claim: Claim, witness: Witness, evidence: Evidence) -> bool:
    lines = [p.line for p in claim.pointers if p.kind == "transcript"]
    if any(path.lower() in text for line in lines for text in witness.around(line)):
        return True
    changed = {c.path for c in evidence.git.changes} if evidence.git else set()
    return path in changed or witness.contains(path)
