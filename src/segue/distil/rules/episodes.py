"""One finding a user message: what it objected to, the user's words, and the best sentences of the agent's turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from segue.distil.digest import Digest, Turn, changed
from segue.distil.pasted import speaks_up
from segue.distil.records import (
    ASKED,
    BESIDES,
    IN_VAIN,
    REFUSED,
    REPORTED,
    TRIED,
    Claim,
    Finding,
    Kind,
    at,
    content,
)
from segue.distil.rules.answers import paired
from segue.distil.rules.binding import is_general, is_standing
from segue.distil.rules.clauses import nods, requests
from segue.distil.rules.corrections import (
    DROPPED,
    OVERRULES,
    corrective,
    drops,
    gave_way,
    is_quoting,
    label,
    offer_refused,
    turns_down,
)
from segue.distil.rules.request import request
from segue.distil.rules.retried import in_vain
from segue.distil.rules.words_of_agent import agent_claims, claims_of, heavier
from segue.distil.rules.words_of_user import user_claims
from segue.distil.sentences import Sentence, sentences
from segue.distil.signals import CAUSE_STRONG, CONCLUDES, GIVEN_UP, PROPOSES, has
from segue.patterns import late
from segue.session.records import Call

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
OFFERED = 30.0
BARE = 40
"""Characters of an offer that does not say what is offered."""
TOGETHER = 600
"""Characters of a message that stays together, though one sentence of it is a rule: of more, the rules stand apart."""
RULE = 200
"""Characters of a clause that may be a rule and nothing else."""
NAMED = 3
EDITED = 4.0
"""A letter of the name of a changed file against one of a plain sentence: it is short, and says where to look."""
REPLY = 1.5
DID = 2.0
"""Of what came to nothing: the next agent would try it again."""
HAD_SAID = "Agent had said:"
_ACTED = late(
    r"\b(?:now|added|chang(?:ed|ing)|mov(?:ed|ing)|replac(?:ed|ing)|fix(?:ed|es|ing)?|wrapped|set|switched|removed|"
    r"renamed|made|wrote|put|i['’]ve|i['’]ll|adding|using|done)\b",
    re.I,
)
"""It says what was done, not only what was thought."""
DOES = (*CAUSE_STRONG, "fix", "now ", "instead", "chang", "added", "add ", "mov", "replac", "use", "so ")


def episodes(digest: Digest) -> Iterator[Finding]:
    seen = (
        {claim.text.lower() for finding in request(digest) for claim in finding.claims}
        if not digest.evidence.goal
        else set()
    )
    for turn in digest.turns:
        if turn.index in digest.considered:
            yield from _episode(turn, digest, seen)


def _episode(turn: Turn, digest: Digest, seen: set[str]) -> Iterator[Finding]:
    asked, kind = _asked(turn, digest, seen) if turn.ask else ([], "decision")
    if kind == "constraint" and not _mostly_rules(asked):
        kind = "decision"
        if sum(len(claim.text) for claim in asked) > TOGETHER:
            rules = tuple(msgspec.structs.replace(claim, lead=BESIDES) for claim in asked if _binds(claim))
            asked = [claim for claim in asked if not _binds(claim)]
            yield Finding(kind="constraint", claims=rules, origin="user")
    answered = _still_meant(agent_claims(turn, digest), turn, digest)
    if kind != "correction" and has(GIVEN_UP, " ".join(claim.text for claim in answered).lower()):
        back = [claim for claim in answered if has(GIVEN_UP, claim.text.lower())]
        answered = [claim for claim in answered if claim not in back]
        if back:
            yield Finding(kind="dead_end", claims=tuple(back))
    if kind == "correction":
        reply = turn.said[1].line if len(turn.said) > 1 else digest.last_line
        answered = [heavier(c, REPLY) if c.pointers[0].line <= reply else c for c in answered]
    where = edited(turn) if digest.is_recent(turn) else []
    apart = [c for c in answered if _stands_apart(c, kind)]
    asked += [c for c in answered if c not in apart]
    if asked:
        yield Finding(kind=kind, claims=(*asked, *(() if apart else where)), origin="user" if turn.ask else "rules")
    if apart:
        yield Finding(kind="decision", claims=(*apart, *where))


def _still_meant(claims: Iterable[Claim], turn: Turn, digest: Digest) -> list[Claim]:
    """The agent's sentences without the proposal that the user's next message turns down: it is told with that."""
    later = digest.turns[turn.index + 1] if turn.index + 1 < len(digest.turns) else None
    if later is None or not turns_down(later) or not digest.is_recent(later):
        return list(claims)
    refused = {(claim.pointers, claim.text) for claim in met(later, digest)}
    return [claim for claim in claims if (claim.pointers, claim.text) not in refused]


def _stands_apart(claim: Claim, kind: Kind) -> bool:
    """A cause or a choice is a conclusion of its own, whatever the user had said before it."""
    return kind == "constraint" or (kind == "correction" and has(CONCLUDES, claim.text.lower()))


def _asked(turn: Turn, digest: Digest, seen: set[str]) -> tuple[list[Claim], Kind]:
    """What the user said, with what it objected to, and what that is."""
    amends = corrective(turn)
    told = paired(digest.turns[turn.index - 1], turn) if turn.index else []
    mine = [] if told else [c for c in user_claims(turn, digest, seen, amends) if not nods(c.text.lower())]
    if mine and turn is not digest.turns[-1] and drops(digest.turns[turn.index + 1]):
        return _announced(mine, DROPPED), "correction"
    if mine and turn.index and in_vain(digest.turns[turn.index - 1], turn):
        return [*_tried(turn, digest), *_announced(mine, IN_VAIN)], "correction"
    kind = _kind(turn, mine, amends)
    if kind != "correction":
        return mine, kind
    lead = label(turn, amends)
    overrules = mine and digest.is_recent(turn) and lead not in (REPORTED, ASKED)
    return [*(met(turn, digest) if overrules else ()), *_announced(mine, lead)], kind


def _offered(offer: Sentence, turn: Turn) -> Sentence:
    """What was offered: where the question says only "Shall I?", the sentence before it."""
    before = [one for one in sentences(turn.before[-1].text) if one.place < offer.place and len(one.text) > BARE]
    return before[-1] if before and len(offer.text) < BARE else offer


def _tried(turn: Turn, digest: Digest) -> list[Claim]:
    """What the agent had said it did, or had found, before the user said that it did not help."""
    told = [c for said in turn.before[-3:] for c in claims_of(said, DID, digest) if has(DOES, c.text.lower())]
    best = sorted(told, key=lambda c: (-c.weight / (20 + len(c.text)), c.pointers[0].line))[:2]
    best.sort(key=lambda c: (c.pointers[0].line, c.place))
    return [
        msgspec.structs.replace(claim, lead=TRIED if _ACTED.search(claim.text) else HAD_SAID, leans=True)
        for claim in best
    ]


def _kind(turn: Turn, words: list[Claim], amends: float) -> Kind:
    """What a message is: it overrules, it sets a rule, or it just asks."""
    assert turn.ask is not None
    if is_quoting(turn.ask.text):
        return "correction" if _acted_on(turn) else "decision"
    best = max(words, key=lambda claim: claim.weight, default=None)
    if amends >= OVERRULES and (turns_down(turn) or not (best and is_general(best.text))):
        return "correction"
    return "constraint" if best and is_standing(best.text) and not requests(turn.ask.text) else "decision"


def _mostly_rules(words: list[Claim]) -> bool:
    """So that the whole may be called a rule: one that is long has more in it."""
    binding = sum(len(claim.text) for claim in words if _binds(claim))
    return 3 * binding >= 2 * sum(len(claim.text) for claim in words)


def _binds(claim: Claim) -> bool:
    return len(claim.text) <= RULE and is_standing(claim.text)


def _acted_on(turn: Turn) -> bool:
    """The agent gave way and changed a file, or it changed one that was named."""
    assert turn.ask is not None
    return (changed(turn.calls) and gave_way(turn)) or any(name in turn.ask.text for name in _edits(turn))


def edited(turn: Turn) -> list[Claim]:
    """The files that the turn changed: where a decision can be looked up."""
    last = _edits(turn)
    if not last:
        return []
    names = list(last)[:NAMED]
    more = f" and {len(last) - NAMED} more" if len(last) > NAMED else ""
    text = ", ".join(names) + more
    return [
        Claim(
            lead="Edited:",
            text=text,
            pointers=(at(last[names[-1]].line),),
            standing="verified",
            weight=EDITED * len(text) ** 0.85,
            leans=True,
        )
    ]


def _edits(turn: Turn) -> dict[str, Call]:
    """The names of the files that the turn changed, and where it did so last."""
    last: dict[str, Call] = {}
    for call in turn.calls:
        for touch in call.files if call.outcome == "ok" else ():
            if touch.how != "read":
                last[touch.path.rsplit("/", 1)[-1]] = call
    return last


def _announced(words: list[Claim], lead: str) -> list[Claim]:
    """A report is another's; what the user says of it is not. A refusal is its first words, whatever follows."""
    if not lead:
        return words
    if lead in (REFUSED, IN_VAIN):
        leads = [BESIDES if n else lead for n in range(len(words))]
    elif lead == REPORTED:  # a reviewer says please, too
        leads = [BESIDES if speaks_up(claim.text) else lead for claim in words]
    else:
        leads = [claim.lead or lead for claim in words]
    return [msgspec.structs.replace(claim, lead=mine) for claim, mine in zip(words, leads, strict=True)]


