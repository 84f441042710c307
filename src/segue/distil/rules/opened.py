"""Pull requests and issues that the session opened, each with its address."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at
from segue.patterns import late
from segue.session.records import Call
from segue.session.steps import steps

_OPENING = {
    "pr create": ("Pull request opened:", late(r"https?://\S+/pulls?/\d+\b")),
    "mr create": ("Merge request opened:", late(r"https?://\S+/merge_requests/\d+\b")),
    "issue create": ("Issue opened:", late(r"https?://\S+/issues/\d+\b")),
}
SHOWN = 4


def opened(digest: Digest) -> Iterator[Finding]:
    claims = {claim.text: claim for call in digest.commands if call.outcome == "ok" for claim in _claims(call)}
    if claims:
        yield Finding(kind="state", claims=tuple(claims.values())[-SHOWN:], weight=60.0)


def _claims(call: Call) -> Iterator[Claim]:
    for step in steps(call.command):
        if step.program == "git" or step.verb not in _OPENING or "--dry-run" in step.words:
            continue
        lead, address = _OPENING[step.verb]
        if found := address.findall(call.output):
            where = at(call.result_line or call.line)
            yield Claim(lead=lead, text=found[-1], pointers=(where,), standing="verified")
