"""Our own labelled sessions: their labels stand in them, and their briefs say nothing that they do not hold."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from segue.brief.tokens import tokens
from segue.handoff import gather, write_brief
from segue.sources import reader_for
from tests.brief.test_every_transcript import faults, plain, read

EVALS = Path(__file__).parents[2] / "evals"
NAMES = sorted(path.parent.name for path in EVALS.glob("sessions/*/gold.json"))


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sessions")
    subprocess.run([sys.executable, "-B", str(EVALS / "make_cases.py"), "--sessions", str(folder)], check=True)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_what_the_labels_quote_stands_where_they_say(sessions: Path, name: str) -> None:
    """The records keep their numbers, whatever writes them."""
    lines = read(sessions / f"{name}.jsonl")
    items = json.loads((sessions / f"{name}.gold.json").read_text(encoding="utf-8"))["items"]
    quoted = [one for item in items for one in item["evidence"]]
    assert len(quoted) > 20 and [one for one in quoted if plain(one["quote"]) not in lines[one["line"] - 1]] == []


@pytest.mark.parametrize("budget", [1000, 2000])
@pytest.mark.parametrize("name", NAMES)
def test_a_brief_claims_what_its_session_holds(sessions: Path, name: str, budget: int) -> None:
    path = sessions / f"{name}.jsonl"
    _, text = write_brief(gather(reader_for(path), path, with_git=False), template="session", budget=budget)
    assert tokens(text) <= budget
    assert list(faults(text, read(path), 3)) == []
