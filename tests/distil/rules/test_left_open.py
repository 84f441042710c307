"""What was left open in words."""

from __future__ import annotations

import pytest

from segue.distil.rules.left_open import left_open
from tests.distil.sessions import Step, agent, digest, edit, interrupted, run, told, user


def test_a_question_that_an_interruption_cut_off_stays_open():
    found = told(
        left_open(
            digest(
                user("does the scale round?"), run("cat scale.py"), interrupted(), user("add the date"), agent("Added.")
            )
        )
    )
    assert "Asked and never answered (interrupted): does the scale round?" in found


def test_a_closing_phrase_is_no_open_question():
    found = told(left_open(digest(user("go"), agent("The scale rounds now. Anything else on the list?"))))
    assert not [line for line in found if "question" in line]


def test_an_offer_that_the_user_accepts_is_taken_up():
    """Even when a refusal comes between the offer and the next words of the agent."""
    offer = agent("The sums are right. Shall I change the export of the invoices as well?")
    yes = [user("yes, but keep its name"), edit("/work/shop/a.py", outcome="rejected")]
    again = user("I said keep it", "rejection")
    assert not [line for line in told(left_open(digest(user("go"), offer, *yes, again))) if "never taken up" in line]
    other = user("where is the contract of the chandler of the quay")
    assert [line for line in told(left_open(digest(user("go"), offer, other))) if "never taken up" in line]
    inflected = user("changing those is mine, after the ferry")
    assert not [line for line in told(left_open(digest(user("go"), offer, inflected))) if "never taken up" in line]
    passed_over = told(left_open(digest(user("go"), offer, user("print the labels"), agent("Printed."))))
    assert "Offered, never taken up: Shall I change the export of the invoices as well?" in passed_over


def test_the_agents_last_question_is_open():
    """In whatever words it offers."""
    for question in ("Which unit shall the sums have?", "Let me know which unit the sums have."):
        found = told(left_open(digest(user("go"), agent(f"The scale rounds now. {question}"))))
        assert f"Agent, unanswered: {question}" in found


def test_a_last_question_that_names_nothing_keeps_the_sentence_before_it():
    for question in ("Which one do you want?", "Want that?"):
        said = f"The scale rounds up or down. I would start with up. {question} Nothing is changed so far."
        assert told(left_open(digest(user("go"), agent(said)))) == [
            f"Agent, unanswered: I would start with up. {question}"
        ]


def test_a_last_question_that_names_nothing_keeps_the_ways_that_it_means():
    ways = "- keep the scale and weigh twice. It takes a day.\n- leave it to the ferry"
    said = f"After a storm I see two ways:\n\n{ways}\n\nI would take the first. Which one do you want?"
    assert told(left_open(digest(user("go"), agent(said)))) == [
        "Agent had listed: keep the scale and weigh twice.; leave it to the ferry "
        "Agent, unanswered: I would take the first. Which one do you want?"
    ]
    far = said.replace("I would", "The storm is over. The ferry is late. I would")
    assert "listed" not in told(left_open(digest(user("go"), agent(far))))[0]


def test_a_question_that_was_cut_for_its_length_is_told_whole():
    part = "should the label of each parcel say what it weighed on the scale of the quay and on that of the hall"
    rest = "or shall only the heavier of the two count for the ferry, as it did in all the years before this one"
    said = f"While you wait for the ferry: {part}, {part[7:]}, {rest}?"
    assert told(left_open(digest(user("go"), agent(said)))) == [f"Agent, unanswered: {said}"]


def test_a_question_that_was_answered_is_not_open():
    found = told(
        left_open(digest(user("go"), agent("Which unit?"), user("kilograms"), agent("The sums have kilograms.")))
    )
    assert not [line for line in found if "question" in line]


def test_what_the_last_words_leave_to_the_user_is_not_confirmed():
    said = "The scale rounds now. Restart the shop to load the new table."
    found = told(left_open(digest(user("go"), agent(said))))
    assert found == ["Left to the user, not confirmed: Restart the shop to load the new table."]
    assert not list(left_open(digest(user("go"), agent(said), user("done"), agent("Then the sums are right."))))


def test_a_question_that_was_answered_before_the_interruption_is_closed():
    steps = [user("does the scale round?"), agent("It does."), interrupted(), user("add the date"), agent("Added.")]
    assert not [line for line in told(left_open(digest(*steps))) if "never answered" in line]


def test_what_a_report_calls_undone_is_left_open():
    """The newest first; a word in code or in quotes says nothing of the work."""
    undone = "The export of the invoices is not implemented so far."
    found = list(
        left_open(
            digest(user("go"), agent(undone), user("and the labels"), agent("The labels are untested as of now."))
        )
    )
    assert told(found) == [
        "Agent, near the end: The labels are untested as of now.",
        f"Agent, near the end: {undone}",
    ]
    assert found[0].weight > found[1].weight
    assert told(
        left_open(digest(user("go"), agent("The export is half done, and two of its tests are red on purpose.")))
    )
    assert not list(left_open(digest(user("go"), agent("The column is called `pending` in all of the tables."))))


