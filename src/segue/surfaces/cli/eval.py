"""`segue eval`: how good the briefs are, on a set of cases with known answers."""

from __future__ import annotations

from pathlib import Path

import click

from segue import choose
from segue.errors import SegueError, UsageError
from segue.evals import dataset, draft, playground, report
from segue.evals.arms import ARMS
from segue.redact import clean
from segue.surfaces.cli import _complete
from segue.surfaces.cli._output import Phases, note, save, write
from segue.surfaces.cli._table import table

SET = click.option(
    "--set",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The set's folder: the repository's evals/ if it has one, else your own.",
)
CASES = _complete.completer(lambda: [(case.name, "") for case in dataset.load_set(dataset.default_set()).cases])
BUDGET = click.option("--budget", type=click.IntRange(min=200), metavar="N", help="Tokens a brief may take.")
ENGINE = click.option(
    "--engine",
    default="rules",
    show_default=True,
    metavar="NAME",
    shell_complete=_complete.completer(lambda: [(name, "") for name in ARMS]),
    help="Who writes the briefs.",
)


@click.group(
    "eval",
    epilog="""\b
Examples:
  segue eval run --smoke              what CI runs
  segue eval case hooks-retry-stdlib  one case: what it expects, and the line that earned it
  segue eval add 3f2a --name x        a case of your own, from a session of yours
""",
)
def command() -> None:
    """Measure briefs on cases with known answers.

    A case is a session with what its brief must say, and must not. A set is a folder of cases and what is enough.
    """


@command.command(
    "run",
    epilog="""\b
Examples:
  segue eval run --smoke                    what CI runs; exit code 1 when the set's goals are missed
  segue eval run --case hooks-retry-stdlib  one case
  segue eval run --engine tail              the control: how far the session's last words get
  segue eval run --json > today.json        for dashboards
""",
)
@SET
@BUDGET
@ENGINE
@click.option(
    "--case",
    "names",
    multiple=True,
    metavar="NAME",
    shell_complete=CASES,
    help="Only this case; may be repeated.",
)
@click.option("--smoke", is_flag=True, help="Only the set's smoke cases.")
@click.option("--json", "as_json", is_flag=True, help="For programs: every check of every case.")
def run(
    folder: Path | None, budget: int | None, engine: str, names: tuple[str, ...], smoke: bool, as_json: bool
) -> None:
    """Write a brief of every case and score it.

    USER is the share of the user's corrections and constraints that stand there verbatim; FACTS includes them.
    """
    found = dataset.load_set(folder or dataset.default_set())
    cases = dataset.chosen(found, names=names, smoke=smoke)
    for case in cases:
        for fault in dataset.faults(case):
            note(f"{case.name}: {clean(fault)}")
    with Phases() as phases:
        done = report.run(found, cases, engine=engine, budget=budget, progress=phases)
    write(report.to_json(done).decode() if as_json else table(report.HEAD, report.rows(done), right=range(4, 13)), None)
    for score in done.scores:
        if not score.passed:
            note(f"{score.case}: {'; '.join(score.failures)}")
    if done.missed_goals:
        raise SegueError("; ".join(done.missed_goals), hint="`segue eval case NAME` shows what a brief misses and why")


@command.command(
    "case",
    epilog="""\b
Examples:
  segue eval case hooks-retry-stdlib
  segue eval case hooks-retry-stdlib --html case.html
""",
)
@click.argument("name", shell_complete=CASES)
@SET
@BUDGET
@ENGINE
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write it as one web page.")
def case(name: str, folder: Path | None, budget: int | None, engine: str, html: Path | None) -> None:
    """Look at one case: what it expects, and the line of the brief that says it or why none does."""
    found = dataset.load_set(folder or dataset.default_set())
    one = dataset.chosen(found, names=(name,))[0]
    view = playground.look(found, one, engine=engine, budget=budget)
    if html:
        from segue.evals.page import as_html

        write(as_html(view), html)
    else:
        write(clean(playground.as_text(view)), None)


@command.command(
    "add",
    epilog="""\b
Examples:
  segue eval add latest --name login-redirect
  segue eval add 3f2a --name login-redirect --set ~/my-evals
""",
)
@click.argument("session", default="", metavar="[SESSION]", shell_complete=_complete.sessions)
@click.option("--name", required=True, metavar="NAME", help="The new case's name: small letters, digits, hyphens.")
@SET
def add(session: str, name: str, folder: Path | None) -> None:
    """Make a case from a session of yours.

    The transcript is copied with its secrets masked, and a case.toml is filled in for you to edit. The session itself
    is not touched.
    """
    if not dataset.NAME.fullmatch(name):
        raise UsageError(f"{name!r} is no name for a case", hint="small letters, digits and hyphens: login-redirect")
    home = folder or dataset.default_set()
    place = home / "cases" / name
    if place.exists():
        raise UsageError(f"there is a case {name!r} already", hint=f"edit {place / dataset.CASE_FILE}")
    chosen = choose.choose(session)
    with Phases() as phases:
        phases(f"reading {chosen.path.name}")
        chosen.reader.read(chosen.path)  # refuses what it cannot read, before anything is written
        secrets = write_case(chosen, home, place)
    note(f"{chosen.reader.agent} session {chosen.path.name}: {chosen.why}; secrets masked: {secrets}")
    write(f"{place / dataset.CASE_FILE}\n", None)
    note("edit it: keep what the next agent must know, delete the rest")


def write_case(chosen: choose.Choice, home: Path, place: Path) -> int:
    """The whole case or nothing: it is made beside its place and moved there. How many secrets were masked."""
    import shutil
    import tempfile

    making: Path | None = None
    try:
        data, secrets = draft.masked_transcript(chosen.path.read_bytes())
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(dir=place.parent, prefix=".making-"))
        save(making / "session.jsonl", data)
        text = draft.case_text(chosen.reader.read(making / "session.jsonl"), place.name)
        save(making / dataset.CASE_FILE, text.encode("utf-8", "replace"))
        if not (home / dataset.SET_FILE).exists():
            save(home / dataset.SET_FILE, draft.set_text(home.resolve().name).encode("utf-8", "replace"))
        making.rename(place)
    except OSError as error:
        raise SegueError(f"cannot write {place}: {error.strerror}", hint="is the folder yours to write?") from error
    finally:
        if making:
            shutil.rmtree(making, ignore_errors=True)
    return secrets
