"""The clauses of a user's message: what each of them is, and what it is worth."""

from __future__ import annotations

import pytest

from segue.distil.rules.clauses import clause_worth, declares, is_rule


@pytest.mark.parametrize("text", ["Do we always round?", "I don't know what it does", "I don't recall adding that"])
def test_a_question_or_a_doubt_is_no_rule(text):
    assert not is_rule(text)


def test_a_user_at_a_loss_binds_nothing():
    """It asks for patience; the same length of a plain wish says more."""
    assert clause_worth("i'm confused by the scale and its sums", 0) < clause_worth(
        "i go on with the scale and its sums", 0
    )


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


def test_lines_of_a_log_declare_nothing_among_others():
    """A program states things too, but not in whole sentences."""
    assert not declares("Staged new file: hello.rb", alone=False) and not declares("New files created", alone=False)
    assert declares("Prices are gross in all shops.", alone=False)
