"""The last word on each pull request or issue that has a number: its state is what was said of it last."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at
from segue.distil.sentences import sentences
from segue.patterns import late

_NUMBER = late(r"(?:\bPR ?#?|\bpull request #?|\bpull/|\bissues?/|\bissue #?|(?<![\w&])#)(\d{1,6})\b", re.I)
_SIGNS = ("#", "pull", "PR ", "issue")
SHOWN = 4


def numbers(digest: Digest) -> Iterator[Finding]:
    last: dict[str, tuple[int, str]] = {}
    times: dict[str, int] = {}
    for turn in digest.turns:
        for said in turn.said:
            if not any(sign in said.text for sign in _SIGNS):
                continue
            for one in sentences(said.text):
                for number in _NUMBER.findall(one.text):
                    last.pop(number, None)
                    last[number] = (said.line, one.text)
                    times[number] = times.get(number, 0) + 1
    told: set[str] = set()
    for number in reversed(list(last)[-2 * SHOWN :]):
        line, text = last[number]
        if (
            times[number] > 1
            and text not in told
            and not text.startswith(("URL", "http"))
            and 20 < len(text) < 260
            and len(told) < SHOWN
        ):
            told.add(text)
            claim = Claim(text=text, lead=f"Last said of #{number}:", pointers=(at(line),), standing="stated")
            yield Finding(kind="state", claims=(claim,), weight=7.0 + 7.0 * digest.late(line))
