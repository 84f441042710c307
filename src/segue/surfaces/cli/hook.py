"""`segue hook`: the face of what agents' hooks call. The work is in `segue.install.hook`."""

from __future__ import annotations

import click

from segue.install.hook import SECONDS, main


@click.command(
    "hook",
    epilog="""\b
Examples:
  segue hook session-start claude < event.json   the brief that waits for this session, once
  segue hook pre-compact codex < event.json      saves a brief before the agent compacts its context
  segue hook stop claude < event.json            says once that the context fills up
""",
)
@click.argument("event", type=click.Choice(list(SECONDS)))
@click.argument("agent")
def command(event: str, agent: str) -> None:
    """What agents' hooks call; `segue install` sets them up.

    The event comes as JSON on standard input. It always leaves with 0; trouble goes to hooks.log in segue's home.
    SEGUE_HOOKS=off switches it off.
    """
    main([event, agent])
