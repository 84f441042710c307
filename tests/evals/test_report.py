"""A run's numbers, its JSON and its verdict."""

from __future__ import annotations

import json

import pytest

from segue.errors import UsageError
from segue.evals.dataset import Dataset, load_set
from segue.evals.report import HEAD, rows, run, to_json
from tests.evals.conftest import CASE, MakeCase


@pytest.fixture
def mixed(make_case: MakeCase) -> Dataset:
    make_case(name="good")
    bad = make_case(CASE + '\n[[must_not]]\ntext = "cache"\nwhy = "in every brief of this session"\n', name="bad")
    return load_set(bad.folder.parents[1])


def test_the_verdict_follows_the_sets_own_goals(mixed: Dataset) -> None:
    """Half of the cases pass, the set asks for more: the run says by how much it missed."""
    done = run(mixed, mixed.cases)
    assert [(s.case, s.passed) for s in done.scores] == [("bad", False), ("good", True)]
    assert done.missed_goals == ("pass rate 50%, the set asks for 85%",)


def test_the_table_has_a_row_for_each_case_and_one_for_all(mixed: Dataset) -> None:
    """And as many cells as the head."""
    table = rows(run(mixed, mixed.cases))
    assert [row[0] for row in table] == ["bad", "good", "all 2"]
    assert {len(row) for row in table} == {len(HEAD)}
    assert [row[3] for row in table] == ["FAIL", "pass", "1/2"]


def test_the_json_is_versioned_and_the_same_every_time(mixed: Dataset) -> None:
    """A dashboard compares runs by it."""
    first, second = (to_json(run(mixed, mixed.cases)) for _ in range(2))
    assert first == second
    told = json.loads(first)
    assert (told["schema"], told["passed"], told["summary"]["pass_rate"]) == ("segue-eval/1", False, 0.5)
    assert told["cases"][0]["faults"][0]["why"] == "in every brief of this session"


def test_the_control_does_worse_than_the_rules(mixed: Dataset) -> None:
    """A harness in which the last words alone win would measure nothing."""
    good = [c for c in mixed.cases if c.name == "good"]
    assert run(mixed, good).mean("commands") == 1
    assert run(mixed, good, engine="tail").mean("commands") == 0


def test_an_unknown_engine_lists_the_known(mixed: Dataset) -> None:
    """The error says what would have worked."""
    with pytest.raises(UsageError) as refused:
        run(mixed, mixed.cases, engine="crystal ball")
    assert "rules" in refused.value.hint
