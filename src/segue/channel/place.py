"""Which channel is meant: by id or name, else the one of the repository we stand in, made on first use.

All worktrees of a repository share its channel; a plain folder has one of its own."""

from __future__ import annotations

import hashlib
from pathlib import Path

from segue import git
from segue.channel.decode import plain_bytes
from segue.channel.records import Channel, Repo
from segue.channel.store import Channels, cannot_read
from segue.errors import SourceError, UsageError
from segue.store.ids import Moment


def workspace_id(cwd: Path) -> str:
    """The same for every worktree of a repository, and for every directory below it."""
    where = git.identity(cwd) or str(cwd)
    return f"ws-{hashlib.sha256(where.encode('utf-8', 'surrogateescape')).hexdigest()[:12]}"


def held_by(channel: Channel, cwd: Path) -> bool:
    """Whether the channel works in this repository, in whichever worktree, or else in this folder."""
    return _has(channel, workspace_id(cwd)) or _by_path(channel, cwd)


def here(channels: Channels, cwd: Path) -> Channel | None:
    """The newest active channel of a directory's repository."""
    workspace = workspace_id(cwd)
    active = [c for c in channels.all() if c.status != "archived"]
    held = [c for c in active if _has(c, workspace)] or [c for c in active if _by_path(c, cwd)]
    return max(held, key=lambda c: (c.created_at, c.channel_id), default=None)


def required(channels: Channels, cwd: Path, hint: str = "`segue channel new` makes one") -> Channel:
    """The channel of a directory; SourceError when there is none, or none that can be read."""
    if found := here(channels, cwd):
        return found
    if path := lost(channels, cwd):
        raise cannot_read(path)
    where = "this repository" if git.find_root(cwd) else "this folder"
    raise SourceError(f"{where} has no channel yet", hint=hint)


def lost(channels: Channels, cwd: Path) -> Path | None:
    """The file of a channel that cannot be read and may be this directory's: it names it, or nobody."""
    mine, anybody = f'"{workspace_id(cwd)}"'.encode(), b'"ws-'
    texts = ((path, plain_bytes(path) or b"") for path in channels.unreadable().values())
    return next((path for path, text in texts if mine in text or anybody not in text), None)


def _has(channel: Channel, workspace: str) -> bool:
    return any(repo.workspace_id == workspace for repo in channel.repo_assignments)


def _by_path(channel: Channel, cwd: Path) -> bool:
    """For channels of another system, whose workspace ids mean something else."""
    identity = git.identity(cwd)
    paths = [Path(repo.repo_path) for repo in channel.repo_assignments if repo.repo_path]
    return any(git.identity(path) == identity if identity else path == cwd for path in paths)


def named(channels: Channels, wanted: str, *, archived: bool = False) -> Channel:
    """A channel by its id, the beginning of it, or its name; the name of several means the active one, or the archived
    one where such is looked for."""
    everything = channels.all()
    so_called = [c for c in everything if c.name == wanted]
    tail = wanted.removeprefix("channel-")
    for found in (
        [c for c in everything if c.channel_id == wanted],
        [c for c in so_called if (c.status == "archived") is archived],
        so_called,
        [c for c in everything if tail and c.channel_id.removeprefix("channel-").startswith(tail)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            listed = "\n".join(f"  {c.channel_id}  {c.name}" for c in found[:10])
            raise UsageError(f"{len(found)} channels are meant by {wanted!r}", hint=f"give the whole id:\n{listed}")
    for name, path in channels.unreadable().items():
        if tail and name.removeprefix("channel-").startswith(tail):
            raise cannot_read(path)
    known = ", ".join(c.channel_id for c in everything[:5]) or "none yet"
    raise SourceError(f"there is no channel {wanted!r}", hint=f"`segue channel list` shows what there is ({known})")


def found_or_made(channels: Channels, cwd: Path, moment: Moment) -> tuple[Channel, bool]:
    """The channel of a directory, and whether it was made just now. Two at once make one."""
    if found := here(channels, cwd):
        return found, False
    with channels.alone():
        if found := here(channels, cwd):
            return found, False
        if path := lost(channels, cwd):
            raise cannot_read(path)  # nothing of what stands there may be passed over in silence
        channel = draft(cwd, moment)
        channels.save(channel)
        return channel, True


def draft(cwd: Path, moment: Moment, name: str = "", description: str = "") -> Channel:
    """A new channel for the repository of a directory, not on disk yet."""
    root = git.find_root(cwd) or cwd
    workspace, alias = workspace_id(cwd), _alias(cwd, root)
    return Channel(
        channel_id=moment.id("channel"),
        name=name or alias,
        description=description,
        workspace_ids=[workspace],
        repo_assignments=[Repo(alias=alias, workspace_id=workspace, repo_path=str(root))],
        primary_workspace_id=workspace,
        created_at=moment.iso,
        updated_at=moment.iso,
    )


def _alias(cwd: Path, root: Path) -> str:
    """The repository's own name, not that of one of its worktrees."""
    shared = git.identity(cwd)
    name = Path(shared).parent.name if shared and Path(shared).name == ".git" else root.name
    return name or "root"
