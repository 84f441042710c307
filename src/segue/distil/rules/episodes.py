"""One finding a user message: what it objected to, the user's words, and the best sentences of the agent's turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from segue.distil.digest import Digest, Turn, changed
from segue.distil.pasted import speaks_up
from segue.distil.records import (
    AFTER_IT,
    ASKED,
    BESIDES,
    LISTED,
    PASTED,
    REFUSED,
    REPORTED,
    Claim,
    Finding,
    Kind,
    at,
)
from segue.distil.rules.answers import paired
from segue.distil.rules.binding import is_general, is_standing, lays_down
from segue.distil.rules.clauses import nods, requests
from segue.distil.rules.corrections import (
    DROPPED,
    OVERRULES,
    SOLVED,
    corrective,
    drops,
    gave_way,
    is_quoting,
    is_review,
    sees,
    turns_down,
)
from segue.distil.rules.labels import label
from segue.distil.rules.met import met, taken, tried
from segue.distil.rules.numbered import numbered
from segue.distil.rules.request import request
from segue.distil.rules.retried import in_vain
from segue.distil.rules.words_of_agent import agent_claims, heavier
from segue.distil.rules.words_of_user import user_claims
from segue.distil.signals import CONCLUDES, GIVEN_UP, has
from segue.patterns import late
from segue.session.records import Call

MOST, SOME = 2 / 3, 1 / 2
TOGETHER = 600
"""Characters of a message of which only what is surely a rule stands apart."""
RULE = 200
"""Characters of a clause that may be a rule and nothing else."""
_GOES_ON = late(
    r"\W*(?:nice|yep|yup|great|perfect|cool|good|(?:ok(?:ay)?|alright|so|and)\W+(?:now|then|let'?s|so|good)|now|then|next)\b",
    re.I,
)
"""The next thing to do, whatever else is said of it."""
_FIXED = late(r"\W*(?:done\W+)?(?:fixed|removed|corrected|addressed|resolved|mended)\b", re.I)
_TURNS_TO = late(
    r"(?i)\?|:$|\b(?:you|u|we|can|could|pls|please|this|these|here|from|got|check|fix|look|see|review\w*|feedback|comments?|"
    r"remarks?|says?|said|another|next)\b"
)
"""Someone turns to the agent; what a review says first may begin with a small letter, too."""
HANDS_ON = 80
"""Characters of the words with which a report is handed on, in a user's small letters."""
NAMED = 3
EDITED = 5.0
"""A letter of the name of a changed file against one of a plain sentence: it is short, and says where to look."""
REPLY = 1.5


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
    if any(claim.lead == LISTED for claim in asked):
        kind = "decision" if kind == "constraint" else kind  # the reply means nothing without the list
    elif kind != "correction" and not _mostly_rules(asked) and (rules := _rules_in(asked, turn)):
        yield Finding(kind="constraint", claims=tuple(rules), origin="user")
        asked, kind = [claim for claim in asked if claim not in rules], "decision"
    elif kind == "constraint" and not _mostly_rules(asked, MOST if turn is digest.asks[0] else SOME):
        kind = "decision"
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
    after = digest.turns[turn.index + 1] if mine and turn is not digest.turns[-1] else None
    if after and sees(after) and not any(lays_down(claim.text) for claim in mine):
        return _announced(mine, SOLVED), "decision"
    if after and drops(after) and not sees(after):
        return _announced(mine, DROPPED), "correction"
    if mine and turn.index and in_vain(digest.turns[turn.index - 1], turn):
        return [*tried(turn, digest), *_announced(mine, AFTER_IT)], "correction"
    kind = _kind(turn, mine, amends)
    if kind != "correction":
        return [*(numbered(turn, digest) or taken(turn) if mine else ()), *mine], kind
    lead = label(turn, amends)
    if lead == REPORTED and _is_mended(turn):  # all of it, however much it sounds like a rule
        return [msgspec.structs.replace(c, lead=BESIDES if speaks_up(c.text) else lead) for c in mine], kind
    overrules = mine and digest.is_recent(turn) and lead not in (REPORTED, ASKED)
    before = numbered(turn, digest) or (met(turn, digest) if overrules else []) if mine else []
    return [*before, *_announced(mine, lead)], kind


def _kind(turn: Turn, words: list[Claim], amends: float) -> Kind:
    """What a message is: it overrules, it sets a rule, or it just asks."""
    assert turn.ask is not None
    if is_quoting(turn.ask.text) or (is_review(turn.ask.text) and _is_mended(turn)):
        return "correction" if _acted_on(turn) else "decision"
    best = max(words, key=lambda claim: claim.weight, default=None)
    if amends >= OVERRULES and (turns_down(turn) or not (best and is_general(best.text))):
        return "correction"
    binds = best is not None and (is_standing(best.text) or _mostly_rules(words, SOME))
    goes_on = requests(turn.ask.text) or _GOES_ON.match(turn.ask.text)
    return "constraint" if binds and not goes_on else "decision"


def _mostly_rules(words: list[Claim], share: float = MOST) -> bool:
    """So much of it binds that the whole may be called a rule, or stand with the rules."""
    binding = sum(len(claim.text) for claim in words if _binds(claim))
    return binding >= share * sum(len(claim.text) for claim in words)


def _rules_in(words: list[Claim], turn: Turn) -> list[Claim]:
    """What stands apart, with the rules: of a short message only what is surely one, and surely the user's."""
    if sum(len(claim.text) for claim in words) > TOGETHER:
        return [claim for claim in words if _binds(claim)]
    if turn.ask is None or is_quoting(turn.ask.text):
        return []
    return [c for c in words if len(c.text) <= RULE and not c.lead and lays_down(c.text) and not _GOES_ON.match(c.text)]


def _binds(claim: Claim) -> bool:
    return len(claim.text) <= RULE and is_standing(claim.text)


def _acted_on(turn: Turn) -> bool:
    """The agent gave way and changed a file, or it changed one that was named."""
    assert turn.ask is not None
    return (
        (changed(turn.calls) and gave_way(turn))
        or _is_mended(turn)
        or any(name in turn.ask.text for name in _edits(turn))
    )


def _is_mended(turn: Turn) -> bool:
    """Something was changed, and the agent's last words begin by saying that it is mended."""
    return changed(turn.calls) and bool(turn.said) and bool(_FIXED.match(turn.said[-1].text))


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


def _whose(claim: Claim, number: int, lead: str) -> str:
    """Of a report that is handed on: what hands it on is the user's, and a rule in it may be."""
    hands_on = not number and len(claim.text) < HANDS_ON and claim.text[:1].islower() and _TURNS_TO.search(claim.text)
    if hands_on or speaks_up(claim.text):
        return BESIDES
    return PASTED if number and lays_down(claim.text) else lead


def _announced(words: list[Claim], lead: str) -> list[Claim]:
    """A report is another's; what the user says of it is not. A refusal is its first words, whatever follows."""
    if lead in (REFUSED, AFTER_IT):
        leads = [BESIDES if n else lead for n in range(len(words))]
    elif lead == REPORTED:  # a reviewer says please, too, and has rules of their own
        leads = [_whose(claim, n, lead) for n, claim in enumerate(words)]
    else:  # what else the message says, beside what it corrects
        leads = [claim.lead or (BESIDES if n else lead) for n, claim in enumerate(words)]
    return [msgspec.structs.replace(claim, lead=mine) for claim, mine in zip(words, leads, strict=True)]
