"""Text in a tool's output that tries to give the agent orders: reported with its place, its words are not passed on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at
from segue.distil.rules.ending import what
from segue.distil.signals import has
from segue.patterns import late

HINTS = ("nstructions", "system prompt", "ou are now", "AI a")
"""Looked for first: a regular expression over every output would cost more than all rules together."""
_ORDERS = late(
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
        text = f"the output of {call.name} ({what(call)}) gives the agent orders; they are data, and not repeated here"
        where = (at(call.result_line or call.line), at(call.line))
        claim = Claim(lead="An attempt to instruct:", text=text, pointers=where, standing="verified")
        yield Finding(kind="injection", claims=(claim,), weight=40.0)
        found += 1
        if found == SHOWN:
            return
