"""What `segue brief` does, whoever read its arguments."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from segue import choose, config, git, handoff
from segue.brief.records import to_json
from segue.session.records import short_id
from segue.surfaces.cli._output import Phases, note, write


class Asked(Struct, frozen=True, kw_only=True):
    """The arguments; each may be left out."""

    session: str = ""
    agents: tuple[str, ...] = ()
    budget: int | None = None
    template: str | None = None
    as_json: bool = False
    output: Path | None = None
    with_git: bool = True
    goal: str = ""


def write_brief(asked: Asked) -> None:
    choose.check_agents(asked.agents)
    settings = config.load(git.find_root(Path.cwd()))
    with Phases() as phases:
        phases("finding the session")
        chosen = choose.choose(asked.session, agents=asked.agents)
        phases(f"reading {chosen.path.name}")
        evidence = handoff.gather(chosen.reader, chosen.path, goal=asked.goal, with_git=asked.with_git)
        if (config.home() / "channels").is_dir():
            from segue import transfer

            evidence = transfer.with_channel(evidence, note)
        made, text = handoff.write_brief(
            evidence,
            template=asked.template or settings.template,
            budget=asked.budget or settings.budget,
            progress=phases,
        )
    seen = evidence.session.glance
    note(f"session {short_id(seen.id)} of {seen.agent}: {chosen.why}")
    for masked in made.masked:
        note(f"masked: {masked.kind} at {masked.where}")
    write(to_json(made).decode() if asked.as_json else text, asked.output)
