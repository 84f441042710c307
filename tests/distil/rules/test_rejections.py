"""What the user refused to let happen."""

from __future__ import annotations

from segue.distil.rules.rejections import rejections
from tests.distil.sessions import agent, digest, edit, run, told, user


def test_a_refused_edit_is_a_dead_end():
    """With the path as the project knows it; what only looks is none."""
    steps = [edit("/work/shop/a.py", outcome="rejected"), run("cat b.py", outcome="rejected"), agent("I leave it.")]
    assert told(rejections(digest(user("go"), *steps, user("ok"), run("make")))) == [
        "Rejected by the user: Edit of `a.py`"
    ]
