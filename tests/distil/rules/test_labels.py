"""How an objection is announced."""

from __future__ import annotations

import pytest

from segue.distil.records import CORRECTED, REPORTED
from segue.distil.rules.corrections import OVERRULES, corrective, offer_refused
from segue.distil.rules.labels import label
from tests.distil.rules.test_corrections import REVIEW, answered
from tests.distil.sessions import agent, digest, user


def test_an_objection_is_announced_as_what_it_is():
    """That it corrects is said where it says no, or where the agent says that it was wrong."""
    question = answered("isn't a day too short?", "You're right.")
    assert label(question, 1.0) == "User asked, agent agreed:"
    assert label(question, 0.0) == ""
    assert label(answered("ok, but we have two scales. how is that working?", "You're right."), 1.0) == "User asked:"
    assert label(answered("isn't a day too short?", "It is long enough."), 1.0) == "User asked:"
    assert label(answered(REVIEW, "Good catch."), 1.0) == REPORTED
    assert label(answered("no, per parcel", "Changed."), 1.0) == CORRECTED
    assert label(answered("no not now then, print them", "Printed."), 1.0) == ""
    assert label(answered("wait it sums the old ones?? nooo. no second scale", "I see."), 1.0) == CORRECTED
    assert label(answered("i thought they were summed per parcel", "You're right."), 1.0) == CORRECTED
    for answer in ("They are.", "Got it. I sum them per parcel.", "Sorry to hear that."):
        assert label(answered("i thought they were summed per parcel", answer), 1.0) == ""
    long = "In weigh(), the error of the scale is returned without a word about the parcel. " * 4
    assert label(answered(long + "Is there a reason for it?", "Good point."), 1.0) == "User asked, agent agreed:"
    assert label(answered(long, "Good point."), 1.0) == REPORTED
    assert label(answered(f"hm wait, separate scripts! {long}", "Good point."), 1.0) == CORRECTED


@pytest.mark.parametrize(
    "said",
    [
        "wow that is not what i asked for. put the labels back",
        "wow no. i never asked you to delete the labels, don't do that again",
        "are you kidding me? no, put the labels back",
        "the labels! no, put them back",
    ],
)
def test_who_is_startled_corrects(said):
    found = digest(user("Weigh"), agent("I took out the labels."), user(said), agent("They are back.")).turns[1]
    assert corrective(found) >= OVERRULES
    assert label(found, 1.0) == ("" if said.startswith("wow") else CORRECTED)


def test_an_offer_that_is_turned_down_is_known_with_its_words():
    offer = "Do you want me to weigh the empty boxes as well?"
    steps = [user("Weigh the parcels"), agent(f"Weighed. {offer}")]
    refused = digest(*steps, user("no, this is fine. now print the slips"), agent("Printed.")).turns[1]
    assert offer_refused(refused).text == offer  # type: ignore[union-attr]
    steps_of = (
        user("Weigh"),
        agent("Weighed. I could add a switch to weigh the boxes. Want that?"),
        user("no, nobody does"),
    )
    assert offer_refused(digest(*steps_of, agent("Ok.")).turns[1]).text == "Want that?"  # type: ignore[union-attr]
    assert label(refused, 1.0) == "User rejected:"
    assert offer_refused(digest(*steps, user("yes please"), agent("Done.")).turns[1]) is None
    assert offer_refused(digest(user("Weigh"), agent("Weighed."), user("no, twice"), agent("Ok.")).turns[1]) is None


@pytest.mark.parametrize("consent", ["No problem, go ahead", "no worries", "no objections", "don't worry, do it"])
def test_a_no_that_consents_refuses_nothing(consent):
    found = digest(user("Sum the parcels"), agent("It is done. Should I sum the weights too?"), user(consent))
    assert offer_refused(found.turns[1]) is None
    assert label(found.turns[1], corrective(found.turns[1])) == ""


def test_who_asks_again_corrects_nothing():
    """That it is the same question once more is no correction of the answer."""
    assert label(answered("no no i know that it is off now. is there a way to switch it on?", "There is."), 1.0) == ""


@pytest.mark.parametrize(
    ("might", "no"),
    [
        ("If you want a stopgap today, one scale is enough.", "no stopgap, release is thursday"),
        ("I'd add a second scale.", "no second scale. say so in the manual"),
        ("I'd go on with the folders while you look.", "stop. nobody would ever make folders"),
        ("Both scales can stand there side by side.", "no leave it. look at this now"),
    ],
)
def test_a_no_to_what_might_be_done_rejects_it_and_corrects_nobody(might, no):
    def labelled(last: str, answer: str) -> str:
        return label(digest(user("Weigh"), agent(f"Weighed. {last}"), user(no), agent(answer)).turns[1], 1.0)

    assert labelled(might, "Fine.") == "User rejected:"
    assert labelled(might, "You're right.") == CORRECTED


@pytest.mark.parametrize(
    "did",
    [
        "I took the labels out, because they could go stale. They would hide the tare.",
        "I took out the labels. If you want them later, they are in git.",
        "I'd say they were dead.",
        "I could reproduce it, and I took out the cache.",
    ],
)
def test_a_no_to_what_was_done_corrects_it(did):
    turn = digest(user("Weigh"), agent(did), user("no, put the labels back"), agent("Fine.")).turns[1]
    assert label(turn, 1.0) == CORRECTED


@pytest.mark.parametrize(
    ("offer", "reply"),
    [
        ("I'd stay with polling.", "polling then. no unsafe in this crate as long as i maintain it"),
        ("I'd swap the two.", "is the second one on the quay? no right. then swap"),
    ],
)
def test_who_takes_what_is_offered_corrects_nothing(offer, reply):
    """The no is said of something else, or answers a question of their own."""
    assert label(digest(user("Weigh"), agent(offer), user(reply), agent("Done.")).turns[1], 1.0) == ""


def test_a_quote_of_the_agents_that_is_not_true_is_a_correction_even_if_it_ends_in_a_question():
    wrote = (
        "When a new ship comes in, the scale makes a second table for it, and the parcels of the first one are kept. "
    )
    message = f"{wrote * 2}this is not fully true, it would only make one if a parcel is weighed, or?"
    found = digest(user("How?"), agent(wrote), user(message), agent("You're right, let me correct that."))
    turn = found.turns[1]
    assert corrective(turn) >= OVERRULES and label(turn, corrective(turn)) == CORRECTED


def test_a_user_at_a_loss_corrects_nothing_though_the_agent_is_sorry():
    lost = answered("wait i did not read 4 to 13, not again, i'm overwhelmed", "You're right, that was too much.")
    assert label(lost, 1.0) == ""
