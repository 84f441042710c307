"""The agent's sentences worth repeating."""

from __future__ import annotations

import pytest

from segue.distil.rules.episodes import episodes
from segue.distil.rules.words_of_agent import ANSWER, agent_claims
from tests.distil.sessions import Step, agent, digest, edit, run, told, user


def test_narration_is_never_repeated():
    """What the agent was about to do tells the next one nothing."""
    found = told(episodes(digest(user("Sum them"), agent("Let me look at the parcel table and the scale first."))))
    assert all("Let me look" not in line for line in found)


def test_a_plan_that_gives_its_reason_is_repeated():
    """The reason outlives the plan."""
    said = "I'll keep the ledger as it is because the auditors read it."
    found = digest(user("Sum them"), agent(said))
    assert [claim.text for claim in agent_claims(found.turns[0], found)] == [said]


def test_a_command_on_a_line_of_its_own_is_no_sentence():
    text = "Install the scales first, because the quay has none.\nbrew install scales --with-labels-of-the-quay"
    found = digest(user("go"), agent(text))
    assert [claim.text for claim in agent_claims(found.turns[0], found)] == [text.split("\n", maxsplit=1)[0]]


def test_an_acknowledgement_is_no_finding():
    sorry = agent("Sorry, I will keep `export_rows` and change its body.")
    found = told(episodes(digest(user("Sum"), sorry, user("x"))))
    assert not [line for line in found if "export_rows" in line]


def test_found_it_hands_its_promise_on():
    """The sentence after it is the finding."""
    cause = "The ledger is written before the scale has settled."

    def weight(text: str) -> float:
        found = digest(user("Why?"), agent(text))
        return next(c.weight for c in agent_claims(found.turns[0], found) if c.text == cause)

    assert weight(f"Found it! {cause}") > weight(f"Well! {cause}")


def test_the_last_turns_weigh_more():
    said = "The scale rounds twice because both tables hold the sum."
    found = digest(*[step for _ in range(6) for step in (user("go on"), agent(said))])
    first, last = found.turns[0], found.turns[-1]
    assert next(agent_claims(last, found)).weight > 2 * next(agent_claims(first, found)).weight


def test_of_many_messages_of_a_turn_those_in_the_middle_must_name_something():
    """The first and the last ones may say anything."""
    cause = "The root cause is that the ledger is written too early."
    middle = [agent(f"Part {n} of the ledger has been read to its end.") for n in range(12)]
    steps = [step for said in [*middle[:5], agent(cause), *middle[5:]] for step in (said, edit("/work/shop/a.py"))]
    found = digest(user("Why?"), *steps)
    texts = [claim.text for claim in agent_claims(found.turns[0], found)]
    assert cause in texts and len(texts) == 6


def test_of_a_long_past_only_reports_that_name_a_cause_are_read():
    """Forty turns fill any brief."""
    plain, cause = "The parcels are summed per customer now.", "The cause was a ledger that is written too early."
    past = [user("Sum them"), agent(plain), user("Why?"), agent(cause)]
    found = digest(*past, *[step for _ in range(40) for step in (user("go on"), run("make"))])
    assert not list(agent_claims(found.turns[0], found))
    assert [claim.text for claim in agent_claims(found.turns[1], found)] == [cause]


def test_the_goal_lifts_the_sentences_that_speak_of_it():
    ledger, labels = "The ledger is written once a day.", "The labels are printed once a day."
    found = digest(user("Sum them"), agent(f"{ledger} {labels}"), goal="Mend the ledger")
    by_text = {claim.text: claim.weight for claim in agent_claims(found.turns[0], found)}
    assert by_text[ledger] > by_text[labels]


@pytest.mark.parametrize("said", ["Summed.", "Let me check the ledger, because the sums of April differ."])
def test_a_fragment_and_a_look_with_a_reason_are_not_repeated(said):
    """What the look found is told, if it found anything."""
    found = digest(user("Sum them"), agent(said))
    assert not list(agent_claims(found.turns[0], found))


def test_what_speaks_of_the_request_or_is_taken_up_weighs_more():
    said = "The labels of the parcels are printed in two columns."

    def weight(asked: str, answered: str) -> float:
        found = digest(user(asked), agent(said), user(answered), agent("Done."), user("next"), agent("Next."))
        return next(agent_claims(found.turns[0], found)).weight

    plain = weight("Sum the invoices", "now the ledger")
    assert weight("Print the labels of parcels", "now the ledger") > plain
    assert weight("Sum the invoices", "the labels and the columns are good") > plain


