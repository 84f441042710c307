"""What the user's words answer."""

from __future__ import annotations

import pytest

from segue.brief.render import entry
from segue.distil.rules.episodes import episodes
from segue.distil.rules.met import met, taken, tried
from tests.distil.sessions import agent, digest, edit, user


def test_an_offer_that_asks_in_two_words_is_told_by_the_sentence_before():
    offer = "I could add a switch to weigh the boxes, too."
    steps = (
        user("Weigh"),
        agent(f"Weighed. {offer} Want that?"),
        user("no, nobody does that"),
        agent("Ok."),
        user("next"),
    )
    told_as = "\n".join(entry(one) for one in episodes(digest(*steps, user("Stamps"))))
    assert f"Agent offered: {offer}" in told_as and "Want that" not in told_as


@pytest.mark.parametrize(
    "offer", ["I could weigh the boxes on the quay instead.", "Shall I weigh the boxes there, too?"]
)
def test_an_offer_that_a_few_words_take_up_is_told_with_them(offer):
    """A longer message says what it means by itself."""
    steps = user("Weigh the parcels"), agent(f"They are weighed in the hall. {offer}")
    [claim] = taken(digest(*steps, user("yes, on the quay please"), agent("Ok.")).turns[1])
    assert (claim.lead, claim.text, claim.leans) == ("Agent offered:", offer, True)
    for reply in ("on the quay please", "yes, " + "and the labels of April, " * 4):
        assert not taken(digest(*steps, user(reply), agent("Ok.")).turns[1])
    assert not taken(digest(user("Weigh"), agent("Weighed."), user("yes, on the quay"), agent("Ok.")).turns[1])


def test_a_refused_offer_is_told_with_what_was_offered():
    said = "The parcels are weighed. The fix would be to weigh the boxes first. Want me to do that?"
    steps = [user("Weigh the parcels"), agent(said), user("no, that takes too long"), agent("Ok."), user("Stamps")]
    found = next(f for f in episodes(digest(*steps)) if f.kind == "correction")
    assert entry(found).startswith(
        "- Agent offered: The fix would be to weigh the boxes first. (L2)\n"
        '  User rejected: "no, that takes too long" (L3)'
    )


def test_what_only_explains_is_not_called_an_offer():
    said = "The last box can leave a moment before its time. Want me to loosen it?"
    steps = [
        user("Weigh the parcels"),
        agent(said),
        user("no, the time of a box is fixed"),
        agent("Ok."),
        user("Stamps"),
    ]
    found = next(f for f in episodes(digest(*steps)) if f.kind == "correction")
    assert entry(found).startswith("- Agent, just before: The last box can leave a moment before its time. (L2)")


def test_a_short_offer_that_is_refused_is_told_too():
    steps = [user("Weigh the parcels"), agent("Weighed. Shall I ship it?"), user("no, not today"), agent("Ok.")]
    found = next(f for f in episodes(digest(*steps, user("Stamps"))) if f.kind == "correction")
    assert entry(found).startswith('- Agent offered: Shall I ship it? (L2)\n  User rejected: "no, not today" (L3)')


def test_what_did_not_help_is_a_dead_end_with_what_was_tried():
    """The next agent would try it again."""
    report = "I added a second scale to the quay, so the sums should no longer jump."
    steps = [user("The sums jump"), edit("scale.py"), agent(report), user("nope, still jumps when i weigh twice")]
    found = next(f for f in episodes(digest(*steps, agent("I look."), user("Stamps"))) if f.kind == "correction")
    assert entry(found).startswith(
        f'- Agent, just before: {report} (L4)\n  User, after it: "nope, still jumps when i weigh twice" (L5)'
    )


def test_what_the_user_does_not_like_to_see_did_not_help():
    """Whatever the words of the report."""
    report = "It stands to the left of the name, right-aligned."
    steps = [
        user("the age to the left?"),
        edit("list.py"),
        agent(report),
        user("nah looks weird there. back to the right"),
    ]
    found = next(f for f in episodes(digest(*steps, agent("I look."), user("Stamps"))) if f.kind == "correction")
    assert entry(found).startswith(f"- Agent, just before: {report} (L4)\n  User, after it:")


def test_of_a_report_the_two_sentences_that_say_most_were_tried():
    """In their order; what it says besides is not."""
    report = (
        "I added a scale to the quay. The hall is cold. The sums jump because the first scale rounds. Tea is served."
    )
    found = digest(user("The sums jump"), edit("scale.py"), agent(report), user("nope, still jumps"))
    assert [(claim.lead, claim.text) for claim in tried(found.turns[1], found)] == [
        ("Agent, just before:", "I added a scale to the quay."),
        ("Agent, just before:", "The sums jump because the first scale rounds."),
    ]


def test_an_objection_meets_what_shares_its_words():
    said = "The labels of the quay should be printed twice. The hall stays as cold as it was last week."
    found = digest(user("Go"), agent(said), user("no, print the labels of the quay once"), agent("Ok."))
    assert [claim.text for claim in met(found.turns[1], found)] == ["The labels of the quay should be printed twice."]


def test_of_several_sentences_before_an_offer_the_one_is_told_that_the_refusal_names():
    said = (
        "I could keep the new name and add a view for the ferry. The other columns of the quay are all still there. "
        "Want me to?"
    )
    found = digest(user("Rename it"), agent(said), user("No view, please."), agent("Ok."), user("Stamps"))
    offered = [claim.text for claim in met(found.turns[1], found) if claim.lead == "Agent offered:"]
    assert offered == ["I could keep the new name and add a view for the ferry."]
