"""What one server may see: the sessions, the channel and the briefs of the repository it was started in.

Every tool asks here, and here only. Ids are looked up among what is visible; nothing a caller says becomes a path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from segue import choose, config, newest
from segue.brief.open_items import parent_brief
from segue.channel import handoffs, place
from segue.channel.records import Channel, Transfer
from segue.channel.store import Channels
from segue.choose import Choice
from segue.errors import SourceError
from segue.session.records import Glance
from segue.sources.base import Reader
from segue.store.ids import brief_id, now, segment
from segue.store.index import Index
from segue.surfaces.mcp.caller import Caller


class Seen(Struct, frozen=True, kw_only=True):
    """A session that may be seen."""

    reader: Reader
    path: Path
    glance: Glance

    def chosen(self, why: str) -> Choice:
        return Choice(reader=self.reader, path=self.path, why=why)


class Kept(Struct, frozen=True, kw_only=True):
    """A brief that may be seen."""

    channel: Channel
    brief_id: str
    path: Path
    record: Transfer | None


class View:
    def __init__(self, cwd: Path, *, everything: bool = False) -> None:
        self.cwd = cwd
        self.everything = everything

    @property
    def where(self) -> str:
        return "this machine" if self.everything else "this repository"

    @property
    def channels(self) -> Channels:
        return Channels()

    # --- sessions ---

    def sessions(self, beginning: str = "") -> Iterator[Seen]:
        """Newest first; only those whose id begins so are opened."""
        here = choose.Place(self.cwd)
        found: list[tuple[str, Seen]] = []
        with Index(config.home()) as index:
            for reader, path in choose.everywhere():
                if not choose.session_id(path, reader).startswith(beginning.lower()):
                    continue
                try:
                    glance = index.glance(reader, path)
                except SourceError:
                    continue  # gone since it was listed
                if self.everything or here.holds(glance.cwd):
                    seen = Seen(reader=reader, path=path, glance=glance)
                    found.append((newest.last_time(reader, path, glance), seen))
        found.sort(key=lambda row: row[0], reverse=True)
        return (seen for _, seen in found)

    def session(self, wanted: str, caller: Caller) -> Choice:
        """The session whose id begins so; without one the caller's own, else the newest of the caller's agent."""
        if wanted:
            return self._named(segment(wanted, "id of a session"))
        if caller.session and (mine := self._exactly(caller.session)):
            return mine.chosen(caller.why)
        whose = f"{caller.agent} session" if caller.agent else "session"
        for seen in self.sessions():
            fits = not seen.glance.helper and caller.agent in ("", seen.reader.agent)
            if fits and newest.holds_something(seen.reader, seen.path, seen.glance):
                return seen.chosen(f"the newest {whose} of {self.where}")
        hint = "channel_status lists the sessions that can be read" if caller.agent else "there is nothing to read yet"
        raise SourceError(f"no {whose} was held in {self.where}", hint=hint)

    def written(self, caller: Caller) -> Choice | None:
        """The caller's own session, once it is on disk; None when it is not even in a moment."""
        mine = choose.soon(lambda: self._exactly(caller.session))
        return mine.chosen(caller.why) if mine else None

    def caller_id(self, caller: Caller) -> tuple[str, str]:
        """The id of the caller's session, and how it is known. A session without a file yet has one too."""
        if caller.session:
            return caller.session, caller.why
        chosen = self.session("", caller)
        return chosen.reader.glance(chosen.path).id, chosen.why

    def before(self, caller: Caller) -> Choice:
        """The session that a pointer without one means: that of the brief the caller began with, else its own."""
        mine = self.session("", caller)
        brief = parent_brief(mine.reader.read(mine.path))
        record = next((kept.record for kept in self.briefs() if kept.brief_id == brief), None) if brief else None
        if record and record.from_session and (found := self._exactly(record.from_session)):
            return found.chosen(f"{brief}, with which your session began, is of it")
        return mine

    def _named(self, wanted: str) -> Choice:
        found = list(self.sessions(wanted))
        exact = [one for one in found if choose.session_id(one.path, one.reader) == wanted.lower()]
        if len(exact or found) == 1:
            return (exact or found)[0].chosen(f"its id begins with {wanted}")
        if found:
            listed = ", ".join(choose.session_id(one.path, one.reader) for one in found[:5])
            raise SourceError(
                f"{len(found)} sessions' ids begin with {wanted!r}", hint=f"give more of the id: {listed}"
            )
        raise SourceError(
            f"{self.where} has no session {wanted!r}", hint="channel_status lists the sessions that can be read"
        )

    def _exactly(self, session: str) -> Seen | None:
        return next((s for s in self.sessions(session) if choose.session_id(s.path, s.reader) == session.lower()), None)

    # --- channels and briefs ---

    def channel(self) -> Channel | None:
        return place.here(self.channels, self.cwd)

    def channel_to_write(self) -> Channel:
        """The channel of this repository, made on first use."""
        return place.found_or_made(self.channels, self.cwd, now())[0]

    def channel_of(self, chosen: Choice, *, make: bool) -> Channel:
        """The channel of a session's repository; not written yet when it is not to be made."""
        held = Path(chosen.reader.glance(chosen.path).cwd or self.cwd)
        where = held if self.everything and held.is_dir() else self.cwd
        if make:
            return place.found_or_made(self.channels, where, now())[0]
        return place.here(self.channels, where) or place.draft(where, now())

    def briefs(self) -> Iterator[Kept]:
        """Newest first."""
        kept = [one for channel in self.held() for one in self._in(channel)]
        yield from sorted(kept, key=lambda one: int(one.brief_id.split("-")[1]), reverse=True)

    def brief(self, wanted: str) -> Kept:
        brief_id(wanted)
        for kept in self.briefs():
            if kept.brief_id == wanted:
                return kept
        known = ", ".join(one.brief_id for _, one in zip(range(5), self.briefs(), strict=False)) or "none yet"
        raise SourceError(f"{self.where} has no brief {wanted}", hint=f"the newest briefs: {known}")

    def held(self) -> list[Channel]:
        """The channels that may be seen, newest work first."""
        channels = self.channels.all()
        return channels if self.everything else [c for c in channels if place.held_by(c, self.cwd)]

    def _in(self, channel: Channel) -> Iterator[Kept]:
        folder = handoffs.handoffs(self.channels, channel.channel_id)
        for one in handoffs.briefs(folder):
            path = handoffs.text_file(folder, one)
            record = handoffs.transfer_of(folder, one)
            yield Kept(channel=channel, brief_id=one, path=path, record=record)


def read(kept: Kept) -> str:
    """The text of a brief as it stands on disk."""
    try:
        return kept.path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise SourceError(f"{kept.brief_id} cannot be read: {error.strerror}") from error
