"""`segue search`: ask earlier sessions."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from segue import choose, config
from segue.channel import place
from segue.channel.handoffs import handoffs, transfers
from segue.channel.records import Channel
from segue.channel.store import Channels
from segue.errors import SourceError, UsageError
from segue.session.records import Glance
from segue.sources.base import Reader
from segue.store.search import Passage, Search
from segue.surfaces.cli import _complete
from segue.surfaces.cli._channel import plain
from segue.surfaces.cli._output import Phases, note, write

Files = list[tuple[Reader, Path]]


@click.command(
    "search",
    epilog="""\b
Examples:
  segue search "why was the cache dropped"      in the sessions of this repository
  segue search retry loop --session 3f2a9c      in one of them
  segue search flaky --channel parser --json
""",
)
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--session",
    default="",
    metavar="ID",
    shell_complete=_complete.sessions,
    help="One session: the beginning of its id, its file, or latest.",
)
@click.option(
    "--channel",
    "wanted",
    default="",
    metavar="ID",
    shell_complete=_complete.channels,
    help="The sessions of a channel.",
)
@click.option("--all", "everything", is_flag=True, help="Every session on this machine.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=8, show_default=True, metavar="N", help="How many passages."
)
@click.option("--json", "as_json", is_flag=True, help="For programs: one array of objects.")
def command(query: tuple[str, ...], session: str, wanted: str, everything: bool, limit: int, as_json: bool) -> None:
    """Ask earlier sessions: the passages that answer best, each with a pointer for `segue show`.

    Secrets are masked, in the index too. What is new since the last time is indexed first.
    """
    if sum(map(bool, (session, wanted, everything))) > 1:
        raise UsageError("--session, --channel and --all exclude each other")
    with Phases() as phases, Search(config.home()) as index:
        phases("looking for sessions")
        files = _files(session, wanted, everything=everything)
        index.refresh(files, phases)
        phases("searching")
        found = index.ask(" ".join(query), (path for _, path in files), limit)
    if as_json:
        rows = [msgspec.to_builtins(p) | {"pointer": p.pointer} for p in found]
        write(msgspec.json.format(msgspec.json.encode(rows), indent=1).decode() + "\n", None)
        return
    if not files:
        raise SourceError("no session was held here", hint="--all searches every session on this machine")
    if not found:
        hint = "other words" if everything else "other words, or --all for every session"
        raise SourceError(f"none of {len(files)} sessions says anything about that", hint=hint)
    write("\n".join(map(_block, found)), None)
    note("`segue show POINTER` prints the record and its neighbours")


def _block(one: Passage) -> str:
    return f"{one.pointer}  {one.agent}  {plain(one.who)}  {plain(one.title, 60)}\n    {plain(one.text)}\n"


def _files(session: str, wanted: str, *, everything: bool) -> Files:
    """The session files of the scope that was asked for."""
    if session:
        chosen = choose.choose(session)
        return [(chosen.reader, chosen.path)]
    if everything:
        return [(reader, path) for reader, path, _ in _seen()]
    if wanted:
        return _of_channel(wanted)
    here = choose.Place(Path.cwd())
    return [(reader, path) for reader, path, seen in _seen() if here.holds(seen.cwd)]


def _of_channel(wanted: str) -> Files:
    """Sessions that worked in the channel's repositories, are linked to it, or were handed over in it."""
    channels = Channels()
    channel = place.named(channels, wanted)
    known = {ref.target_id for ref in channel.pinned_refs if ref.type == "session"}
    known |= {t.from_session for t in transfers(handoffs(channels, channel.channel_id)) if t.from_session}
    return [(reader, path) for reader, path, seen in _seen() if seen.id in known or _held(channel, seen.cwd)]


def _held(channel: Channel, cwd: str) -> bool:
    return bool(cwd) and place.held_by(channel, Path(cwd))


def _seen() -> list[tuple[Reader, Path, Glance]]:
    looked = choose.look()
    if looked.unread:
        note(looked.unread)
    return looked.seen
