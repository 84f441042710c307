"""Patterns that are compiled when first used."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import segue
from segue.patterns import Late, late


def test_a_late_pattern_answers_as_a_compiled_one_does():
    words = late(r"(?P<first>\w+) (\w+)", re.IGNORECASE)
    now = re.compile(r"(?P<first>\w+) (\w+)", re.IGNORECASE)
    text = "one two, three four"
    assert words.findall(text) == now.findall(text)
    assert words.sub(r"\2", text) == now.sub(r"\2", text)
    assert words.match(text, 3) is None and words.search(text, 3)
    assert words.groupindex == now.groupindex and words.flags == now.flags


def test_a_pattern_is_compiled_when_it_is_asked_and_not_before():
    wrong = late("(")
    with pytest.raises(re.error):
        wrong.search("")


def test_every_late_pattern_of_ours_is_a_pattern():
    """What `re.compile` would have refused when its module was loaded."""
    modules = (info.name for info in pkgutil.walk_packages(segue.__path__, "segue."))
    found = [
        value
        for name in modules
        if name != "segue.__main__"
        for value in vars(importlib.import_module(name)).values()
        if isinstance(value, Late)
    ]
    assert len([pattern.search for pattern in found]) > 50
