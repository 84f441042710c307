"""The user's own words: corrections, rules and wishes."""

from __future__ import annotations

import pytest

from segue.distil.rules.words_of_user import clause_worth, corrective, declares, is_rule, user_claims
from tests.distil.sessions import agent, digest, user


@pytest.mark.parametrize(
    "objection",
    [
        "no, the total is per parcel",
        "that's not what I asked for",
        "revert this please",
        "but I thought totals were rounded",
    ],
)
def test_an_objection_to_the_agent_is_a_correction(objection):
    """By its own words, right after the agent spoke."""
    found = digest(user("Sum the parcels"), agent("I summed them per day."), user(objection), agent("Changed it."))
    assert corrective(found.turns[1]) >= 0.5


@pytest.mark.parametrize(
    "plain", ["what does the scale print?", "can you also add the date", "great, now the invoices"]
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


@pytest.mark.parametrize("text", ["Do we always round?", "I don't know what it does", "I don't recall adding that"])
def test_a_question_or_a_doubt_is_no_rule(text):
    assert not is_rule(text)


def test_each_point_of_a_review_is_told_by_its_first_sentence():
    """It names a file and a line, as a log does, and says what is wrong."""
    review = "\n".join(
        f"{n}. High: src/part{n}.go:4{n} drops the lock before the last write of part {n}. It was there for a reason "
        "that the comment above it explains at some length, and callers rely on it."
        for n in (1, 2, 3)
    )
    found = digest(user("Sum the parcels"), agent("Done."), user(review), agent("Fixed all three."))
    claims = user_claims(found.turns[1], found, set())
    heads = [claim.weight for claim in claims if claim.text.startswith("High")]
    assert len(heads) == 3 and min(heads) > max(c.weight for c in claims if not c.text.startswith("High"))


def test_a_user_at_a_loss_binds_nothing():
    """It asks for patience; the same length of a plain wish says more."""
    assert clause_worth("i'm confused by the scale and its sums", 0) < clause_worth(
        "i go on with the scale and its sums", 0
    )


def test_a_pasted_document_does_not_fill_the_brief():
    """Each further rule of it is worth less; the first is worth as much as ever."""
    rules = [f"Never ship parcel {n} before gate {n} is closed and label {n} is on it, please." for n in range(30)]
    found = digest(user("Sum"), agent("Summed."), user("\n".join(rules)), agent("Read."), user("next"))
    weights = sorted((c.weight for c in user_claims(found.turns[1], found, set())), reverse=True)
    assert len(weights) == len(rules)
    assert weights[10] < 0.2 * weights[0]


@pytest.mark.parametrize(
    "text",
    ["Feature flags default to off.", "config wins over environment", "Branch names begin with the ticket number."],
)
def test_a_plain_statement_of_the_users_is_how_things_shall_be(text):
    """Said alone, without an order in it: it is worth more than news, and more than a question."""
    assert clause_worth(text, 0, alone=True) > clause_worth("the tests fail on the build server now", 0, alone=True)
    assert clause_worth(text, 0, alone=True) > clause_worth("what does the flag in the config do?", 0, alone=True)


@pytest.mark.parametrize(
    "text", ["it works now", "the build failed again", "can you look at it", "I see the error too"]
)
def test_news_and_requests_declare_nothing(text):
    assert not declares(text)


def test_a_short_rule_is_not_joined_to_what_follows_it():
    """Of a long message, "It must work offline." stands alone."""
    long = "The job ran at two and took a minute, as before. " * 8
    found = digest(user("go"), agent("Done."), user(f"{long}It must work offline. {long}"), agent("Noted."))
    assert "It must work offline." in [claim.text for claim in user_claims(found.turns[1], found, set())]
