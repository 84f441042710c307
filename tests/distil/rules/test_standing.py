"""Where the work stands by what was run."""

from __future__ import annotations

import pytest

from segue.distil.rules.standing import standing
from tests.distil.sessions import Step, agent, digest, edit, run, snapshot, told, user


def test_edits_without_a_commit_are_uncommitted():
    found = told(standing(digest(user("go"), edit("/work/shop/a.py"), agent("Done."))))
    assert found == ["Uncommitted as far as seen: a.py Not verified as far as seen: no test, lint or build of a.py"]


def test_a_commit_and_a_push_are_told_with_hash_and_branch():
    steps = [edit("/work/shop/a.py"), run("make test", "12 passed")]
    steps += [run('git commit -am "x"', "[main 1a2b3c4] Round the weights\n 1 file changed"), run("git push", "")]
    found = told(standing(digest(user("go"), *steps)))
    assert found == [
        'All edits committed: One commit in this session on main, last 1a2b3c4 "Round the weights"; pushed '
        "Checks: `make test` passed (12 passed)"
    ]


def test_a_commit_in_a_scratch_repository_does_not_count():
    """Agents try things in /tmp."""
    steps = [edit("/work/shop/a.py"), run("cd /tmp/try && git init && git commit -am x", "[main 1a2b3c4] x")]
    assert told(standing(digest(user("go"), *steps)))[0].startswith("Uncommitted as far as seen: a.py")


def test_edits_after_the_last_check_are_not_verified():
    steps = [run("make test", "12 passed"), edit("/work/shop/a.py")]
    assert "Not verified by a check seen since the edit: a.py" in " ".join(told(standing(digest(user("go"), *steps))))


def commit(output: str = "[main 1a2b3c4] Round the weights") -> Step:
    return run('git commit -am "x"', output)


def test_with_git_the_commits_are_gits_to_tell():
    """The snapshot knows better than the commands; the checks are told all the same."""
    steps = [edit("/work/shop/a.py"), run("make test", "12 passed"), commit()]
    assert told(standing(digest(user("go"), *steps, git=snapshot()))) == ["Checks: `make test` passed (12 passed)"]


def test_why_there_is_no_git_is_said_first():
    edits = edit("/work/shop/a.py"), edit("/work/shop/b.py")
    found = told(standing(digest(user("go"), *edits, git_note="the directory is gone.")))
    assert found[0].startswith("The directory is gone; by its own commands: No commit seen in this session")


def test_edits_after_the_last_commit_are_named_the_last_first():
    """And what was committed is not called everything."""
    edits = [edit(f"/work/shop/{n}.py") for n in "bcdef"]
    (found,) = told(standing(digest(user("go"), edit("/work/shop/a.py"), commit(), *edits)))
    assert found.startswith(
        'One commit in this session on main, last 1a2b3c4 "Round the weights"; not pushed as far as seen '
        "Not committed, edited after the last commit: f.py, e.py, d.py, c.py and 1 more"
    )


def test_a_push_before_the_last_commit_left_it_here():
    (found, *_) = told(standing(digest(user("go"), commit(), run("git push"), commit("[main 2b3c4d5] Sum again"))))
    assert found == 'All edits committed: 2 commits in this session on main, last 2b3c4d5 "Sum again"; not pushed since'


def test_a_commit_that_printed_nothing_is_still_one():
    """Quiet ones have no hash to tell."""
    (found, *_) = told(standing(digest(user("go"), run("git commit -qam x"))))
    assert found == "All edits committed: One commit in this session on main; not pushed as far as seen"


def test_a_commit_that_failed_is_none():
    steps = [edit("/work/shop/a.py"), run("git commit -am x", "hook failed", "failed", 1)]
    assert told(standing(digest(user("go"), *steps)))[0].startswith("Uncommitted as far as seen: a.py")


def test_what_git_status_last_showed_is_told():
    """Once a directory, and only what the edits do not say already."""
    status = " M scale.py\n?? notes.txt\n"
    assert told(
        standing(digest(user("go"), run("git status --short", " M old.py\n"), run("git status -s", status)))
    ) == ["Uncommitted when git status was last run: `scale.py`, `notes.txt`"]
    edited = digest(user("go"), edit("/work/shop/scale.py"), run("git status -s", " M scale.py\n"))
    assert not [line for line in told(standing(edited)) if "git status" in line]


def test_a_status_of_another_directory_names_it():
    found = told(standing(digest(user("go"), run("git -C ../labels status -s", " M label.py\n"))))
    assert found == ["Uncommitted when git status was last run in labels: `label.py`"]


