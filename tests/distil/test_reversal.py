"""The user's last word wins."""

from __future__ import annotations

import pytest

from segue.distil.reversal import reversal_in

RULE = "Always print the labels of the parcels in two columns."


def overrules(later: str, earlier: str = RULE) -> bool:
    found = reversal_in(9, later)
    return found is not None and found.overrules(earlier)


@pytest.mark.parametrize(
    "later",
    [
        "forget what I said about the labels",
        "never mind the labels",
        "actually, print the labels of the parcels in one column",
        "from now on print labels for parcels without columns",
    ],
)
def test_a_word_taken_back_is_known(later):
    assert overrules(later)


@pytest.mark.parametrize(
    "later",
    [
        "forget what I said about the invoices",
        "print the labels of the parcels in one column",
        "actually, print the invoices",
        "the labels of the parcels look good in two columns",
    ],
)
def test_another_matter_and_words_without_a_change_take_nothing_back(later):
    assert not overrules(later)


def test_a_new_name_replaces_the_old_one():
    assert overrules("name it ledger", "call it book")
    assert not overrules("name it ledger", "print the book")


def test_a_long_message_is_a_description():
    assert reversal_in(9, f"forget what I said about the labels {'and so on ' * 50}") is None


@pytest.mark.parametrize("rule", ["I don't want lock tables in the reporting db.", "without another table if possible"])
def test_what_the_user_gives_in_to_is_no_longer_forbidden(rule):
    assert overrules("ok, one table is fine. How long is the lease?", rule)
    assert overrules("hm, then tables are okay", rule)
    for other in ("ok, that is fine", "ok, one column is fine", "is a table fine?", "the plan says one table is fine"):
        assert not overrules(other, rule)
    assert not overrules("ok, one table is fine", "keep every table below a page")


@pytest.mark.parametrize("rule", ["folders stay", "and keep the folders, they sort by name"])
def test_what_the_user_wants_gone_does_not_stay(rule):
    assert overrules("asked around, nobody makes them. so no folders either, just hearts", rule)
    assert overrules("drop the folders", rule)
    for other in ("no folders on the small screen yet", "no tabs either", "no idea.", "leave it"):
        assert not overrules(other, rule)
    assert not overrules("no folders either", "keep folders out of it")
    assert not overrules("no folders either", "no extra packages please, the app must stay quick. folders stay")
