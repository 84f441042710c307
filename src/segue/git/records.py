"""What a look at a repository gives: frozen, and everything a brief says about git comes from it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Code = Literal["modified", "added", "deleted", "renamed", "untracked", "conflicted"]
State = Literal["committed", "uncommitted", "untracked", "clean", "missing", "ignored", "outside"]


class Change(Struct, frozen=True, kw_only=True, gc=False):
    """One path that differs from the last commit. An untracked directory ends with a slash."""

    path: str
    code: Code
    staged: bool = False
    """The whole change is in the index: a plain `git commit` would take it."""
    old: str = ""
    """Where a renamed file was."""


class Commit(Struct, frozen=True, kw_only=True, gc=False):
    hash: str
    time: str
    """When it was committed, ISO 8601 in UTC."""
    authored: str
    subject: str
    paths: tuple[str, ...] = ()
    """What it touched; empty for a merge."""


class Snapshot(Struct, frozen=True, kw_only=True):
    root: str
    branch: str = ""
    """Empty when the head is detached."""
    head: str = ""
    """Full hash; empty when there is no commit yet."""
    head_subject: str = ""
    upstream: str = ""
    ahead: int = 0
    behind: int = 0
    changes: tuple[Change, ...] = ()
    commits: tuple[Commit, ...] = ()
    """Newest first, of the current head only."""
    more_commits: bool = False
    """There are more than the limit let in."""
    in_progress: Literal["", "rebase", "merge", "cherry-pick", "revert", "bisect"] = ""
    stashes: int = 0
    worktrees: int = 1
    shallow: bool = False
    states: dict[str, State] = {}
    """One for every path that was asked for, spelled as it was asked."""


class Look(Struct, frozen=True, kw_only=True):
    """`why` says in words what is missing: the snapshot, or its commits. Empty when all is there."""

    snapshot: Snapshot | None = None
    why: str = ""
