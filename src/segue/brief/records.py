"""A brief: the sections chosen from the findings under a token budget. Its JSON form is versioned."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from segue.distil.records import Finding
from segue.errors import BriefError

VERSION = 1


class Masked(Struct, frozen=True, gc=False):
    """A secret that was masked: its kind and the entry it stood in, never its value."""

    kind: str
    where: str


class Section(Struct, frozen=True, kw_only=True):
    name: str
    heading: str
    entries: tuple[Finding, ...] = ()
    note: str = ""
    """What is said above the entries, or instead of them when there are none."""


class Header(Struct, frozen=True, kw_only=True):
    agent: str
    session: str
    title: str = ""
    path: str = ""
    project: str = ""
    branch: str = ""
    model: str = ""
    started: str = ""
    ended: str = ""
    percent: int | None = None
    human_turns: int = 0
    gaps: int = 0


class Brief(Struct, frozen=True, kw_only=True):
    header: Header
    template: str
    budget: int
    sections: tuple[Section, ...]
    goal: str = ""
    """What the next agent is asked for, verbatim; empty when nobody said."""
    last_request: Finding | None = None
    answer: Finding | None = None
    """The agent's last words to it, when nothing came after them."""
    dropped: tuple[str, ...] = ()
    """Claims that did not pass verification, and why."""
    masked: tuple[Masked, ...] = ()
    left_out: int = 0
    """Findings that did not fit the budget."""
    version: int = VERSION


class _Version(Struct):
    version: int = 0


def to_json(brief: Brief) -> bytes:
    return msgspec.json.format(msgspec.json.encode(brief), indent=1) + b"\n"


def from_json(data: bytes) -> Brief:
    """The brief that `to_json` wrote. A newer version is refused, not guessed at."""
    try:
        found = msgspec.json.decode(data, type=_Version).version
        if found > VERSION:
            raise BriefError(
                f"this brief is of version {found}; this segue reads up to {VERSION}", hint="upgrade segue"
            )
        return msgspec.json.decode(data, type=Brief)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BriefError(f"this is no brief: {error}") from error