def met(turn: Turn, digest: Digest) -> list[Claim]:
    """The agent's sentences that the correction answers: the offer it refuses, those that share its words, else the
    last proposal."""
    assert turn.ask is not None
    told = content(turn.ask.text)
    if turn.said:
        told |= content(turn.said[0].text[:300])
    offer = offer_refused(turn)
    short = len(content(turn.ask.text)) <= SHARED  # "not that" means the last of it
    least = 0 if short or offer or turns_down(turn) else SHARED
    worth = MET * (UNDOING if offer or _UNDOES.search(turn.ask.text[:80]) else 1)
    ranked = []
    for age, said in enumerate(reversed(turn.before[-1:] if offer else turn.before[-6:])):
        for claim in claims_of(said, 0.85**age, digest):
            shared = len(told & content(claim.text))
            if len(claim.text) >= 25 and shared >= least:
                proposes = PROPOSED if has(PROPOSES, claim.text.lower()) else 1
                ranked.append(heavier(claim, worth * (1 + 0.5 * min(shared, 4)) * proposes))
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
            weight=max((claim.weight for claim in best), default=OFFERED),
            place=offer.place,
            lead="Agent offered:",
        )
        about = [claim for claim in best if claim.text != offer.text][:1]
        best = sorted([refused, *about], key=lambda claim: claim.place)
    return [msgspec.structs.replace(claim, lead=claim.lead or HAD_SAID, leans=True) for claim in best]
