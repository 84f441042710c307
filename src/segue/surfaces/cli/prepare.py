"""`segue prepare`: a session for extractors that an agent brings along, without a model."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from segue import choose, git
from segue.distil.plan import Plan, pieces
from segue.session.records import short_id
from segue.store import atomic
from segue.surfaces.cli import _complete
from segue.surfaces.cli._output import note, write

MARKER = ".plan.json"
"""Beside the sections: `segue finalize` finds the session through it."""


@click.command(
    "prepare",
    epilog="""\b
Examples:
  segue prepare 3f2a9c -o plan.json      plan.json, and beside it plan.d/ with spine and sections/
  segue finalize --sections plan.d/sections
""",
)
@click.argument("session", default="", metavar="[SESSION]", shell_complete=_complete.sessions)
@_complete.of_agents
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("plan.json"), metavar="FILE")
def command(session: str, agents: tuple[str, ...], output: Path) -> None:
    """Cut a session into what extractors read: the spine, or chunks of it, and a plan that names the files.

    Five extractors each write one section file; `segue finalize` checks them and makes the brief. Secrets are masked
    in everything that is written.
    """
    choose.check_agents(agents)
    chosen = choose.choose(session, agents=agents)
    read = chosen.reader.read(chosen.path)
    made = pieces(read)
    folder = atomic.folder(output.absolute().with_suffix(".d"))
    sections = atomic.folder(folder / "sections")
    files = [folder / ("spine.txt" if made.direct else f"chunk-{n:03d}.txt") for n in range(len(made.texts))]
    for file, text in zip(files, made.texts, strict=True):
        atomic.save(file, text.encode("utf-8", "replace"))
    root = git.find_root(Path(read.glance.cwd)) if read.glance.cwd else None
    plan = Plan(
        mode="direct" if made.direct else "chunked",
        session_uuid=read.glance.id,
        agent=read.glance.agent,
        leaf_uuid=made.leaf,
        source_files=(str(chosen.path),),
        repo_root=str(root or read.glance.cwd),
        sections_dir=str(sections),
        spine=str(files[0]) if made.direct else "",
        chunks=() if made.direct else tuple(map(str, files)),
        stats=made.stats,
    )
    data = msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n"
    atomic.save(sections / MARKER, data)
    note(f"session {short_id(read.glance.id)} of {read.glance.agent}: {chosen.why}")
    write(data.decode(), output)
