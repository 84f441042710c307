"""Which session is meant: an id prefix, a file, `latest`, or by default *mine*. Why it was chosen is always told."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from segue import config, git
from segue.errors import SourceError, UsageError
from segue.newest import file_time, holds_something, last_time, told_unread
from segue.session.records import Glance
from segue.sources import READERS, base, known_agents, reader_for, reader_of
from segue.sources.base import Reader

if TYPE_CHECKING:
    from segue.store.index import Index

Found = TypeVar("Found")
ENOUGH = 6
"""Characters of an id from which a listing's short form is made; an id may be given shorter while it is unique."""


PATIENCE = 2.0
"""Seconds within which an agent that names its session has written it down."""


class Choice(Struct, frozen=True, kw_only=True):
    reader: Reader
    path: Path
    why: str


class Place:
    """A directory as sessions see it: the same repository, whichever worktree, or else the same folder."""

    def __init__(self, cwd: Path) -> None:
        self.cwd = cwd
        self.identity = git.identity(cwd)
        self._seen: dict[str, bool] = {}

    def holds(self, cwd: str) -> bool:
        if cwd not in self._seen:
            there = git.identity(Path(cwd)) if cwd and self.identity else None
            self._seen[cwd] = there == self.identity if there else cwd == str(self.cwd)
        return self._seen[cwd]


def everywhere(agents: tuple[str, ...] = (), cwd: Path | None = None) -> Iterator[tuple[Reader, Path]]:
    """Every session file of the agents asked for (of all when none is), the last written first over all of them.

    `cwd` is where sessions are looked for that an agent keeps in the folder it works in; by default where we stand."""
    folder = cwd or Path.cwd()
    found = [
        (-base.changed(reader, path), str(path), reader, path)
        for reader in READERS
        if not agents or reader.agent in agents
        for path in base.found(reader, config.user_home(), folder)
    ]
    found.sort(key=lambda row: row[:2])
    return ((reader, path) for _, _, reader, path in found)


def choose(wanted: str, *, agents: tuple[str, ...] = (), cwd: Path | None = None) -> Choice:
    """The session that a person or an agent means; SourceError with what would have worked when there is none."""
    cwd = cwd or Path.cwd()
    if wanted == "latest":
        return _first(
            everywhere(agents), lambda g: not g.helper, "the newest session on this machine", "there is no session yet"
        )
    if wanted and ("/" in wanted or wanted.endswith((".jsonl", ".json")) or Path(wanted).is_file()):
        return _file(Path(wanted).expanduser())
    if wanted:
        return _by_id(wanted, agents)
    return _mine(agents, cwd)


def _file(path: Path) -> Choice:
    if not path.is_file() and not path.parent.is_file():  # a session in a database stands below its file
        raise SourceError(_no_file(path), hint="`segue sessions --all` lists what there is")
    path = path.absolute()
    return Choice(reader=reader_for(path), path=path, why="the file you named")


def _no_file(path: Path) -> str:
    if path.is_dir():
        return f"{path} is a directory, not a session's file"
    if path.exists():
        return f"{path} is no plain file, and a session is read more than once"
    if path.is_symlink():
        return f"{path} is a link to {path.readlink()}, which is not there"
    return f"there is no file {path}"


def _by_id(wanted: str, agents: tuple[str, ...]) -> Choice:
    matches = [
        (r, p)
        for r, p in everywhere(agents)
        if session_id(p, r).startswith(wanted.lower()) or p.stem.startswith(wanted)
    ]
    if not matches:
        raise SourceError(f"no session's id begins with {wanted!r}", hint="`segue sessions --all` lists what there is")
    exact = [m for m in matches if session_id(m[1], m[0]) == wanted.lower()]
    if len(exact or matches) > 1:
        raise SourceError(
            f"{len(matches)} sessions' ids begin with {wanted!r}",
            hint=f"give more of the id{', or the file' if exact else ''}:\n" + _listed(exact or matches),
        )
    reader, path = (exact or matches)[0]
    return Choice(reader=reader, path=path, why=f"its id begins with {wanted}")


def _index() -> Index:
    from segue.store.index import Index  # a session named by its file needs no database

    return Index(config.home())


def _listed(matches: list[tuple[Reader, Path]], most: int = 20) -> str:
    """Sessions to choose from, a line each. A copied file has the id of another one: then their files differ."""
    ids = [session_id(path, reader) for reader, path in matches]
    lines = [
        f"  {path if ids.count(one) > 1 else one}  {reader.agent}  {_title(reader, path)}"
        for one, (reader, path) in zip(ids[:most], matches, strict=False)
    ]
    return "\n".join([*lines, *([f"  and {len(ids) - most} more"] if len(ids) > most else [])])


def _title(reader: Reader, path: Path) -> str:
    from segue.redact import clean, mask

    with _index() as index, contextlib.suppress(SourceError):
        return " ".join(clean(mask(index.glance(reader, path).title)[0]).split())
    return ""


def session_id(path: Path, reader: Reader | None = None) -> str:
    """A session's id as ids are compared: as its reader tells it, or else by its file's name."""
    try:
        return (base.session_id(reader, path) if reader else base.id_in_name(path)).lower()
    except SourceError:
        return ""  # gone since it was found


# --- mine ---------------------------------------------------------------------------------------------------------


