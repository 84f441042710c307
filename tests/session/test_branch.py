"""The branch that a session ended on."""

from __future__ import annotations

import msgspec
import pytest

from segue.session.branch import NOTING, branch_at_end
from tests.distil.sessions import Step, run, session, user


def ended_on(*steps: Step, agent: str = "codex", noted: str = "main") -> str:
    made = session(user("go"), *steps, branch=noted)
    return branch_at_end(msgspec.structs.replace(made, glance=msgspec.structs.replace(made.glance, agent=agent)))


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git switch rounding", "Switched to branch 'rounding'"),
        ("git checkout -b rounding", "Switched to a new branch 'rounding'"),
        ("git checkout -b rounding", ""),
        ("git switch -q rounding", ""),
        ("git fetch && git status -sb", "## rounding...origin/rounding [behind 1]\n M scale.py\n"),
        ("git status --short --branch", "## rounding\n"),
        ("git status", "On branch rounding\nnothing to commit, working tree clean"),
        ("git commit -am x", "[rounding 1a2b3c4] Round the weights\n 1 file changed"),
        ("git branch --show-current", "rounding\n"),
        ("git rebase main", "Successfully rebased and updated refs/heads/rounding.\n"),
        ("git checkout rounding && make", "Already on 'rounding'\nmake: no rule"),
    ],
)
def test_the_last_command_that_tells_it_wins(command, output):
    first = run("git status", "On branch parcels")
    assert ended_on(first, run(command, output)) == "rounding"


@pytest.mark.parametrize(
    ("command", "output", "outcome"),
    [
        ("cat notes.md", "On branch rounding", "ok"),
        ("git diff", "diff --git a/x b/x\n+x\nOn branch rounding", "ok"),
        ("git status && git diff", "diff --git a/x b/x\nOn branch rounding", "ok"),
        ("git commit -qF - < notes.md && cat notes.md", "## rounding\n", "ok"),
        ("git checkout rounding.md", "Updated 1 path from the index", "ok"),
        ("git switch rounding", "error: your local changes would be overwritten", "failed"),
        ("git switch -c rounding && git commit -am x", "", "unanswered"),
        ("cd ../labels && git status", "On branch rounding", "ok"),
        ("git commit -am x", "[detached HEAD 1a2b3c4] Round the weights", "ok"),
        ("git log --oneline rounding", "1a2b3c4 Round the weights", "ok"),
    ],
)
def test_what_is_no_proof_changes_nothing(command, output, outcome):
    """Content of files, other work trees, switches that failed or whose end nobody saw."""
    assert ended_on(run(command, output, outcome)) == "main"


@pytest.mark.parametrize("last", ["git switch -q -", "git checkout -"])
def test_there_and_back_again_is_where_it_was(last):
    steps = run("git status", "On branch parcels"), run(f"git switch -q main && make test; {last}", "1 failed")
    assert ended_on(*steps) == "parcels"
    further = run(f"git switch -q labels; git switch -q main; {last}", "Switched to branch 'labels'")
    assert ended_on(*steps, further) == "labels"  # the one before the last, wherever it began


def test_a_switch_before_a_failure_still_happened():
    steps = run("git switch rounding && make test", "Switched to branch 'rounding'\n1 failed", "failed", 2)
    assert ended_on(steps) == "rounding"


def test_back_on_a_known_branch():
    """`git checkout parcels` may name a file, but not once parcels was a branch."""
    there = run("git checkout -q -b parcels"), run("git checkout -q main"), run("git checkout -q parcels")
    assert ended_on(*there) == "parcels"


@pytest.mark.parametrize("agent", NOTING)
def test_a_branch_that_the_agent_noted_later_wins(agent):
    """Somebody switched in another terminal; what was noted before the session's own switch is older."""
    looked = run("git status", "On branch main")
    assert ended_on(looked, agent=agent, noted="parcels") == "parcels"
    assert ended_on(looked, run("git switch -c rounding"), agent=agent) == "rounding"


def test_a_branch_noted_after_the_user_spoke_again_is_newer_than_the_sessions_own_switch():
    """They may have switched in another terminal, and every row since has the branch."""
    switched = run("git switch -c rounding", "Switched to a new branch 'rounding'")
    assert ended_on(switched, user("i'm back on parcels"), agent="claude", noted="parcels") == "parcels"
    assert ended_on(switched, user("i'm back on parcels"), agent="codex", noted="parcels") == "rounding"


def test_without_a_word_of_git_it_is_the_noted_one():
    assert ended_on(run("make test"), noted="parcels") == "parcels"
