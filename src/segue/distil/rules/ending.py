"""How the session stopped: what was under way, what was asked and never answered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from segue.distil.digest import Digest, Turn, changed, one_line
from segue.distil.pasted import pasted
from segue.distil.records import Claim, Finding, at, content, flat
from segue.distil.rules.clauses import sets_aside
from segue.distil.rules.last_checks import last_runs
from segue.distil.rules.shell import unadorned
from segue.distil.rules.words_of_agent import claims_of
from segue.distil.sentences import sentences
from segue.distil.signals import AGREEMENT, LOOSE_STRONG, OFFERS, among, has
from segue.patterns import late
from segue.session.records import Call, Said
from segue.session.steps import steps

SHOWN = 200
STALE = 60
"""Turns after which a question that nobody repeated is no longer open."""
AGAIN = 2
"""Messages within which a question that was broken off is asked again, and an offer is still thought of."""
SPOKEN_OF = 2
"""Words of an offer that a later message shares with it when it comes back to it."""
SHORT = 3
"""Letters of a word that tells nothing of what a question is about."""
_BREAKS = late(r"[`\n]")
_CODE = late(r"`[^`]*`|\"[^\"]*\"")
_CLOSERS = ("anything else", "what else", "what would you like", "need anything", "how can i", "what's next")
_BARE = frozenset(
    """
    open question questions todo todos pending remaining future consideration next step steps follow-up follow-ups work
    item items issue issues known limitation limitations unresolved point points later thing things left
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""Words of a heading: what is open stands below it, or nowhere."""
_DO = late(
    r"^(?:now,? |then,? )?(?:run|type|try|restart|reload|check|open(?! question| point| item| issue)|verify|please|"
    r"you can now|you'?ll need|let me know)\b",
    re.I,
)
_SAID = {
    "interrupted": "was interrupted",
    "unanswered": "has no result",
    "rejected": "was rejected by the user",
    "failed": "failed",
}


def ending(digest: Digest) -> Iterator[Finding]:
    yield from _under_way(digest)
    yield from _turned_down(digest)
    yield from _agent_asks(digest)
    yield from _left_to_user(digest)
    yield from _never_answered(digest)
    yield from _left_loose(digest)
    yield from _not_taken_up(digest)


def _under_way(digest: Digest) -> Iterator[Finding]:
    """The last calls that have no outcome: nobody knows whether they happened."""
    if not digest.turns:
        return
    turn = digest.turns[-1]
    running = [call for call in turn.calls if call.outcome == "unanswered" and call.result_line is not None]
    for call in running[-2:]:
        lead = f"{call.name} was still running at the end, so look how it went:"
        claim = Claim(lead=lead, text=what(call), pointers=(at(call.line),), standing="verified")
        yield Finding(kind="interrupted", claims=(claim,), weight=20.0)
    cut = [c for c in turn.calls[-4:] if c.outcome in ("interrupted", "unanswered") and c not in running]
    for call in cut:
        claims = [
            Claim(
                lead=f"{call.name} {_SAID[call.outcome]}, so verify what it did:",
                text=what(call),
                pointers=(at(call.line),),
                standing="verified",
                weight=1.5,
            )
        ]
        claims += _announced(turn, call.line, "Last words before it:")
        yield Finding(kind="interrupted", claims=tuple(claims), weight=20.0)
    if cut:
        return
    if turn.interrupted:
        done = _announced(turn, turn.interrupted.line)
        if done:
            yield Finding(kind="interrupted", claims=tuple(done), weight=20.0)
    else:
        yield from _cut_short(turn)


def _cut_short(turn: Turn) -> Iterator[Finding]:
    """The session stops between two steps of the agent's: no report, and nobody stopped it."""
    calls = [call for call in turn.calls if not call.name.startswith("user-") and call.outcome != "cancelled"]
    if not calls or calls[-1].outcome == "rejected" or any(said.line > calls[-1].line for said in turn.said):
        return
    step = Claim(
        lead="The session stops in mid-work, without a report. Last step:",
        text=f"{calls[-1].name} {what(calls[-1])}",
        pointers=(at(calls[-1].line),),
        standing="verified",
    )
    words = (
        Claim(lead="Last words:", text=one_line(said.text, 220), pointers=(at(said.line),), standing="stated")
        for said in turn.said[-2:]
    )
    yield Finding(kind="interrupted", claims=(step, *words), weight=20.0)