def test_a_status_before_the_last_commit_is_out_of_date():
    found = told(standing(digest(user("go"), run("git status -s", " M scale.py\n"), commit())))
    assert not [line for line in found if "git status" in line]


def test_an_edit_that_was_put_back_waits_for_no_check_and_no_commit_holds_what_came_after_it():
    found = " ".join(
        told(
            standing(
                digest(
                    user("go"),
                    edit("/work/shop/a.py"),
                    run("make test", "2 passed"),
                    run("git commit -am x", "[main 1a2b3c4] Weigh"),
                    edit("/work/shop/b.py"),
                    edit("/work/shop/c.py"),
                    run("git checkout -- c.py"),
                )
            )
        )
    )
    assert "Not verified by a check seen since the edit: b.py" in found and "c.py" not in found
    assert "b.py (commit" not in found


@pytest.mark.parametrize(
    ("step", "told_as"),
    [
        (run("make test", "1 failed", "failed", 2), "Checks: `make test` not ok, exit 2 (1 failed)"),
        (
            run("make test", "ok parcels/of/the/harbour/and/of/the/island 0.2s"),
            "Checks: `make test` passed (…and/of/the/island 0.2s)",
        ),
        (
            run("make lint", "27 issues:\n* sums: 27", "failed", 1),
            "Checks: `make lint` not ok, exit 1 (27 issues:)",
        ),
        (run("make test", outcome="interrupted"), "Checks: `make test` cut off"),
        (run("make test | tail", "2 failed\ntried 14"), "Checks: `make test` not ok (2 failed)"),
        (run("make build | tail", ""), "Checks: `make build` no fail seen"),
        (run("make test | grep bad", "", "failed", 1), "Checks: `make test` no end seen"),
        (run("go test ./...", "ok  shop/scale  (cached)"), "Checks: `go test ./...` passed (ok shop/scale (cached))"),
    ],
)
def test_a_check_is_told_with_its_end(step, told_as):
    """And with the end of the last line that tells it, so that its pointer can be checked by its words."""
    assert told(standing(digest(user("go"), step))) == [told_as]


def test_the_last_check_is_told_first():
    """It says most of how things stand, where there is room for one only."""
    steps = [run("make lint", "0 issues"), run("make test", "12 passed")]
    (found,) = standing(digest(user("go"), *steps))
    assert [claim.text for claim in found.claims] == ["`make test` passed (12 passed)", "`make lint` passed (0 issues)"]
    assert found.claims[0].weight > found.claims[1].weight


def test_a_commit_of_what_no_check_has_seen_is_named():
    steps = [run("make test", "12 passed"), edit("/work/shop/a.py"), commit()]
    found = " ".join(told(standing(digest(user("go"), *steps))))
    assert found.endswith('Not verified by a check seen since the edit: a.py (commit 1a2b3c4 "Round the weights")')


def test_a_check_that_is_out_of_date_or_failed_weighs_more():
    """The next agent has to run it first."""
    passed, edited = run("make test", "12 passed"), edit("/work/shop/a.py")
    (good,) = standing(digest(user("go"), passed))
    (failed,) = standing(digest(user("go"), run("make test", "1 failed", "failed", 2)))
    (stale,) = standing(digest(user("go"), passed, edited, git=snapshot()))
    assert failed.weight == stale.weight > good.weight


def test_a_session_that_changed_and_checked_nothing_has_no_standing():
    assert not list(standing(digest(user("go"), run("cat scale.py"), agent("I see."))))


@pytest.mark.parametrize(
    ("command", "counts"),
    [
        ("git init && git commit -am x", False),
        ("cd /tmp/try && git commit -am x", False),
        ("cd /work/shop/src && git commit -am x", True),
        ("git -C /work/shop commit -am x", True),
    ],
)
def test_only_a_commit_of_this_repository_counts(command, counts):
    (found, *_) = told(standing(digest(user("go"), edit("/work/shop/a.py"), run(command))))
    assert found.startswith("All edits committed") is counts


@pytest.mark.parametrize("command", ["git push -u origin main", "gh pr create --fill", "gh pr merge 4"])
def test_a_pull_request_is_pushed(command):
    assert told(standing(digest(user("go"), commit(), run(command))))[0].endswith("; pushed")


def test_scratch_files_are_not_uncommitted():
    assert not [line for line in told(standing(digest(user("go"), edit("/tmp/try.py")))) if "uncommitted" in line]


