"""Where the work stands by what was run."""

from __future__ import annotations

from segue.distil.rules.standing import standing
from tests.distil.sessions import agent, digest, edit, run, told, user


def test_edits_without_a_commit_are_uncommitted():
    found = told(standing(digest(user("go"), edit("/work/shop/a.py"), agent("Done."))))
    assert "Nothing committed in this session on branch main; uncommitted: a.py" in found[0]
    assert found[1].startswith("Not verified: no test, lint or build was run")


def test_a_commit_and_a_push_are_told_with_hash_and_branch():
    steps = [edit("/work/shop/a.py"), run("make test", "12 passed")]
    steps += [run('git commit -am "x"', "[main 1a2b3c4] Round the weights\n 1 file changed"), run("git push", "")]
    found = told(standing(digest(user("go"), *steps)))
    assert (
        found[0] == 'Everything committed: One commit in this session on main, last 1a2b3c4 "Round the weights"; pushed'
    )
    assert found[1] == "Checks: `make test` passed (12 passed)"


def test_a_commit_in_a_scratch_repository_does_not_count():
    """Agents try things in /tmp."""
    steps = [edit("/work/shop/a.py"), run("cd /tmp/try && git init && git commit -am x", "[main 1a2b3c4] x")]
    assert "Nothing committed" in told(standing(digest(user("go"), *steps)))[0]


def test_edits_after_the_last_check_are_not_verified():
    steps = [run("make test", "12 passed"), edit("/work/shop/a.py")]
    assert "Edited after it and not verified since: a.py" in " ".join(told(standing(digest(user("go"), *steps))))
