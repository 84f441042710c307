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
    offer = f"{asked}1. Weigh all parcels again in one night\n2. Weigh new ones only\n3. Switch the scale off"
    found = told(options(digest(user("How?"), agent(offer), user("let's weigh all of them again"), agent("Done."))))
    assert len(found) == 1 and "were dropped: Weigh new ones only; Switch the scale off" in found[0]


@pytest.mark.parametrize("reply", ["2", "b please", "approach b", "Option #2 it is", "I'd take choice 2"])
def test_a_choice_may_be_one_sign(reply):
    """By number or by letter."""
    found = told(options(digest(user("How?"), agent(OFFER), user(reply), agent("Done."))))
    assert len(found) == 1 and "Option taken: Option 2: sum in Python;" in found[0]


@pytest.mark.parametrize("reply", ["option 4", "no, option 2 is slow", "2 of the parcels are lost"])
def test_a_sign_that_is_no_option_chooses_nothing(reply):
    assert not list(options(digest(user("How?"), agent(OFFER), user(reply), agent("Hm."))))


@pytest.mark.parametrize(
    "offer",
    [
        "I did this:\n\n1. Sum in SQL\n2. Sum in Python",
        "Option 1: sum in SQL. Do you agree?",
        "Which one do you prefer?\n\n" + "\n".join(f"Option {n}: sum in part {n}" for n in range(1, 10)),
    ],
)
def test_a_list_that_asks_for_no_choice_one_offer_and_a_catalogue_are_no_options(offer):
    assert not list(options(digest(user("How?"), agent(offer), user("option 1"), agent("Done."))))


def test_points_before_the_question_are_not_on_offer():
    """They tell what was found."""
    offer = "I found:\n\n- two ledgers\n- two scales\n\nWhich do you prefer?\n\n- keep the first\n- keep the second"
    found = told(options(digest(user("How?"), agent(offer), user("number 2"), agent("Done."))))
    assert found == [
        "User chose: number 2 Option taken: keep the second; the other options were dropped: keep the first"
    ]


def test_a_long_option_is_cut_between_words():
    offer = f"Which do you prefer?\n\nOption 1: sum in SQL\nOption 2: {'sum by hand ' * 12}"
    (found,) = told(options(digest(user("How?"), agent(offer), user("option 1"), agent("Done."))))
    assert found.endswith("sum by hand sum by…")


def test_words_that_two_options_share_choose_neither():
    offer = "Which do you prefer?\n\n1. Sum all parcels in the ledger\n2. Sum all parcels in the scale"
    assert not list(options(digest(user("How?"), agent(offer), user("sum all parcels in the end"), agent("Hm."))))


def test_a_choice_is_the_users_word_and_its_options_the_agents():
    (found,) = options(digest(user("How?"), agent(OFFER), user("option 3"), agent("Done.")))
    assert found.kind == "decision"
    assert [(c.pointers[0].line, c.verbatim, c.standing) for c in found.claims] == [
        (3, True, "stated"),
        (2, False, "inferred"),
    ]


def test_a_long_reply_says_more_than_a_choice():
    """It is told in its own words."""
    reply = f"option 2 {'and keep the labels as they are ' * 10}"
    assert not list(options(digest(user("How?"), agent(OFFER), user(reply), agent("Done."))))


def test_an_option_that_is_made_of_the_others_drops_none_of_them():
    offer = OFFER.replace("keep the report as it is", "a hybrid of the two")
    found = told(options(digest(user("How?"), agent(offer), user("option 3 please"), agent("Done."))))
    assert found == ["User chose: option 3 please Option taken: Option 3: a hybrid of the two"]


def test_who_names_a_thing_without_taking_it_has_not_chosen():
    """What shares the words of a point may as well refuse it."""
    said = "Which do you prefer?\n- weigh every parcel at the gate of the quay\n- weigh them at night in the hall"
    refuses = "weigh every parcel at the gate: that is how the queue happened"
    takes = "let's weigh every parcel at the gate of the quay"
    for text, chosen in ((refuses, False), (takes, True)):
        found = list(options(digest(user("How?"), agent(said), user(text), agent("Ok."))))
        assert bool(found) is chosen


def test_options_under_letters_are_those_that_the_letter_means():
    """What the message lists besides is what it found, however it is put."""
    found = "Which of these is wrong? Two things:\n\n- No rate for May. It ends in April.\n- Long pauses.\n\n"
    offer = f"{found}Two ways:\nA. stop;\nB. the last rate."
    chosen = told(options(digest(user("Why?"), agent(offer), user("B, please. I send it on Monday."), agent("Done."))))
    assert chosen == [
        "User chose: B, please. I send it on Monday. Option taken: the last rate; the other options were dropped: stop"
    ]


def test_an_item_of_several_sentences_is_one_option():
    offer = "Which do you prefer?\n\n- Sum in SQL. It is quick.\n- Sum in Python. It is plain.\n\nI would not wait."
    found = told(options(digest(user("How?"), agent(offer), user("number 2"), agent("Done."))))
    assert found == ["User chose: number 2 Option taken: Sum in Python; the other options were dropped: Sum in SQL"]


def test_who_takes_two_drops_neither():
    offer = "Options:\n\n1. `serve` writes to a folder of its own\n2. `build` removes what no page made\n3. no drafts"
    reply = user("yes 1 and 2, but `build` only removes what it made, a page of mine is no page of its own")
    assert not list(options(digest(user("How?"), agent(offer), reply, agent("Done."))))
