"""A whole run in numbers: the table's rows, the JSON for dashboards, and whether the set's goals were met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from segue.evals.arms import arm_named
from segue.evals.dataset import Case, Dataset, Goals
from segue.evals.scorers import Score, score
from segue.evals.words import corpus_of

SCHEMA = "segue-eval/1"
MEASURES = ("users_word", "facts", "files", "commands")
FAULTS = ("invented", "forbidden", "dump", "history")
COLUMNS = ("CASE", "KIND", "AGENT", "PASS", "USER", "FACTS", "FILES", "CMDS")
HEAD = (*COLUMNS, *(name.upper() for name in FAULTS), "TOKENS")


class Run(Struct, frozen=True, kw_only=True):
    dataset: str
    engine: str
    budget: int
    scores: tuple[Score, ...]
    missed_goals: tuple[str, ...]

    @property
    def pass_rate(self) -> float:
        return sum(s.passed for s in self.scores) / len(self.scores)

    def mean(self, measure: str) -> float | None:
        got = [value for s in self.scores if (value := getattr(s, measure)) is not None]
        return sum(got) / len(got) if got else None


def run(
    dataset: Dataset,
    cases: Sequence[Case],
    *,
    engine: str = "rules",
    budget: int | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Run:
    """Every case through the engine and the scorers, in the order given."""
    scores = []
    for case in cases:
        progress(case.name)
        scores.append(score_case(dataset, case, engine=engine, budget=budget))
    bare = Run(
        dataset=dataset.about.name,
        engine=engine,
        budget=budget or dataset.about.budget,
        scores=tuple(scores),
        missed_goals=(),
    )
    return msgspec.structs.replace(bare, missed_goals=tuple(missed(bare, dataset.about.goals)))


def score_case(dataset: Dataset, case: Case, *, engine: str, budget: int | None) -> Score:
    room = budget_of(dataset, case, budget)
    answer = arm_named(engine)(case, room)
    return score(case, answer, corpus_of(case.transcript), budget=room, enough=dataset.about.case)


def budget_of(dataset: Dataset, case: Case, asked: int | None) -> int:
    return asked or case.expected.budget or dataset.about.budget


def missed(run: Run, goals: Goals) -> Iterable[str]:
    if run.pass_rate < goals.pass_rate:
        yield f"pass rate {run.pass_rate:.0%}, the set asks for {goals.pass_rate:.0%}"
    for measure in MEASURES:
        got, needed = run.mean(measure), getattr(goals, measure)
        if got is not None and got < needed:
            yield f"{measure.replace('_', ' ')} {got:.0%} on average, the set asks for {needed:.0%}"


def rows(run: Run) -> list[tuple[str, ...]]:
    return [_row(s) for s in run.scores] + [_last_row(run)]


def _row(s: Score) -> tuple[str, ...]:
    shares = (_percent(getattr(s, measure)) for measure in MEASURES)
    counts = (_count(s.count(kind)) for kind in FAULTS)
    return (s.case, s.kind, s.agent, "pass" if s.passed else "FAIL", *shares, *counts, str(s.tokens))


def _last_row(run: Run) -> tuple[str, ...]:
    passed = sum(s.passed for s in run.scores)
    shares = (_percent(run.mean(measure)) for measure in MEASURES)
    counts = (_count(sum(s.count(kind) for s in run.scores)) for kind in FAULTS)
    mean = round(sum(s.tokens for s in run.scores) / len(run.scores))
    return (f"all {len(run.scores)}", "", "", f"{passed}/{len(run.scores)}", *shares, *counts, str(mean))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f}"


def _count(number: int) -> str:
    return str(number) if number else "·"


def to_json(run: Run) -> bytes:
    """For dashboards: a version, the sums, and every check of every case. The same run gives the same bytes."""
    value = {
        "schema": SCHEMA,
        "set": run.dataset,
        "engine": run.engine,
        "budget": run.budget,
        "passed": not run.missed_goals,
        "missed_goals": run.missed_goals,
        "summary": {
            "cases": len(run.scores),
            "pass_rate": round(run.pass_rate, 4),
            **{measure: _rounded(run.mean(measure)) for measure in MEASURES},
            **{k: sum(s.count(k) for s in run.scores) for k in FAULTS},
        },
        "cases": [_case(s) for s in run.scores],
    }
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _case(s: Score) -> dict[str, Any]:
    return {
        "passed": s.passed,
        **{measure: _rounded(getattr(s, measure)) for measure in MEASURES},
        **msgspec.to_builtins(s),
    }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
