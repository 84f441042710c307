"""A choice among options that the agent offered."""

from __future__ import annotations

import pytest

from segue.distil.rules.options import options
from tests.distil.sessions import agent, digest, told, user

OFFER = "Which one do you prefer?\n\nOption 1: sum in SQL\nOption 2: sum in Python\nOption 3: keep the report as it is"


def test_a_choice_names_what_was_taken_and_what_was_dropped():
    """Options nobody took are dead ends that nobody calls so."""
    found = told(options(digest(user("How?"), agent(OFFER), user("let's go with option 2"), agent("Done."))))
    assert found == [
        "User chose: let's go with option 2 Option taken: Option 2: sum in Python; "
        "the other options were dropped: Option 1: sum in SQL; Option 3: keep the report as it is"
    ]


@pytest.mark.parametrize(
    "reply", ["is option 2 slower?", "wait, option 1 needs a migration", "sounds good, do the dates"]
)
def test_a_reply_that_picks_nothing_is_no_choice(reply):
    assert not list(options(digest(user("How?"), agent(OFFER), user(reply), agent("It is."))))


def test_a_reply_in_an_options_own_words_chooses_it():
    """Nobody counts options in speech."""
    asked = "Which do you prefer?\n\n"
    offer = f"{asked}1. Fix them all now in one big cleanup\n2. Lint changed lines only\n3. Disable the noisy rules"
    found = told(options(digest(user("How?"), agent(offer), user("let's fix them all in one go"), agent("Done."))))
    assert len(found) == 1 and "were dropped: Lint changed lines only; Disable the noisy rules" in found[0]
