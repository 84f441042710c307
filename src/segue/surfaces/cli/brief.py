"""`segue brief`: the brief of a session, to the screen or a file."""

from __future__ import annotations

from pathlib import Path

import click

from segue.surfaces.cli import _complete
from segue.surfaces.cli._brief import Asked, write_brief


@click.command(
    "brief",
    epilog="""\b
Examples:
  segue brief                                 mine: the calling agent's session, else the newest here
  segue brief latest --budget 1000            the newest on this machine, in 1,000 tokens
  segue brief 3f2a9c --goal "add tests"       what the next agent needs for this
  segue brief ~/old/session.jsonl -o brief.md
  segue brief --format json | jq .sections
""",
)
@click.argument("session", default="", metavar="[SESSION]", shell_complete=_complete.sessions)
@_complete.of_agents
@click.option("--budget", type=click.IntRange(min=200), metavar="N", help="Tokens the brief may take (2000).")
@click.option("--template", metavar="NAME", shell_complete=_complete.templates, help="Which sections it has (session).")
@click.option("--format", "form", type=click.Choice(["md", "json"]), default="md", help="Markdown or JSON.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it to a file.")
@click.option("--no-git", is_flag=True, help="Do not look at the repository.")
@click.option("--goal", default="", metavar="TEXT", help="What the next agent is to do: ranks what fits.")
def command(
    session: str,
    agents: tuple[str, ...],
    budget: int | None,
    template: str | None,
    form: str,
    as_json: bool,
    output: Path | None,
    no_git: bool,
    goal: str,
) -> None:
    """Write the brief of a session.

    SESSION is the beginning of an id, a file, or `latest`. Without it the session of the agent that calls us is
    taken, else the one in this tmux pane, else the newest of this repository. Which one, and why, is told on stderr.
    """
    write_brief(
        Asked(
            session=session,
            agents=agents,
            budget=budget,
            template=template,
            as_json=as_json or form == "json",
            output=output,
            with_git=not no_git,
            goal=goal,
        )
    )
