"""What was found out on the way."""

from __future__ import annotations

from segue.distil.rules.episodes import episodes
from segue.distil.rules.incidents import incidents
from tests.distil.sessions import agent, digest, edit, run, told, user


def test_a_cause_found_in_mid_turn_is_a_finding_with_the_failure_before_it():
    """The command that failed and what the agent made of it, in one entry."""
    steps = [user("Make the tests pass")]
    steps += [run("make test", "FAIL: scale is missing", "failed", 2)]
    steps += [agent("The root cause is that the scale table is created after the parcel table.")]
    steps += [edit("/work/shop/scale.py"), agent("Fixed."), user("ok")]
    found = list(incidents(digest(*steps)))
    assert [f.kind for f in found] == ["root_cause"]
    assert told(found)[0].startswith("Failed: `make test`: FAIL: scale is missing The root cause")


def test_what_the_agent_gave_up_on_the_way_is_no_conclusion():
    """It is told once, as a dead end."""
    steps = [user("Add retries"), agent("Sleeping blocks the worker. This does not work, so I'm reverting it.")]
    found = digest(*steps, edit("/work/shop/send.py"), agent("Retries go through the outbox."), user("next"))
    assert not [line for line in told(episodes(found)) if "reverting" in line]
    assert [f.kind for f in incidents(found)] == ["dead_end"]
