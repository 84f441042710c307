"""The last run of each check."""

from __future__ import annotations

import time

from segue.distil.rules.last_checks import last_checks
from tests.distil.sessions import digest, run, user


def test_only_the_last_checks_are_kept_each_with_its_last_run():
    names = [f"make test-{n}" for n in range(5)]
    script = "for n in 1 2; do\n make test-9\ndone"
    last = last_checks(digest(user("go"), *map(run, [*names, names[1], script, f"make test {'-k sum ' * 30}"])))
    assert list(last) == [names[2], names[3], names[4], names[1]]
    assert last[names[1]].line == 12


def test_a_program_that_is_not_there_checked_nothing():
    """Nor did it fail: it says so in its first words."""
    gone = run("cargo semver-checks", "error: no such command: `semver-checks`", outcome="failed", code=101)
    assert list(last_checks(digest(user("go"), run("make test"), gone))) == ["make test"]


def test_a_failure_whose_every_part_passed_later_is_outdone():
    """What passed since is the state; what did not is."""
    failed = run("make test && make lint", outcome="failed", code=2)
    assert list(last_checks(digest(user("go"), failed, run("make lint"), run("make test")))) == [
        "make lint",
        "make test",
    ]
    assert "make test && make lint" in last_checks(digest(user("go"), failed, run("make lint")))


def test_what_was_run_again_is_not_told_by_its_earlier_result():
    """Alone, in another combination, or with something else around it."""
    for again in (
        [run("make lint && make test")],
        [run("make lint"), run("make test", "no", "failed", 2)],
        [run("cd parcels && env CI=1 make test 2>&1 | tail -4", "3 passed"), run("make lint")],
    ):
        earlier = run("make test && make lint", "all good")
        assert "make test && make lint" not in last_checks(digest(user("go"), earlier, *again))


def test_what_may_not_have_had_its_turn_was_not_run_again():
    """The second of two commands, after the first has failed."""
    steps = [run("make lint", "clean"), run("make test && make lint", "1 failed", "failed", 2)]
    assert list(last_checks(digest(user("go"), *steps))) == ["make lint", "make test && make lint"]


def test_a_failure_after_which_a_check_of_its_kind_passed_is_not_the_state():
    """The one file was linted by a wider run, the one test by all of them."""
    failed = [run("eslint src/scale.ts", "x", "failed", 1), run("pytest -k round", "x", "failed", 1)]
    passed = [run("npm run lint"), run("make test")]
    assert list(last_checks(digest(user("go"), *failed, *passed))) == ["npm run lint", "make test"]
    assert list(last_checks(digest(user("go"), *failed, passed[0]))) == ["pytest -k round", "npm run lint"]


def test_a_part_of_what_passed_since_is_not_told_by_itself():
    steps = [run("go test ./... -run Round", "ok"), run("go test ./...", "ok")]
    assert list(last_checks(digest(user("go"), *steps))) == ["go test ./..."]
    assert len(last_checks(digest(user("go"), *reversed(steps)))) == 2


def test_a_check_that_was_cancelled_is_none():
    steps = [run("make test", "3 passed"), run("make lint", "Cancelled", "cancelled")]
    assert list(last_checks(digest(user("go"), *steps))) == ["make test"]


def test_many_failed_checks_do_not_take_long():
    steps = (run(f"pytest a{n} && ruff check b{n}", outcome="failed", code=1) for n in range(12_000))
    found = digest(user("Check it"), *steps)
    start = time.process_time()
    last_checks(found)
    assert time.process_time() - start < 4


def test_a_check_that_the_user_refused_says_nothing():
    found = digest(user("go"), run("make test", "ok"), run("make test-all", "", "rejected"))
    assert list(last_checks(found)) == ["make test"]
