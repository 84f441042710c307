"""Tables of phrases."""

from __future__ import annotations

import re

import pytest

from segue.distil import pasted, signals
from segue.distil.rules import corrections

TABLES = {
    f"{room.__name__}.{name}": getattr(room, name)
    for room, names in (
        (signals, ("STRONG_RULE", "CORRECTION", "WISH", "LOST", "RULE")),
        (corrections, ("_OBJECTS", "_DENIES", "_HESITATES")),
        (pasted, ("_VOICE", "_FIRST")),
    )
    for name in names
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_is_asked_of_small_letters_has_no_capitals(name):
    assert not re.search(r"[A-Z]", re.sub(r"\\[A-Z]", "", TABLES[name]))


@pytest.mark.parametrize("text", ["We must not push.", "We MUST NOT push.", "we must not push."])
def test_capitals_make_no_difference(text):
    assert signals.says("must not", text)


def test_only_whole_words_count():
    assert not signals.says("must", "mustard")
    assert not signals.says("must", "must-have")