def test_a_report_of_long_ago_leaves_nothing_open():
    """Whatever it called undone was done since, or given up."""
    later = [step for _ in range(6) for step in (user("print the labels"), agent("The labels are printed."))]
    steps = [user("go"), agent("The export of the invoices is not implemented so far."), *later]
    assert not list(left_open(digest(*steps)))


def test_an_offer_that_the_next_message_speaks_of_is_taken_up():
    offer = agent("The sums are right. Shall I change the export of the invoices as well?")
    found = told(left_open(digest(user("go"), offer, user("leave the invoices for May"), agent("They stay."))))
    assert not [line for line in found if "never taken up" in line]


def test_a_session_that_ended_well_leaves_nothing():
    assert not list(
        left_open(digest(user("go"), run("make test"), agent("The scale rounds now and every sum is right.")))
    )
    assert not list(left_open(digest()))


def test_any_question_in_the_last_words_is_open():
    assert told(left_open(digest(user("go"), agent("The scale rounds. Is that the unit you had in mind?")))) == [
        "Agent, unanswered: Is that the unit you had in mind?"
    ]


@pytest.mark.parametrize("said", ["Run it now.", f"Run the export {'of the parcels ' * 15}again."])
def test_words_too_short_or_too_long_to_act_on_are_not_left_to_the_user(said):
    assert not list(left_open(digest(user("go"), agent(said))))


@pytest.mark.parametrize(
    ("asked", "open_end"),
    [
        ("does the scale round?", True),
        ("add the date", False),
        ("ok?", False),
        (f"does the scale round? {'I weigh parcels with it every day. ' * 12}", False),
        ("ERROR: what is scale.py?", False),
    ],
)
def test_a_refusal_leaves_a_real_question_open(asked, open_end):
    """Not a wish, a nod, a long story or a pasted line."""
    steps = [user(asked), run("make ship", outcome="rejected"), user("add the date"), agent("Added.")]
    assert any("never answered" in line for line in told(left_open(digest(*steps)))) is open_end


def test_a_question_whose_turn_just_ended_is_not_called_interrupted():
    steps = [user("does the scale round?"), run("cat scale.py"), user("add the date"), agent("Added.")]
    assert not [line for line in told(left_open(digest(*steps))) if "never answered" in line]


@pytest.mark.parametrize(
    "said", ["Still open: sums.", "Shall I look at what is pending in the export of the invoices?"]
)
def test_a_fragment_or_a_question_is_not_left_open_by_a_report(said):
    found = told(left_open(digest(user("go"), agent(said), user("print the labels"), agent("Printed them all."))))
    assert not [line for line in found if "near the end" in line]


@pytest.mark.parametrize(
    "said",
    [
        "I can change the export of the invoices as well.",
        "Does the export of the invoices look right now?",
        "Shall I go on?",
        "Would you like anything else changed in the export of invoices?",
    ],
)
def test_only_a_real_offer_can_be_passed_over(said):
    found = told(left_open(digest(user("go"), agent(said), user("print the labels"), agent("Printed them all."))))
    assert not [line for line in found if "never taken up" in line]


def test_a_question_that_was_broken_off_and_asked_in_other_words_is_not_open():
    """In the next message, or in the one after it when that one had no answer either."""
    broken = [user("does the scale round only?"), interrupted()]
    again = [user("is it true that the scale rounds every parcel"), agent("It is.")]
    for between in ([], [user("hm wait"), interrupted()]):
        assert not [line for line in told(left_open(digest(*broken, *between, *again))) if "never answered" in line]
    other = [user("add the date"), agent("Added.")]
    assert [line for line in told(left_open(digest(*broken, *other, *again))) if "never answered" in line]


@pytest.mark.parametrize("answer", ["no, ignore that", "not now", "never mind, print the labels"])
def test_an_offer_that_the_user_turns_down_was_not_passed_over(answer):
    offer = agent("The sums are right. Shall I change the export of the invoices as well?")
    found = told(left_open(digest(user("go"), offer, user(answer), agent("Fine."))))
    assert not [line for line in found if "never taken up" in line]


def test_an_offer_to_run_what_was_run_later_is_taken_up():
    offer = agent(
        "The check is written:\n```\n./weigh.sh --all\n```\nWould you like me to run it now, or change the unit first?"
    )
    steps = [user("go"), offer, user("it knows no ounces"), agent("It does now.")]
    assert [line for line in told(left_open(digest(*steps))) if "never taken up" in line]
    ran = [user("and now?"), run("./weigh.sh --all 2>&1 | tail"), agent("It passes.")]
    assert not [line for line in told(left_open(digest(*steps, *ran))) if "never taken up" in line]


