"""The join over a channel's records: what each section of the `channel` template has to say, all inputs passed in."""

from __future__ import annotations

from msgspec import Struct

from segue.channel.records import Memory, State
from segue.distil import channel as rules
from segue.distil.records import Finding, Pointer
from segue.distil.tickets import standing
from segue.distil.touched import touched
from segue.git import Snapshot

NO_GAP = "[gap-fill not provided]"


class Join(Struct, frozen=True, kw_only=True):
    """Everything the sections draw on. Same join, same bytes."""

    state: State
    records: rules.Records
    memory: Memory
    stated: tuple[Finding, ...] = ()
    """What the agent's own document says: how old it is or its goal, then the rest."""
    git: Snapshot | None = None
    git_note: str = ""
    todos: tuple[Finding, ...] = ()
    """Of the channel's sessions: they stand in for a ledger that is not there."""
    corrections: tuple[Finding, ...] = ()
    """Of the channel's sessions: what the user corrected, and what led nowhere."""
    carried: tuple[Finding, ...] = ()
    """What earlier briefs left open."""


class Part(Struct, frozen=True):
    """One section's findings in order, and what is said when there are none."""

    name: str
    findings: tuple[Finding, ...]
    empty: str


def parts(join: Join) -> tuple[Part, ...]:
    """The sections of a channel's brief, in the template's order."""
    return (
        Part("status", tuple(_status(join)), "Nothing is known of where it stands."),
        Part("mission", tuple(_mission(join)), "No mission was written down."),
        Part("tickets", tuple(_tickets(join)), "There are no tickets."),
        Part("decisions", tuple(_decisions(join)), "No decision was recorded."),
        Part("files", tuple(_files(join)), join.git_note or "Git shows no file of these tickets."),
        Part("working_memory", tuple(_memory(join)), f"{NO_GAP} {join.memory.why}".strip()),
        Part("corrections", join.corrections, ""),
    )


def _status(join: Join) -> list[Finding]:
    state, out = join.state, []
    counts: dict[str, int] = {}
    for ticket in state.tickets:
        word = standing(ticket, state.tickets)
        counts[word] = counts.get(word, 0) + 1
    if counts:
        words = ", ".join(f"{n} {word}" for word, n in sorted(counts.items()))
        out.append(rules.finding("state", "Tickets:", words, _file(join, "tickets.json")))
    if join.git and join.git.head:
        where = f"{join.git.branch or 'detached head'} at {join.git.head[:10]}; {len(join.git.changes)} uncommitted"
        out.append(rules.finding("state", "Git:", where, Pointer("commit", ref=join.git.head[:10])))
    for e in reversed(join.records.feed[-3:]):
        text = f"{e.created_at[:16].replace('T', ' ')} {e.from_display_name or 'someone'}: {e.content}"
        out.append(rules.finding("state", "Feed:", text, rules.to("feed", e.entry_id)))
    return out


def _mission(join: Join) -> list[Finding]:
    if join.records.description:
        return [rules.finding("fact", "Work:", join.records.description, _file(join, "channel.json"))]
    first = next((e for e in join.records.feed if e.type == "message"), None)
    return [rules.finding("fact", "First said:", first.content, rules.to("feed", first.entry_id))] if first else []


def _tickets(join: Join) -> list[Finding]:
    tickets = join.records.tickets
    if not tickets:
        return [*join.todos, *join.carried]
    done = [t for t in tickets if t.status == "completed"]
    out = [rules.ticket(t, tickets) for t in tickets if t.status != "completed"]
    if done:
        names = ", ".join(t.ticket_id for t in done)
        out.append(rules.finding("todo", "Completed:", names, _file(join, "tickets.json")))
    return [*out, *join.carried]


def _files(join: Join) -> list[Finding]:
    return [
        rules.finding("file", "Git:", f.words(), rules.to("commit", f.commit) if f.commit else rules.to("file", f.path))
        for f in touched(join.state.tickets, join.git)
    ]


def _decisions(join: Join) -> list[Finding]:
    stated = (one for one in join.stated if one.kind == "decision")
    return [*stated, *map(rules.decision, reversed(join.records.decisions))]


def _memory(join: Join) -> list[Finding]:
    """The gap-fill, then the document. What is to be done next stands before what was done: the end may not fit."""
    told = [one for one in join.stated if one.kind != "decision"]
    stated = [*told[:1], *sorted(told[1:], key=lambda one: one.kind != "open_thread")]
    gap = join.records.gap(join.memory.gap)
    if gap is None or not join.memory.age:
        return [*rules.working_memory(gap), *stated]
    age = rules.finding("state", "Written by the earlier session,", join.memory.age, rules.to("gap", gap.brief_id))
    return [age, *rules.working_memory(gap), *stated]


def _file(join: Join, name: str) -> Pointer:
    return rules.to("file", f"channels/{join.state.channel.channel_id}/{name}")
