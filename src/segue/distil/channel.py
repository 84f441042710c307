"""Findings of a channel: what was decided, what is to be done, what the departing agent had in mind, what is open.

Made from the records themselves: every pointer is the id of the record that the words come from. What holds a secret
is not shown: in our own home it stops the brief and names the way out, in another's it is left out and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from segue.channel.records import Decision, Entry, GapFill, OpenItem, State, Ticket
from segue.distil.records import Claim, Finding, Kind, Pointer, PointerKind
from segue.distil.tickets import in_order, standing, waiting_for
from segue.errors import BriefError
from segue.patterns import late
from segue.redact import mask, secrets_in

DECISIONS, TICKETS = 8, 10
"""How many of each stand beside a session's own findings."""
RECENT = 30
"""How many are looked at at all."""
HANDOFF = "handoff"
"""The type of the decisions and the kind of the entries that handoffs leave behind: no news to the next agent."""
SAID = ("message", "status_update", "event", "artifact")
_UNSAFE = late(r"[^\w./:@+-]")


class Records:
    """The records of a channel that may be shown, with those counted that may not."""

    def __init__(self, state: State) -> None:
        self._ours = state.ours
        self.left_out = 0
        self.decisions = [d for d in decided(state.decisions) if self._fine(d.decision_id, _of_decision(d))]
        self.tickets = in_order(state.tickets)
        self.feed = [e for e in said(state.feed)[-RECENT:] if self._fine(e.entry_id, (e.content, e.from_display_name))]
        self.description = state.channel.description if self._fine("", (state.channel.description,)) else ""

    def gap(self, gap: GapFill | None) -> GapFill | None:
        return gap if gap and self._fine(gap.brief_id, _of_gap(gap)) else None

    def _fine(self, record: str, texts: Iterable[str]) -> bool:
        kind = next((secret.kind for text in texts for secret in secrets_in(text)), "")
        if kind and self._ours:
            raise BriefError(
                f"{record or 'the description of the channel'} holds what looks like a secret ({kind})",
                hint=f"`segue channel redact {record}` takes it out" if record else "make the channel anew without it",
            )
        self.left_out += bool(kind)
        return not kind


def said(feed: Iterable[Entry]) -> list[Entry]:
    """What someone said in the feed: no bookkeeping."""
    return [
        e for e in feed if e.type in ("message", "status_update", "event", "artifact") and not e.metadata.get("kind")
    ]


def decided(decisions: Iterable[Decision]) -> list[Decision]:
    """What someone decided: no bookkeeping."""
    return [d for d in decisions if d.type != HANDOFF]


def findings(records: Records, gap: GapFill | None, carried: Sequence[OpenItem] = ()) -> tuple[Finding, ...]:
    """What a channel adds to a session's own findings."""
    return (
        *(decision(d) for d in reversed(records.decisions[-DECISIONS:])),
        *(f for t in records.tickets[:TICKETS] if t.status != "completed" for f in (ticket(t, records.tickets),)),
        *working_memory(records.gap(gap)),
        *map(still_open, carried),
    )


def decision(one: Decision) -> Finding:
    parts = [one.title.strip().rstrip(".")]
    if one.rationale:
        parts.append(f"why: {one.rationale.strip().rstrip('.')}")
    if one.alternatives:
        parts.append(f"instead of: {', '.join(one.alternatives)}")
    if one.decided_by_name:
        parts.append(f"by {one.decided_by_name}")
    return finding("decision", "Decided:", "; ".join(parts), to("decision", one.decision_id))


def ticket(one: Ticket, everything: Sequence[Ticket]) -> Finding:
    waits = waiting_for(one, everything)
    seen = one.last_classification
    parts = [
        one.title,
        f"after {', '.join(waits)}" if waits else "",
        f"with {one.assigned_agent_name or one.assigned_agent_id}" if one.assigned_agent_id else "",
        f"attempt {one.attempt}" if one.attempt > 1 else "",
        f"{seen.category}: {seen.rationale}" if seen and seen.category else "",
        f"next: {one.chosen_next_action}" if one.chosen_next_action else "",
    ]
    text = f"{one.ticket_id} {standing(one, everything)}: {'; '.join(filter(None, parts))}"
    return finding("todo", "Ticket", mask(text)[0], to("ticket", one.ticket_id))


def working_memory(gap: GapFill | None) -> Iterator[Finding]:
    """The four slots, each statement an entry of its own."""
    if gap is None:
        return
    slots: tuple[tuple[Kind, str, tuple[str, ...]], ...] = (
        ("state", "Line of attack:", (gap.current_line_of_attack,)),
        ("state", "Hypothesis:", (gap.active_hypothesis,)),
        ("dead_end", "Abandoned:", gap.abandoned_approaches),
        ("open_thread", "Open question:", gap.open_questions),
    )
    for kind, lead, texts in slots:
        for text in filter(str.strip, texts):
            yield finding(kind, lead, text, to("gap", gap.brief_id))


def still_open(item: OpenItem) -> Finding:
    return finding("open_thread", "Still open:", f"{item.text} (since {item.since})", pointer_of(item.pointer))


def to(kind: PointerKind, ref: str) -> Pointer:
    """A pointer to a record by its id, which can forge nothing where it is printed."""
    return Pointer(kind, ref=_UNSAFE.sub("_", ref)[:120])


def pointer_of(text: str) -> Pointer:
    """A pointer from the spelling in which an open item keeps it."""
    kind, _, ref = text.partition(":")
    session, _, line = ref.rpartition(":L")
    if kind == "transcript" and line.isdigit():
        return Pointer("transcript", line=int(line), session=_UNSAFE.sub("_", session))
    return next((to(known, ref) for known in get_args(PointerKind) if kind == known), to("gap", text))


def finding(kind: Kind, lead: str, text: str, pointer: Pointer) -> Finding:
    """One entry. The lead is ours; whatever others wrote is in the text."""
    claim = Claim(text=" ".join(text.split()), lead=lead, pointers=(pointer,), standing="stated", weight=10.0)
    return Finding(kind=kind, claims=(claim,), weight=4.0, origin="gap" if pointer.kind == "gap" else "channel")


def _of_decision(one: Decision) -> tuple[str, ...]:
    return one.title, one.description, one.rationale, one.decided_by_name, *one.alternatives


def _of_gap(one: GapFill) -> tuple[str, ...]:
    return one.current_line_of_attack, one.active_hypothesis, *one.abandoned_approaches, *one.open_questions
