"""How the session stopped."""

from __future__ import annotations

from segue.distil.rules.ending import ending
from tests.distil.sessions import agent, digest, edit, interrupted, run, told, user


def test_a_call_without_a_result_is_to_be_verified():
    """Nobody knows whether it happened."""
    found = told(ending(digest(user("go"), agent("I push it now."), run("git push", outcome="unanswered"))))
    assert found[0].startswith("Bash has no result, so verify what it did: `git push`")
    assert "I push it now." in found[0]


def test_a_question_that_an_interruption_cut_off_stays_open():
    found = told(
        ending(
            digest(
                user("does the scale round?"), run("cat scale.py"), interrupted(), user("add the date"), agent("Added.")
            )
        )
    )
    assert "Asked and never answered (interrupted): does the scale round?" in found


def test_a_closing_phrase_is_no_open_question():
    found = told(ending(digest(user("go"), agent("The scale rounds now. Anything else on the list?"))))
    assert not [line for line in found if "question" in line]


def test_a_refused_call_at_the_end_waits_for_the_user():
    found = told(ending(digest(user("go"), run("rm -r build", outcome="rejected"))))
    assert found[0].startswith("Bash was rejected by the user at the end; wait for the user's word: `rm -r build`")


def test_an_offer_that_the_user_accepts_is_taken_up():
    """Even when a refusal comes between the offer and the next words of the agent."""
    offer = agent("The sums are right. Shall I change the export of the invoices as well?")
    yes = [user("yes, but keep its name"), edit("/work/shop/a.py", outcome="rejected")]
    again = user("I said keep it", "rejection")
    assert not [line for line in told(ending(digest(user("go"), offer, *yes, again))) if "never taken up" in line]
    passed_over = told(ending(digest(user("go"), offer, user("print the labels"), agent("Printed."))))
    assert "Offered, never taken up: Shall I change the export of the invoices as well?" in passed_over
