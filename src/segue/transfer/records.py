"""What a handoff is asked for, made from and made into."""

from __future__ import annotations

from msgspec import Struct

from segue.brief.open_items import Fate
from segue.brief.records import Brief
from segue.channel.records import Memory, State, Transfer
from segue.deliver.document import Written
from segue.distil import channel as rules
from segue.distil.records import Evidence, Finding
from segue.session.records import Session


class Wish(Struct, frozen=True, kw_only=True):
    """What was asked for."""

    goal: str = ""
    template: str = "session"
    budget: int = 2000
    to: str = ""
    resume: str = ""
    """The brief whose working memory is taken; empty for a brief made anew."""
    document: Written | None = None
    """What the agent itself wrote, checked already; a brief that is resumed brings its own."""
    wait_gap: float = 0.0
    with_git: bool = True
    strict: bool = False
    force: bool = False


class Prepared(Struct, frozen=True, kw_only=True):
    """A brief that passed its checks and is not on disk yet."""

    brief: Brief
    bare: str
    """The text that `segue brief` gives for the same inputs."""
    text: str
    transfer: Transfer
    memory: Memory
    document: Written | None = None
    warnings: tuple[str, ...] = ()


class Basis(Struct, frozen=True, kw_only=True):
    """What a brief is made from when a channel is part of it."""

    state: State
    records: rules.Records
    memory: Memory
    brief_id: str
    document: Written | None = None
    stated: tuple[Finding, ...] = ()
    """What the document says; joined with the evidence already, where there is any."""
    evidence: Evidence | None = None
    parent: str = ""
    fate: Fate = Fate()

    @property
    def session(self) -> Session | None:
        return self.evidence.session if self.evidence else None
