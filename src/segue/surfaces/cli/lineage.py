"""`segue lineage`: the chain of handoffs as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from segue.channel import place
from segue.channel.handoffs import handoffs, transfers
from segue.channel.lineage import Node, trees
from segue.channel.records import Transfer
from segue.channel.store import Channels, cannot_read
from segue.deliver.ledger import delivery_of
from segue.errors import SourceError
from segue.session.records import short_id
from segue.store.ids import BRIEF
from segue.surfaces.cli._channel import masked, plain
from segue.surfaces.cli._output import write

COUNTED = ("carried", "closed", "dropped")


@click.command(
    "lineage",
    epilog="""\b
Examples:
  segue lineage                 the handoffs of this repository's channel
  segue lineage 3f2a9c          every chain that a session is part of
  segue lineage --all --json    of every channel, for a program
""",
)
@click.argument("wanted", default="", metavar="[BRIEF|SESSION|CHANNEL]")
@click.option("--all", "everything", is_flag=True, help="Of every channel.")
@click.option("--items", is_flag=True, help="Also what was carried, closed or dropped, item by item.")
@click.option("--json", "as_json", is_flag=True, help="For programs: an array of trees.")
def command(wanted: str, everything: bool, items: bool, as_json: bool) -> None:
    """Draw the chain of handoffs: from which session, through which brief, to whom.

    Below each: how many open items it carried on, saw closed, or had no room to show (dropped ones are still
    carried).
    """
    found = _wanted(wanted, everything=everything)
    if as_json:
        write(msgspec.json.format(msgspec.json.encode([_tree(n) for n in found]), indent=1).decode() + "\n", None)
        return
    if not found:
        raise SourceError("there is no handoff yet", hint="`segue handoff --save` makes one")
    write("".join(f"{line}\n" for node in found for line in _drawn(node, items=items)), None)


def _wanted(wanted: str, *, everything: bool) -> list[Node]:
    channels = Channels()
    if not wanted and not everything:
        here = place.here(channels, Path.cwd())
        if here is None and (path := place.lost(channels, Path.cwd())):
            raise cannot_read(path)
        return trees(transfers(handoffs(channels, here.channel_id))) if here else []
    forest = trees([t for folder in sorted(channels.root.glob("*/handoffs")) for t in transfers(folder)])
    if not wanted:
        return forest
    if BRIEF.fullmatch(wanted):
        hits = [n for n in forest if n.holds(lambda t: t.brief_id == wanted)]
    else:
        hits = [n for n in forest if n.holds(lambda t: _took_part(t, wanted.lower()))]
        channel = "" if hits else place.named(channels, wanted).channel_id
        hits = hits or [n for n in forest if n.transfer.channel_id == channel]
    if not hits:
        raise SourceError(f"no handoff is known of {wanted}", hint="`segue lineage --all` draws all there are")
    return hits


def _drawn(node: Node, *, items: bool, before: str = "", last: bool = True, top: bool = True) -> Iterator[str]:
    branch, below = ("", "") if top else ("└─ " if last else "├─ ", "   " if last else "│  ")
    yield f"{before}{branch}{_words(node.transfer)}"
    inner = before + below
    gap = "│  " if node.children else "   "
    counts = ", ".join(f"{word} {len(getattr(node.transfer, word))}" for word in COUNTED)
    yield f"{inner}{gap}{counts}"
    for word in COUNTED if items else ():
        yield from (f"{inner}{gap}  {word}: {plain(text, 100)}" for text in getattr(node.transfer, word))
    for number, child in enumerate(node.children, 1):
        yield from _drawn(child, items=items, before=inner, last=number == len(node.children), top=False)


def _words(one: Transfer) -> str:
    who = f"{one.from_agent} {short_id(plain(one.from_session))}" if one.from_session else "the channel"
    goal = f'  "{plain(one.goal, 60)}"' if one.goal else ""
    again = f"  (resumed from {one.resumed_from})" if one.resumed_from else ""
    sent = delivery_of(one.brief_id)
    to = (
        f"{one.to or 'saved'} {short_id(plain(sent.session))}".rstrip() + f" ({sent.state})"
        if sent
        else one.to or "saved"
    )
    return f"{one.brief_id}  {one.created_at[:16].replace('T', ' ')}  {who} → {to}{goal}{again}"


def _took_part(one: Transfer, session: str) -> bool:
    sent = delivery_of(one.brief_id)
    return one.from_session.startswith(session) or bool(sent and sent.session.startswith(session))


def _tree(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = masked(msgspec.to_builtins(node.transfer))
    sent = delivery_of(node.transfer.brief_id)
    found |= {"toSession": sent.session, "receipt": sent.state} if sent else {}
    return found | {"children": [_tree(child) for child in node.children]}
