"""What people and agents add to a channel. Each of these refuses secrets, writes once, and is on disk when it returns.

The command line and the MCP server both come through here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from segue.channel import secrets
from segue.channel.handoffs import gap_file, handoffs
from segue.channel.records import GAP_VERSION, Channel, Decision, Entry, GapFill, Ref, Repo, Run
from segue.channel.store import Channels
from segue.errors import UsageError
from segue.store.ids import Moment, segment

TYPES = (
    "message",
    "status_update",
    "event",
    "decision",
    "artifact",
    "agent_joined",
    "agent_left",
    "ref_added",
    "run_started",
    "run_completed",
)
SLOTS = ("currentLineOfAttack", "activeHypothesis", "abandonedApproaches", "openQuestions")


def post(channels: Channels, draft: Entry, moment: Moment) -> Entry:
    """One entry more in the feed: the draft, with an id and a time."""
    if draft.type not in TYPES:
        raise UsageError(f"there is no type {draft.type!r} of an entry", hint=f"known types: {', '.join(TYPES)}")
    if not draft.content.strip():
        raise UsageError("an entry needs a text")
    secrets.refuse(texts_in("the entry", {"content": draft.content, "author": draft.from_display_name}))
    secrets.refuse(texts_in("metadata", draft.metadata))
    channels.get(draft.channel_id)
    entry = msgspec.structs.replace(draft, entry_id=moment.id("entry"), created_at=moment.iso)
    channels.append(entry)
    return entry


def decide(channels: Channels, draft: Decision, moment: Moment) -> Decision:
    """A decision with its reason and what was not chosen: the draft, with an id and a time."""
    if not draft.title.strip():
        raise UsageError("a decision needs a title")
    secrets.refuse(texts_in("the decision", msgspec.to_builtins(draft)))
    channels.get(draft.channel_id)
    decision = msgspec.structs.replace(draft, decision_id=moment.id("decision"), created_at=moment.iso)
    channels.save_decision(decision)
    return decision


def finalize_gap_fill(
    channels: Channels, channel_id: str, session_id: str, slots: Mapping[str, Any], *, moment: Moment
) -> GapFill:
    """The departing agent's working memory. Mints the brief id that the handoff will then use."""
    version = slots.get("schemaVersion")
    if version is not GAP_VERSION:
        raise UsageError(f"schemaVersion must be {GAP_VERSION}, not {version!r}", hint="nothing was written")
    segment(session_id, "id of a session")
    unknown = set(slots) - {*SLOTS, "schemaVersion"}
    if unknown:
        raise UsageError(f"unknown slot {min(unknown)!r}", hint=f"the slots are {', '.join(SLOTS)}")
    try:
        gap = msgspec.convert(
            dict(slots)
            | {
                "briefId": moment.id("brief"),
                "channelId": channels.get(channel_id).channel_id,
                "capturedAt": moment.iso,
                "capturedBySessionId": session_id,
            },
            GapFill,
        )
    except msgspec.ValidationError as error:
        raise UsageError(f"the working memory is not as it should be: {error}", hint="nothing was written") from error
    written = texts_in("", {name: slots.get(name) for name in SLOTS})
    if not any(text.strip() for _, text in written):
        raise UsageError("all four slots are empty", hint="nothing was written")
    secrets.refuse(written)
    save_gap(channels, gap)
    return gap


def save_gap(channels: Channels, gap: GapFill) -> None:
    path = gap_file(handoffs(channels, gap.channel_id), gap.brief_id)
    channels.write_file(gap.channel_id, path, msgspec.json.format(msgspec.json.encode(gap), indent=2) + b"\n")


def link_repo(channels: Channels, channel_id: str, repo: Repo) -> Channel:
    """Another repository under an alias; one that has the alias already is replaced."""

    def edit(value: dict[str, Any]) -> None:
        rows = [r for r in value.get("repoAssignments") or [] if isinstance(r, dict) and r.get("alias") != repo.alias]
        value["repoAssignments"] = [*rows, msgspec.to_builtins(repo)]
        value["workspaceIds"] = list(dict.fromkeys([*(value.get("workspaceIds") or []), repo.workspace_id]))

    secrets.refuse([("the alias", repo.alias)])
    return channels.change(channel_id, edit)


def link_session(channels: Channels, channel_id: str, ref: Ref) -> Channel:
    def edit(value: dict[str, Any]) -> None:
        rows = [r for r in value.get("pinnedRefs") or [] if isinstance(r, dict) and r.get("targetId") != ref.target_id]
        value["pinnedRefs"] = [*rows, msgspec.to_builtins(ref)]

    return channels.change(channel_id, edit)


def link_run(channels: Channels, channel_id: str, run: Run) -> None:
    channels.get(channel_id)
    channels.add_run(channel_id, run)


def archive(channels: Channels, channel_id: str, moment: Moment, *, back: bool = False) -> Channel:
    def edit(value: dict[str, Any]) -> None:
        value["status"] = "active" if back else "archived"
        value["updatedAt"] = moment.iso

    return channels.change(channel_id, edit)


def texts_in(place: str, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every string inside, under the name of where it stands."""
    out: list[tuple[str, str]] = []
    for name, value in values.items():
        where = f"{place}: {name}" if place else name
        if isinstance(value, str):
            out.append((where, value))
        elif isinstance(value, list | tuple):
            out += texts_in(where, {str(n): one for n, one in enumerate(value, 1)})
        elif isinstance(value, dict):
            out += texts_in(where, value)
    return out
