"""Words that are looked for before a pattern is asked: one of them stands in all that the pattern finds."""

from __future__ import annotations

import importlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segue.distil.signals import has

PAIRS = [
    ("rules.put_off", "_PUT_OFF", "_HINTS"),
    ("rules.in_passing", "_ASIDE", "_HINTS"),
    ("rules.in_passing", "_BESIDES", "_HINTS"),
    ("rules.since", "_OF_THE_MOMENT", "_PASSING"),
    ("rules.since", "_BROKE", "_HINTS"),
    ("rules.corrections", "_TURNS_DOWN", "_TURNING_DOWN"),
    ("reversal", "_TURNS", "_HINTS"),
    ("reversal", "_TAKES_BACK", "_HINTS"),
    ("reversal", "_ALLOWS", "_HINTS"),
    ("reversal", "_WITHOUT", "_HINTS"),
    ("reversal", "_NAMES", "_HINTS"),
    ("rules.words_of_user", "_WAITS", "_WAITING"),
    ("rules.options", "_TAKES", "_TAKING"),
    ("signals", "NO_HELP", "NO_HELP_HINTS"),
]


@pytest.mark.parametrize(("module", "pattern", "hints"), PAIRS, ids=lambda part: part)
@settings(max_examples=150, deadline=None, database=None, derandomize=True)
@given(data=st.data())
def test_what_a_pattern_finds_holds_one_of_its_hints(module, pattern, hints, data):
    known = importlib.import_module(f"segue.distil.{module}")
    asked = getattr(known, pattern)
    compiled = re.compile(asked.pattern, (asked.flags & ~re.U) | re.A)
    found = data.draw(st.from_regex(compiled, alphabet=st.characters(max_codepoint=126, min_codepoint=32)))
    assert has(getattr(known, hints), found.lower()), found
