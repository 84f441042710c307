"""What the user put off."""

from __future__ import annotations

import pytest

from segue.distil.rules.put_off import LEAD, put_off
from tests.distil.sessions import agent, digest, told, user


def found(*messages: str) -> list[str]:
    steps = [step for message in messages for step in (user(message), agent("Done, as you said."))]
    return told(put_off(digest(user("Weigh"), agent("Weighed."), *steps, user("Stamps"), agent("Stamped."))))


@pytest.mark.parametrize(
    "said",
    [
        "the 3 parcels without a name i ask the harbour office, tomorrow.",
        "point 3 stays open, I want to ask Ines what she'd expect to see there",
        "that's a question for the harbour master and not for us",
        "i need to talk to Sven about the second scale of the quay",
        "The star thing is worth an issue. Remind me at the end, not now.",
        "figure 4 stays out this time. We make it next week.",
        "Leave 5 for now, I'll ask Ines from product, she has to decide that.",
        "not for this release, i look at it another time",
        "the labels should get their colour back. not now, it needs to go together with the printer's change",
        "the worst first would be nice too, but after this release of the quay",
        "hmm dont know yet, leave it. first i ask the guy if grams are enough for him.",
    ],
)
def test_what_the_user_will_ask_or_decide_later_is_open(said):
    [line] = found(f"print the labels of April in two columns. {said}")
    assert line.startswith(f"{LEAD} ") and line.endswith(said[-20:])


@pytest.mark.parametrize(
    "said",
    [
        "weigh the parcels of the second quay tomorrow's way, first the heavy ones",
        "i want to ask you something about the labels",
        "do you know yet why the scale drifts?",
        "we do the heavy parcels in grams",
        "push it, but after the lint step passes",
        "keep it open in the sidebar of the quay",
        "the connection stays open after close, fix it",
        "we check the token first and then the cookie, implement that",
        "we send invoices on monday, the parser must handle that",
        "I think first you should fix the parser",
        "remind me what the parser does",
        "do the parser of the quay, not now the tables",
        "open the second gate and look at the scale",
        "we have to print the labels first in April and then in May",
        "> I'll ask Ines tomorrow\n\nprint this on a label, please, in the second column of the page below the name of "
        "the street, and keep it there for all of the parcels that go by ship or by rail, also for the heavy ones",
    ],
)
def test_what_is_to_be_done_or_is_another_s_is_not(said):
    assert found(said) == []


def test_what_the_user_came_back_to_is_not_open_and_the_last_three_are_told():
    asked = "the parcels without a name i ask the harbour office, tomorrow"
    assert found(asked, "the harbour office says: parcels without a name go back") == []
    many = [f"the {what} i ask Sven about, tomorrow" for what in ("red boxes", "far quay", "low crane", "new ferry")]
    assert [line.split()[4] for line in found(*many)] == ["far", "low", "new"]
