"""What the user asked for in passing, and what does not seem to have come up again."""

from __future__ import annotations

import pytest

from segue.distil.rules.in_passing import LEAD, in_passing
from tests.distil.sessions import Step, agent, digest, edit, todos, told, user

WISH = "tiny one while you're in there: the label of the gate says Postcode, make it Eircode"


def found(*steps: Step) -> list[str]:
    return told(in_passing(digest(*steps, user("thanks"), agent("Gladly."))))


@pytest.mark.parametrize(
    "said",
    [
        WISH,
        "oh and before i forget, the mute key does not mute the bubble loop",
        "also put a trimmed invoice into the fixtures folder",
        "And update chapter fourteen of the manual, Sven reads it.",
        "und wenn du eh dran bist, unten hätte ich gern eine Zeile mit der letzten Waage",
    ],
)
def test_a_wish_on_the_side_that_nobody_came_back_to_is_told(said):
    """As a question: it may have been done in other words."""
    assert found(user(said), agent("The sums are right now.")) == [f"{LEAD} {said}"]


def test_what_was_said_or_done_about_it_later_came_up_again():
    """By its telling words, whatever their endings."""
    for done in (
        agent("The label there at the gate says Eircode instead of Postcode now."),
        edit("gate.py", new="label = 'Eircode'  # of the gate, there it says Postcode"),
        todos(("Make the label there at the gate say what it says elsewhere: Eircode, not Postcode", "pending")),
    ):
        assert found(user(WISH), done) == []


@pytest.mark.parametrize(
    "said",
    [
        "weigh every parcel of the second quay again",
        "and is the label of the gate still printed twice?",
        "also never print the label of the gate twice",
        "and the label of the gate is printed twice",
        "no, not the second scale: two scales of the quay would disagree some day",
        "and please also no second label on the gate, Sven is at work there",
        "also this means we need to change the label of the gate right",
    ],
)
def test_what_is_asked_for_itself_a_question_a_rule_and_news_are_no_wish_on_the_side(said):
    assert found(user("Sum it"), agent("Summed."), user(said), agent("Ok.")) == []


def test_the_last_message_is_told_as_the_request():
    assert told(in_passing(digest(user("Sum it"), agent("Summed."), user(WISH)))) == []


def test_a_thing_on_the_right_is_a_wish():
    said = "btw put the settings export button of the quay on the right"
    assert found(user(said), agent("The sums are right now.")) == [f"{LEAD} {said}"]


def test_three_at_most_the_least_known_first():
    asks = [user(f"oh and before i forget, the {word} key mutes nothing") for word in ("red", "blue", "grey", "white")]
    assert len(found(*asks, agent("Ok."))) == 3
