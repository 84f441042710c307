"""What is committed and what is not, when only the session's own commands can tell."""

from __future__ import annotations

import pytest

from segue.distil.ledger import Ledger
from segue.distil.rules.committed import committed, seen
from segue.distil.rules.standing import standing
from tests.distil.sessions import Step, digest, edit, run, told, user

SCALE, LABEL = edit("/work/shop/src/scale.py"), edit("/work/shop/src/label.py")
CLEAN = "On branch main\nnothing to commit, working tree clean"
LONG = (
    "On branch main\nChanges not staged for commit:\n"
    '  (use "git add <file>..." to update what will be committed)\n'
    "\tmodified:   src/scale.py\n\nno changes added to commit"
)


def state(*steps: Step) -> str:
    made = digest(user("go"), *steps)
    return " ".join(told([*committed(Ledger(made), made), *seen(Ledger(made))]))


def commit(output: str = "[main 1a2b3c4] Round the weights") -> Step:
    return run('git commit -am "x"', output)


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git status --short", " M src/scale.py\n"),
        ("git status --porcelain", "M  src/scale.py\n"),
        ("cd src && git status -sb", "## main...origin/main\n M scale.py\n"),
        ("git status", LONG),
        ("git diff --stat", " src/scale.py | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)"),
        ("git diff --stat HEAD && git diff", " .../scale.py | 4 ++--\ndiff --git a/src/scale.py b/src/scale.py\n"),
        ("git --no-pager diff --name-only", "src/scale.py\n"),
        ("git status --short | head -20", " M src/scale.py\n"),
    ],
)
def test_what_git_does_not_list_any_more_was_committed_outside(command, output):
    found = state(SCALE, LABEL, run(command, output))
    assert "No commit seen" not in found
    assert f"Uncommitted on branch main by the last git {'diff' if 'diff' in command else 'status'}: scale.py" in found
    assert "label.py" in found.split("committed or undone outside the session")[0].split(";")[1]


@pytest.mark.parametrize(
    ("command", "output"),
    [("git status", CLEAN), ("git status --short", ""), ("git status -sb", "## main...origin/main\n")],
)
def test_a_clean_work_tree_means_that_everything_was_committed(command, output):
    found = state(SCALE, LABEL, run(command, output))
    assert found.startswith(
        "The work tree on branch main was clean at the last git status; committed or undone outside the session: "
        "label.py, scale.py"
    )


def test_other_files_in_the_work_tree_do_not_make_it_dirty_with_ours():
    found = state(SCALE, run("git status -s", "?? notes.txt\n"))
    assert found == (
        "Not listed any more by the last git status on branch main; committed or undone outside the session: scale.py "
        "Uncommitted when git status was last run: `notes.txt`"
    )


def test_what_was_edited_after_the_look_is_added():
    found = state(SCALE, LABEL, run("git status -s", " M src/label.py\n"), edit("/work/shop/src/parcel.py"))
    assert "Uncommitted on branch main by the last git status and the edits after it: parcel.py, label.py" in found


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git diff --stat main...HEAD", " src/label.py | 2 +-\n"),
        ("git diff --stat HEAD~2", " src/label.py | 2 +-\n"),
        ("git diff --cached --stat", ""),
        ("git diff --stat -- docs", ""),
        ("git status -s docs", ""),
        ("git status -s | grep label", " M src/label.py\n"),
        ("git status -s | head -1", " M src/label.py\n"),
        ("git status -s > before.txt", ""),
        ("git -C ../labels status -s", ""),
        ("for d in a b; do git -C $d status -s; done", ""),
        ("cat > /tmp/task.md <<EOF\nrun git status --short\nEOF", ""),
        ("git status -s", " M src/label.py\n[… 90000 characters left out …]\n"),
    ],
)
def test_what_shows_only_a_part_takes_nothing_out(command, output):
    """Branches compared, the index, a path, a filter, another work tree."""
    assert "uncommitted as far as seen: label.py, scale.py" in state(SCALE, LABEL, run(command, output))


def test_a_diff_does_not_know_what_is_new_or_staged():
    made = edit("/work/shop/src/tare.py", "created")
    assert "tare.py" in state(SCALE, made, run("git diff --stat", " src/scale.py | 2 +-\n")).split("outside")[0]
    staged = run("git add src/label.py")
    assert "uncommitted as far as seen: label.py, scale.py" in state(
        SCALE, LABEL, staged, run("git diff --stat", " src/scale.py | 2 +-")
    )


def test_a_new_directory_is_listed_as_one():
    made = edit("/work/shop/docs/tare.md", "created")
    assert "No commit seen in this session on branch main; uncommitted as far as seen: tare.md" in state(
        made, run("git status -s", "?? docs/\n")
    )


