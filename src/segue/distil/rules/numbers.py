"""How each pull request or issue stands: the last thing said of it that tells a state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at
from segue.distil.sentences import Sentence, sentences
from segue.distil.signals import has
from segue.patterns import late
from segue.session.records import Said

_NAMED = late(r"(?:\bPRs? ?#?|\bpull requests? #?|\bpull/|\bissues?/|\bissues? #)(\d{1,6})\b", re.I)
_BARE = late(r"(?<![\w&])#(\d{1,6})\b")
_SIGNS = ("#", "pull", "PR ", "issue")
_NAMES = ("pr", "pull", "issue")
_NOT = ("not ", "n't ", "n’t ", "never ")
"""Asked of every sentence before an expression is."""
_STATE = late(
    r"\b(?:merged|draft|open(?:ed)?|closed|ready|green|approved|blocked|fail(?:s|ed|ing)|pending|created|stacked|rebased|"
    r"done|mergeable|conflict\w*|waiting|superseded|reviewed|stale|base[ds]?)\b",
    re.I,
)
_UNDONE = late(r"\b(?:not|n['’]t|never) (?:\w+ )?(?:merged?|pushed|closed?|reviewed|deployed|released|opened)\b", re.I)
SHOWN = 6
LONGEST = 220


def numbers(digest: Digest) -> Iterator[Finding]:
    last: dict[str, tuple[Said, list[Sentence]]] = {}
    known: set[str] = set()
    for turn in digest.turns:
        for said in turn.said:
            if any(sign in said.text for sign in _SIGNS):
                known.update(_NAMED.findall(said.text))
                for number, told in _told(said, known).items():
                    last.pop(number, None)
                    last[number] = (said, told)
    claims = [claim for said, told in list(last.values())[: -SHOWN - 1 : -1] for claim in _claims(said, told, digest)]
    once = list({(claim.pointers, claim.text): claim for claim in claims}.values())
    if once:
        yield Finding(
            kind="state", claims=tuple(sorted(once, key=lambda c: (c.pointers[0].line, c.place))), weight=11.0
        )


def _told(said: Said, known: set[str]) -> dict[str, list[Sentence]]:
    """What a message tells of each number. `#8` alone may be a point of a list: it counts once it was called more."""
    told: dict[str, list[Sentence]] = {}
    undone = []
    for one in sentences(said.text):
        low = one.text.lower()
        mine = _NAMED.findall(one.text) if has(_NAMES, low) else []
        if "#" in low:
            mine += (n for n in _BARE.findall(one.text) if n in known)
        if mine and _STATE.search(one.text) and 12 < len(one.text) < LONGEST and not one.text.endswith("?"):
            told.update((number, [one]) for number in mine)
        elif not mine and has(_NOT, low) and _UNDONE.search(one.text) and len(one.text) < LONGEST:
            undone.append(one)
    if len(told) == 1:
        next(iter(told.values())).extend(undone[:1])
    return told


def _claims(said: Said, told: list[Sentence], digest: Digest) -> Iterator[Claim]:
    for one in told:
        yield Claim(
            lead="Last said of its pull requests and issues:",
            text=one.text,
            pointers=(at(said.line),),
            standing="stated",
            weight=0.5 + digest.late(said.line),
            place=one.place,
        )
