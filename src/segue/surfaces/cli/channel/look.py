"""Looking at channels: `list` and `show`."""

from __future__ import annotations

import datetime
from pathlib import Path

import click
import msgspec

from segue.channel import place
from segue.channel.handoffs import briefs, handoffs
from segue.channel.records import Channel, State
from segue.channel.store import Channels, cannot_read
from segue.distil.channel import decided
from segue.distil.tickets import in_order, standing
from segue.errors import SourceError
from segue.session.records import Call, short_id
from segue.surfaces.cli import _complete
from segue.surfaces.cli._channel import home_option, masked, plain
from segue.surfaces.cli._meant import session_in
from segue.surfaces.cli._output import note, write
from segue.surfaces.cli._table import table
from segue.surfaces.cli.sessions import age

COLUMNS = ("ID", "NAME", "STATUS", "FEED", "DECISIONS", "BRIEFS", "AGE")


@click.command("list")
@home_option
@click.option("--all", "everything", is_flag=True, help="Archived ones too.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one array of objects.")
def list_(home: Path | None, everything: bool, as_json: bool) -> None:
    """List the channels, newest work first."""
    channels = Channels(home)
    found = [c for c in channels.all() if everything or c.status != "archived"]
    if as_json:
        write(_json([msgspec.to_builtins(channel) for channel in found]), None)
        return
    broken = list(channels.unreadable().values())
    if broken and not found:
        raise cannot_read(broken[0])
    if not found:
        raise _none(channels)
    for path in broken:
        note(f"{path} cannot be read")
    write(table(COLUMNS, [_row(channels, c) for c in found], right=(3, 4, 5, 6), flexible=1), None)


def _none(channels: Channels) -> SourceError:
    """A channel of another home is not ours to make."""
    if channels.ours:
        return SourceError(f"there is no channel in {channels.home}", hint="`segue channel new` makes one")
    if not channels.home.is_dir():
        return SourceError(f"there is no folder {channels.home}", hint="without --home your own channels are listed")
    return SourceError(f"there is no channel in {channels.home}", hint="they stand in its folder `channels`")


def _row(channels: Channels, channel: Channel) -> tuple[str, ...]:
    name = channel.channel_id
    return (
        name,
        plain(channel.name, 40),
        plain(channel.status, 12),
        str(len(channels.feed(name)[0])),
        str(len(decided(channels.decisions(name)[0]))),
        str(len(briefs(handoffs(channels, name)))),
        age(channels.worked(channel), datetime.datetime.now(datetime.UTC)),
    )


@click.command("show")
@click.argument("wanted", default="", metavar="[CHANNEL]", shell_complete=_complete.channels)
@home_option
@click.option(
    "--limit", type=click.IntRange(min=1), default=10, show_default=True, metavar="N", help="The newest of each."
)
@click.option("--json", "as_json", is_flag=True, help="For programs: one object with everything.")
def show(wanted: str, home: Path | None, limit: int, as_json: bool) -> None:
    """Show a channel: its tickets, decisions, newest entries and briefs. Secrets are masked."""
    channels = Channels(home)
    channel = place.named(channels, wanted) if wanted else place.required(channels, Path.cwd())
    state = channels.state(channel)
    made = briefs(handoffs(channels, channel.channel_id))
    if as_json:
        write(_json(msgspec.to_builtins(state) | {"briefs": made}), None)
    else:
        write("\n".join(_page(state, made, limit)) + "\n", None)
    if state.unreadable:
        note(f"{state.unreadable} unreadable records were skipped")


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(masked(value)), indent=1).decode() + "\n"


def _page(state: State, made: list[str], limit: int) -> list[str]:
    channel = state.channel
    repos = [f"{plain(r.alias)} ({plain(r.repo_path)})" for r in channel.repo_assignments]
    lines = [
        f"{plain(channel.name)}  {channel.channel_id}  {plain(channel.status)}",
        *(f"repository: {repo}" for repo in repos),
        *([plain(channel.description)] if channel.description else []),
    ]
    tickets = [f"{t.ticket_id}  {standing(t, state.tickets)}  {plain(t.title)}" for t in in_order(state.tickets)]
    tickets = tickets or _todos(channel)
    decisions = [f"{d.decision_id}  {plain(d.title)}: {plain(d.rationale, 120)}" for d in decided(state.decisions)]
    feed = [f"{e.entry_id}  {e.type}  {plain(e.from_display_name)}: {plain(e.content, 200)}" for e in state.feed]
    decisions, feed = _newest(decisions, limit), _newest(feed, limit)
    for title, rows in (("Tickets", tickets), ("Decisions", decisions), ("Feed", feed), ("Briefs", made)):
        if rows:
            lines += ["", f"{title}:", *(f"  {row}" for row in rows)]
    return lines


def _newest(rows: list[str], limit: int) -> list[str]:
    cut = len(rows) - limit
    return rows if cut <= 0 else [f"({cut} earlier: --limit {len(rows)} shows them)", *rows[cut:]]


def _todos(channel: Channel) -> list[str]:
    """Where there is no ledger, the last todo list of the channel's session stands in for it."""
    chosen = session_in(channel)
    if chosen is None:
        return []
    session = chosen.reader.read(chosen.path)
    listed = [item for item in session.items if isinstance(item, Call) and item.todos]
    where = f"transcript:{short_id(session.glance.id)}:L{listed[-1].line}" if listed else ""
    return [f"{where}  {todo.status}  {plain(todo.text)}" for call in listed[-1:] for todo in call.todos]


WORDS = (list_, show)
