"""How the session stopped: what was under way, and what the user had just refused."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest, Turn, changed, one_line
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.sentences import opening, sentences
from segue.session.records import Call
from segue.session.steps import steps

SHOWN, LAST = 200, 400
"""Characters of a step, and of the last words before one that has no result: they say how things stand."""
_SAID = {
    "interrupted": "was interrupted",
    "unanswered": "has no result",
    "rejected": "was rejected by the user",
    "failed": "failed",
}


def ending(digest: Digest) -> Iterator[Finding]:
    yield from _under_way(digest)
    yield from _turned_down(digest)


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
        if (done := _announced(turn, turn.interrupted.line)) and not _acted_on(turn, done[0].pointers[0].line):
            yield Finding(kind="interrupted", claims=tuple(done), weight=20.0)
    else:
        yield from _cut_short(turn)


def _acted_on(turn: Turn, line: int) -> bool:
    """What was said there was done before the interruption, or refused, which is told for itself."""
    after = [call for call in turn.calls if call.line >= line]
    return changed(after) or bool(after and after[-1].outcome == "rejected")


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
        Claim(lead="Last words:", text=opening(said.text, 220), pointers=(at(said.line),), standing="stated")
        for said in turn.said[-2:]
    )
    yield Finding(kind="interrupted", claims=(step, *words), weight=20.0)


def _turned_down(digest: Digest) -> Iterator[Finding]:
    """The session ends with the user refusing a call: nobody knows yet what is wanted instead."""
    calls = digest.turns[-1].calls if digest.turns else []
    if not calls or calls[-1].outcome != "rejected" or any(s.line > calls[-1].line for s in digest.turns[-1].said):
        return
    call = calls[-1]
    refused = [c for c in digest.calls[:-1] if c.outcome == "rejected" and c.name == call.name]
    before = any(what(c) == what(call) or not c.files for c in refused)
    again = ", again (it had been rejected before)" if before else ""
    lead = f"{named(call)} was rejected by the user at the end{again}; wait for the user's word:"
    claim = Claim(lead=lead, text=what(call), pointers=(at(call.line),), standing="verified")
    yield Finding(kind="interrupted", claims=(claim,), weight=26.0)


def _announced(turn: Turn, line: int, lead: str = "Interrupted, not finished; the agent was saying:") -> list[Claim]:
    said = [s for s in turn.said if s.line <= line]
    if not said:
        return []
    return [
        Claim(
            lead=lead,
            text=opening(said[-1].text, LAST),
            pointers=(at(said[-1].line),),
            standing="stated",
        )
    ]


def named(call: Call) -> str:
    """The tool as a person would call it."""
    return "plan" if call.act == "plan" else call.name


def what(call: Call) -> str:
    """What a call was about, in one line."""
    if call.act == "plan":
        return _planned(call.about) or call.name
    if call.command:
        return f"`{one_line(call.command, SHOWN)}`{_and_then(call.command)}"
    if call.files:
        return call.files[0].path
    return one_line(call.about, SHOWN) or call.name


def _planned(text: str) -> str:
    """A plan by its title and the first words under it."""
    found = sentences(text)
    title = [one.text for one in found[:1] if one.heading]
    first = [one.text for one in found if not one.heading][:1]
    return one_line(": ".join((*title, *first)), SHOWN)


def _and_then(command: str) -> str:
    """What the rest of a long command would do to git: nobody must miss a push."""
    shown = one_line(command, SHOWN)
    rest = [f"{step.program} {step.verb}" for step in steps(command)] if len(shown) < len(flat(command)) else []
    missing = [verb for verb in dict.fromkeys(rest) if verb not in shown]
    return f" and then {', '.join(missing)}" if missing else ""
