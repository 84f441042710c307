"""The agent's sentences worth repeating: causes, choices, retreats, loose ends; by words and by where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil import signals
from segue.distil.digest import Digest, Turn
from segue.distil.records import Claim, at
from segue.distil.sentences import Sentence, content, sentences, words
from segue.session.records import Said

_NAMES = re.compile(r"`[^`]{2,60}`|\b[a-z]+[A-Z]\w+|\b\w+_\w+|\b[A-Z]{2,}\b|\d+|\b\w+\.\w{1,4}\b|--\w")


def agent_claims(turn: Turn, digest: Digest) -> Iterator[Claim]:
    last_turn = digest.turns and turn is digest.turns[-1]
    failed = [call.line for call in turn.calls if call.outcome == "failed"]
    report = max(turn.said[-4:], key=lambda s: len(s.text), default=None)
    for number, said in enumerate(turn.said):
        place = 1.0
        final = said.final or number == len(turn.said) - 1 or said is report
        if final:
            place *= 1.5
        if last_turn:
            place *= 1.3
        if number == 0 and turn.ask:
            place *= 1 + 0.6 * signals.yielded(said.text)
        if any(0 < said.line - line <= 6 for line in failed):
            place *= 1.15
        place *= 0.8 + 0.5 * digest.late(said.line)
        yield from claims_of(said, place, digest)


def claims_of(said: Said, place: float, digest: Digest) -> Iterator[Claim]:
    carry = 0.0
    for number, one in enumerate(sentences(said.text)):
        worth, cue = sentence_worth(one)
        short = len(one.text) < 45
        spread, carry = carry, 0.8 * cue + 0.3 if short and cue else 0.0
        worth += spread
        if short:
            worth *= 0.4
        if worth <= 0 or len(one.text) < 15:
            continue
        worth *= place * (1.1 if number < 3 else 1.0)
        if digest.goal_words:
            worth *= 1 + len(digest.goal_words & content(one.text)) / len(digest.goal_words)
        yield Claim(
            text=one.text,
            pointers=(at(said.line),),
            standing="stated",
            weight=worth * len(one.text) ** 0.6,
            place=one.place,
        )


def sentence_worth(one: Sentence) -> tuple[float, float]:
    """What a sentence is worth, and how much of it its words promise for the next one."""
    low = one.text.lower()
    cue = (
        0.7 * min(signals.among(signals.CAUSE, low), 2)
        + 0.4 * min(signals.among(signals.CHOICE, low), 2)
        + 0.6 * min(signals.among(signals.RETREAT, low), 2)
        + 0.5 * min(signals.among(signals.LOOSE, low), 2)
        + 0.2 * min(signals.among(signals.STATE, low), 2)
    )
    names = min(len(_NAMES.findall(one.text)), 5)
    worth = 0.6 + cue + 0.12 * names
    count = len(words(one.text))
    if signals.NARRATION.match(one.text):
        worth *= 0.35
    if one.lead_in:
        worth *= 0.5
    if one.heading:
        worth *= 0.3
    if count < 5:
        worth *= 0.5
    return worth, cue
