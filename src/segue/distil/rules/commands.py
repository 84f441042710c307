"""Commands that were really run, with their last outcome."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.records import Claim, Evidence, Finding, at
from segue.session.records import Call

CHARACTERS = 160


def commands(evidence: Evidence) -> Iterator[Finding]:
    last: dict[str, tuple[Call, int]] = {}
    for item in evidence.session.items:
        if isinstance(item, Call) and item.command and "\n" not in item.command and len(item.command) <= CHARACTERS:
            last[item.command] = (item, last.get(item.command, (item, 0))[1] + 1)
    for command, (call, times) in last.items():
        state = call.outcome if call.exit_code in (None, 0) else f"failed with exit code {call.exit_code}"
        claim = Claim(text=f"{command}", lead=f"{state}:", pointers=(at(call.line),), standing="verified")
        yield Finding(kind="command", claims=(claim,), weight=0.3 + 0.2 * min(times, 5))
