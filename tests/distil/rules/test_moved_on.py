"""Whether git was told to do what a sentence says is not yet done."""

from __future__ import annotations

import pytest

from segue.distil.rules.moved_on import moved_on
from tests.distil.sessions import agent, digest, run, user


@pytest.mark.parametrize(
    ("said", "then", "over"),
    [
        ("The branch is not pushed.", "git push -u origin quay", True),
        ("The branch is not pushed.", "git commit -m quay", False),
        ("The scale is still uncommitted.", "git add -A && git commit -qm quay", True),
        ("The branch is pushed.", "git push", False),
        ("The parcels are weighed.", "git push", False),
    ],
)
def test_what_git_was_told_since_ends_what_was_not_done(said, then, over):
    found = digest(user("Weigh"), agent(said), user("go on"), run(then), agent("Done."))
    line = found.turns[0].said[0].line
    assert moved_on(said, line, found) is over
    assert not moved_on(said, found.last_line, found)  # said after it, it counts
