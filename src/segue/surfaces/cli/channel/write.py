"""Adding to a channel: `post`, `decide` and `finalize`. Each prints the id of what is on disk by then."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO

import click

from segue import choose
from segue.channel.records import Decision, Entry
from segue.channel.store import Channels
from segue.channel.write import TYPES, decide, finalize_gap_fill, post
from segue.errors import UsageError
from segue.store.ids import now
from segue.surfaces.cli import _complete
from segue.surfaces.cli._channel import calling, channel_option, home_option, meant, write_option
from segue.surfaces.cli._output import write


@click.command("post")
@click.argument("text", nargs=-1, required=True)
@channel_option
@home_option
@write_option
@click.option("--type", "kind", default="message", metavar="TYPE", help=f"One of: {', '.join(TYPES)}.")
@click.option("--as", "author", default="", metavar="NAME", help="Who says so; by default the calling agent, or user.")
def post_(text: tuple[str, ...], wanted: str, home: Path | None, write: bool, kind: str, author: str) -> None:
    """Add an entry to the feed. A text that holds a secret is refused."""
    channels = Channels(home, write=write)
    agent, session = calling()
    draft = Entry(
        channel_id=meant(channels, wanted).channel_id,
        type=kind,
        from_agent_id=author or agent or "user",
        from_display_name=author or agent or "user",
        content=" ".join(text),
        metadata={"sessionId": session} if session else {},
    )
    _say(post(channels, draft, now()).entry_id)


@click.command("decide")
@click.option("--title", required=True, metavar="TEXT", help="What was decided.")
@click.option("--why", required=True, metavar="TEXT", help="The reason.")
@click.option("--alternative", "alternatives", multiple=True, metavar="TEXT", help="What was not chosen; repeatable.")
@click.option("--ticket", default="", metavar="ID", help="The ticket it belongs to.")
@channel_option
@home_option
@write_option
@click.option("--as", "author", default="", metavar="NAME", help="Who decided; by default the calling agent, or user.")
def decide_(
    title: str,
    why: str,
    alternatives: tuple[str, ...],
    ticket: str,
    wanted: str,
    home: Path | None,
    write: bool,
    author: str,
) -> None:
    """Record a decision with its reason and what was not chosen."""
    channels = Channels(home, write=write)
    who = author or calling()[0] or "user"
    draft = Decision(
        channel_id=meant(channels, wanted).channel_id,
        ticket_id=ticket,
        title=title,
        rationale=why,
        alternatives=list(alternatives),
        decided_by=who,
        decided_by_name=who,
    )
    _say(decide(channels, draft, now()).decision_id)


@click.command("finalize")
@click.argument("file", type=click.File("rb"), default="-")
@click.option(
    "--session",
    default="",
    metavar="ID",
    shell_complete=_complete.sessions,
    help="The session, by the beginning of its id; by default mine.",
)
@channel_option
def finalize(file: IO[bytes], session: str, wanted: str) -> None:
    """Keep the departing agent's working memory for the next handoff. Prints the brief's id.

    FILE (or stdin) is JSON: schemaVersion (1), currentLineOfAttack, activeHypothesis, abandonedApproaches,
    openQuestions. The MCP tool channel_handoff_finalize does the same.
    """
    session = _session_id(session) if session else calling()[1]
    if not session:
        raise UsageError("whose working memory is it?", hint="name the session with --session ID")
    try:
        slots = json.loads(file.read())
    except (ValueError, RecursionError) as error:
        raise UsageError(f"that is no JSON: {error}", hint="nothing was written") from error
    if not isinstance(slots, dict):
        raise UsageError("that is no JSON object", hint="nothing was written")
    channels = Channels()
    gap = finalize_gap_fill(channels, meant(channels, wanted).channel_id, session, slots, moment=now())
    _say(gap.brief_id)


def _session_id(wanted: str) -> str:
    """The whole id: a working memory under a part of it would count for no session at all."""
    chosen = choose.choose(wanted)
    return chosen.reader.glance(chosen.path).id


def _say(text: str) -> None:
    write(text + "\n", None)
    sys.stdout.flush()


WORDS = (post_, decide_, finalize)
