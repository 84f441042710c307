"""What a channel holds, in the spelling it has on disk. Everything is written by people and agents: untrusted text."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

GAP_VERSION = 1
BRIEF_VERSION = 1


class Repo(Struct, frozen=True, kw_only=True, rename="camel"):
    """A repository that the channel works in, under a name of its own."""

    alias: str = ""
    workspace_id: str = ""
    repo_path: str = ""


class Member(Struct, frozen=True, kw_only=True, rename="camel"):
    agent_id: str = ""
    display_name: str = ""
    role: str = ""
    provider: str = ""
    session_id: str = ""
    joined_at: str = ""
    status: str = ""


class Ref(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something pinned to the channel; a session is linked with type `session`."""

    type: str = ""
    target_id: str = ""
    label: str = ""
    added_at: str = ""


class Channel(Struct, frozen=True, kw_only=True, rename="camel"):
    channel_id: str
    name: str = ""
    description: str = ""
    status: str = "active"
    workspace_ids: list[str] = []
    members: list[Member] = []
    pinned_refs: list[Ref] = []
    repo_assignments: list[Repo] = []
    primary_workspace_id: str = ""
    full_access: bool = False
    provider_profile_id: str = ""
    created_at: str = ""
    updated_at: str = ""


class Entry(Struct, frozen=True, kw_only=True, rename="camel"):
    """One line of the feed. `metadata` holds the values themselves; on disk they are strings."""

    entry_id: str = ""
    channel_id: str = ""
    type: str = "message"
    from_agent_id: str = ""
    from_display_name: str = ""
    content: str = ""
    metadata: dict[str, Any] = {}
    created_at: str = ""


class Decision(Struct, frozen=True, kw_only=True, rename="camel"):
    decision_id: str = ""
    channel_id: str = ""
    run_id: str = ""
    ticket_id: str = ""
    title: str = ""
    description: str = ""
    rationale: str = ""
    alternatives: list[str] = []
    decided_by: str = ""
    decided_by_name: str = ""
    linked_artifacts: list[str] = []
    created_at: str = ""
    type: str = ""
    metadata: dict[str, Any] = {}


class Classification(Struct, frozen=True, kw_only=True, rename="camel"):
    category: str = ""
    rationale: str = ""
    next_action: str = ""


class Ticket(Struct, frozen=True, kw_only=True, rename="camel"):
    ticket_id: str = ""
    title: str = ""
    specialty: str = ""
    status: str = "pending"
    depends_on: list[str] = []
    assigned_agent_id: str = ""
    assigned_agent_name: str = ""
    verification: str = ""
    last_classification: Classification | None = None
    chosen_next_action: str = ""
    attempt: int = 0
    started_at: str = ""
    completed_at: str = ""
    updated_at: str = ""
    run_id: str = ""
    assigned_alias: str = ""


class Run(Struct, frozen=True, kw_only=True, rename="camel"):
    run_id: str = ""
    workspace_id: str = ""
    linked_at: str = ""


class GapFill(Struct, frozen=True, kw_only=True, rename="camel"):
    """What only the departing agent knew, in its own words."""

    schema_version: int = GAP_VERSION
    brief_id: str = ""
    channel_id: str = ""
    captured_at: str = ""
    captured_by_session_id: str = ""
    current_line_of_attack: str = ""
    active_hypothesis: str = ""
    abandoned_approaches: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()


class Memory(Struct, frozen=True, kw_only=True):
    """The working memory of a brief, or in words why there is none."""

    gap: GapFill | None = None
    why: str = ""
    age: str = ""
    """How old it is; said when it was taken at any age."""


class OpenItem(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something left open, carried from brief to brief until it is closed."""

    text: str
    kind: str = "open_thread"
    pointer: str = ""
    """Where it was first seen, readable from any later session."""
    since: str = ""
    """The first brief that had it."""
    shown: bool = True
    """It stood in the brief; one that did not fit is carried all the same."""


class Transfer(Struct, frozen=True, kw_only=True, rename="camel"):
    """One handoff: from which session, through which brief, to whom. Kept beside the brief as `<briefId>.json`."""

    brief_id: str
    channel_id: str
    created_at: str
    template: str = "session"
    from_agent: str = ""
    from_session: str = ""
    to: str = ""
    goal: str = ""
    resumed_from: str = ""
    parent_brief: str = ""
    """The brief with which the departing session itself began."""
    gap: str = ""
    """Whose working memory it holds: the id of the session, empty for none."""
    tokens: int = 0
    edited: bool = False
    """The user changed its text before it was sent."""
    open_items: tuple[OpenItem, ...] = ()
    carried: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    schema_version: int = BRIEF_VERSION


class State(Struct, frozen=True, kw_only=True):
    """A channel as it stands, read once: what a brief may draw on."""

    channel: Channel
    feed: tuple[Entry, ...] = ()
    decisions: tuple[Decision, ...] = ()
    """Oldest first."""
    tickets: tuple[Ticket, ...] = ()
    runs: tuple[Run, ...] = ()
    unreadable: int = 0
    """Torn or broken records that were skipped."""
    ours: bool = True
    """It stands in segue's own home, where what is wrong can be mended."""
