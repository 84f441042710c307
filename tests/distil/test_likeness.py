"""How much a sentence is like a standing rule."""

from __future__ import annotations

import pytest

from segue.distil.likeness import LIKELY, SURELY, TENTHS, features, ruling, table


@pytest.mark.parametrize(
    "text",
    [
        "Never commit straight to the release branch.",
        "please keep the public API as it is, three teams import it",
        "anything under third_party/ is not ours to change",
        "we only ever log in UTC here",
        "the watch app has to stay below 40 MB",
        "no new dependencies without asking me first",
    ],
)
def test_what_people_call_a_rule_is_surely_one(text):
    assert ruling(text) > SURELY


@pytest.mark.parametrize(
    "text",
    [
        "it never worked on my machine",
        "can you add a flag for that?",
        "the tests always fail on the second run",
        "thanks, looks good",
        "ERROR: must not be empty",
        "I only changed two files yesterday",
    ],
)
def test_reports_and_requests_are_none_whatever_words_are_in_them(text):
    assert ruling(text) < LIKELY


def test_what_is_announced_counts_for_itself():
    """Words before a colon are not the rule's."""
    rule = "never push anything to the main branch"
    assert ruling(f"So that's her list, and one remark of mine on the whole of it: {rule}") >= ruling(rule)


@pytest.mark.parametrize("text", ["", "   ", "?!", "1234", "重さ", "a" * 5000, "\ud83d"])
def test_any_text_has_a_likeness(text):
    assert 0 <= ruling(text) <= 1


def test_a_page_of_words_has_one_too():
    """Thousands of words that speak against a rule are no more than certain, and so are those that speak for one."""
    against, favour = (" ".join(w for w, n in table().items() if n * sign > 0) for sign in (-1, 1))
    assert 0 <= ruling(against * 3) < 0.01 and 0.99 < ruling(favour * 3) <= 1


def test_every_entry_of_the_table_is_something_that_a_sentence_may_have():
    """And a weight that matters: the table is small enough to read with every brief."""
    known = set(features("Never do that, please: 12 of 40 ((((%%%%")) | {"<abroad>", "<short>", "<long>", "<digits>"}
    signs = {name for name in table() if name.startswith("<")}
    assert signs <= known | {"<odd>", "<order>", "<says so>", "<explicit>"}
    assert len(table()) < 20_000 and all(abs(weight) < 10 * TENTHS for weight in table().values())
