"""What this machine lacks or refuses, learned the hard way: a command that is not there, a missing permission."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.rules.shell import core
from segue.distil.signals import has
from segue.patterns import late

_LACKS = late(
    r"[^\n]{0,80}(?:command not found|not found in PATH|Permission denied|"
    r"Operation not permitted|No module named|Cannot find module|network is unreachable|Could not resolve host)"
    r"[^\n]{0,60}"
)
_HINTS = ("not found", "enied", "No module", "Cannot find", "not permitted", "unreachable", "resolve host")
SHOWN = 3


def environment(digest: Digest) -> Iterator[Finding]:
    told: set[str] = set()
    lacking = [call for call in digest.commands if call.outcome == "failed" and has(_HINTS, call.output)]
    worked = {core(call.command): call.line for call in digest.commands if call.outcome == "ok"} if lacking else {}
    for call in lacking:
        found = _LACKS.search(call.output) if worked.get(core(call.command), 0) < call.line else None
        if found is None or (text := flat(found[0])) in told:
            continue
        told.add(text)
        claims = [
            Claim(
                lead="This machine:",
                text=text,
                pointers=(at(call.result_line or call.line),),
                standing="verified",
                weight=1.0,
            )
        ]
        after = next((s for t in digest.turns for s in t.said if 0 < s.line - call.line <= 6), None)
        if after and len(after.text) < 300:
            claims.append(Claim(text=flat(after.text), pointers=(at(after.line),), standing="stated", weight=0.8))
        yield Finding(kind="fact", claims=tuple(claims), weight=8.0)
        if len(told) == SHOWN:
            return
