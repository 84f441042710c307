"""`segue sessions`: what there is, newest first."""

from __future__ import annotations

import datetime
from pathlib import Path

import click
import msgspec

from segue import choose, config
from segue.errors import SourceError
from segue.redact import clean, mask
from segue.session.records import Glance, short_id
from segue.surfaces.cli import _complete
from segue.surfaces.cli._output import Phases, note, write
from segue.surfaces.cli._table import table

COLUMNS = ("ID", "AGENT", "PROJECT", "TITLE", "AGE", "TURNS", "FULL")


@click.command(
    "sessions",
    epilog="""\b
Examples:
  segue sessions                  of this repository, or of everything outside one
  segue sessions --all --limit 5  the five newest on this machine
  segue sessions --agent codex --json
""",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="NAME",
    shell_complete=_complete.agents,
    help="Only this agent's sessions; may be repeated.",
)
@click.option(
    "--here/--all", "here", default=None, help="Of this repository (the default in one that has any), or all of them."
)
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="How many.")
@click.option("--helpers", is_flag=True, help="Also sub-agents' and headless sessions.")
@click.option("--json", "as_json", is_flag=True, help="For programs: one array of objects.")
def command(agents: tuple[str, ...], here: bool | None, limit: int, helpers: bool, as_json: bool) -> None:
    """List the sessions on this machine, newest first.

    FULL is how much of the context window the last answer used.
    """
    choose.check_agents(agents)
    with Phases() as phases:
        phases("looking at sessions")
        looked = choose.look(agents)
        every = [glance for _, _, glance in looked.seen]
        seen = [g for g in every if helpers or not g.helper]
    if looked.unread:
        note(looked.unread)
    place = choose.Place(Path.cwd())
    held = [g for g in seen if place.holds(g.cwd)]
    if here is None:
        here = _only_here(place, held, seen, as_json=as_json)
    chosen = (held if here else seen)[:limit]
    if as_json:
        write(msgspec.json.format(msgspec.json.encode([_public(g) for g in chosen]), indent=1).decode() + "\n", None)
        return
    if not chosen:
        raise _none(here=here, left_out=len(every) - len(seen), unread=bool(looked.unread))
    now = datetime.datetime.now(datetime.UTC)
    write(table(COLUMNS, [_row(g, now) for g in chosen], right=(4, 5, 6), flexible=3), None)
    total = len(held if here else seen)
    if total > len(chosen):
        note(f"{total - len(chosen)} more; --limit {total} shows them all")


def _only_here(place: choose.Place, held: list[Glance], seen: list[Glance], *, as_json: bool) -> bool:
    """Of this repository when we stand in one. A person is shown the others when it has none, and told; a program
    that asked for this repository's gets no others for them."""
    if not place.identity or held:
        return bool(place.identity)
    if seen:
        others = "--all lists those of others" if as_json else "these are of other places"
        note(f"no session was held in this repository; {others}")
    return as_json


def _none(*, here: bool, left_out: int, unread: bool) -> SourceError:
    hint = "`segue sessions --all` looks everywhere" if here else f"segue looks below {config.user_home()}"
    if left_out:
        hint += f"; --helpers lists {left_out} more, of sub-agents and headless runs"
    none = "no session was held here" if here else "there is no session on this machine"
    return SourceError(f"{none} that can be read" if unread else none, hint=hint)


def _public(glance: Glance) -> dict[str, object]:
    return {
        "id": glance.id,
        "agent": glance.agent,
        "project": glance.cwd,
        "title": _safe(glance.title),
        "model": glance.model,
        "branch": glance.branch,
        "started": glance.started,
        "ended": glance.ended,
        "human_turns": glance.human_turns,
        "context": {"used": glance.usage.used, "window": glance.usage.window, "percent": glance.usage.percent},
        "helper": glance.helper,
        "parent": glance.parent,
        "path": glance.path,
    }


def _row(glance: Glance, now: datetime.datetime) -> tuple[str, ...]:
    full = "" if glance.usage.percent is None else f"{glance.usage.percent} %"
    project = Path(glance.cwd).name or glance.cwd
    return (
        short_id(glance.id),
        glance.agent,
        _safe(project),
        _safe(glance.title),
        age(glance.ended, now),
        str(glance.human_turns),
        full,
    )


def _safe(text: str) -> str:
    return " ".join(clean(mask(text)[0]).split())


def age(when: str, now: datetime.datetime) -> str:
    """How long ago, in its largest unit; empty when the session has no times."""
    try:
        then = datetime.datetime.fromisoformat(when)
    except ValueError:
        return ""
    if then.tzinfo is None:
        then = then.replace(tzinfo=datetime.UTC)
    seconds = max(0, (now - then).total_seconds())
    for size, unit in ((86400 * 365, "y"), (86400 * 30, "mo"), (86400, "d"), (3600, "h"), (60, "m")):
        if seconds >= size:
            return f"{int(seconds // size)}{unit}"
    return "now"