def test_a_turn_that_gives_way_weighs_more():
    """There something was learned."""
    cause = "The ledger of the shop has the sums of the parcels."

    def weight(opening: str) -> float:
        found = digest(user("Sum them"), agent(f"{opening} {cause}"), user("next"), agent("Next."))
        return next(claim.weight for claim in agent_claims(found.turns[0], found) if claim.text == cause)

    assert weight("You're right, it was backwards.") > weight("It is done, all of it now.")


def test_an_item_of_a_list_keeps_the_words_that_turn_its_meaning():
    """Without them, what is not tested would read as what holds."""
    report = "There is no test that shows:\n- the scale is read before the gate has closed for the night"
    claims = told(episodes(digest(user("Sum"), agent(report))))
    assert "There is no test that shows: the scale is read before the gate has closed for the night" in claims[0]
    plain = told(
        episodes(digest(user("Sum"), agent(report.replace("There is no test that shows", "I wrote these tests"))))
    )
    assert "I wrote these tests: the scale" not in plain[0]


def test_what_announces_a_list_is_told_once_with_its_items():
    said = "The sums differ only when:\n\n- the scale was moved on that day\n- two days share a label of one kind"
    found = digest(user("Why?"), agent(said), user("thanks"))
    texts = [claim.text for claim in agent_claims(found.turns[0], found)]
    assert [text.count("The sums differ only when:") for text in texts] == [1, 1]


def test_the_first_sentence_after_a_question_is_its_answer():
    report = agent("The scale keeps the sums of a week in the ledger. The labels of them are printed on every Monday.")
    asked, told = (
        list(agent_claims(found.turns[0], found))
        for found in (digest(user(asked), report, user("ok")) for asked in ("is it kept?", "keep it"))
    )
    assert [claim.answers for claim in (*asked, *told)] == [True, False, False, False]
    weights = [[claim.weight for claim in claims] for claims in (asked, told)]
    assert weights[0][0] == pytest.approx(ANSWER * weights[1][0]) and weights[0][1] == pytest.approx(weights[1][1])


def test_a_courtesy_before_the_answer_is_not_the_answer():
    report = agent("Good question, and one that many have asked. The scale keeps the sums of a week in the ledger.")
    found = digest(user("is it kept?"), report, user("ok"))
    courtesy, answer = agent_claims(found.turns[0], found)
    assert answer.weight > courtesy.weight


FAULT = "The issue is that the scale of the quay rounds every parcel twice."
GAVE_WAY = "You're right, the scale of the quay rounds once."


def leads(*steps: Step) -> set[str]:
    found = digest(*steps)
    return {claim.lead for claim in agent_claims(found.turns[0], found)}


def test_a_fault_that_was_found_before_an_edit_says_so():
    """It may be mended: the next agent need not go and mend it again."""
    change = edit("/work/shop/scale.py")
    assert leads(user("Why?"), agent(FAULT), change, agent("Rounded once, as it should be from now on.")) == {
        "",
        "Agent, before an edit:",
    }
    assert leads(user("Why?"), agent(FAULT), user("fix it"), change, agent("Fixed.")) == {""}  # who knows of what


@pytest.mark.parametrize(
    "steps",
    [
        [agent(FAULT), run("make test"), agent("It is so in every one of the parcels of April.")],
        [agent(FAULT), edit("/work/shop/scale.py", outcome="failed"), agent("The edit was refused by the tool.")],
    ],
)
def test_where_nothing_was_changed_it_was_said_on_the_way_to_the_answer(steps):
    assert leads(user("Why?"), *steps) == {"", "Agent, on the way:"}


def test_the_last_word_of_a_turn_says_no_more_than_who_speaks():
    later = [user("And the labels?"), edit("/work/shop/labels.py"), agent("Done.")]
    assert leads(user("Why?"), edit("/work/shop/a.py"), agent(FAULT), *later) == {""}


