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


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("Never touch the schema files.", "forget what i said about the schema files"),
        ("You must not edit the generated files.", "scratch that, forget what i said about generated files"),
        ("Never use mocks in the integration tests.", "forget about the mocks"),
        ("Never use mocks in the integration tests.", "actually mocks in the integration tests are fine after all"),
        (
            "Never use mocks in the integration tests.",
            "on second thought, mocks are allowed in the integration tests from now on",
        ),
        (
            "Don't use tabs in the sources of this repo.",
            "changed my mind, from now on tabs in the sources of this repo",
        ),
        ("Don't add tables to the docs.", "ok, tables are fine"),
        ("We must not log user emails.", "ok, emails are fine"),
        ("Never name it parser, call it loader.", "actually call it parser"),
        ("Never call the billing api from tests.", "from now on the tests hit the billing api, actually"),
        ("Please keep the folders.", "ok then no folders now"),
        (
            "Use tabs in every source file. Never touch the vendor folder.",
            "actually use spaces instead of tabs in every source file",
        ),
        (
            "never use npm, use pnpm for the scripts in package",
            "switch to npm instead of pnpm for scripts in the package",
        ),
    ],
)
def test_a_rule_is_taken_back_in_many_words(rule, later):
    assert overrules(later, rule)


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        (
            "Never change the public function names of the parser module.",
            "looks good. actually, list the public function names of the parser module in the readme",
        ),
        ("Never skip a failing test.", "ignore the failing test for now, it is being fixed upstream"),
        ("Do not put secrets in the config file.", "ok, config is fine. go on"),
        ("Never change the config.", "ok, config is fine. now change the title"),
        ("Keep the tests.", "run it without tests, please"),
        ("The migrations stay.", "without migrations, what would break?"),
        (
            "Don't use jQuery in the dashboard pages of the shop.",
            "the user guide should mention the dashboard pages of the shop, actually",
        ),
    ],
)
def test_what_only_speaks_of_the_same_thing_takes_nothing_back(rule, later):
    assert not overrules(later, rule)
