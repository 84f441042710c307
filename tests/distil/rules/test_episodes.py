"""One finding a user message."""

from __future__ import annotations

import pytest

from segue.distil.rules.episodes import episodes
from segue.distil.rules.words_of_user import corrective
from tests.distil.sessions import agent, digest, edit, told, user


def test_the_reply_to_a_correction_stands_in_its_entry():
    """What was wrong, and why, in one place."""
    found = list(
        episodes(
            digest(
                user("Sum the parcels"),
                agent("I summed them per day."),
                user("no, sum them per parcel"),
                agent("You're right, the daily sum hides a parcel that is weighed twice."),
                user("now print the invoices of April too"),
            )
        )
    )
    correction = next(f for f in found if f.kind == "correction")
    assert "no, sum them per parcel" in told([correction])[0]
    assert "weighed twice" in told([correction])[0]


def test_a_standing_rule_is_a_constraint():
    """Rules belong under Basics, even without an answer."""
    steps = [
        user("Sum them"),
        agent("Done."),
        user("Always round to two digits."),
        agent("Noted."),
        user("Print April"),
    ]
    assert [told([f]) for f in episodes(digest(*steps)) if f.kind == "constraint"] == [["Always round to two digits."]]


def test_a_question_overrules_only_when_the_agent_gives_way():
    """And even then it is called a question."""
    told_before = [user("Sum the parcels"), agent("I look at the suffix to tell whether it is a binary.")]
    question = user("doesn't git know if it is a binary file?")
    assert corrective(digest(*told_before, question, agent("It does not.")).turns[1]) < 0.5
    found = list(episodes(digest(*told_before, question, agent("Good catch, git knows."), user("print it"))))
    assert [c.lead for f in found for c in f.claims if c.verbatim and "binary" in c.text] == [
        "User asked, agent gave way:"
    ]


def test_a_review_passed_on_is_not_the_users_correction():
    """It is told as reported; as corrected too when the agent gave way and edited."""
    review = "The gosec comment is inaccurate: the name is passed from the command line, not derived. " * 3
    start = [user("Sum the parcels"), agent("Summed.")]
    acted = list(episodes(digest(*start, user(review), agent("Good catch."), edit("/work/shop/a.py"), user("next"))))
    assert {(f.kind, c.lead) for f in acted for c in f.claims if "gosec" in c.text and c.verbatim} == {
        ("correction", "Reported and corrected:")
    }
    left = list(episodes(digest(*start, user(review), agent("I see."), user("next"))))
    assert {f.kind for f in left for c in f.claims if "gosec" in c.text and c.verbatim} == {"decision"}


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Never touch the numbers that are stored.", "constraint"),
        ("can we write a summary and keep it in the repo", "decision"),
        ("wait i want to test setup", "decision"),
    ],
)
def test_only_a_standing_directive_is_a_rule(said, kind):
    found = list(episodes(digest(user("Sum the parcels"), agent("Summed."), user(said), agent("Done."), user("next"))))
    assert [f.kind for f in found for c in f.claims if c.text == said] == [kind]


def test_a_cause_found_in_the_turn_of_a_rule_is_a_conclusion():
    """The rule stays with the rules."""
    cause = "The cause: the scale rounds half to even, so the sums differ."
    found = list(episodes(digest(user("Never touch the stored sums."), agent(cause), user("next"))))
    assert [(f.kind, c.text) for f in found for c in f.claims][:2] == [
        ("constraint", "Never touch the stored sums."),
        ("decision", cause),
    ]


def test_a_turn_says_which_files_it_changed():
    """Where a decision can be looked up."""
    found = told(
        episodes(digest(user("Round the sums, please"), edit("/work/shop/scale.py"), agent("Done."), user("next")))
    )
    assert found[0].endswith("Edited: scale.py")


@pytest.mark.parametrize(("said", "shown"), [("sounds good, go on", False), ("yes, but in cents", True)])
def test_a_nod_is_not_quoted(said, shown):
    found = told(episodes(digest(user("Sum"), agent("Summed per day."), user(said), agent("Done."), user("next"))))
    assert any(said in line for line in found) is shown
