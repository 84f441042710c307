"""Commands that were really run, with their last outcome."""

from __future__ import annotations

import time

import pytest

from segue.distil.rules.commands import commands, core, is_check, last_checks
from tests.distil.sessions import agent, digest, run, told, user


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
    assert not is_check("gofmt -w parcels/scale_test.go") and not is_check("git checkout a.py")
    assert not is_check("fleet status nightly-stock-count-check")
    assert not is_check("gh pr view 12 --json statusCheckRollup") and not is_check("test -x run.sh")
    assert not is_check("npm test --help")


def test_a_command_that_only_looks_is_not_listed():
    steps = [run("git status"), run("gh api repos/x/y"), run("which go"), run("make ship")]
    assert told(commands(digest(user("go"), *steps))) == ["`make ship` ok"]


def test_a_command_has_its_last_outcome():
    """Run twice, failed last."""
    found = told(commands(digest(user("go"), run("make ship", "ok"), run("make ship", "no", "failed", 2))))
    assert found == ["`make ship` not ok, exit 2"]


@pytest.mark.parametrize(
    ("outcome", "code", "told_as"),
    [
        ("ok", 0, "ok"),
        ("failed", None, "not ok"),
        ("failed", 3, "not ok, exit 3"),
        ("rejected", None, "user said no"),
        ("interrupted", 130, "cut off"),
        ("unanswered", None, "no end seen"),
    ],
)
def test_every_way_to_end_has_its_words(outcome, code, told_as):
    assert told(commands(digest(user("go"), run("make ship", "", outcome, code)))) == [f"`make ship` {told_as}"]


def test_a_command_points_at_its_last_run():
    (found,) = commands(digest(user("go"), run("make ship"), agent("Again."), run("make ship"), agent("Done.")))
    assert [claim.pointers[0].line for claim in found.claims] == [5]


def test_of_a_family_the_one_run_most_and_the_last_of_the_others_are_told():
    """Ten spellings of one command tell how it is run no better than two."""
    runs = [run(f"npm run ship -- --part {n}") for n in (1, 2, 2, 3, 4)]
    assert told(commands(digest(user("go"), *runs))) == ["`npm run ship -- --part 2` ok `npm run ship -- --part 4` ok"]


def test_checks_are_told_with_the_state_of_the_work():
    """Not here a second time."""
    assert not list(commands(digest(user("go"), run("make test", "12 passed"))))


@pytest.mark.parametrize("command", ["python - <<EOF\nprint(1)\nEOF", f"ship {'--part 1 ' * 20}", "ship --help"])
def test_scripts_monsters_and_calls_for_help_are_not_listed(command):
    assert not list(commands(digest(user("go"), run(command))))


def test_the_list_is_short_and_its_best_come_first():
    """What was run often and late, and what passed."""
    runs = [run(f"ship-{n} now") for n in range(14)]
    (found,) = commands(digest(user("go"), *runs, run("pack all"), run("pack all"), run("send it", "", "failed", 1)))
    texts = [claim.text for claim in found.claims]
    assert len(texts) == 12 and texts[:2] == ["`pack all` ok", "`ship-13 now` ok"]
    assert "`ship-0 now` ok" not in texts and texts.index("`send it` not ok, exit 1") > 2


def test_only_the_last_checks_are_kept_each_with_its_last_run():
    names = [f"make test-{n}" for n in range(5)]
    script = "for n in 1 2; do\n make test-9\ndone"
    last = last_checks(digest(user("go"), *map(run, [*names, names[1], script, f"make test {'-k sum ' * 30}"])))
    assert list(last) == [names[2], names[3], names[4], names[1]]
    assert last[names[1]].line == 12


def test_a_failure_whose_every_part_passed_later_is_outdone():
    """What passed since is the state; what did not is."""
    failed = run("make test && make lint", outcome="failed", code=2)
    assert list(last_checks(digest(user("go"), failed, run("make lint"), run("make test")))) == [
        "make lint",
        "make test",
    ]
    assert "make test && make lint" in last_checks(digest(user("go"), failed, run("make lint")))


@pytest.mark.parametrize("command", ["make" + " " * 30_000 + "x", "make" + " 2>&1" * 6_000])
def test_no_command_takes_long(command):
    """The bound is processor time, far below what grows with the square of a length."""
    start = time.process_time()
    core(command)
    assert time.process_time() - start < 2


def test_many_failed_checks_do_not_take_long():
    steps = (run(f"pytest a{n} && ruff check b{n}", outcome="failed", code=1) for n in range(12_000))
    found = digest(user("Check it"), *steps)
    start = time.process_time()
    last_checks(found)
    assert time.process_time() - start < 4
