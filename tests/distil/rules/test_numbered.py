"""What the numbers in a reply stand for."""

from __future__ import annotations

import pytest

from segue.distil.records import Claim
from segue.distil.rules.episodes import episodes
from segue.distil.rules.numbered import numbered
from segue.distil.rules.request import request
from tests.distil.sessions import Step, agent, digest, run, told, user

ASKS = agent(
    "Before I print:\n\n1. **Stamps**: on the label or beside it?\n2. The ferry wants a slip of its own.\n"
    "3) Weigh the empty boxes as well, which takes the whole afternoon at the big scale of it?\n\nWhat do you say?"
)


def named(*steps: Step) -> list[Claim]:
    """What the last reply names."""
    found = digest(*steps)
    return numbered(found.turns[-1], found)


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("1. on the label 3: no", ["1. Stamps: on", "3. Weigh the empty boxes as well, which takes…"]),
        ("ok glad i asked. 2 makes sense", ["2. The ferry wants a slip of its own."]),
        ("1+2 just do it", ["1. Stamps", "2. The ferry"]),
        ("print 3 of them", []),
        ("it is version 1.2 of the scale", []),
        ("7 is not what you asked", []),
        ("that is nonsense. 3 min, then stop", []),
        ("wait, 2 days are enough", []),
        ("1 want the slips in green", []),
        ("2 don't", ["2. The ferry wants a slip of its own."]),
        (f"{'the quay is wet today and the ferry is late, so we have time. ' * 2}1 yes", []),
    ],
)
def test_the_items_that_a_reply_names_are_told_with_it(reply, items):
    found = "; ".join(claim.text for claim in named(user("Print"), ASKS, user(reply), agent("Printed.")))
    assert [item for item in items if item not in found] == [] and bool(found) == bool(items)


def test_options_with_letters_are_known_by_them():
    said = agent("Ways out:\n\n- **a)** keep the slip\n- **b)** drop the slip of the ferry\n\nI'd take b.")
    (claim,) = named(user("Print"), said, user("b. but weigh it first"), agent("Ok."))
    assert claim.text == "b. drop the slip of the ferry"
    assert not named(user("Print"), said, user("a ferry would do"), agent("Ok."))


@pytest.mark.parametrize(
    "options",
    [
        "- **A**: keep the slip\n- **B**: drop the slip of the ferry\n\nI'd take B.",
        "| | what | size |\n|---|---|---|\n| A | keep the slip | 1 |\n| **B** | drop the slip of the ferry | 2 |",
    ],
)
def test_a_reply_that_takes_one_of_several_may_mean_a_list_of_some_turns_ago(options):
    asked = [user("Print"), agent(f"Two ways:\n\n{options}"), user("is there no machine?"), agent("Tried, it jams.")]
    (claim,) = named(*asked, user("ok take it out. go with b, the ferries change every week"), agent("Ok."))
    assert claim.text == "b. drop the slip of the ferry"
    for other in ("b. good", "take a walk", "do c, please", "go with b of the other list"):
        assert not named(*asked, user(other), agent("Ok."))


def test_options_that_are_paragraphs_are_a_list_too():
    """Of the only one that is named more is told."""
    either = "**Option A: one scale.** It stands at the quay.\n\n**Option B: two scales.** "
    told_of = "One of them stands in the hall, where the parcels of the day before are weighed again at night."
    [claim] = named(user("Weigh"), agent(f"{either}{told_of}"), user("thank you. please do option B."), agent("Ok."))
    assert claim.text.startswith(f"b. two scales. {told_of[:60]}")


def test_a_list_of_one_and_no_list_are_no_questions():
    for said in ("1. Stamps on the label", "Printed, and weighed."):
        assert not named(user("Print"), agent(said), user("1 yes"), agent("Ok."))


def test_they_stand_before_the_words_in_the_request_as_in_the_rest():
    steps = [user("Print"), ASKS, user("2 makes sense, 3 no"), agent("The slips are printed for the ferry.")]
    assert told(request(digest(*steps)))[0].startswith("Agent had listed: 2. The ferry")
    later = digest(*steps, user("and the stamps?"), agent("Printed."))
    assert any("Agent had listed: 2. The ferry" in line for line in told(episodes(later)))


def test_an_option_is_none_of_a_list_that_offers_none():
    """It may be one of a list of some turns ago."""
    steps = [user("Print"), agent("Options:\n\n1. Keep the slip\n2. Drop the slip of the ferry"), user("what then?")]
    then = agent("Then:\n\n1. The quay is swept.\n2. The ferry sails at nine.")
    (claim,) = named(*steps, then, user("write it down with option 2."), agent("Ok."))
    assert claim.text.startswith("2. Drop the slip")
    assert not named(user("Print"), then, user("write it down with option 2."), agent("Ok."))


def test_the_list_may_stand_before_the_last_words_of_the_turn():
    """The agent listed the ways, measured one, and said which it would take."""
    said = [agent("Ways:\n\n1. keep the slip\n2. drop the slip of the ferry"), run("make bench"), agent("I'd take 2.")]
    (claim,) = named(user("Print"), *said, user("2, out with it"), agent("Ok."))
    assert claim.text == "2. drop the slip of the ferry"
