"""The repository as git shows it now."""

from __future__ import annotations

from segue.distil.rules.repository import repository
from segue.git import Change, Commit
from tests.distil.sessions import digest, snapshot, told, user


def test_git_says_where_the_repository_stands_now():
    commits = (
        Commit(hash="f" * 40, time="2026-05-02T09:00:00Z", authored="", subject="After the session"),
        Commit(hash="e" * 40, time="2026-05-01T09:00:00Z", authored="", subject="In the session"),
    )
    git = snapshot(commits=commits, changes=(Change(path="a.py", code="modified"),), ahead=1, upstream="origin/main")
    text = told(repository(digest(user("go"), git=git)))[0]
    assert "Git now: branch main at Round the weights; 1 ahead of origin/main." in text
    assert "It moved since the session ended: 1 commit, last After the session." in text
    assert "Committed since it began: In the session" in text
    assert "Uncommitted now: a.py (modified)." in text


def test_a_branch_without_upstream_is_said_to_have_none():
    """`nothing to push` would be wrong: nothing was ever pushed."""
    text = told(repository(digest(user("go"), git=snapshot())))[0]
    assert "Git now: branch main at Round the weights; no upstream." in text
