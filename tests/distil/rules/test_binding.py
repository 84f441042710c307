"""Which words may be called a rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segue.distil.records import flat
from segue.distil.rules.binding import apart, is_general, is_standing, lays_down
from segue.distil.sentences import Sentence


@pytest.mark.parametrize(
    "text",
    [
        "Never push to main.",
        "Put a licence into every single file.",
        "no new scales without asking me first",
        "from now on weigh in grams",
        "parcels over 30 kg have to go by ship",
        "labels are append-only",
        "make sure every new scale has a test",
        "in this repo we weigh in grams, not in ounces",
        "when you name a scale avoid numbers",
        "don't touch the harbour module, it is generated",
        "bitte immer in Gramm wiegen",
        "keep the lexer as it is",
        "for the record: weights are in grams everywhere",
        "grams it is, that's how we do it for all scales",
        "one constraint: the scale has 512 kB",
    ],
)
def test_what_holds_beyond_its_turn_is_a_rule(text):
    assert is_standing(text)


@pytest.mark.parametrize(
    "text",
    [
        "Put it there.",
        "No further action needed unless the harbour wants the weights.",
        "answer me with all details again and don't skip any parcel",
        "the report says 0 parcels. can't be, it's three ships",
        "b. i always have six scales open",
        "at most 3 of the 20 parcels arrive, the rest is lost at sea",
        "But moving a parcel should not mean weighing it on a giant scale.",
        "please make sure that it is pushed",
        "can we keep the summary",
        "Should it always round?",
        "should we weigh every parcel twice",
        "ERROR: must not be empty",
        "ScaleError: every parcel must have a weight",
        "i don't like this, come on, weigh it again",
        "it always crashes on the second parcel",
        "must be the cold i guess",
        "the scale must have been broken since tuesday",
        "you never told me about the second scale",
        "I have to leave in ten minutes",
        "make sure the scale is on and weigh once",
        "keep it running",
        "keep the server running",
        "the label should be on top but isn't",
        "i'd prefer the second version",
        "that avoids the crash but now the label is never printed",
        "always nice to see it green",
        "next week we will have to move to the new harbour",
        "all parcels are weighed",
        "no labels in the tray",
        "i never understood why it weighs twice",
        "nobody knows why it weighs twice",
        "that can't be right",
        "keep it, and rename it",
    ],
)
def test_a_report_a_guess_a_plan_or_one_request_is_no_rule(text):
    """With words that would bind elsewhere: must, never, always, keep, every."""
    assert not is_standing(text)


def test_a_rule_that_means_what_was_just_done_objects_to_it():
    assert is_general("don't weigh parcels twice, it wears the scale out")
    assert is_general("no ounces anywhere in this repo, ever")
    assert not is_general("don't weigh it again")
    assert not is_general("no, never do that")


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("don't push before i've read it, that goes for every push", True),
        ("and never run the deploy yourself, i always do it by hand", True),
        ("no new scales without asking me first", True),
        ("Never print a label without its weight in grams. The postmen are tired at 3 am.", True),  # and why
        ("Never print a label without its weight in grams. Can you sort them?", False),
        ("no emojis", False),  # says little without what stands around it
        ("leave that one as it was before", False),  # means what was just done
        ("push, open the pr and tell me when it is green", False),
    ],
)
def test_a_rule_that_needs_nothing_around_it_may_stand_apart(text, firm):
    assert lays_down(text) is firm


PIECES = (
    "Never push to main without asking me first.",
    "no new table. ",
    "ok. ",
    "why? ",
    "print it  twice.",
    "絶対に。",
    "\t",
)


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=8).map(" ".join).map(flat).filter(bool))
def test_cutting_a_message_loses_no_letter_of_it(text):
    """Whatever it says, and how often."""
    found = apart([Sentence(text, 3)])
    assert "".join("".join(one.text.split()) for one in found) == "".join(text.split())
    assert all(one.text for one in found) and [one.place for one in found] == list(range(3, 3 + len(found)))