def test_a_look_after_the_commit_knows_what_it_left_behind():
    left = state(
        SCALE, LABEL, run("git add src/label.py && git commit -m x", "[main 1a2b3c4] x y z"), run("git status", LONG)
    )
    assert left.startswith("One commit in this session on main")
    assert "Not committed: scale.py" in left
    assert "edited after" not in left


def test_a_look_in_the_same_command_counts_by_its_place():
    before = run("git status -s && git commit -am x", " M src/scale.py\n[main 1a2b3c4] Round the weights")
    after = run("git commit -am x; git status -s", "[main 1a2b3c4] Round the weights\n M src/scale.py")
    assert state(SCALE, before).startswith("All edits committed")
    assert "Not committed: scale.py" in state(SCALE, after)


def test_nothing_to_commit_is_no_commit():
    found = state(SCALE, run("git commit -am x || true", CLEAN))
    assert "was clean at the last git commit" in found


def test_a_head_that_moved_tells_of_commits_outside():
    log = "git log --oneline -3"
    first, later = run(log, "1a2b3c4 Round the weights\n"), run(log, "2b3c4d5 Sum again\n1a2b3c4 Round the weights\n")
    found = state(first, SCALE, LABEL, later)
    assert "No commit seen" not in found
    assert 'Not committed by this session on branch main, though HEAD moved to 2b3c4d5 "Sum again"; unc' in found
    assert "No commit seen" in state(first, SCALE, LABEL, run("git pull"), later)


def test_an_amended_commit_is_not_one_more():
    amended = run("git commit --amend --no-edit", "[main 2b3c4d5] Round the weights\n 1 file changed")
    found = state(SCALE, commit(), amended)
    assert 'One commit in this session on main, last 2b3c4d5 "Round the weights"' in found
    assert "1a2b3c4" not in found
    assert state(SCALE, amended).startswith("All edits committed: The last commit was amended on main, now 2b3c4d5")


def test_two_commits_of_one_command_are_two():
    both = run("git commit -m a a.py && git commit -m b b.py", "[main 1a2b3c4] Weigh\n[main 2b3c4d5] Round")
    assert '2 commits in this session on main, last 2b3c4d5 "Round"' in state(both)


def test_the_branch_it_ended_on_is_told():
    switched = run("git switch -c rounding", "Switched to a new branch 'rounding'")
    look = run("git status -s", " M src/scale.py\n")
    assert "No commit seen in this session on branch rounding; uncommitted as far as seen: scale.py" in state(
        switched, SCALE, look
    )
    found = state(commit(), switched)
    assert 'on main, last 1a2b3c4 "Round the weights"; not pushed as far as seen; ended on branch rounding' in found


def test_files_of_the_same_name_are_told_apart():
    found = state(edit("/work/shop/notes.md"), edit("/work/shop/docs/print/notes.md"), edit("/work/shop/docs/scale.md"))
    assert "uncommitted as far as seen: scale.md, print/notes.md, notes.md" in found


def test_a_file_made_and_removed_again_is_not_uncommitted():
    found = state(SCALE, edit("/work/shop/try.py", "created"), run("rm try.py"))
    assert found.startswith("Uncommitted as far as seen: scale.py")
    kept = state(SCALE, edit("/work/shop/try.py", "created"), commit(), run("rm try.py"))
    assert "Not committed, edited after the last commit: try.py" in kept


def test_an_edit_that_was_put_back_is_not_uncommitted():
    assert "label.py" not in state(SCALE, LABEL, run("git checkout src/label.py"))


@pytest.mark.parametrize("command", ["git reset --hard", "git checkout -- .", "cd src && git restore ."])
def test_what_was_thrown_away_is_not_uncommitted(command):
    """New files stay."""
    made = edit("/work/shop/src/tare.py", "created")
    found = state(SCALE, made, run(command))
    assert "tare.py" in found
    assert "scale.py" not in found


def test_a_new_file_that_is_not_listed_may_be_ignored():
    made = edit("/work/shop/local.toml", "created")
    assert "committed, ignored or undone outside the session: local.toml" in state(made, run("git status -s"))


@pytest.mark.parametrize("place", ["/home/me/.claude/plans/weigh.md", "/tmp/weigh.md"])
def test_files_outside_of_every_repository_are_not_uncommitted(place):
    assert "Uncommitted as far as seen: scale.py" in state(SCALE, edit(place, "created"))


@pytest.mark.parametrize("outcome", ["unanswered", "interrupted"])
def test_a_commit_whose_end_nobody_saw_may_have_happened(outcome):
    found = state(SCALE, LABEL, run("git add -A && git commit -m x", "", outcome))
    assert "No commit seen" not in found
    assert found.startswith(
        "The end of the last git commit was not seen; uncommitted before it on branch main: label.py"
    )


def test_a_look_after_it_knows():
    found = state(SCALE, run("git commit -am x", "", "interrupted"), run("git status -s", " M src/scale.py\n"))
    assert "not seen" not in found


