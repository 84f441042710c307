"""Which steps did not help."""

from __future__ import annotations

import pytest

from segue.distil.rules.retried import BACK, failed_attempts, in_vain
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


@pytest.mark.parametrize(
    "said",
    [
        "nope, the sums still jump",
        "still the same error",
        "Unfortunately it is not this. The sums are off by one.",
        "it did not help, the scale says nothing",
        "das klappt leider nicht",
    ],
)
def test_a_change_that_the_user_saw_not_to_help_was_in_vain(said):
    found = digest(user("go"), edit("scale.py"), agent("Fixed."), user(said))
    assert in_vain(*found.turns)


@pytest.mark.parametrize("said", ["can you do the labels, not this scale?", "great, now the labels", "stop here"])
def test_what_asks_for_the_next_thing_does_not_say_so(said):
    found = digest(user("go"), edit("scale.py"), agent("Fixed."), user(said))
    assert not in_vain(*found.turns)


def test_nothing_was_in_vain_where_nothing_was_changed():
    found = digest(user("go"), agent("It is the scale."), user("nope, still jumps"))
    assert not in_vain(*found.turns)
    assert not in_vain(found.turns[1], None)
