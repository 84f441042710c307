"""What was left open in words: questions and offers without an answer, and what the last reports call undone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from segue.distil.digest import Digest, Turn, changed, one_line
from segue.distil.pasted import pasted
from segue.distil.records import LISTED, Claim, Finding, at, content, flat
from segue.distil.rules.clauses import sets_aside
from segue.distil.rules.last_checks import last_runs
from segue.distil.rules.shell import unadorned
from segue.distil.rules.words_of_agent import claims_of
from segue.distil.sentences import Sentence, sentences, shortened
from segue.distil.signals import AGREEMENT, LOOSE_STRONG, OFFERS, among, has
from segue.patterns import late
from segue.session.records import Said

NEAR_THE_END = "Agent, near the end:"
STALE = 60
"""Turns after which a question that nobody repeated is no longer open."""
AGAIN = 2
"""Messages within which a question that was broken off is asked again, and an offer is still thought of."""
SPOKEN_OF = 2
"""Words of an offer that a later message shares with it when it comes back to it."""
TITLE = 60
"""Characters of a sentence that may be an item's title."""
ANNOUNCED = 30
"""Characters of the words that announce a list of open things."""
SHORT = 3
"""Letters of a word that tells nothing of what a question is about."""
MANY = 380
"""Characters at most of a question with what is told before it."""
WAYS, WAY, AFTER = 4, 100, 2
"""Items of a list that a question may mean, letters of each, and sentences between the list and the question."""
_BREAKS = late(r"[`\n]")
_CODE = late(r"`[^`]*`|\"[^\"]*\"")
_NAMES = late(r"`([^`\n]+)`")
_WHAT_IS_LEFT = late(r"\bwhat(?:['’]?s| is| are)?(?: still)? (?:left|missing|open|remains|to do|todo)\b", re.I)
_CLOSERS = ("anything else", "what else", "what would you like", "need anything", "how can i", "what's next")
_BARE = frozenset(
    """
    open question questions todo todos pending remaining future consideration next step steps follow-up follow-ups work
    item items issue issues known limitation limitations unresolved point points later thing things left
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""Words of a heading: what is open stands below it, or nowhere."""
_DO = late(
    r"^(?:now,? |then,? )?(?:run(?! \d)|type|try|restart|reload|check|open(?!:| question| point| item| issue)|verify|"
    r"please|you can now|you'?ll need|let me know)\b",
    re.I,
)


def left_open(digest: Digest) -> Iterator[Finding]:
    yield from _agent_asks(digest)
    yield from _left_to_user(digest)
    yield from _never_answered(digest)
    yield from _left_loose(digest)
    yield from _not_taken_up(digest)


def _agent_asks(digest: Digest) -> Iterator[Finding]:
    """A question or an offer in the agent's last words."""
    if not digest.turns or not digest.turns[-1].said:
        return
    said = digest.turns[-1].said[-1]
    found = list(sentences(said.text))
    for number, one in enumerate(found[-6:], max(len(found) - 6, 0)):
        low = one.text.lower()
        if (one.text.endswith("?") or low.startswith(OFFERS)) and not one.cited and not has(_CLOSERS, low):
            asked = Claim(
                lead="Agent, unanswered:",
                text=_asked_of(found[number - 1] if number else None, one),
                pointers=(at(said.line),),
                standing="stated",
            )
            ways = "; ".join(shortened(way, WAY) for way in _ways(found[:number])) if _names_nothing(one) else ""
            listed = (msgspec.structs.replace(asked, lead=LISTED, text=ways),) if ways else ()
            yield Finding(kind="open_thread", claims=(*listed, asked), weight=16.0)


def _asked_of(before: Sentence | None, one: Sentence) -> str:
    """A question that names nothing with the sentence before it, and one that was cut for its length as a whole."""
    leans = before and (before.text[-1] not in ".!?:" or _names_nothing(one))
    if before and leans and one.place == before.place + 1 and len(before.text) + len(one.text) < MANY:
        return f"{before.text} {one.text}"
    return one.text


def _names_nothing(one: Sentence) -> bool:
    """ "Which one?" says nothing alone."""
    return len(content(one.text)) <= 1


def _ways(before: Sequence[Sentence]) -> list[str]:
    """How the items begin of the list that ends last among these sentences, if little follows it."""
    last = next((n for n in range(len(before), 0, -1) if before[n - 1].bullet), 0)
    first = next((n for n in range(last, 0, -1) if not before[n - 1].bullet), 0)
    items = [one.text for n, one in enumerate(before) if first <= n < last and _begins(before, n)]
    return items if 1 < len(items) <= WAYS and len(before) - last <= AFTER else []


def _begins(found: Sequence[Sentence], number: int) -> bool:
    """The first sentence of its item."""
    return number == 0 or found[number].place != found[number - 1].place + 1


def _left_to_user(digest: Digest) -> Iterator[Finding]:
    """What the last words ask the user to do."""
    if not digest.turns or not digest.turns[-1].said:
        return
    said = digest.turns[-1].said[-1]
    for one in sentences(said.text):
        if _DO.match(one.text) and 20 < len(one.text) < 200:
            claim = Claim(
                lead="Left to the user, not confirmed:", text=one.text, pointers=(at(said.line),), standing="stated"
            )
            yield Finding(kind="open_thread", claims=(claim,), weight=9.0)


def _never_answered(digest: Digest) -> Iterator[Finding]:
    """The user asked, the turn was interrupted or rejected before an answer, and another matter followed."""
    for turn in digest.asks[-STALE:]:
        ask = turn.ask
        if ask is None or AGREEMENT.match(ask.text) or len(ask.text) > 400 or pasted(ask.text):
            continue
        stopped = turn.interrupted or any(call.outcome in ("rejected", "interrupted") for call in turn.calls[-3:])
        silent = stopped and not any(said.final for said in turn.said) and not changed(turn.calls)
        if silent and "?" in ask.text and not _asked_again(ask.text, turn, digest):
            claim = Claim(
                lead="Asked and never answered (interrupted):",
                text=one_line(flat(ask.text), 240),
                pointers=(at(ask.line),),
                verbatim=True,
                standing="stated",
            )
            yield Finding(kind="open_thread", claims=(claim,), weight=10.0)


def _asked_again(text: str, turn: Turn, digest: Digest) -> bool:
    """One of the next two messages speaks of it, before another one was answered: the user broke off to ask in other
    words."""
    mine = {word for word in content(text) if len(word) > SHORT}
    for later in digest.turns[turn.index + 1 :][:AGAIN]:
        if later.ask and mine & content(later.ask.text):
            return True
        if any(said.final for said in later.said):
            return False
    return False


def _left_loose(digest: Digest) -> Iterator[Finding]:
    """What the last reports call undone, unproven or still running."""
    for age, turn in enumerate(reversed(digest.turns[-6:])):
        for said in turn.said[-2:]:
            told = claims_of(said, 1.0, digest)
            listed = not age and turn.ask is not None and bool(_WHAT_IS_LEFT.search(turn.ask.text))
            loose = (c for c in told if (listed or _is_loose(c.text)) and not _is_closed(c.text, turn, digest))
            for row in _rows(_titled(claim, said) for claim in loose):
                found = max(_loose_words(claim.text) for claim in row)
                yield Finding(
                    kind="open_thread",
                    claims=tuple(msgspec.structs.replace(claim, weight=1.0, lead=NEAR_THE_END) for claim in row),
                    weight=(1 + 0.3 * min(found, 2)) * (10 - 1.3 * age),
                )


def _is_closed(text: str, turn: Turn, digest: Digest) -> bool:
    """Something that it names was changed in a later turn."""
    named = [name for name in _NAMES.findall(text) if len(name) > SHORT]
    if not named:
        return False
    calls = (call for later in digest.turns[turn.index + 1 :] for call in later.calls if changed([call]))
    changes = (f"{touch.path}\n{touch.new}" for call in calls for touch in call.files)
    return any(name in change for change in changes for name in named)


def _is_loose(text: str) -> bool:
    says = len(text) > 30 and not text.endswith("?") and not content(text) <= _BARE
    return says and bool(_loose_words(text))


def _loose_words(text: str) -> int:
    """How many words say so, in it or in the few that announce it."""
    stem, colon, item = text.partition(": ")
    return among(LOOSE_STRONG, _CODE.sub("", item if colon and len(stem) > ANNOUNCED else text).lower())


def _titled(claim: Claim, said: Said) -> Claim:
    """What follows the short title of an item with that title: "Salmi, 12 January. If the days are closed …"."""
    found = {one.place: one.text for one in sentences(said.text) if one.bullet}
    title, mine = found.get(claim.place - 1, ""), found.get(claim.place, "")
    if not title or not mine or len(title) >= TITLE or _is_loose(title):
        return claim
    return msgspec.structs.replace(claim, text=f"{claim.text.removesuffix(mine)}{title} {mine}")


def _rows(claims: Iterable[Claim]) -> list[list[Claim]]:
    """Sentences that follow each other stay together, what announced them said once: the second may mean the first."""
    rows: list[list[Claim]] = []
    for claim in claims:
        before = rows[-1][-1] if rows else None
        if before is None or claim.place != before.place + 1:
            rows.append([claim])
            continue
        stem, colon, _ = rows[-1][0].text.partition(": ")
        text = claim.text.removeprefix(stem + colon)
        title, _, mine = text.partition(". ")
        told = bool(mine) and before.text.endswith(f"{title}.")
        rows[-1].append(msgspec.structs.replace(claim, text=mine if told else text))
    return rows


def _not_taken_up(digest: Digest) -> Iterator[Finding]:
    """An offer at the end of a report that the user's next message passes over."""
    for turn in digest.asks[-STALE:]:
        spoken = digest.turns[turn.index - 1].said if turn.index else []
        if not spoken or turn.ask is None or AGREEMENT.match(turn.ask.text) or sets_aside(turn.ask.text):
            continue
        said = spoken[-1]
        last = list(sentences(said.text[-600:]))[-1:]
        for one in last:
            mine = content(one.text)
            low = one.text.lower()
            offers = one.text.endswith("?") and low.startswith(OFFERS) and len(mine) > 3 and not has(_CLOSERS, low)
            if offers and not _taken_up(mine, turn, digest) and not (" run " in low and _run_since(said, digest)):
                claim = Claim(
                    lead="Offered, never taken up:", text=one.text, pointers=(at(said.line),), standing="stated"
                )
                yield Finding(kind="open_thread", claims=(claim,), weight=5.0 + 3 * digest.late(said.line))


def _taken_up(offered: frozenset[str], turn: Turn, digest: Digest) -> bool:
    """The next message speaks of it, a later one does in more words than one, or says yes once that was cleared up."""
    assert turn.ask is not None
    later = [after.ask.text for after in digest.turns[turn.index + 1 :] if after.ask]
    return bool(
        _stems(offered) & _stems(content(turn.ask.text))
        or any(len(offered & content(text)) >= SPOKEN_OF for text in later)
        or any(map(AGREEMENT.match, later[:AGAIN]))
    )


def _stems(words: frozenset[str]) -> set[str]:
    """To push and pushing are one word, to change and changing, too."""
    return {word.removesuffix("ing").removesuffix("ed").removesuffix("s").rstrip("e") for word in words}


def _run_since(said: Said, digest: Digest) -> bool:
    """The message names a command that was run after it."""
    ran = digest.once(last_runs)
    return any(ran.get(unadorned(line.strip()), 0) > said.line for line in _BREAKS.split(said.text))
