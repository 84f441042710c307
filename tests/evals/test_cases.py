"""Our own thirty cases: sound, of the right kinds, and what their talks give."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from segue.evals.dataset import Case, faults, load_set
from segue.sources import reader_of

EVALS = Path(__file__).parents[2] / "evals"
OURS = load_set(EVALS).cases


@pytest.mark.parametrize("case", OURS, ids=lambda case: case.name)
def test_a_case_demands_only_what_its_session_contains(case: Case) -> None:
    """A demand that nobody can meet says nothing about a brief."""
    assert faults(case) == []


@pytest.mark.parametrize("case", OURS, ids=lambda case: case.name)
def test_a_cases_session_is_read_by_its_agents_reader(case: Case) -> None:
    """The file is in the format it says, and the user's words in it are the user's."""
    reader = reader_of(case.expected.agent)
    assert reader.claims(case.transcript)
    session = reader.read(case.transcript)
    assert session.glance.human_turns >= 1
    assert bool(session.gaps) == (case.name == "bison-damaged-file")


def test_the_kinds_are_mixed_as_promised() -> None:
    """60 % usual, 25 % edge, 10 % hostile, 5 % regressions, over three agents."""
    assert Counter(case.expected.kind for case in OURS) == {"usual": 18, "edge": 7, "hostile": 3, "regression": 2}
    assert {case.expected.agent for case in OURS} == {"claude", "codex", "pi"}
    assert all(case.expected.smoke for case in OURS)


def test_the_transcripts_are_what_the_talks_give() -> None:
    """Nobody edits a made file by hand, or forgets to make it."""
    done = subprocess.run(
        [sys.executable, "-B", str(EVALS / "make_cases.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