def _mine(agents: tuple[str, ...], cwd: Path) -> Choice:
    return _calling(agents) or _in_this_pane(agents) or _newest_here(agents, cwd)


def _calling(agents: tuple[str, ...]) -> Choice | None:
    """The session of the agent in whose shell we run, by the variables it sets."""
    from segue.agents import AGENTS  # whoever names a session asks for no agent

    for agent in AGENTS:
        if agents and agent.name not in agents:
            continue
        for variable in agent.session_variables:
            value = os.environ.get(variable, "")
            if value and (found := soon(partial(_named, agent.name, value))):
                return msgspec.structs.replace(found, why=f"{agent.label} is calling ({variable})")
    return None


def soon(find: Callable[[], Found | None]) -> Found | None:
    """What is found now or in a moment: an agent that calls in its first turn may only be about to write it down."""
    latest = time.monotonic() + PATIENCE
    while (found := find()) is None and time.monotonic() < latest:
        time.sleep(0.1)
    return found


def _named(agent: str, value: str) -> Choice | None:
    reader = reader_of(agent)
    if value.endswith(".jsonl") and Path(value).is_file():
        return Choice(reader=reader, path=Path(value), why="")
    for path in base.found(reader, config.user_home(), Path.cwd()):
        if session_id(path, reader) == value.lower():
            return Choice(reader=reader, path=path, why="")
    return None


def _in_this_pane(agents: tuple[str, ...]) -> Choice | None:
    """The session of an agent that runs in our tmux pane, for agents that set no variable."""
    from segue import tmux
    from segue.agents import AGENTS

    pane = tmux.this_pane()
    if not pane:
        return None
    binaries = {agent.binary: agent for agent in AGENTS if not agents or agent.name in agents}
    for process in reversed(pane.processes):
        if agent := binaries.get(process.name):
            found = _live(agent.name, process.pid) or _newest_in(agent.name, pane.cwd)
            if found:
                return msgspec.structs.replace(found, why=f"{agent.label} runs in this tmux pane ({pane.id})")
    return None


def _live(agent: str, pid: int) -> Choice | None:
    """Claude Code keeps a register of its running processes."""
    if agent != "claude":
        return None
    root = Path(os.environ.get("CLAUDE_CONFIG_DIR") or config.user_home() / ".claude")
    try:
        seen = msgspec.json.decode((root / "sessions" / f"{pid}.json").read_bytes(), type=dict[str, object])
    except (OSError, msgspec.DecodeError, UnicodeError):
        return None
    return _named(agent, str(seen.get("sessionId", "")))


def _newest_in(agent: str, cwd: Path) -> Choice | None:
    place = Place(cwd)
    try:
        return _first(everywhere((agent,), cwd), lambda g: place.holds(g.cwd) and not g.helper, "", "")
    except SourceError:
        return None


def _newest_here(agents: tuple[str, ...], cwd: Path) -> Choice:
    place = Place(cwd)
    where = "this repository" if place.identity else "this directory"
    return _first(
        everywhere(agents, cwd),
        lambda g: place.holds(g.cwd) and not g.helper,
        f"the newest session of {where}",
        f"no session was held in {where} ({cwd})",
    )


def _first(files: Iterator[tuple[Reader, Path]], fits: Callable[[Glance], bool], why: str, none: str) -> Choice:
    best: tuple[str, Reader, Path] | None = None
    unread: list[SourceError] = []
    with _index() as index:
        for reader, path in files:
            if best and file_time(reader, path) < best[0]:
                break  # no session is newer than its file, and files come newest first
            try:
                seen = index.glance(reader, path)
            except SourceError as error:
                unread.append(error)  # one broken file never stops the others
                continue
            last = last_time(reader, path, seen)
            if (not best or last > best[0]) and fits(seen) and holds_something(reader, path, seen):
                best = last, reader, path
    if best:
        return Choice(reader=best[1], path=best[2], why="; ".join(filter(None, (why, told_unread(unread)))))
    if told := told_unread(unread):
        raise SourceError(f"{none} that can be read", hint=told)
    raise SourceError(none, hint="`segue sessions --all` lists every session; `segue brief ID` takes one of them")


class Looked(Struct, frozen=True, kw_only=True):
    """What a look at all sessions gave."""

    seen: list[tuple[Reader, Path, Glance]]
    """The newest first, by what they say themselves."""
    unread: str
    """Which could not be read and why, in a line; empty when all could."""


def look(agents: tuple[str, ...] = ()) -> Looked:
    """Every session at a glance; what was looked at before and has not changed costs next to nothing."""
    rows: list[tuple[str, tuple[Reader, Path, Glance]]] = []
    unread: list[SourceError] = []
    with _index() as index:
        for reader, path in everywhere(agents):
            try:
                seen = index.glance(reader, path)
            except SourceError as error:
                unread.append(error)
                continue
            rows.append((last_time(reader, path, seen), (reader, path, seen)))
    rows.sort(key=lambda row: row[0], reverse=True)
    return Looked(seen=[row for _, row in rows], unread=told_unread(unread))


def check_agents(agents: tuple[str, ...]) -> None:
    for agent in agents:
        if agent not in {reader.agent for reader in READERS}:
            raise UsageError(f"segue reads no sessions of {agent!r}", hint=f"known agents: {known_agents()}")
