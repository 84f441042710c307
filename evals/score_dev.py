"""Scores segue's briefs of labelled sessions with the independent judge: HQ and its parts, with an interval.

    python evals/score_dev.py [--gold ../shared/eval/dev] [--budget 2000 --budget 1000] [--keep DIR] [--cases]
    python evals/score_dev.py --ours      the sessions of `evals/sessions`, made from their talks

GOLD holds `cases.json`, the sessions and their labels; `../shared/eval/score.py` does all the judging. This script only
writes the briefs, calls it and prints the means with a 90 % bootstrap interval over cases.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from make_cases import laid_out

from segue import handoff
from segue.brief.templates import LONGEST, SHORTEST
from segue.sources import reader_for

HERE = Path(__file__).resolve().parent
JUDGE = HERE.parent.parent / "shared" / "eval"
COLUMNS = ("HQ", "UCV", "DER", "RSN", "OTS", "FILES", "CMDS", "PP", "PC", "bad_quotes", "bad_paths", "tokens")
SHARES = ("UCV", "DER", "RSN", "OTS", "FILES", "CMDS", "PP", "PC")
DRAWS = 2000
Row = dict[str, Any]


def write_briefs(gold: Path, budget: int, folder: Path) -> None:
    for case in json.loads((gold / "cases.json").read_text(encoding="utf-8")):
        path = gold / f"{case['case']}.jsonl"
        evidence = handoff.gather(reader_for(path), path, with_git=False)
        _, text = handoff.write_brief(evidence, template="session", budget=budget)
        (folder / f"{case['case']}.md").write_text(text, encoding="utf-8")


def judge(gold: Path, budget: int, folder: Path) -> list[Row]:
    command = [sys.executable, str(JUDGE / "score.py"), str(gold), str(folder), "--budget", str(budget), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows: list[Row] = json.loads(done.stdout)["cases"]
    return rows


def interval(values: list[float]) -> tuple[float, float]:
    """The middle 90 % of the means of samples drawn from the cases; the same every time."""
    dice = random.Random(20261115)
    means = sorted(sum(dice.choices(values, k=len(values))) / len(values) for _ in range(DRAWS))
    return means[DRAWS // 20], means[-DRAWS // 20 - 1]


def shown(column: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{100 * value:.1f}" if column in SHARES else f"{value:.1f}"


def mean(column: str, rows: list[Row]) -> str:
    values = [row[column] for row in rows if row[column] is not None]
    if not values:
        return f"{column:12}{'–':>8}\n"
    low, high = (shown(column, bound) for bound in interval(values))
    return f"{column:12}{shown(column, sum(values) / len(values)):>8}   [{low}, {high}]\n"


def table(rows: list[Row]) -> str:
    head = f"{'case':24}" + "".join(f"{column[:9]:>10}" for column in COLUMNS)
    body = (f"{row['case']:24}" + "".join(f"{shown(c, row[c]):>10}" for c in COLUMNS) for row in rows)
    return "\n".join([head, *body, ""]) + "\n"


def lengths(folder: Path) -> str:
    """How many entries have the length that is good to read."""
    briefs = (path.read_text(encoding="utf-8").partition("\n## ")[2] for path in sorted(folder.glob("*.md")))
    found = [len(entry) for brief in briefs for entry in re.findall(r"(?m)^- .*(?:\n  .*)*", brief)]
    short, long = sum(n < SHORTEST for n in found), sum(n > LONGEST for n in found)
    return f"{'entries':12}{len(found):8}   {short} under {SHORTEST} characters, {long} over {LONGEST}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, default=JUDGE / "dev")
    parser.add_argument("--ours", action="store_true", help="the sessions of evals/sessions")
    parser.add_argument("--budget", type=int, action="append")
    parser.add_argument("--keep", type=Path, help="keep the briefs here, one folder a budget")
    parser.add_argument("--cases", action="store_true", help="one line for each case too")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        gold = laid_out(Path(temporary)) if given.ours else given.gold
        if not (gold / "cases.json").is_file():
            parser.error(f"{gold} holds no labelled sessions")
        for budget in given.budget or (2000, 1000):
            folder = (given.keep or Path(temporary)) / str(budget)
            folder.mkdir(parents=True, exist_ok=True)
            write_briefs(gold, budget, folder)
            show(judge(gold, budget, folder), lengths(folder), budget, cases=given.cases)
    return 0


def show(rows: list[Row], entries: str, budget: int, *, cases: bool) -> None:
    out = sys.stdout
    out.write(f"\n{budget} tokens, {len(rows)} cases\n\n")
    out.write(table(rows) if cases else "")
    out.write(f"{'':12}{'mean':>8}   90 % of resampled means\n")
    out.write("".join(mean(column, rows) for column in COLUMNS) + entries)


if __name__ == "__main__":
    sys.exit(main())
