"""What was tried and did not help."""

from __future__ import annotations

import pytest

from segue.distil.digest import Digest
from segue.distil.rules.attempts import TRIED, attempts
from segue.distil.rules.episodes import episodes
from segue.distil.rules.incidents import incidents
from tests.distil.sessions import Step, agent, digest, edit, run, user

CAUSE = "The issue is that the scale is read before the gate has closed."
FAILS = run("make test", "1 failed", "failed", 1)


def session(*steps: Step) -> Digest:
    return digest(user("mend the scale"), FAILS, *steps, agent("All parcels are weighed once now."))


@pytest.mark.parametrize(
    "again",
    [
        "Still failing. Let me look at the printer.",
        "The test is still failing, so it is something else.",
        "Same error. It must come from the labels then.",
        "That didn't help.",
    ],
)
def test_a_cause_whose_edit_changed_nothing_is_a_dead_end(again):
    """It is told with both records, and nowhere else as the cause."""
    told = session(agent(CAUSE), edit("/work/shop/gate.py"), FAILS, agent(again), edit("/work/shop/label.py"))
    (found,) = attempts(told)
    assert (found.kind, found.claims[0].lead, found.claims[0].text) == ("dead_end", TRIED, CAUSE)
    assert [pointer.line for pointer in found.claims[0].pointers] == [
        said.line for said in told.turns[0].said if said.text in (CAUSE, again)
    ]
    others = [*episodes(told), *incidents(told)]
    assert CAUSE not in [claim.text for finding in others for claim in finding.claims]
