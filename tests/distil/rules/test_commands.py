"""Commands that were really run, with their last outcome."""

from __future__ import annotations

import pytest

from segue.distil.rules.commands import commands
from tests.distil.sessions import agent, digest, run, told, user


def test_a_command_that_only_looks_is_not_listed():
    steps = [
        run("git status"),
        run("gh api repos/x/y"),
        run("which go"),
        run("git checkout -b slips"),
        run("make ship"),
    ]
    assert told(commands(digest(user("go"), *steps))) == ["Ran: `make ship` ok"]


def test_a_row_of_looks_is_not_listed():
    """Nor with an empty `echo` between them."""
    steps = [run("head -c 600 a.json; echo; cat b.mjs"), run("git remote -v; git reset --soft HEAD~1 && git status")]
    assert told(commands(digest(user("go"), *steps, run("make ship")))) == ["Ran: `make ship` ok"]


def test_a_command_has_its_last_outcome():
    """Run twice, failed last."""
    found = told(commands(digest(user("go"), run("make ship", "ok"), run("make ship", "no", "failed", 2))))
    assert found == ["Ran: `make ship` not ok, exit 2"]


@pytest.mark.parametrize(
    ("outcome", "code", "told_as"),
    [
        ("ok", 0, "ok"),
        ("failed", None, "not ok"),
        ("failed", 3, "not ok, exit 3"),
        ("interrupted", 130, "cut off"),
        ("unanswered", None, "no end seen"),
    ],
)
def test_every_way_to_end_has_its_words(outcome, code, told_as):
    assert told(commands(digest(user("go"), run("make ship", "", outcome, code)))) == [f"Ran: `make ship` {told_as}"]


def test_what_the_user_refused_was_not_run():
    """It is told as refused, elsewhere."""
    assert told(commands(digest(user("go"), run("make ship", "", "rejected")))) == []


def test_what_the_user_ran_inside_the_agent_says_so():
    """By whatever tool."""
    for name in ("user-bash", "user-powershell"):
        by_user = ("run", {**run("make ship")[1], "name": name})
        assert told(commands(digest(user("go"), by_user, run("make stamp")))) == [
            "Ran: `make stamp` ok User ran: `make ship` ok"
        ]


def test_a_command_points_at_its_last_run():
    (found,) = commands(digest(user("go"), run("make ship"), agent("Again."), run("make ship"), agent("Done.")))
    assert [claim.pointers[0].line for claim in found.claims] == [5]


def test_of_a_family_the_one_run_most_and_the_last_of_the_others_are_told():
    """Ten spellings of one command tell how it is run no better than two."""
    runs = [run(f"npm run ship -- --part {n}") for n in (1, 2, 2, 3, 4)]
    assert told(commands(digest(user("go"), *runs))) == [
        "Ran: `npm run ship -- --part 2` ok Ran: `npm run ship -- --part 4` ok"
    ]


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


def test_a_check_that_was_run_again_in_parts_says_how_it_ended_then():
    """How it is run is still worth knowing; without a word it would read as passed."""
    steps = [run("make pack && make test", "1 failed", "failed", 2), run("make test", "12 passed")]
    assert told(commands(digest(user("go"), *steps))) == ["Ran: `make pack && make test` not ok then"]
    same = [run('make lint && make test && echo "all good"'), run("make lint && make test && echo ok")]
    same.insert(0, run("make lint && make test | sort > out.txt && wc -l out.txt"))
    assert not list(commands(digest(user("go"), *same)))


def test_a_failure_is_of_then_once_a_wider_check_of_its_kind_has_passed():
    older = run("pytest parcels -x", "1 failed", "failed", 1)
    newer = [run(f"make lint-{n}") for n in range(4)]
    assert told(commands(digest(user("go"), older, *newer))) == ["Ran: `pytest parcels -x` not ok, exit 1"]
    wider = digest(user("go"), older, run("make test", "12 passed"), *newer)
    assert told(commands(wider)) == ["Ran: `make test` ok Ran: `pytest parcels -x` not ok then"]


def test_an_older_check_behind_a_pipe_is_told_as_failed_when_it_printed_so():
    older = run("pytest parcels 2>&1 | tail -3", "1 failed, 2 passed", code=0)
    newer = [run(f"make lint-{n}") for n in range(4)]
    assert told(commands(digest(user("go"), older, *newer))) == ["Ran: `pytest parcels` not ok"]


def test_a_command_that_was_cancelled_before_it_began_was_not_run():
    steps = [run("make ship", "boxes missing", "failed", 1), run("make labels", "Cancelled", "cancelled")]
    assert told(commands(digest(user("go"), *steps))) == ["Ran: `make ship` not ok, exit 1"]


@pytest.mark.parametrize("said", ["No agent found matching 'quay'", "quay: not found", "could not find the scale"])
def test_a_command_that_looked_in_vain_is_not_called_ok(said):
    assert told(commands(digest(user("go"), run("make ship", said)))) == [f"Ran: `make ship` ({said})"]
    assert told(commands(digest(user("go"), run("make ship", f"{'shipped ' * 60}{said}")))) == ["Ran: `make ship` ok"]


def test_a_command_that_is_made_of_others_is_not_told_again():
    parts = [run("make ship"), run("make ship"), run("make labels"), run("make labels")]
    assert told(commands(digest(user("go"), *parts, run("make labels; make ship")))) == [
        "Ran: `make labels` ok Ran: `make ship` ok"
    ]
    assert "make pack" in told(commands(digest(user("go"), *parts, run("make labels; make pack"))))[0]


@pytest.mark.parametrize(
    "once",
    [
        "node -e 'console.log(1)'",
        "cd quay && python3 -c 'import quay'",
        "$S/python -m quay.cli sums",
        "git worktree remove ../q",
    ],
)
def test_what_nobody_types_again_is_not_told(once):
    """But what it is typed along with is."""
    assert told(commands(digest(user("go"), run(once), run("make ship")))) == ["Ran: `make ship` ok"]


@pytest.mark.parametrize(
    ("beside", "told_too"),
    [
        ("kubectl kustomize prod", "kubectl kustomize prod | kubectl apply -f -"),
        ("make labels", "make labels && python -c 'import quay'"),
        ("make labels", "git worktree add ../wt main && cd ../wt && ./migrate.sh prod"),
        ("make labels", "$HOME/.cargo/bin/cargo run"),
        ("make labels", "python3 -mcoverage run quay.py"),
    ],
)
def test_what_does_more_than_others_is_told(beside, told_too):
    (found,) = told(commands(digest(user("go"), run(beside), run(told_too), run("make ship"))))
    assert f"`{told_too}` ok" in found
