"""Bare `segue handoff` on a terminal: which session, where to, what next. Numbers and words, nothing to learn."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import click
from click.core import ParameterSource
from msgspec import Struct

from segue import choose, config, newest
from segue.agents import AGENTS
from segue.config import Settings
from segue.deliver.goals import example, vague
from segue.deliver.places import offered
from segue.errors import SourceError
from segue.session.records import Glance
from segue.store.index import Index
from segue.surfaces.cli._channel import plain
from segue.surfaces.cli._output import note

MOST = 9
LOOKED_AT = 60


class Picked(Struct, frozen=True):
    session: str
    to: str
    goal: str


def nothing_asked() -> bool:
    """Whether the command was given alone: no argument, no option."""
    context = click.get_current_context()
    sources = (context.get_parameter_source(name) for name in context.params)
    return all(source in (None, ParameterSource.DEFAULT) for source in sources)


def picked(settings: Settings) -> Picked:
    """What the user wants, asked in three questions."""
    glance = _session()
    to = _destination(settings)
    return Picked(glance.id, to, _goal(glance))


def _session() -> Glance:
    found = _sessions()
    if not found:
        raise SourceError("there is no session to hand over", hint="`segue sessions --all` lists what there is")
    note("Which session?")
    for number, glance in enumerate(found, 1):
        full = f"  {glance.usage.percent} % full" if glance.usage.percent is not None else ""
        note(f"  {number}  {glance.agent:<9} {glance.ended[:16].replace('T', ' ')}  {plain(glance.title, 60)}{full}")
    return found[_number("session", len(found)) - 1]


def _sessions() -> list[Glance]:
    """The newest of this repository, else of this machine."""
    place = choose.Place(Path.cwd())
    seen: list[tuple[str, Glance]] = []
    with Index(config.home()) as index:
        for reader, path in islice(choose.everywhere(), LOOKED_AT):
            try:
                glance = index.glance(reader, path)
            except SourceError:
                continue
            seen.append((newest.last_time(reader, path, glance), glance))
    seen.sort(key=lambda row: row[0], reverse=True)
    mine = [glance for _, glance in seen if not glance.helper]
    return ([glance for glance in mine if place.holds(glance.cwd)] or mine)[:MOST]


def _destination(settings: Settings) -> str:
    here = [agent.name for agent in AGENTS if shutil.which(agent.binary)]
    choices = [*settings.profiles, *here, *offered()]
    note("Where to?")
    for number, name in enumerate(choices, 1):
        note(f"  {number}  {name}")
    return choices[_number("where to", len(choices)) - 1]


def _goal(glance: Glance) -> str:
    """A goal that says something, or none: then the last open request stands."""
    while True:
        goal = str(_asked("What next? (Enter: the last open request stands)")).strip()
        if not vague(goal):
            return goal
        chosen = choose.choose(glance.id)
        note(f"that leaves the next agent guessing; for example:\n  {example(chosen.reader.read(chosen.path))}")


def _number(what: str, most: int) -> int:
    if most == 1:
        return 1
    return int(_asked(f"{what} [1-{most}]", click.IntRange(1, most), default=1))


def _asked(question: str, kind: click.IntRange | None = None, default: int | str = "") -> int | str:
    answer: int | str = click.prompt(
        question, type=kind, default=default, show_default=bool(default), prompt_suffix=" > ", err=True
    )
    return answer
