"""On which branch a quiet commit was made."""

from __future__ import annotations

import pytest

from segue.distil.ledger import Ledger
from tests.distil.sessions import Step, digest, edit, run, user

TAKEN = run("git switch -c parked", "Switched to a new branch 'parked'")
QUIET = run('git commit -qam "labels"')


def branches(*steps: Step) -> list[str]:
    return Ledger(digest(user("go"), edit("/work/shop/scale.py"), *steps)).branches


@pytest.mark.parametrize(
    ("steps", "made_on"),
    [
        ([TAKEN, QUIET], ["parked"]),
        ([TAKEN, run("git switch -", "Switched to branch 'main'"), QUIET], ["main"]),
        ([TAKEN, run("git switch -q -"), QUIET], []),
        ([TAKEN, run("git commit -qF - <<EOF\nlabels\nEOF"), QUIET], ["parked"]),
        ([run('git switch -q -c a && git commit -qam "x" && git switch -q - && git commit -qam "y"')], ["a"]),
    ],
)
def test_a_quiet_commit_is_where_the_session_had_gone(steps, made_on):
    """Where it went back without a word, nobody knows."""
    assert branches(*steps) == made_on