def test_what_the_agent_later_says_it_was_wrong_about_was_said_at_the_time():
    """Turns later, where both are about the same thing."""
    guess = "Two runs of the night overlap on the scale, so every parcel of the quay is weighed twice."
    steps = [user("Why?"), agent(guess), user("plausible"), agent("Ok."), user("look at this log")]
    wrong = agent(
        "My explanation was wrong. The runs do not overlap on the scale; the mail of the night is sent twice."
    )
    assert leads(*steps, wrong) == {"Agent, at the time:"}
    assert leads(*steps, agent("My explanation was wrong. Labels go by street.")) == {""}


def test_what_names_a_file_that_a_later_turn_changed_was_said_at_the_time():
    """Where its own turn only looked: what a turn says of its own work is no less so when more is done to the file."""
    found = "`shop/scale.py:12` rounds every parcel of the quay twice, and nobody has seen it yet."
    later = [user("And then?"), edit("/work/shop/scale.py"), agent("Done.")]
    assert leads(user("Why?"), agent(found), *later) == {"Agent, at the time:"}
    assert leads(user("Why?"), edit("/work/shop/scale.py"), agent(found), *later) == {""}
    assert leads(user("Why?"), agent(found), user("And then?"), edit("/work/shop/a.py"), agent("Done.")) == {""}


@pytest.mark.parametrize(
    ("reply", "lead"),
    [
        ("i meant the sums, the parcels are never rounded by a scale", "Agent, at the time:"),
        ("the parcels are still not rounded", "Agent, at the time:"),
        ("round the letters, too", ""),
    ],
)
def test_an_answer_that_the_user_is_against_was_said_at_the_time(reply, lead):
    said = "Yes, you can have the parcels rounded by the scale itself, and that is the usual way."
    assert leads(user("can we?"), agent(said), user(reply), agent("Ok."), user("next"), agent("Next.")) == {lead}


def test_an_edit_of_something_else_mends_nothing():
    """The message names what is wrong; what comes right after it may well be the cure, later only what is named."""
    fault = "The issue is that `round_once` of the quay is never called by the scale."
    other = edit("/work/shop/labels.py", old="labels = 1", new="labels = 2")
    mended = edit("/work/shop/scale.py", old="round(x)", new="round_once(x)")
    steps = [user("Why?"), agent(fault), run("make test")]
    assert leads(*steps, other, agent("The labels are printed in two columns now.")) == {"", "Agent, on the way:"}
    assert "Agent, before an edit:" in leads(*steps, mended, agent("Rounded once, as it should be."))


def test_what_the_agent_gave_way_on_is_told_with_the_correction_only():
    steps = [user("Why?"), agent("The scale of the quay should round every parcel, and the ledger the sum.")]
    refused = [user("no, the scale must not round at all"), agent(GAVE_WAY), user("next"), agent("Next.")]
    assert leads(*steps, *refused) == set()
    assert leads(*steps, user("fine, go on"), agent("Done.")) == {""}


def test_what_announces_something_says_nothing_without_it():
    """Unless it is long enough to say something itself."""
    said = digest(
        user("Why?"), agent("This is what would mess up the global one:\n\n```\nrm -r x\n```\n\nSo it stays out.")
    )
    assert [claim.text for claim in agent_claims(said.turns[0], said)] == []
    long = "The scale rounds twice because the ledger and the label printer both do so on their own, like this:"
    found = digest(user("Why?"), agent(f"{long}\n\n```\nround(x)\n```"))
    assert [claim.text for claim in agent_claims(found.turns[0], found)] == [long]


def test_what_is_said_on_the_way_to_an_answer_weighs_less_than_the_answer():
    said = "The scale of the quay keeps its own table of weights."
    weights = {}
    for name, step in (("asked", run("make test")), ("changed", edit("/work/shop/a.py"))):
        found = digest(user("Where is it kept?"), agent(said), step, agent("In the ledger, it turns out, of the quay."))
        weights[name] = next(c.weight for c in agent_claims(found.turns[0], found) if c.text == said)
    assert weights["asked"] < weights["changed"]


def test_an_offer_that_the_user_took_up_says_so():
    offer = "The scale could round once, in the ledger, and nowhere else. Want me to move it there?"
    assert leads(user("Why?"), agent(offer), user("yes"), edit("/work/shop/a.py"), agent("Moved.")) == {
        "Agent, and the user agreed:"
    }
    assert leads(user("Why?"), agent(offer), user("and the labels?"), agent("They are printed.")) == {""}
    assert leads(user("Why?"), agent("The scale rounds once, in the ledger."), user("ok"), agent("Next.")) == {""}


