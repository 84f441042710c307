"""Whether a message of the user's overrules the agent."""

from __future__ import annotations

import time

import pytest

from segue.distil.digest import Turn
from segue.distil.rules.corrections import OVERRULES, corrective, is_quoting, turns_down
from segue.distil.yielding import yielded
from segue.session.records import Via
from tests.distil.sessions import agent, digest, user


@pytest.mark.parametrize(
    "objection",
    [
        "no, the total is per parcel",
        "why a second scale?? nobody asked for one",
        "that's not what I asked for",
        "revert this please",
        "Why did you change the format? The views of the harbour compare it as text with the old one. Put it back.",
        "Please take that out again. No new packages.",
        "but I thought totals were rounded",
        "hm. i kinda hate how this reads, the table was forty lines",
        "the second table is too much for one page. go back to the old one, with the dates",
        "kilograms instead of grams",
        "stop summing them",
        "I summed them per day. this is not fully true, it only does so in April",
    ],
)
def test_an_objection_to_the_agent_is_a_correction(objection):
    """By its own words, right after the agent spoke."""
    found = digest(user("Sum the parcels"), agent("I summed them per day."), user(objection), agent("Changed it."))
    assert corrective(found.turns[1]) >= 0.5


@pytest.mark.parametrize(
    "plain",
    [
        "what does the scale print?",
        "can you also add the date",
        "great, now the invoices",
        "when the parcel is weighed it should go back to the list of the quay",
        "notifications stop after the failover",
        "parcels I mean",
        "1: plain boxes, no lids. 2: yes",
        "oh no, that scale is mine, I built it last year",
        "no output on the second quay, so lucky",
        "sorry, i meant parcels",
        "okay i need to put this on the quay, it's not subject to change",
        "wait i don't understand your response i'm overwhelmed can you tone it down a bit",
        "FATAL: sorry, too many clients already, all morning",
        "stop everything, look at this first, just came in",
        "btw the scale reports grams instead of kilograms, saw that yesterday",
    ],
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


def answered(message: str, answer: str, via: Via = "typed") -> Turn:
    """A message that follows the agent's words, and how the agent took it."""
    return digest(user("Sum the parcels"), agent("I summed them per day."), user(message, via), agent(answer)).turns[1]


def test_what_names_one_of_the_ways_takes_it():
    """The overkill is the other one."""
    steps = user("Weigh"), agent("I would cut it into substeps, or sweep the whole path, which is exact but long.")
    for reply, is_turned_down in (("substeps. the other is overkill", False), ("no, that is overkill", True)):
        assert turns_down(digest(*steps, user(reply), agent("Ok.")).turns[1]) == is_turned_down


def test_who_agrees_and_sets_rules_corrects_nobody():
    """One says "got it" to that; a but is another matter."""
    rules = "yes go. house rules: you never weigh twice, give me one label to print"
    assert corrective(answered(rules, "Got it: one weighing, one label.")) < OVERRULES
    assert corrective(answered("ok but that's not what i asked for", "Got it.")) >= OVERRULES


def test_the_words_of_a_refusal_overrule_whatever_they_are():
    assert corrective(answered("the ledger has them", "I see.", "rejection")) == 1.0


@pytest.mark.parametrize("mild", ["wait, the ledger has them", "this is missing the last day"])
def test_a_mild_objection_counts_when_the_agent_gives_way(mild):
    """Alone it may be a remark."""
    assert corrective(answered(mild, "The ledger has the sums.")) < OVERRULES
    assert corrective(answered(mild, "Good catch, I read them there.")) >= OVERRULES


def test_a_request_that_says_no_is_still_a_request():
    """`can you not` asks for something new."""
    assert corrective(answered("can you print it instead of mailing it", "Printed.")) < OVERRULES


REVIEW = "The comment of the scale is inaccurate: the name is read from the command line, and nobody derives it. " * 3


def test_a_review_passed_on_is_known_by_its_length_and_by_nobody_speaking_in_it():
    assert is_quoting(REVIEW)
    assert not is_quoting(REVIEW[:100])
    assert not is_quoting(f"I think so too. {REVIEW}")
    assert not is_quoting(f"No. {REVIEW}")
    assert not is_quoting(f"ERROR: no route\n{REVIEW}")


def test_what_is_to_be_thrown_away_is_overruled():
    assert corrective(answered("right, the terminals. throw that away then and use the tare", "Done.")) >= OVERRULES


def test_a_picture_pasted_as_letters_does_not_take_long():
    """The bound is processor time: half a minute before only the beginning of a line was looked at."""
    start = time.process_time()
    is_quoting("iVBORw0KGgo" + "Ab9" * 15_000)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "praise",
    [
        "good idea, wasn't thinking of that",
        "awesome, no more questions",
        "works, isn't it",
        "wow ok and i thought it is the belt",
    ],
)
def test_praise_is_no_correction_without_a_but(praise):
    found = digest(user("Sum the parcels"), agent("Summed."), user(praise), agent("Fine.")).turns[1]
    assert corrective(found) < OVERRULES
    found = digest(
        user("Sum the parcels"), agent("Summed."), user("nice, but that's not the sum"), agent("Fine.")
    ).turns[1]
    assert corrective(found) >= OVERRULES


