"""What was said against what git shows, and against what was run."""

from __future__ import annotations

import pytest

from segue.distil.rules.conflicts import conflicts
from tests.distil.sessions import agent, digest, edit, run, snapshot, told, user


def test_said_committed_but_git_shows_otherwise():
    """A flag to verify, with both sides."""
    git = snapshot(states={"/work/shop/a.py": "uncommitted"})
    found = told(conflicts(digest(user("go"), edit("/work/shop/a.py"), agent("All of it is committed."), git=git)))
    assert found == ["Verify: the agent said All of it is committed. but git shows a.py uncommitted."]


def test_said_committed_but_nothing_was_run():
    """Without git the commands are the evidence."""
    found = told(conflicts(digest(user("go"), edit("/work/shop/a.py"), agent("All of it is committed."))))
    assert found == ["Verify: the agent said All of it is committed. but no commit was run in this session."]
    assert not list(conflicts(digest(user("go"), edit("/work/shop/a.py"), agent("It is not committed yet."))))


def test_a_name_that_holds_the_word_is_no_claim_to_have_committed():
    """Neither is a sum, nor a function's name."""
    for said in ("Total committed: 12", "I changed `UpdateCommitted` in `committed.go`."):
        assert not list(conflicts(digest(user("go"), edit("/work/shop/a.py"), agent(said))))


def test_a_deleted_file_that_is_there_is_flagged():
    git = snapshot(states={"/work/shop/a.py": "clean"})
    found = told(conflicts(digest(user("go"), edit("/work/shop/a.py", "deleted"), git=git)))
    assert found == ["Verify: `a.py` was deleted in the session; git shows it clean, so it is back."]


def test_said_pushed_but_git_is_ahead():
    git = snapshot(ahead=2, upstream="origin/main")
    found = told(conflicts(digest(user("go"), agent("Both are pushed."), git=git)))
    assert found == ["Verify: the agent said Both are pushed. but git is 2 commits ahead of origin/main."]


def test_what_git_confirms_is_no_conflict():
    git = snapshot(states={"/work/shop/a.py": "committed"}, upstream="origin/main")
    said = agent("All of it is committed and pushed.")
    assert not list(conflicts(digest(user("go"), edit("/work/shop/a.py"), said, git=git)))


@pytest.mark.parametrize(
    "said",
    [
        "It is not pushed.",
        "I can push once the sums are committed.",
        "Shall I look whether it is merged?",
        "The file that was `merged` before is gone.",
    ],
)
def test_a_plan_a_doubt_and_a_question_claim_nothing(said):
    assert not list(conflicts(digest(user("go"), edit("/work/shop/a.py"), agent(said))))


def test_said_merged_is_believed_when_a_merge_was_run():
    """And asked back when none was."""
    said = agent("I have merged the branch.")
    assert told(conflicts(digest(user("go"), edit("/work/shop/a.py"), said))) == [
        "Verify: the agent said I have merged the branch. but no merge was run in this session."
    ]
    assert not list(conflicts(digest(user("go"), edit("/work/shop/a.py"), run("gh pr merge 4"), said)))


def test_nothing_edited_leaves_nothing_to_commit():
    """Then the words are about something else."""
    assert not list(conflicts(digest(user("go"), agent("All of it is committed."))))


def test_old_reports_are_not_held_against_git():
    """Only those of the last five turns: later work may well be uncommitted."""
    git = snapshot(states={"/work/shop/a.py": "uncommitted"})
    later = [step for _ in range(5) for step in (user("go on"), agent("I look at the labels."))]
    steps = [user("go"), agent("All of it is committed."), *later, edit("/work/shop/a.py")]
    assert not list(conflicts(digest(*steps, git=git)))


@pytest.mark.parametrize(("how", "told_as"), [("created", "created"), ("edited", "edited")])
def test_a_file_of_the_session_that_is_gone_is_flagged(how, told_as):
    git = snapshot(states={"/work/shop/a.py": "missing"})
    found = told(conflicts(digest(user("go"), edit("/work/shop/a.py", how), git=git)))
    assert found == [f"Verify: `a.py` was {told_as} in the session; it is missing now."]


def test_a_flag_points_at_the_words_and_at_git():
    git = snapshot(states={"/work/shop/a.py": "untracked"})
    (found,) = conflicts(digest(user("go"), edit("/work/shop/a.py", "created"), agent("It is committed."), git=git))
    assert found.kind == "conflict"
    assert [str(claim.pointers[0]) for claim in found.claims] == ["L4", "file:a.py"]


def test_each_word_is_held_against_its_own_evidence():
    """Pushed says nothing of what is uncommitted, committed nothing of what is ahead."""
    dirty, ahead = snapshot(states={"/work/shop/a.py": "uncommitted"}), snapshot(ahead=2, upstream="origin/main")
    edited = edit("/work/shop/a.py")
    assert not list(conflicts(digest(user("go"), edited, agent("Both are pushed."), git=dirty)))
    assert not list(conflicts(digest(user("go"), edited, agent("Both are committed."), git=ahead)))


@pytest.mark.parametrize(("how", "now"), [("deleted", "missing"), ("moved", "missing"), ("edited", "clean")])
def test_a_file_that_is_as_the_session_left_it_is_no_conflict(how, now):
    git = snapshot(states={"/work/shop/a.py": now})
    assert not list(conflicts(digest(user("go"), edit("/work/shop/a.py", how), git=git)))


def test_only_gits_own_commands_commit():
    steps = [edit("/work/shop/a.py"), run("./commit-message.sh"), agent("All of it is committed.")]
    assert list(conflicts(digest(user("go"), *steps)))


def test_a_file_that_the_session_moved_is_not_missing():
    """git knows nothing any more of the name it was edited under."""
    steps = [user("go"), edit("/work/shop/plan.md", "created"), run("mv /work/shop/plan.md /work/shop/docs/plan.md")]
    seen = snapshot(states={"/work/shop/plan.md": "missing"})
    assert told(conflicts(digest(*steps[:2], git=seen))) and not list(conflicts(digest(*steps, git=seen)))


def test_what_the_user_did_by_hand_is_no_conflict():
    steps = [user("go"), edit("/work/shop/a.py"), agent("Done."), user("pushed. what now?"), agent("It is pushed.")]
    assert not list(conflicts(digest(*steps)))
    for asks in ("what now?", "is it pushed?"):
        assert list(conflicts(digest(*steps[:3], user(asks), agent("It is pushed."))))
