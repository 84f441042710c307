"""The table of words is what the sentences give, and holds for people it was not learned from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "evals" / "learn.py"


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *options], capture_output=True, text=True, check=False)


def test_the_table_is_what_the_sentences_give():
    done = run("--check")
    assert (done.returncode, done.stdout) == (0, ""), "run `python evals/learn.py`"


def test_most_rules_of_an_author_that_it_never_saw_are_found():
    """Three of four, and one in ten of the others at most."""
    rules, all_rules, others, all_others = map(int, run("--measure", "a4").stdout.replace(",", "").split()[1:8:2])
    assert rules > 0.75 * all_rules and others < 0.1 * all_others


def test_an_unknown_author_is_told():
    done = run("--measure", "nobody")
    assert done.returncode == 2 and "a1" in done.stderr
