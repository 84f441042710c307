"""One look at a repository: two processes, one snapshot. Reads no file's content and writes nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from segue.git.answers import LOG, STATUS, Status, commits_in
from segue.git.process import Git, NoAnswerError
from segue.git.records import Commit, Look, Snapshot, State
from segue.git.repository import common_dir, find, git_dir_of

TIMEOUT = 5.0
_IN_PROGRESS: tuple[tuple[str, Literal["rebase", "merge", "cherry-pick", "revert", "bisect"]], ...] = (
    ("rebase-merge", "rebase"),  # first: a rebase leaves a CHERRY_PICK_HEAD too
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)


def snapshot(cwd: Path, *, since: str = "", paths: Sequence[str] = (), limit: int = 30) -> Snapshot | None:
    """`look`, for those who do not ask why there is none."""
    return look(cwd, since=since, paths=paths, limit=limit).snapshot


def look(cwd: Path, *, since: str = "", paths: Sequence[str] = (), limit: int = 30, timeout: float = TIMEOUT) -> Look:
    """The repository now. Commits are those made at or after `since` (ISO 8601; empty or unreadable means the newest).

    `paths` are taken from `cwd` when relative; `state_of` then knows them. Never raises for what it finds."""
    found = find(cwd)
    if found is None:
        return Look(why="no git repository here" if _exists(cwd) else "the directory is gone")
    root, git_dir = found
    try:
        git = Git(root, git_dir, time.monotonic() + timeout)
        status = Status(git.run(*STATUS, *(("--ignored=matching",) if paths else ())))
    except NoAnswerError as error:
        return Look(why=str(error))
    log, why = _log(git, status.head, limit + 1)
    commits = tuple(commit for commit in log if commit.time >= _start(since))
    touched = {path for commit in commits[:limit] for path in commit.paths}
    shared = Path(common_dir(git_dir))
    seen = Snapshot(
        root=root,
        branch=status.branch,
        head=status.head,
        head_subject=log[0].subject if log else "",
        upstream=status.upstream,
        ahead=status.ahead,
        behind=status.behind,
        changes=tuple(status.changes),
        commits=commits[:limit],
        more_commits=len(commits) > limit,
        in_progress=next((word for name, word in _IN_PROGRESS if Path(git_dir, name).exists()), ""),
        stashes=status.stashes,
        worktrees=1 + sum(1 for _ in shared.glob("worktrees/*")),
        shallow=(shared / "shallow").exists(),
        states={path: _state(str(cwd / path), root, status, touched) for path in paths},
    )
    return Look(snapshot=seen, why=why)


def state_of(snapshot: Snapshot, path: str) -> State:
    """How a path stood at the snapshot; KeyError for one that `look` was not asked about.

    committed: in one of the snapshot's commits and unchanged since. uncommitted: changed, staged or not. clean:
    tracked and as in the last commit, or a directory. missing: neither on disk nor changed. outside: not of this
    working tree, which a submodule, what lies behind a symbolic link, and .git itself are not."""
    return snapshot.states[path]


def _log(git: Git, head: str, limit: int) -> tuple[list[Commit], str]:
    """Pinned to the head that status saw: a commit made in between does not mix two moments."""
    if not head:
        return [], ""
    try:
        return commits_in(git.run(*LOG, f"--max-count={limit}", head, "--")), ""
    except NoAnswerError as error:
        return [], f"the commits could not be read: {error}"


def _exists(path: Path) -> bool:
    try:
        return path.is_absolute() and path.exists()
    except (OSError, ValueError):
        return False


def _start(since: str) -> str:
    """The time in the spelling of a commit's, whose order is the order of time; commits know whole seconds only."""
    from datetime import UTC, datetime

    try:
        moment = datetime.fromisoformat(since)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError):
        return ""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _state(full: str, root: str, status: Status, touched: set[str]) -> State:
    path = _inside(full, root)
    if path is None:
        return "outside"
    on_disk = os.path.lexists(f"{root}/{path}")
    if path in status.changed or (on_disk and any(name.startswith(f"{path}/") for name in status.changed)):
        return "uncommitted"
    if on_disk and _covered(path, status.ignored):
        return "ignored"
    if on_disk and _covered(path, status.untracked):
        return "untracked"
    if path in touched:
        return "committed"
    return "clean" if on_disk else "missing"


def _inside(full: str, root: str) -> str | None:
    """The path from the root on, None when it is not of this working tree. The last name is not followed."""
    folder, name = os.path.split(full.rstrip("/"))
    try:
        real = os.path.realpath(full) if name in ("", ".", "..") else f"{os.path.realpath(folder)}/{name}"
    except ValueError:  # a NUL in the name
        return None
    path = real.removeprefix(f"{root}/")
    if path == real or path.split("/")[0] == ".git":
        return None
    return None if any(git_dir_of(f"{root}/{parent}") is not None for parent in _parents(path)) else path


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]


def _covered(path: str, entries: Iterable[str]) -> bool:
    return any(name in entries for name in (path, *_parents(path)))
