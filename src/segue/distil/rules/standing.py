"""Where the work stands by what was run: committed or not, pushed or not, checked or not since the last edit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from segue.distil.acts import MADE
from segue.distil.digest import Digest
from segue.distil.ledger import Ledger
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.rules.checks import is_check
from segue.distil.rules.commands import outcome
from segue.distil.rules.committed import committed, edits, listing, seen
from segue.distil.rules.last_checks import last_checks
from segue.distil.rules.shell import pieces
from segue.distil.rules.verdicts import ended, failing, proven
from segue.distil.trails import Trail
from segue.patterns import late
from segue.session.records import Call

_TELLS = late(r"(?i)\b(?:ok|pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|issues?|problems?|warnings?|finished|done)\b")
_PART = late(r"[\s/]")
_TIMED = late(r"(?:real|user|sys)\s+\d+m")
"""How long it took."""
TOLD = 30
"""Characters of what a check printed last that may be told: a count is short, of a path the end will do."""
STALE = ", not since the last edit"
"""Said of a check that is older than an edit."""
WRITTEN = (".md", ".mdx", ".txt", ".rst", ".adoc")
"""Files that nothing checks."""
UNSEEN = "no fail seen"
"""Said where its exit code is hidden and it printed nothing bad. Short words, which its record need not hold."""
SHORT = 4
"""Characters that tell nothing."""


def standing(digest: Digest) -> Iterator[Finding]:
    ledger = Ledger(digest)
    commits = [commit.call for commit in ledger.commits]
    if digest.evidence.git is not None:
        yield from _checks(digest, commits, named=True)
        return
    made = list(committed(ledger, digest))
    yield from _together(made, list(_checks(digest, commits, named=not made)))
    yield from seen(ledger)


def _together(made: list[Finding], checks: list[Finding]) -> Iterator[Finding]:
    """Committed and checked in one entry: where the work stands."""
    if not made:
        yield from checks
        return
    (finding,) = made
    checked = (
        msgspec.structs.replace(claim, weight=claim.weight * check.weight / finding.weight)
        for check in checks
        for claim in check.claims
    )
    yield msgspec.structs.replace(finding, claims=(*finding.claims, *checked))


def _checks(digest: Digest, commits: list[Call], *, named: bool) -> Iterator[Finding]:
    """How each check last ended, and the edits that none has seen."""
    edited = sorted((t for t in digest.trails.values() if _is_checked(t)), key=lambda t: t.last.line)
    last = digest.once(last_checks)
    if not last:
        if edited and not any(is_check(call.command) for call in digest.commands):
            text = "Not verified as far as seen: no test, lint or build"
            text += f" of {listing(edited)}" if named or len(edited) == 1 else ""
            yield Finding(
                kind="state", claims=(Claim(text=text, pointers=edits(edited), standing="inferred"),), weight=16.0
            )
        return
    newest = list(last.values())[-1]
    after = [t for t in edited if t.last.line > newest.line]
    names = [name for name, call in last.items() if call is not digest.calls[-1] or call.outcome != "unanswered"][::-1]
    claims = [
        Claim(
            lead="Checks:",
            text=f"`{name}` {_ended(last[name])}{STALE if edited and last[name].line < edited[-1].last.line else ''}",
            pointers=(at(last[name].result_line or last[name].line),),
            standing="verified",
            weight=0.5 + 0.5 * (name == names[0]),
        )
        for name in names
    ]
    if after:
        held = commits and commits[-1].line > max(newest.line, *(t.last.line for t in after))
        made = MADE.search(commits[-1].output) if held else None
        text = f"Not verified by a check seen since the edit: {listing(after)}"
        text += f' (commit {made[2]} "{flat(made[3])}")' if made else ""
        claims.append(Claim(text=text, pointers=edits(after), standing="verified", weight=1.4))
    if claims:  # the call that the session stops in is told as open
        yield Finding(kind="state", claims=tuple(claims), weight=24.0 if after or ended(newest) != "ok" else 20.0)


def _speaks_last(call: Call) -> bool:
    """What stands at the end of the output is the check's, or what a pipe left of it."""
    found = pieces(call.command)
    last = next((n for n in range(len(found) - 1, -1, -1) if is_check(found[n].text)), len(found))
    return all(piece.joint == "|" or follows.text.startswith("echo") for piece, follows in pairwise(found[last:]))


def _is_checked(trail: Trail) -> bool:
    return trail.how != "reverted" and not trail.path.lower().endswith(WRITTEN)


def _ended(call: Call) -> str:
    """Passed or failed, with the end of the last line it printed that tells so: what its pointer can be checked by."""
    end = ended(call)
    word = outcome(call) if end != "ok" else "passed" if proven(call) else UNSEEN
    lines = [line.strip() for line in call.output[-400:].splitlines() if line.strip()] if _speaks_last(call) else []
    lines = [line for line in lines if not _TIMED.match(line)]
    last = lines[-1] if lines and len(lines[-1]) <= TOLD else ""
    told = flat(next(filter(_TELLS.search, reversed(lines)), last))
    if end == "failed":
        told = next((line for line in reversed(failing(call.output)) if len(line) > SHORT), told)
    if len(told) > TOLD:
        told = "…" + _PART.split(told[-TOLD:], maxsplit=1)[-1]
    return f"{word} ({told})" if len(told) > SHORT else word