def test_a_push_whose_end_nobody_saw_is_told_so():
    assert "the end of its push was not seen" in state(SCALE, commit(), run("git push", "", "unanswered"))


def test_a_look_at_a_repository_for_a_try_is_not_told():
    look = run("cd /tmp/try && git init -q && git status -s", "?? scale.py\n")
    assert "git status" not in state(SCALE, look)


def test_what_the_session_did_not_edit_is_told_beside_its_own():
    found = state(SCALE, run("git status -s", " M src/scale.py\n?? notes.txt\n"))
    assert "Also uncommitted when git status was last run: `notes.txt`" in found


def test_commits_count_where_the_session_edited():
    """A work tree of its own for the task; another repository that was only visited does not count."""
    there = edit("/work/shop-rounding/src/scale.py")
    assert state(there, run("cd /work/shop-rounding && git commit -am x", "[rounding 1a2b3c4] Round")).startswith(
        "All edits committed: One commit in this session on rounding"
    )
    mixed = state(SCALE, there, run("cd /work/shop-rounding && git commit -am x", "[rounding 1a2b3c4] Round"))
    assert "Not committed: scale.py" in mixed


@pytest.mark.parametrize(
    ("add", "commit_", "left"),
    [
        ("git add src/label.py", "git commit -m x", True),
        ("cd src && git add label.py", "git commit -m x", True),
        ("git add src/label.py src/scale.py", "git commit -m x", False),
        ("git add src", "git commit -m x", False),
        ("git add -A", "git commit -m x", False),
        ("git add .", "git commit -m x", False),
        ("git add src/*.py", "git commit -m x", False),
        ("git add $(git diff --name-only)", "git commit -m x", False),
        ("git add src/label.py", "git commit -qam 'x'", False),
        ("git add src/label.py; git rm -q src/scale.py", "git commit -m x", False),
        ("make", "git commit -m x", False),
    ],
)
def test_a_commit_holds_what_was_added_to_it(add, commit_, left):
    """Unless everything was, or nobody saw what."""
    for steps in ([run(add), run(commit_)], [run(f"{add} && {commit_}")]):
        assert ("Not committed: scale.py" in state(SCALE, LABEL, *steps)) is left


def test_each_commit_holds_its_own():
    both = run("git add src/scale.py && git commit -m a"), run("git add src/label.py && git commit -m b")
    assert state(SCALE, LABEL, *both).startswith("All edits committed: 2 commits")


def test_everything_is_committed_only_where_git_says_so():
    made = run("git commit -am x", "[main 1a2b3c4] Round the weights")
    assert state(SCALE, made).startswith("All edits committed: One commit")
    assert state(SCALE, made, run("git status -s", "")).startswith("Everything committed: One commit")
    assert state(SCALE, made, run("git diff --stat", "")).startswith("All edits committed: One commit")


def test_of_a_long_status_the_number_of_those_left_out_is_told():
    found = state(SCALE, run("git status -s", "".join(f"?? notes{n}.txt\n" for n in range(6))))
    assert "`notes3.txt` and 2 more" in found and "notes4" not in found


def test_a_commit_that_was_taken_back_is_told_by_its_own_words():
    """And it is the last one: what it undoes is not where the work stands."""
    made = run("git commit -am 'free the scale'", "[main 1234567] free the scale\n 1 file changed")
    back = run("git revert --no-edit HEAD", '[main 89abcde] Revert "free the scale"\n 1 file changed')
    (found,) = told(standing(digest(user("go"), edit("scale.py"), made, back)))
    assert '2 commits in this session on main, last 89abcde the revert of "free the scale"' in found


@pytest.mark.parametrize("again", ["git reset --soft HEAD~1", "git rebase -i main"])
def test_commits_that_were_cut_anew_are_not_counted(again):
    made = [run(f"git commit -am 'sum {n}'", f"[main 123456{n}] sum {n}\n 1 file changed") for n in (1, 2)]
    (found,) = told(standing(digest(user("go"), edit("scale.py"), made[0], run(again), made[1])))
    assert "Commits made in this session on main, last 1234562" in found


def test_a_commit_that_was_tried_twice_may_be_one():
    """A hook may have refused the first, which said nothing."""
    quiet = run("git commit -q -m 'sum it' ; git status --short", "M  scale.py")
    made = run("git commit -m 'sum it'", "[main 1234567] sum it\n 1 file changed")
    (found,) = told(standing(digest(user("go"), edit("scale.py"), quiet, made)))
    assert "Commits made in this session on main" in found


def test_commits_on_two_branches_name_both():
    made = [run("git commit -am a", "[sums 1234567] a\n"), run("git commit -am b", "[labels 1234568] b\n")]
    (found,) = told(standing(digest(user("go"), edit("scale.py"), *made)))
    assert "2 commits in this session on sums and labels, last 1234568" in found