def test_open_questions_are_nothing_for_the_user_to_open():
    said = agent("The scale rounds.\n\nOpen questions for the weeks to come")
    assert not [line for line in told(left_open(digest(user("go"), said))) if "Left to the user" in line]


def offered(*then: Step) -> bool:
    offer = agent("Summed. Shall I look into what it would take to round the sums of a whole week?")
    steps = [user("Sum"), offer, user("why is the ledger empty then?"), agent("It is written at night."), *then]
    return any("never taken up" in line for line in told(left_open(digest(*steps))))


def test_an_offer_that_the_user_comes_back_to_later_is_taken_up():
    other = [user("print the labels"), agent("Printed.")]
    assert offered(*other)
    assert not offered(*other, *other, user("now round the week's sums"), agent("Rounded."))
    assert not offered(user("yeah let's do that then"), agent("Done."))


def test_a_question_on_which_work_was_done_before_the_stop_is_not_called_unanswered():
    asks, stop = user("can we round the sums?"), interrupted()
    after = [user("add the date"), agent("Added.")]
    assert any("never answered" in line for line in told(left_open(digest(asks, run("cat a.py"), stop, *after))))
    assert not any("never answered" in line for line in told(left_open(digest(asks, edit("a.py"), stop, *after))))


def test_a_title_that_is_told_already_is_not_told_twice():
    said = "1. The lower bound. It's `RT_MIN` in the scale. If it is 150, all labels have to be printed anew."
    [line] = told(left_open(digest(user("what is left?"), agent(said))))
    assert line.count("in the scale") == 1


@pytest.mark.parametrize(
    "heading", ["Open questions for future consideration", "Known issues and remaining follow-ups"]
)
def test_a_heading_is_nothing_that_was_left_open(heading):
    said = agent(f"I wrote the plan, with:\n\n- {heading}\n- the sums of a week are still open, as nobody weighed them")
    found = [line for line in told(left_open(digest(user("plan it"), said))) if "near the end" in line]
    assert len(found) == 1 and "sums of a week" in found[0]


def test_what_pends_by_its_nature_is_not_open():
    """A pending interrupt, or something that is suspended."""
    said = "Suspending the scale has the same flaw: the pending label already holds the printer of the quay."
    assert not [one for one in told(left_open(digest(user("go"), agent(said)))) if "near the end" in one]


def test_sentences_that_follow_each_other_stay_together():
    """The second means the first; what announced them is said once."""
    said = agent(
        "Open, not verified:\n\n- the ferry is not yet weighed. It has not run since May.\n- the quay is untested"
    )
    found = [line for line in told(left_open(digest(user("go"), said))) if "near the end" in line]
    assert len(found) == 1 and found[0].count("Open, not verified:") == 1 and "It has not run since May" in found[0]


@pytest.mark.parametrize(
    "said", ["Run 13 of the twenty did not get as far.", "Open: the answer of the ferry to the quay"]
)
def test_a_run_and_what_is_open_are_no_order_to_the_user(said):
    assert not [line for line in told(left_open(digest(user("go"), agent(said)))) if "Left to the user" in line]


def test_what_was_changed_since_is_no_longer_open():
    loose = agent("Not yet: the log of the `scale` is used but not defined in `config/log.py`.")
    done = [edit("/work/shop/config/log.py"), agent("It is defined now.")]
    for then, open_ in ((done, 0), ([agent("I look at it tomorrow.")], 1)):
        found = told(left_open(digest(user("go"), loose, user("do the log"), *then)))
        assert len([line for line in found if "near the end" in line]) == open_


def test_what_is_left_is_open_if_that_was_asked():
    """However it is said; of another list only what says that it is open."""
    said = agent("Two things:\n\n- The answer of the ferry, for the quay.\n- The labels of May, on both printers.")
    for ask, open_ in (("what is left before we ship?", 2), ("what did ole say?", 0)):
        found = told(left_open(digest(user("go"), agent("Gone."), user(ask), said)))
        assert sum("near the end" in line for line in found) == open_
        assert ("The answer of the ferry" in " ".join(found)) == bool(open_)


def test_a_long_announcement_does_not_make_its_items_open():
    said = agent("On the branch of the quay, not committed by now:\n\n- it prints each label of the ferry once a day")
    assert not [line for line in told(left_open(digest(user("go"), said))) if "near the end" in line]


def test_an_item_is_told_with_its_title():
    said = agent("Left open:\n\n- **The ferry, 12 January.** If the quay opens later, its days have not been weighed.")
    (found,) = [line for line in told(left_open(digest(user("go"), said))) if "near the end" in line]
    assert found.endswith("The ferry, 12 January. If the quay opens later, its days have not been weighed.")
