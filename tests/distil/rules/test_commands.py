"""Commands that were really run, with their last outcome."""

from __future__ import annotations

from segue.distil.rules.commands import commands, core, is_check
from tests.distil.sessions import digest, run, told, user


def test_a_command_is_shown_without_where_it_ran_and_what_its_output_went_through():
    """What is left is a piece of the command, verbatim."""
    assert core("cd /work/shop && make test 2>&1 | tail -20") == "make test"
    assert core("make test") == "make test"


def test_looking_around_is_no_check():
    assert is_check("make test") and is_check("npm run lint")
    assert not is_check("cat tests/test_scale.py") and not is_check("git diff --check")


def test_a_name_that_sounds_like_a_check_is_none():
    """Names that people give, and commands that only look."""
    assert is_check("npm run test-unit") and is_check("mise exec -- golangci-lint run") and is_check("./run-tests.sh")
    assert not is_check("gofmt -w internal/ssh_docker_test.go") and not is_check("git checkout a.py")
    assert not is_check("workmux status agent-eval-source-verify")
    assert not is_check("gh pr view 12 --json statusCheckRollup") and not is_check("test -x run.sh")


def test_a_command_that_only_looks_is_not_listed():
    steps = [run("git status"), run("gh api repos/x/y"), run("which go"), run("make ship")]
    assert told(commands(digest(user("go"), *steps))) == ["`make ship` ok"]


def test_a_command_has_its_last_outcome():
    """Run twice, failed last."""
    found = told(commands(digest(user("go"), run("make ship", "ok"), run("make ship", "no", "failed", 2))))
    assert found == ["`make ship` not ok, exit 2"]