def test_a_quiet_commit_is_named_by_the_log_after_it():
    """Of a range, too; a commit before it is not the last."""
    made = run("git commit -am a", "[main 1234567] a\n 1 file changed")
    quiet = run("git commit -q -am b && git log --oneline main..", "89abcde (HEAD -> main) b\n1234567 a")
    (found,) = told(standing(digest(user("go"), edit("scale.py"), made, quiet)))
    assert 'last 89abcde "b"' in found


def test_after_a_rebase_only_a_log_names_the_last_commit():
    made = run("git commit -am a", "[main 1234567] a\n 1 file changed")
    found = [
        told(standing(digest(user("go"), edit("scale.py"), made, run("git rebase main"), *more)))[0]
        for more in ([], [run("git log --oneline -3", "89abcde (HEAD -> main) a")])
    ]
    assert "1234567" not in found[0] and 'last 89abcde "a"' in found[1]


def test_a_commit_that_a_log_shows_was_made_though_the_call_failed():
    """What came after it failed."""
    call = run("git commit -qam 'sum it' && git log --oneline -1 && make test", "89abcde sum it\n1 failed", "failed", 2)
    (found,) = told(standing(digest(user("go"), edit("scale.py"), call)))
    assert 'All edits committed: One commit in this session on main, last 89abcde "sum it"' in found


@pytest.mark.parametrize(
    ("steps", "how"),
    [
        (
            [run("git status -sb", "## main...origin/main [ahead 2]\n M x.md\n")],
            "not pushed, 2 commits ahead of its remote",
        ),
        ([run("git status", f"Your branch is ahead of 'origin/main' by 1 commit.\n{CLEAN}")], "1 commit ahead of"),
        ([user("pushed. now the labels")], "the user says it is pushed"),
        ([user("ok, i pushed it")], "the user says it is pushed"),
        ([user("is it pushed?")], "not pushed as far as seen"),
        ([user("ship what I tag and not whatever i pushed at 2am")], "not pushed as far as seen"),
        ([user("don't push yet")], "not pushed as far as seen"),
        ([user("i pushed the cart"), commit("[main 2b3c4d5] Sum again")], "not pushed since the user did"),
    ],
)
def test_whether_it_was_pushed_is_told_by_who_knows(steps, how):
    assert how in state(SCALE, commit(), *steps)


def test_a_quiet_commit_is_told_on_the_branch_that_was_taken_before_it():
    """Somebody may have taken another one since, in another terminal."""
    taken = run("git checkout -b jitter", "Switched to a new branch 'jitter'")
    quiet = run('git commit -qam "x" && git log --oneline -1', "1a2b3c4 Round the weights\n")
    back = run("git status", "On branch main\nnothing to commit, working tree clean")
    assert 'on jitter, last 1a2b3c4 "Round the weights"' in (found := state(taken, SCALE, quiet, user("next"), back))
    assert "ended on branch main" in found


def test_a_commit_beside_the_branch_is_told_there():
    """Parked on a branch of its own within one command, which then goes back."""
    parked = run("git switch -c parked && git add -A && git commit -q -m wip && git switch main", "")
    assert "2 commits in this session on main and parked" in state(LABEL, commit(), SCALE, parked)
    quiet = run('git commit -qam "labels"', "")
    shown = run("git log --oneline -1", "2b3c4d5 labels\n")
    assert "on parked and main, last 2b3c4d5" in state(SCALE, parked, LABEL, quiet, shown)
    taken = run("git switch -c parked", "Switched to a new branch 'parked'")
    message = run("git commit -qF - <<EOF\nlabels\nEOF", "")
    for back, where in (("Switched to branch 'main'", "main"), ("", "")):
        found = state(taken, SCALE, commit("[parked 1a2b3c4] x"), run("git switch -", back), LABEL, message, shown)
        assert f"on parked{f' and {where}' if where else ''}, last 2b3c4d5" in found


def test_what_git_listed_no_more_before_the_first_commit_is_not_in_it():
    """Somebody committed it elsewhere, or undid it, and the session went on with other files."""
    found = state(SCALE, run("git status -s", ""), LABEL, commit())
    assert found.startswith("Nothing uncommitted as far as seen: One commit in this session on main")
    assert found.endswith("; scale.py committed or undone outside the session")
    for look in (run("git status -s", " M src/scale.py\n"), run("git diff --cached --stat", "")):
        assert state(SCALE, look, LABEL, commit()).startswith("All edits committed: One commit")


def test_of_many_uncommitted_files_the_work_is_named_first():
    """What programs make, or somebody for a moment, comes after it."""
    tries = [edit(f"/work/shop/build/try{n}.c", "created") for n in range(5)]
    assert "uncommitted as far as seen: scale.py" in state(SCALE, *tries)