@pytest.mark.parametrize("question", ["do i need a demo quay for this", "where does the scale keep its table"])
def test_a_question_may_do_without_its_mark(question):
    answer, more = "No quay of your own is needed for this one.", "The table of the scale names one for each ship."

    def first(asked: str) -> float:
        found = digest(
            user("Sum"), agent("Summed."), user(asked), agent(f"{answer} {more}"), user("next"), agent("Next.")
        )
        weights = {claim.text: claim.weight for claim in agent_claims(found.turns[1], found)}
        return weights[answer] / weights[more]

    assert first(question) > first(f"please note: {question}")


def test_what_names_the_cause_and_announces_a_list_is_told():
    """What else announces one says nothing without it."""
    for said, is_told in (
        ("The real cause is a lost update in `weigh`:", True),
        ("Here is what `weigh` does now:", False),
    ):
        report = f"{said}\n\n1. it reads the scale\n2. it writes the sum of the day"
        found = digest(user("Why?"), agent(report), user("thanks"))
        assert (said in [claim.text for claim in agent_claims(found.turns[0], found)]) == is_told


def test_items_that_only_say_what_was_made_are_left_out_of_all_but_the_last_answer():
    """ "Layered labels" tells nobody anything; a choice or a denial among them does."""
    report = "The new scale has:\n- Layered labels with colours\n- Sums from the ledger instead of the cache"
    found = digest(user("Sum them"), agent(report), user("And the labels?"), agent(report))
    first, last = ([claim.text for claim in agent_claims(turn, found)] for turn in found.turns)
    assert first == ["Sums from the ledger instead of the cache"]
    assert last == ["Layered labels with colours", "Sums from the ledger instead of the cache"]


def test_a_draft_in_a_quote_is_not_what_the_agent_says():
    said = (
        "The mail is ready:\n\n> The scale never rounds because we mended it.\n\nThe scale is not mended yet, though."
    )
    found = digest(user("Write to Orla"), agent(said))
    assert [claim.text for claim in agent_claims(found.turns[0], found)] == ["The scale is not mended yet, though."]


@pytest.mark.parametrize("verdict", ["Yes.", "No.", "Exactly.", "19 of 20 on the quay."])
def test_a_yes_or_a_no_stays_with_what_follows_it(verdict):
    follows = "The scale rounds each parcel by itself because the ferry asks for it."
    for courtesy in ("", "Good question! "):
        found = digest(user("does it round twice?"), agent(f"{courtesy}{verdict} {follows}"))
        assert f"{verdict} {follows}" in [claim.text for claim in agent_claims(found.turns[0], found)]


@pytest.mark.parametrize("contrary", ["However,", "But", "That said,", "Unfortunately"])
def test_a_sentence_stays_with_the_one_that_turns_it_round(contrary):
    """Half of it would say the contrary."""
    safe, unless = "The scale may be read at any time of the day.", f"{contrary} it is wrong while the ferry loads."
    for report, texts in (
        (f"{safe} {unless}", [f"{safe} {unless}"]),
        (f"{safe} {unless[:-1]}:\n\n- or so", [f"{safe} {unless[:-1]}:"]),
        (f"{safe} It is heavy, and stands at the quay.", [safe, "It is heavy, and stands at the quay."]),
        (f"{safe}\n\n{unless}", [safe, unless]),
        (f"{safe} {unless[:-1]}{' again' * 40}.", [safe, f"{unless[:-1]}{' again' * 40}."]),
    ):
        found = digest(user("Sum"), agent(report), user("thanks"))
        assert [claim.text for claim in agent_claims(found.turns[0], found)] == texts


def test_the_reports_of_the_last_turns_are_the_recent_ones():
    """What was said on the way to one is not, nor a report before them."""
    turns = [step for n in range(6) for step in (user(f"Look at {n}"), agent(f"The scale {n} reads the ledger twice."))]
    way = (user("And now?"), agent("The lamp blinks because the fuse is loose."), run("fuse"), agent("The fuse holds."))
    last = digest(*turns, *way)
    found = {claim.text: claim.recent for turn in last.turns for claim in agent_claims(turn, last)}
    assert [n for n in range(6) if found[f"The scale {n} reads the ledger twice."]] == [3, 4, 5]
    assert not found["The lamp blinks because the fuse is loose."]