def test_a_commit_before_the_check_is_no_news_to_it():
    steps = [commit(), run("make test", "12 passed"), edit("/work/shop/a.py")]
    assert told(standing(digest(user("go"), *steps)))[-1].endswith("Not verified by a check seen since the edit: a.py")


def test_a_status_after_the_last_commit_counts():
    """A clean one says nothing."""
    steps = [commit(), run("git status -s", "?? notes.txt\n"), run("cd labels && git status -s")]
    assert told(standing(digest(user("go"), *steps)))[1:] == ["Uncommitted when git status was last run: `notes.txt`"]


def test_a_file_of_the_same_name_elsewhere_is_told_and_two_directories_are_enough():
    looks = [run(f"cd ../{name} && git status -s", " M scale.py\n") for name in ("first", "second", "third")]
    found = told(standing(digest(user("go"), edit("/work/shop/scale.py"), *looks)))
    assert [line for line in found if "git status" in line] == [
        f"Uncommitted when git status was last run in {name}: `scale.py`" for name in ("third", "second")
    ]


def test_what_fetch_prints_before_a_status_is_no_file():
    shown = "From github.com:shop/parcels\n   93fc317..838878c  main -> origin/main\n M scale.py\n"
    found = told(standing(digest(user("go"), run("git fetch && git status -s", shown))))
    assert found == ["Uncommitted when git status was last run: `scale.py`"]


def test_the_check_that_the_session_stops_in_is_told_as_open_only():
    steps = [run("make lint", "clean"), run("make test", outcome="unanswered")]
    assert told(standing(digest(user("go"), *steps))) == ["Checks: `make lint` passed (clean)"]
    assert told(standing(digest(user("go"), steps[1]))) == []


def test_a_check_without_an_end_takes_nothing_from_the_run_before_it():
    """That one says how things stand."""
    steps = [run("make test", "1 failed", "failed", 2), edit("scale.py"), run("make test", outcome="unanswered")]
    assert "`make test` not ok, exit 2 (1 failed)" in " ".join(told(standing(digest(user("go"), *steps))))
    cancelled = run("make test", "Cancelled", "cancelled")
    assert "(12 passed)" in " ".join(told(standing(digest(user("go"), run("make test", "12 passed"), cancelled))))


def test_a_script_that_checks_nothing_leaves_an_edit_unverified():
    steps = [run("make test", "12 passed"), edit("/work/shop/a.py"), run("python weigh.py tests/parcels", "ok")]
    assert "Not verified by a check seen since the edit: a.py" in " ".join(told(standing(digest(user("go"), *steps))))


def test_a_check_that_is_older_than_an_edit_says_so():
    """The newest, too: what no check has seen may stand in another entry."""
    steps = [run("make test", "12 passed"), edit("scale.py"), run("make lint", "0 issues")]
    told_of = " ".join(told(standing(digest(user("go"), *steps))))
    assert "`make test` passed (12 passed), not since the last edit" in told_of
    assert "`make lint` passed (0 issues)" in told_of and "(0 issues), not" not in told_of
    later = " ".join(told(standing(digest(user("go"), *steps, edit("label.py")))))  # and what no check has seen
    assert "(12 passed), not since the last edit" in later and "(0 issues), not since the last edit" in later
    assert "Not verified by a check seen since the edit: label.py" in later


def test_a_document_is_not_verified_by_anything():
    for steps in ([edit("notes/plan.md")], [run("make test", "12 passed"), edit("README.md")]):
        assert "verified" not in " ".join(told(standing(digest(user("go"), *steps))))


@pytest.mark.parametrize("command", ["make test && git diff", "make test && ship errors"])
def test_a_check_is_not_proven_by_what_another_command_printed(command):
    shown = run(command, "12 passed\n+    raise Failed('4 errors in the sums')")
    assert "errors in" not in " ".join(told(standing(digest(user("go"), edit("a.py"), shown))))


@pytest.mark.parametrize(
    "command", ["make test", "make test 2>&1 | tail -3", "make lint && make test", "make test; echo $?"]
)
def test_a_check_is_proven_by_its_own_last_words(command):
    shown = run(command, "12 passed")
    assert "(12 passed)" in " ".join(told(standing(digest(user("go"), edit("a.py"), shown))))


def test_a_last_line_that_tells_nothing_is_not_cut_to_size():
    """The end of somebody's warning looks like a result."""
    warning = "/usr/lib/python3/site-packages/scales/generic.py: scales.tree.register_node("
    (found,) = told(standing(digest(user("go"), edit("sums.py"), run("python test_sums.py", warning))))
    assert "`python test_sums.py` passed" in found
    assert "register" not in found