def test_a_no_that_consents_is_no_correction():
    found = digest(user("Sum the parcels"), agent("Should I sum the weights too?"), user("No problem, go ahead"))
    assert corrective(found.turns[1]) < OVERRULES


@pytest.mark.parametrize("polite", ["You're right to ask, it does round.", "You are right to question it: it rounds."])
def test_politeness_is_no_concession(polite):
    assert yielded("You're right, it rounds twice.") == 1.0 and yielded(polite) < 1.0


@pytest.mark.parametrize("said", ["wait no no i see it now", "no wait, it works now", "hmm, i found it"])
def test_what_was_wrong_and_is_no_longer_overrules_nobody(said):
    assert corrective(answered(said, "Great!")) == 0


def test_what_is_there_no_more_is_no_no():
    assert corrective(answered("ok no crash anymore. but the cost goes down", "It does.")) < OVERRULES


def test_to_stop_for_a_second_is_no_order_to_stop():
    assert corrective(answered("stop for a second, so the labels were swapped?", "Right, they were.")) < OVERRULES
    assert corrective(answered("stop, the labels are swapped", "They are swapped back.")) >= OVERRULES


def test_a_no_to_a_question_of_the_agents_answers_it():
    """It overrules nothing: nobody had done or said otherwise."""
    asked = digest(user("Sum it"), agent("Summed. Is the second scale meant to round?"), user("no, switch it off"))
    told = digest(user("Sum it"), agent("Summed. The second scale rounds."), user("no, switch it off"))
    assert corrective(asked.turns[1]) < OVERRULES <= corrective(told.turns[1])


def test_what_is_not_ready_is_not_denied():
    """The user says how it stands."""
    said = "commit the scale, and not the label, thats not ready"
    found = digest(user("Sum it"), agent("Summed."), user(said), agent("Committed."))
    assert corrective(found.turns[1]) < OVERRULES


@pytest.mark.parametrize("ask", ["so the sum is wrong since when", "it is wrong, why?"])
def test_a_question_without_its_mark_is_one(ask):
    assert corrective(answered(ask, "Since March.")) < OVERRULES


def test_a_choice_in_the_agents_own_words_turns_nothing_down():
    said = agent("I could (a) leave the empty boxes out on both sides, or (b) weigh them. I would do a.")
    taken, refused = (
        digest(user("Go"), said, user(text), agent("Ok.")).turns[1]
        for text in ("leave the empty boxes out on both sides", "too heavy for us")
    )
    assert not turns_down(taken) and turns_down(refused)


def test_got_it_is_said_to_a_request_too():
    request = "okay i need the slips in a form that is easy to read, it is not subject to change"
    assert corrective(answered(request, "Got it. I print them in two columns.")) < OVERRULES
    assert corrective(answered("no not now then, give me the text", "Here it is.")) < OVERRULES
