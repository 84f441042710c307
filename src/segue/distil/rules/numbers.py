"""How each pull request or issue stands: the last thing said of it that tells a state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, Kind, at
from segue.distil.rules.moved_on import moved_on
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
_WAITS = late(r"\b(?:still|draft|ready to (?:merge|review)|blocked|pending|waiting|is open|fail(?:s|ing))\b", re.I)
SHOWN = 6
LONGEST = 220


def numbers(digest: Digest) -> Iterator[Finding]:
    """Those that wait for something are open; how the others ended is how the work stands."""
    claims: dict[Kind, list[Claim]] = {"state": [], "open_thread": []}
    for said, all_told in list(digest.once(last_said).values())[: -SHOWN - 1 : -1]:
        told = [one for one in all_told if not moved_on(one.text, said.line, digest)]
        waits = any(_WAITS.search(one.text) or _UNDONE.search(one.text) for one in told)
        claims["open_thread" if waits else "state"] += _claims(said, told, digest)
    for kind, found in claims.items():
        once = {(claim.pointers, claim.text): claim for claim in found}.values()
        if once:
            in_order = sorted(once, key=lambda claim: (claim.pointers[0].line, claim.place))
            yield Finding(kind=kind, claims=tuple(in_order), weight=11.0)


def last_said(digest: Digest) -> dict[str, tuple[Said, list[Sentence]]]:
    """By number, the last message that tells its state, and what it tells."""
    last: dict[str, tuple[Said, list[Sentence]]] = {}
    known: set[str] = set()
    for turn in digest.turns:
        for said in turn.said:
            if has(_SIGNS, said.text):
                known.update(_NAMED.findall(said.text))
                for number, told in _told(said, known).items():
                    last.pop(number, None)
                    last[number] = (said, told)
    return last


def is_older(text: str, line: int, digest: Digest) -> bool:
    """It tells the state of a pull request or an issue, and a later message tells it anew."""
    if not has(_SIGNS, text):
        return False
    last = digest.once(last_said)
    mine = [last[number][0].line for number in (*_NAMED.findall(text), *_BARE.findall(text)) if number in last]
    return bool(mine) and min(mine) > line and bool(_STATE.search(text))


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
            lead="Said of its pull requests and issues:",
            text=one.text,
            pointers=(at(said.line),),
            standing="stated",
            weight=0.5 + digest.late(said.line),
            place=one.place,
        )
