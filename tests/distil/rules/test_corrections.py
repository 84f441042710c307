"""Whether a message of the user's overrules the agent."""

from __future__ import annotations

import pytest

from segue.distil.rules.corrections import corrective
from tests.distil.sessions import agent, digest, user


@pytest.mark.parametrize(
    "objection",
    [
        "no, the total is per parcel",
        "that's not what I asked for",
        "revert this please",
        "but I thought totals were rounded",
    ],
)
def test_an_objection_to_the_agent_is_a_correction(objection):
    """By its own words, right after the agent spoke."""
    found = digest(user("Sum the parcels"), agent("I summed them per day."), user(objection), agent("Changed it."))
    assert corrective(found.turns[1]) >= 0.5


@pytest.mark.parametrize(
    "plain", ["what does the scale print?", "can you also add the date", "great, now the invoices"]
)
def test_a_question_or_a_new_wish_is_no_correction(plain):
    """A brief that calls everything rejected is worthless."""
    found = digest(user("Sum the parcels"), agent("I summed them per day."), user(plain), agent("It prints kilograms."))
    assert corrective(found.turns[1]) < 0.5


def test_the_agent_giving_way_makes_a_doubt_a_correction():
    """The user's words alone were mild; the answer shows what they were."""
    found = digest(
        user("Sum them"), agent("Done per day."), user("hmm is per day useful here"), agent("You're right, it is not.")
    )
    assert corrective(found.turns[1]) >= 0.5


def test_nothing_was_corrected_before_the_agent_spoke():
    """The first message may say no as often as it likes."""
    assert corrective(digest(user("no frameworks please, not even small ones")).turns[0]) == 0.0
