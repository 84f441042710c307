"""`segue finalize`: what extractors wrote becomes a brief, by the same checks as every other one."""

from __future__ import annotations

import time
from pathlib import Path

import click
import msgspec

from segue import choose, handoff
from segue.brief import gate
from segue.brief.records import Brief, to_json
from segue.brief.render import headings, markdown
from segue.brief.templates import SESSION
from segue.deliver.sections import brief_of
from segue.distil.plan import Plan
from segue.distil.sections import KINDS, Extracted, extracted
from segue.errors import BriefError, SourceError
from segue.surfaces.cli import _complete
from segue.surfaces.cli._channel import plain
from segue.surfaces.cli._output import note, write
from segue.surfaces.cli.prepare import MARKER

BUDGET = 4000
POLL = 0.2


@click.command(
    "finalize",
    epilog="""\b
Examples:
  segue finalize --sections plan.d/sections
  segue finalize --sections out/ --session 3f2a9c -o brief.md
""",
)
@click.option(
    "--sections",
    "folder",
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Where convergence.json, dead_ends.json, code_state.json, open_threads.json and basics.json lie.",
)
@click.option(
    "--session",
    default="",
    metavar="SESSION",
    shell_complete=_complete.sessions,
    help="By default the one that `segue prepare` was given.",
)
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, metavar="SECONDS", help="Wait so long for the five.")
@click.option("--goal", default="", metavar="TEXT", help="What the next agent is to do.")
@click.option("--budget", type=click.IntRange(min=200), default=BUDGET, show_default=True, metavar="N")
@click.option("--format", "form", type=click.Choice(["md", "json"]), default="md", help="Markdown or JSON.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it to a file.")
def command(folder: Path, session: str, wait: float, goal: str, budget: int, form: str, output: Path | None) -> None:
    """Make a brief of the section files that extractors wrote.

    Broken JSON is repaired where it can be; a section that cannot be used is named and left as a placeholder, and never
    stops the others. Every claim is checked against the session: what no record supports is dropped.
    """
    chosen = choose.choose(session or _planned(folder))
    _wait_for_sections(folder, wait)
    evidence = handoff.gather(chosen.reader, chosen.path, goal=goal)
    parts = [_read(folder, name) for name in KINDS]
    if all(part.fault for part in parts):
        raise BriefError("no section could be used", hint="\n".join(f"{part.name}: {part.fault}" for part in parts))
    brief = brief_of(parts, evidence, budget)
    text = gate.passed(markdown(brief), headings(brief), budget=budget, lines=SESSION.lines)
    _tell(parts, brief)
    write(to_json(brief).decode() if form == "json" else text, output)


def _wait_for_sections(folder: Path, seconds: float) -> None:
    """Until each of them could be used: an agent's subagents may still be writing when it calls us."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and any(_read(folder, name).fault for name in KINDS):
        time.sleep(POLL)


def _read(folder: Path, name: str) -> Extracted:
    try:
        return extracted(name, (folder / f"{name}.json").read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        return Extracted(name=name, fault=f"{name}.json: {error.strerror}")


def _planned(folder: Path) -> str:
    try:
        plan = msgspec.json.decode((folder / MARKER).read_bytes(), type=Plan)
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        raise SourceError(f"{folder} does not say which session it is about", hint="name it with --session") from error
    return plan.source_files[0] if Path(plan.source_files[0]).is_file() else plan.session_uuid


def _tell(parts: list[Extracted], brief: Brief) -> None:
    for part in parts:
        if part.fault:
            note(f"section {part.name} failed: {plain(part.fault)}")
        elif part.unsourced:
            note(f"section {part.name}: {part.unsourced} statements without a pointer were left out")
    for line in brief.dropped:
        note(f"dropped: {plain(line)}")
    for secret in brief.masked:
        note(f"masked: {secret.kind} at {secret.where}")
