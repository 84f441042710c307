"""What was said against what git shows, and against what was run."""

from __future__ import annotations

from segue.distil.rules.conflicts import conflicts
from tests.distil.sessions import agent, digest, edit, snapshot, told, user


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
