"""What the user's words answer: an offer that they refuse, what they object to, what was tried and did not help."""

from __future__ import annotations

import re

import msgspec

from segue.distil.digest import Digest, Turn
from segue.distil.records import JUST_BEFORE, OFFERED, Claim, at, content
from segue.distil.rules.corrections import offer_refused, turns_down
from segue.distil.rules.words_of_agent import claims_of, heavier
from segue.distil.sentences import Sentence, sentences
from segue.distil.signals import ADVISES, AGREEMENT, CAUSE_STRONG, OFFERS, PROPOSES, has
from segue.patterns import late

SHARED = 2
"""Telling words that what the agent had said must share with the objection, or with the answer to it."""
MET = 0.6
UNDOING = 2.0
"""How much more it matters when the words only say to undo it."""
_UNDOES = late(
    r"\b(?:revert|undo|roll(?:ed)? back|scratch|forget|ignore|never ?mind|drop|remove|take)\b.{0,20}"
    r"\b(?:that|those|this|these|it|them)\b",
    re.I,
)
PROPOSED = 1.5
"""A sentence that says what might be done is what an objection answers."""
UNWEIGHED = 30.0
"""Of an offer beside which nothing else was said."""
NEAR = 4
"""Sentences before an offer among which the one stands that says what is offered, in words that the refusal names."""
BARE = 40
"""Characters of an offer that does not say what is offered."""
FEW, TAKEN = 80, 30.0
"""Characters of a reply that takes up an offer, and what the offer is worth."""
MAY = ("i could ", "i can ", "we could ", "i'd ", "i’d ")
DID = 2.0
"""Of what came to nothing: the next agent would try it again."""
_SAYS = (*CAUSE_STRONG, "fix", "now ", "instead", "chang", "added", "add ", "mov", "replac", "use", "so ")


def met(turn: Turn, digest: Digest) -> list[Claim]:
    """The agent's sentences that the correction answers: the offer it refuses, those that share its words, else the
    last proposal."""
    assert turn.ask is not None
    told = content(turn.ask.text)
    if turn.said:
        told |= content(turn.said[0].text[:300])
    offer = offer_refused(turn)
    short = len(content(turn.ask.text)) <= SHARED  # "not that" means the last of it
    undoes = bool(_UNDOES.search(turn.ask.text[:80]))
    least = 0 if short or undoes or offer or turns_down(turn) else SHARED
    worth = MET * (UNDOING if offer or undoes else 1)
    ranked = []
    for age, said in enumerate(reversed(turn.before[-1 if offer else -2 :])):
        for claim in claims_of(said, 0.85**age, digest):
            shared = len(told & content(claim.text))
            proposes = has(PROPOSES, claim.text.lower())
            if len(claim.text) >= 25 and shared >= (min(least, 1) if proposes else least):
                ranked.append(heavier(claim, worth * (1 + 0.5 * min(shared, 4)) * (PROPOSED if proposes else 1)))
    ranked.sort(key=lambda c: (-c.weight, c.pointers[0].line, c.place))
    if turns_down(turn):  # one of several, if it is named
        named = content(turn.ask.text)
        ranked = [claim for claim in ranked if named & content(claim.text)] or ranked
    best = sorted(ranked[:2], key=lambda c: (c.pointers[0].line, c.place))
    if offer:
        offer = _offered(offer, turn)
        refused = Claim(
            text=offer.text,
            pointers=(at(turn.before[-1].line),),
            standing="stated",
            weight=max((claim.weight for claim in best), default=UNWEIGHED),
            place=offer.place,
            lead=OFFERED if has((*OFFERS, *ADVISES), offer.text.lower()) else JUST_BEFORE,
        )
        about = [claim for claim in best if claim.text != offer.text][:1]
        best = sorted([refused, *about], key=lambda claim: claim.place)
    return [msgspec.structs.replace(claim, lead=claim.lead or JUST_BEFORE, leans=True) for claim in best]


def _offered(offer: Sentence, turn: Turn) -> Sentence:
    """What was offered: where the question says only "Shall I?", the sentence before it."""
    assert turn.ask is not None
    before = [one for one in sentences(turn.before[-1].text) if one.place < offer.place and len(one.text) > BARE]
    if not before or len(offer.text) >= BARE:
        return offer
    named = content(turn.ask.text)
    return next((one for one in reversed(before[-NEAR:]) if named & content(one.text)), before[-1])


def taken(turn: Turn) -> list[Claim]:
    """The offer that a few words take up and go on from: "yes, server please" says little without it."""
    if turn.ask is None or not turn.before or len(turn.ask.text) > FEW or not AGREEMENT.match(turn.ask.text):
        return []
    last = sentences(turn.before[-1].text)[-3:]
    offer = next((one for one in reversed(last) if has(MAY, one.text.lower()) or _asks(one)), None)
    if offer is None:
        return []
    offer = _offered(offer, turn)
    where = (at(turn.before[-1].line),)
    return [
        Claim(
            lead=OFFERED,
            text=offer.text,
            pointers=where,
            standing="stated",
            weight=TAKEN,
            place=offer.place,
            leans=True,
        )
    ]


def _asks(one: Sentence) -> bool:
    return one.text.endswith("?") and has(OFFERS, one.text.lower())


def tried(turn: Turn, digest: Digest) -> list[Claim]:
    """What the agent had said it did, or had found, before the user said that it did not help."""
    said = [claim for one in turn.before[-3:] for claim in claims_of(one, DID, digest)]
    told = [claim for claim in said if has(_SAYS, claim.text.lower())] or said
    best = sorted(told, key=lambda c: (-c.weight / (20 + len(c.text)), c.pointers[0].line))[:2]
    best.sort(key=lambda c: (c.pointers[0].line, c.place))
    return [msgspec.structs.replace(claim, lead=JUST_BEFORE, leans=True) for claim in best]