def _turned_down(digest: Digest) -> Iterator[Finding]:
    """The session ends with the user refusing a call: nobody knows yet what is wanted instead."""
    calls = digest.turns[-1].calls if digest.turns else []
    if not calls or calls[-1].outcome != "rejected" or any(s.line > calls[-1].line for s in digest.turns[-1].said):
        return
    call = calls[-1]
    before = sum(c.outcome == "rejected" and c.name == call.name for c in digest.calls[:-1])
    again = ", again (it had been rejected before)" if before else ""
    lead = f"{call.name} was rejected by the user at the end{again}; wait for the user's word:"
    claim = Claim(lead=lead, text=what(call), pointers=(at(call.line),), standing="verified")
    yield Finding(kind="interrupted", claims=(claim,), weight=26.0)


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


def _announced(turn: Turn, line: int, lead: str = "Interrupted, not finished; the agent was saying:") -> list[Claim]:
    said = [s for s in turn.said if s.line <= line]
    if not said:
        return []
    return [
        Claim(
            lead=lead,
            text=one_line(said[-1].text, 300),
            pointers=(at(said[-1].line),),
            standing="stated",
        )
    ]


def what(call: Call) -> str:
    """What a call was about, in one line."""
    if call.command:
        return f"`{one_line(call.command, SHOWN)}`{_and_then(call.command)}"
    if call.files:
        return call.files[0].path
    return one_line(call.about, SHOWN) or call.name


def _and_then(command: str) -> str:
    """What the rest of a long command would do to git: nobody must miss a push."""
    shown = one_line(command, SHOWN)
    rest = [f"{step.program} {step.verb}" for step in steps(command)] if len(shown) < len(flat(command)) else []
    missing = [verb for verb in dict.fromkeys(rest) if verb not in shown]
    return f" and then {', '.join(missing)}" if missing else ""


def _agent_asks(digest: Digest) -> Iterator[Finding]:
    """A question or an offer in the agent's last words."""
    if not digest.turns or not digest.turns[-1].said:
        return
    said = digest.turns[-1].said[-1]
    for one in list(sentences(said.text))[-6:]:
        low = one.text.lower()
        if (one.text.endswith("?") or low.startswith(OFFERS)) and not has(_CLOSERS, low):
            claim = Claim(
                lead="The agent's question, not answered yet:",
                text=one.text,
                pointers=(at(said.line),),
                standing="stated",
            )
            yield Finding(kind="open_thread", claims=(claim,), weight=16.0)


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
            for claim in claims_of(said, 1.0, digest):
                found = among(LOOSE_STRONG, _CODE.sub("", claim.text).lower())
                if found and len(claim.text) > 30 and not claim.text.endswith("?") and not content(claim.text) <= _BARE:
                    weight = (1 + 0.3 * min(found, 2)) * (10 - 1.3 * age)
                    lead = "Agent, left open:"
                    yield Finding(
                        kind="open_thread",
                        claims=(msgspec.structs.replace(claim, weight=1.0, lead=lead),),
                        weight=weight,
                    )


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
        offered & content(turn.ask.text)
        or any(len(offered & content(text)) >= SPOKEN_OF for text in later)
        or any(map(AGREEMENT.match, later[:AGAIN]))
    )


def _run_since(said: Said, digest: Digest) -> bool:
    """The message names a command that was run after it."""
    ran = digest.once(last_runs)
    return any(ran.get(unadorned(line.strip()), 0) > said.line for line in _BREAKS.split(said.text))
