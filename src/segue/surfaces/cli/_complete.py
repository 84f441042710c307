"""What a shell completes besides commands and options: values of our tables, and ids of what is on this machine.

Nothing here opens a session or says a word: a person is in the middle of typing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from segue.errors import SegueError

NEWEST = 20
"""Sessions that are offered before anything was typed."""
Values = Callable[[], Iterable[tuple[str, str]]]
Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def completer(values: Values, *, files: bool = False) -> Completer:
    """Completes to the values that begin with what was typed, each with a word about it; or to a file."""

    def complete(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        if files and ("/" in typed or typed.startswith((".", "~"))):
            return [CompletionItem(typed, type="file")]
        try:
            found = [CompletionItem(value, help=about) for value, about in values() if value.startswith(typed)]
        except SegueError:
            return []
        return found if typed else found[:NEWEST]

    return complete


def _agents() -> Iterable[tuple[str, str]]:
    from segue.agents import AGENTS

    return [(agent.name, agent.label) for agent in AGENTS]


def _installable() -> Iterable[tuple[str, str]]:
    from segue.install.records import ROWS

    return [(row.agent, row.use) for row in ROWS]


def _destinations() -> Iterable[tuple[str, str]]:
    from segue import config
    from segue.deliver.places import PLACES

    profiles = [(name, profile.agent) for name, profile in config.load().profiles.items()]
    return [*profiles, *_agents(), *((place, "no agent") for place in PLACES)]


def _sessions() -> Iterable[tuple[str, str]]:
    from segue import choose
    from segue.session.records import short_id

    found = choose.everywhere()
    return [("latest", "the newest"), *((short_id(choose.session_id(path, one)), one.agent) for one, path in found)]


def _channels() -> Iterable[tuple[str, str]]:
    from segue.channel.store import Channels
    from segue.redact import clean, mask

    return [(channel.channel_id, clean(mask(channel.name)[0])) for channel in Channels().all()]


def _templates() -> Iterable[tuple[str, str]]:
    from segue.brief.templates import TEMPLATES

    return [(name, "") for name in TEMPLATES]


agents = completer(_agents)
installable = completer(_installable)
destinations = completer(_destinations)
sessions = completer(_sessions, files=True)
channels = completer(_channels)
templates = completer(_templates)
templates_of_handoff = completer(lambda: [*_templates(), ("channel", "")])

of_agents = click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="NAME",
    shell_complete=agents,
    help="Look among this agent's sessions only.",
)
"""The option of every command that looks for a session."""
