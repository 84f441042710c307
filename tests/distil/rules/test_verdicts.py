"""How a check ended where something hides its exit code."""

from __future__ import annotations

import pytest

from segue.distil.rules.verdicts import ended, failing, proven
from segue.session.records import Call, Outcome


def check(command: str, output: str, outcome: Outcome = "ok", code: int = 0) -> Call:
    return Call(line=1, name="Bash", act="run", command=command, output=output, outcome=outcome, exit_code=code)


FAILED = "--- FAIL: TestRound (0.00s)\nFAIL\nFAIL\tshop/scale\t0.2s\n"


@pytest.mark.parametrize(
    "command",
    [
        "go test ./... | tail -30",
        "go test ./... 2>&1 | head",
        "go test ./... | grep -A3 FAIL",
        "go test ./... | tee out.txt",
        "go test ./... || true",
        "go test ./...; echo done",
        "go vet && go test ./... | tail -3",
        "cd shop && go test ./... 2>&1 | tail -3 && go vet",
    ],
)
def test_what_a_check_printed_tells_when_its_exit_code_is_hidden(command):
    assert ended(check(command, FAILED)) == "failed"


@pytest.mark.parametrize(
    "command",
    [
        "go test ./...",
        "set -o pipefail; go test ./... | tail -3",
        "cd shop; go test ./...",
        "set -e; go test ./...; echo done",
        "go test ./... || exit 1",
        "go test ./... && echo done | tail",
    ],
)
def test_an_exit_code_that_is_its_own_decides(command):
    """Whatever was printed: a test of failures prints some."""
    assert ended(check(command, FAILED)) == "ok"
    assert ended(check(command, "ok", "failed", 1)) == "failed"


@pytest.mark.parametrize(
    "output",
    [
        "cmd/quay/lock.go:12:9: undefined: syscall.Flock",
        "2 failed, 3 passed in 0.1s",
        "FAILED (failures=1)",
        "Tests:       1 failed, 3 passed, 4 total",
        "27 issues:\n* errcheck: 27",
        "✗ rounds the weight",
        "error[E0308]: mismatched types",
        "scale.ts(3,1): error TS2304: Cannot find name",
        "npm ERR! code ELIFECYCLE",
        "ERROR: no such table: parcels",
        "scale.py:3: error: Incompatible types",
        "Found 1 error in 1 file",
        "Tests run: 5, Failures: 1, Errors: 0",
        "make: *** [test] Error 2",
        "test scale::rounds ... FAILED",
        "\x1b[31mFAIL\x1b[0m src/scale.test.ts",
        "weighed\nEXIT=1",
        "[lint] ERROR task failed",
    ],
)
def test_every_runner_has_its_words_for_a_failure(output):
    assert ended(check("make test | tail", output)) == "failed"


@pytest.mark.parametrize(
    "output",
    [
        "12 passed, 0 failed",
        "0 issues.",
        "no errors",
        "✖ 3 problems (0 errors, 3 warnings)",
        "--- PASS: TestFailedParcels/2_errors (0.00s)\nok  \tshop/scale\t0.2s",
        "✓ tells 2 errors of a parcel\n1 passed",
        "tests/test_errors.py::test_FAIL PASSED",
        "ERROR scale is stuck\nok  \tshop/scale\t0.2s",
        "PASSED: 10 FAILED: 0",
        "Tests run: 5, Failures: 0, Errors: 0",
        "exit code 0",
        "",
    ],
)
def test_a_word_of_failure_is_none_where_nothing_failed(output):
    assert ended(check("make test | tail", output)) == "ok" and not failing(output)


def test_a_filter_that_keeps_the_end_back_leaves_it_unseen():
    """Nothing found is a failure of grep's, and a count of lines tells nothing."""
    assert ended(check("make test | grep FAIL", "", "failed", 1)) == "unanswered"
    assert ended(check("make test | wc -l", "1047")) == "unanswered"
    assert ended(check("make test | grep ok", "ok  \tshop/scale\t0.2s")) == "ok"


def test_a_command_that_checks_nothing_is_as_its_code_says():
    assert ended(check("journal scale | tail", "ERROR scale is stuck")) == "ok"


def test_it_is_proven_by_its_code_or_by_its_words():
    assert proven(check("make build", "")) and proven(check("make test | tail", "3 passed"))
    assert not proven(check("make build | tail", ""))


def test_ctest_says_that_all_passed_in_words_of_its_own():
    call = Call(
        line=1,
        result_line=2,
        name="Bash",
        act="run",
        command="ctest | grep tests",
        outcome="ok",
        output="100% tests passed, 0 tests failed out of 51",
    )
    assert ended(call) == "ok"


def test_the_code_of_what_was_run_after_a_check_is_not_the_checks():
    """It says nothing of the check, unless that printed how it ended."""
    after = "make -s build 2>/dev/null; build/fuzz crashes/b7f6"
    assert ended(check(after, "heap-use-after-free in copy()", "failed", 1)) == "unanswered"
    assert ended(check(after, "build: 12 passed", "failed", 1)) == "ok"
    assert ended(check(after, "2 errors", "failed", 1)) == "failed"
    assert ended(check("build/fuzz a; make test", "", "failed", 2)) == "failed"
    assert ended(check("make test; find . -name core", "\x1b[32m12 passed\x1b[0m", "failed", 1)) == "ok"


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("ruff check .; go build ./...", "All checks passed!\n./main.go:5:2: undefined: x"),
        ("pytest tests/unit -q; pytest tests/db -q", "12 passed in 0.3s\nSegmentation fault (core dumped)"),
        ("mypy src\npytest -q", "Success: no issues found\nKilled"),
        ("for t in a b; do pytest $t; done", "3 passed\nSegmentation fault"),
        ("make test; make lint", "12 tests passed\nmake: *** No rule to make target lint.  Stop."),
    ],
)
def test_a_check_behind_a_check_did_not_pass(command, output):
    """What the first one printed says nothing of the second one's exit code."""
    assert ended(check(command, output, "failed", 2)) == "failed"


@pytest.mark.parametrize(
    ("shown", "end"), [("ok 1 - sums\n# pass 17\n# fail 1", "failed"), ("# pass 17\n# fail 0", "ok")]
)
def test_tap_tells_it_behind_a_hash(shown, end):
    """As `node --test` does where it is piped."""
    assert ended(check("node --test | grep -v duration", shown)) == end
