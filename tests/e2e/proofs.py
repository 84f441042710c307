"""Which test is the proof of which cell of the table in docs/delivery.md.

    @proves("claude", "hooks")                     on a test of one agent
    @each("client", HEADLESS, "headless")          one case an agent, each of them a proof

The table is written from these marks (`table.py`) and a test compares, so there is no "yes" without a test and no proof
that the table lacks. A proof cannot be skipped: a run of all tests that ends well has proven every cell.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

SKIPPED = "this test proves a cell of docs/delivery.md, and was not run: {}"
Proof = tuple[str, str, str]
"""Agent, column, and what to write there."""


def proves(agent: str, column: str, what: str = "yes") -> pytest.MarkDecorator:
    return pytest.mark.proves(agent, column, what)


def each(argument: str, agents: Iterable[str], *columns: str) -> pytest.MarkDecorator:
    """One case an agent, which proves these columns of it."""
    cases = [pytest.param(agent, marks=[proves(agent, column) for column in columns]) for agent in agents]
    return pytest.mark.parametrize(argument, cases)


def proven() -> dict[tuple[str, str], list[str]]:
    """What stands in each cell by the marks of all tests beside this file, in the order of the tests."""
    cells: dict[tuple[str, str], list[str]] = {}
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for test in vars(import_module(f"tests.e2e.{file.stem}")).values():
            for agent, column, what in _proofs(getattr(test, "pytestmark", ())):
                told = cells.setdefault((agent, column), [])
                told += [what] if what not in told else []
    return cells


def _proofs(marks: Any) -> Iterator[Proof]:
    for mark in marks if isinstance(marks, list | tuple) else ():
        if mark.name == "proves":
            yield mark.args
        elif mark.name == "parametrize":
            for case in mark.args[1]:
                yield from _proofs(getattr(case, "marks", ()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A skipped proof is a failure, whatever the reason."""
    report = yield
    if report.skipped and item.get_closest_marker("proves"):
        report.outcome, report.longrepr = "failed", SKIPPED.format(report.longreprtext)
    return report
