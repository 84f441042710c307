"""Which steps did not help."""

from __future__ import annotations

import pytest

from segue.distil.rules.retried import BACK, failed_attempts
from tests.distil.sessions import Step, agent, digest, edit, run, user

CAUSE = agent("The issue is that the scale is read before the gate has closed.")
EDIT = edit("/work/shop/gate.py")
AGAIN = agent("Still failing.")


def found(*steps: Step) -> int:
    (turn,) = digest(user("mend the scale"), *steps, agent("All parcels are weighed once.")).turns
    return len(list(failed_attempts(turn)))


def test_a_cause_an_edit_and_the_same_failure():
    assert found(CAUSE, EDIT, AGAIN) == 1
    assert found(CAUSE, EDIT, AGAIN, agent("Found it: the printer is slow."), EDIT, agent("Same error.")) == 2


@pytest.mark.parametrize(
    "steps",
    [
        (CAUSE, AGAIN),
        (CAUSE, edit("/work/shop/gate.py", outcome="rejected"), AGAIN),
        (agent("I read the log."), EDIT, AGAIN),
        (CAUSE, EDIT, agent("It is weighed once now.")),
        (CAUSE, EDIT, agent("The gate still closes at night, as it should, and the tests pass.")),
        (EDIT, CAUSE, AGAIN),
        (CAUSE, EDIT, *[agent(f"I read page {n} of the log.") for n in range(BACK)], AGAIN),
    ],
)
def test_nothing_was_tried_or_it_helped(steps):
    """No edit, none that was let through, no cause, no failure, the edit came first, or it is too long ago."""
    assert found(*steps, run("make test", "12 passed")) == 0
