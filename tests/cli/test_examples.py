"""Every example of help does what it says: it is run as it stands, on a machine that has what it names."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from segue.surfaces.cli._group import COMMANDS
from segue.surfaces.cli._group import segue as group
from tests.channel.kit import channel_in, git, repository, session

ROOT = Path(__file__).resolve().parent.parent.parent
SESSION = "3f2a9c01-0000-4000-8000-000000000001"
EXAMPLE = re.compile(r"^  (segue(?: \S+)*)", re.MULTILINE)
NOT_RUN = {
    "segue approve": "names an approval of somebody's",
    "segue reject": "names an approval of somebody's",
    'segue handoff "fix the tests" --to claude --headless --yes': "starts an agent: tests/e2e does",
}

MISSES_ITS_GOALS = "segue eval run --engine tail"
"""The control: its help says so."""


def examples(command: click.Command) -> Iterator[str]:
    """The command lines of a command's help, and of the commands below it."""
    for line in EXAMPLE.findall(command.epilog or ""):
        if not any(line.startswith(beginning) for beginning in NOT_RUN):
            yield re.split(r" (?:[|<]|>>?) ", line)[0]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context) if command is not group else ():
            inner = command.get_command(context, name)
            assert inner is not None
            yield from examples(inner)


def command_of(name: str) -> click.Command:
    found = group.get_command(click.Context(group), name) if name != "segue" else group
    assert found is not None
    return found


@pytest.fixture
def work(segue, isolated: Path, tmp_path: Path) -> Path:
    """A repository with our evals, a long session that was handed over once, two channels and what extractors wrote."""
    app = repository(tmp_path / "app")
    turns = [("user", "Why was the cache dropped? The retry loop is flaky."), ("agent", "It never hit, so it went.")]
    file = session(isolated, app, *turns, *[("user", f"look at line {n}") for n in range(3, 1900)], name=SESSION)
    (isolated / "old").mkdir()
    shutil.copy(file, isolated / "old" / "session.jsonl")
    channel_in(isolated / ".relay", "channel-1-theirs")
    channel_in(tmp_path / "segue-home", "parser", app)
    shutil.copytree(ROOT / "evals", app / "evals", ignore=shutil.ignore_patterns("*.py", "making"))
    assert segue("handoff", "--save", cwd=app).code == 0
    assert segue("prepare", SESSION, "-o", "plan.json", cwd=app).code == 0
    written = '{"section": "convergence", "content": "The cache never hit (L2)", "pointers": []}'
    (app / "plan.d" / "sections" / "convergence.json").write_text(written)
    shutil.copytree(app / "plan.d" / "sections", app / "out")
    return app


@pytest.mark.parametrize("name", ["segue", *COMMANDS])
def test_the_examples_of_help_work(segue, isolated: Path, work: Path, name: str) -> None:
    """In their order, as a person would try them; a name that nobody has any more fails here."""
    head = git(work, "rev-parse", "--short", "HEAD").strip()  # nobody chooses the name of a commit
    for example in examples(command_of(name)):
        line = re.sub(r"commit:\w+", f"commit:{head}", example)
        words = [word.replace("~", str(isolated), 1) if word.startswith("~/") else word for word in shlex.split(line)]
        seen = segue(*words[1:], cwd=work)
        assert seen.code == (line == MISSES_ITS_GOALS), f"{line}\n{seen.out[-500:]}\n{seen.err}"


def test_only_what_needs_somebody_else_is_not_run() -> None:
    """An exception that no example needs any more goes."""
    everything = "\n".join(command_of(name).epilog or "" for name in COMMANDS)
    assert [line for line in NOT_RUN if line not in everything] == []
