"""`segue eval` as a person runs it: output, exit codes, files written and refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evals.conftest import CASE, transcript


def segue(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "segue", "eval", *args], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder with a session file and a set of one case."""
    (tmp_path / "work" / "my").mkdir(parents=True)
    work = tmp_path / "work"
    (work / "talk.jsonl").write_text(transcript(), encoding="utf-8")
    (work / "my" / "set.toml").write_text('name = "mine"\nbudget = 800\n', encoding="utf-8")
    case = work / "my" / "cases" / "one"
    case.mkdir(parents=True)
    (case / "case.toml").write_text(CASE, encoding="utf-8")
    (case / "session.jsonl").write_text(transcript(), encoding="utf-8")
    return work


def test_run_prints_a_table_and_exits_0_when_the_goals_are_met(work: Path) -> None:
    """The table on stdout, nothing on stderr."""
    done = segue("run", "--set", "my", cwd=work)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[:4] == ["CASE", "KIND", "AGENT", "PASS"]
    assert "1/1" in done.stdout


def test_run_exits_1_with_the_reason_when_a_goal_is_missed(work: Path) -> None:
    """CI stops, and the log says why without another run."""
    case = work / "my" / "cases" / "one" / "case.toml"
    case.write_text(CASE + '\n[[must_not]]\ntext = "cache"\nwhy = "test"\n', encoding="utf-8")
    done = segue("run", "--set", "my", cwd=work)
    assert done.returncode == 1
    assert "one: 1 forbidden" in done.stderr
    assert "error: pass rate 0%, the set asks for 85%" in done.stderr


def test_run_json_is_json_alone(work: Path) -> None:
    """Whatever is wrong, a program can read stdout."""
    told = json.loads(segue("run", "--set", "my", "--json", cwd=work).stdout)
    assert told["set"] == "mine" and told["cases"][0]["case"] == "one"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("run",), "holds no set of cases"),
        (("run", "--set", "my", "--case", "tow"), "there is no case 'tow'"),
        (("run", "--set", "my", "--engine", "magic"), "there is no engine 'magic'"),
        (("case", "two", "--set", "my"), "there is no case 'two'"),
        (("add", "talk.jsonl", "--name", "../up", "--set", "my"), "no name for a case"),
        (("add", "talk.jsonl", "--name", "one", "--set", "my"), "there is a case 'one' already"),
    ],
)
def test_wrong_use_is_told_and_exits_2(work: Path, args: tuple[str, ...], said: str) -> None:
    """Each with a hint, none with a traceback."""
    done = segue(*args, cwd=work)
    assert done.returncode == 2 and said in done.stderr and "hint:" in done.stderr
    assert not (work / "up").exists()


def test_case_shows_what_was_found_and_where(work: Path) -> None:
    """The playground in the terminal."""
    done = segue("case", "one", "--set", "my", cwd=work)
    assert done.returncode == 0
    assert "found   constraint: not in /var/cache" in done.stdout and "line " in done.stdout


def test_case_writes_one_web_page(work: Path) -> None:
    """And says where."""
    done = segue("case", "one", "--set", "my", "--html", "page.html", cwd=work)
    assert (done.returncode, done.stderr) == (0, "written to page.html\n")
    assert (work / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_add_makes_a_case_that_runs(work: Path) -> None:
    """From a session file to a scored case without touching the session or editing anything."""
    before = (work / "talk.jsonl").read_bytes()
    done = segue("add", "talk.jsonl", "--name", "loader-cache", "--set", "fresh", cwd=work)
    assert (done.returncode, done.stdout) == (0, "fresh/cases/loader-cache/case.toml\n")
    assert (work / "talk.jsonl").read_bytes() == before
    told = json.loads(segue("run", "--set", "fresh", "--json", cwd=work).stdout)
    assert [case["case"] for case in told["cases"]] == ["loader-cache"]


def test_add_without_a_set_builds_ones_own(work: Path, tmp_path: Path) -> None:
    """Outside a repository that has a set, the case goes into segue's home, for its owner's eyes only."""
    assert segue("add", "talk.jsonl", "--name", "mine", cwd=work).returncode == 0
    place = tmp_path / "segue-home" / "evals" / "cases" / "mine"
    assert {path.name for path in place.iterdir()} == {"case.toml", "session.jsonl"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in (place, *place.iterdir()))
