"""Pull requests and issues that the session opened, each with its address."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at
from segue.patterns import late
from segue.session.records import Call
from segue.session.steps import Step, asking

_OPENING = {
    "pr create": ("Pull request opened:", late(r"https?://\S+/pulls?/\d+\b")),
    "mr create": ("Merge request opened:", late(r"https?://\S+/merge_requests/\d+\b")),
    "issue create": ("Issue opened:", late(r"https?://\S+/issues/\d+\b")),
}
SHOWN = 4


def opened(digest: Digest) -> Iterator[Finding]:
    creating = asking(call for call in digest.commands if "create" in call.command and call.outcome == "ok")
    claims = {claim.text: claim for call, asked in creating for claim in _claims(call, asked)}
    if claims:
        yield Finding(kind="state", claims=tuple(claims.values())[-SHOWN:], weight=60.0)


def _claims(call: Call, asked: tuple[Step, ...]) -> Iterator[Claim]:
    for step in asked:
        if step.program == "git" or step.verb not in _OPENING or "--dry-run" in step.words:
            continue
        lead, address = _OPENING[step.verb]
        if found := address.findall(call.output):
            where = at(call.result_line or call.line)
            yield Claim(lead=lead, text=found[-1], pointers=(where,), standing="verified")
