"""What a sentence of the agent's is worth by itself."""

from __future__ import annotations

import pytest

from segue.distil.rules.worth_of_words import sentence_worth
from segue.distil.sentences import Sentence


def worth(text: str) -> float:
    return sentence_worth(Sentence(text, 1))


@pytest.mark.parametrize(
    "named",
    [
        "The real cause is the second scale of the quay.",
        "I was wrong about the second scale of the quay.",
        "Real cause: the second scale of the quay rounds.",
        "What really happens is that the scale rounds up.",
    ],
)
def test_what_it_was_in_so_many_words_weighs_more_than_a_reason(named):
    assert worth(named) > worth("The scale reads it, so the sums stay the same.")


@pytest.mark.parametrize(
    "telling",
    [
        "The scale rounds twice because both tables hold the sum.",
        "I read the sums from the ledger instead of the cache now.",
        "The cache does not hold the sums of the last parcel yet.",
        "The sums were right, but the labels of them were swapped.",
        "The sums turned out to be those of another day of April.",
        "The sums go into the ledger rather than into the cache.",
        "The scale should read the ledger of the parcels at first.",
        "The scale reads the sums of the parcels in `ledger.py` now.",
    ],
)
def test_a_reason_a_change_or_a_denial_weighs_more_than_a_plain_sentence(telling):
    assert worth(telling) > worth("The scale prints the sums of the parcels of each day.")


@pytest.mark.parametrize(
    "empty",
    [
        "The labels of the parcels are printed as expected there.",
        "Run the script of the scale with the parcels of the day.",
        "Files: `scale.py`, `ledger.py`, `labels.py`, `parcels.py`",
        "It prints the sums.",
    ],
)
def test_no_news_a_list_of_names_and_a_fragment_weigh_less(empty):
    assert worth(empty) < worth("The scale prints the sums of the parcels of each day.")


def test_what_names_three_things_weighs_more_than_what_names_one():
    """It says how they hang together; a bare list of them does not."""
    assert worth("`scale.py` reads `ledger.py` through `sums.py` on each day.") > 2 * worth(
        "`scale.py` reads the ledger through the sums on each day."
    )


def test_one_of_several_options_weighs_less_than_a_statement():
    item = "The scale is read from the ledger instead of the cache."
    assert sentence_worth(Sentence(item, 1, bullet=True, stem="Two options:")) < worth(item)
