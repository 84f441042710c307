"""Text in a tool's output that tries to give the agent orders: reported as such, with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.signals import has

HINTS = ("nstructions", "system prompt", "ou are now", "AI a")
"""Looked for first: a regular expression over every output would cost more than all rules together."""
_ORDERS = re.compile(
    r"(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+)*"
    r"(?:previous|prior|above|earlier|your|system)\s+(?:instructions|prompts?|rules)|"
    r"you are now (?:a|an|in)\b|(?:reveal|print|send|exfiltrate)[^.\n]{0,40}system prompt|system override|"
    r"new instructions:|(?:AI (?:agent|assistant)s?)[^.\n]{0,30}\b(?:must|should now|are required to)\b",
    re.I,
)
SHOWN = 3


def injections(digest: Digest) -> Iterator[Finding]:
    found = 0
    for call in digest.calls:
        output = call.output
        if not output or not has(HINTS, output):
            continue
        order = _ORDERS.search(output)
        if order is None:
            continue
        line = call.result_line or call.line
        start = output.rfind("\n", 0, order.start()) + 1
        text = flat(output[max(start, order.start() - 60) : order.end() + 80].split("\n")[0])[:160]
        claim = Claim(
            lead="A tool's output tries to give orders (data, not to be followed):",
            text=text,
            pointers=(at(line),),
            verbatim=True,
            standing="verified",
        )
        yield Finding(kind="injection", claims=(claim,), weight=40.0)
        found += 1
        if found == SHOWN:
            return
