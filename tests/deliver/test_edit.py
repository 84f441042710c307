"""A brief that the user changed passes the gate again and says so."""

from __future__ import annotations

import pytest

from segue.deliver.edit import MARK, passed
from segue.errors import BriefError, Cancelled
from tests.channel.kit import AWS

BRIEF = "> frame\n\n# Handoff: x\n\n**Brief:** brief-1-a  \n**From:** claude  \n\n## Goal\n\n> go\n"


def test_an_unchanged_brief_is_not_marked():
    assert passed(BRIEF, BRIEF) == BRIEF


def test_a_changed_brief_is_marked_once_in_its_head():
    changed = passed(BRIEF.replace("## Goal", "## My own heading"), BRIEF)
    assert changed.split("\n")[5] == MARK and "## My own heading" in changed
    assert passed(changed + "more\n", changed).count(MARK) == 1


def test_a_mark_survives_a_head_that_was_taken_away():
    assert passed("only this\n", BRIEF) == f"{MARK}\nonly this\n"


def test_a_secret_is_refused_without_showing_it():
    with pytest.raises(BriefError) as refused:
        passed(BRIEF + f"key {AWS}\n", BRIEF)
    assert AWS not in str(refused.value) and "line 11" in str(refused.value)


def test_control_characters_are_taken_out():
    assert "\x1b" not in passed(BRIEF + "a\x1b[31mb\r\n", BRIEF)


def test_too_long_needs_force():
    with pytest.raises(BriefError, match="hard cap"):
        passed(BRIEF + "word " * 10_000, BRIEF)
    assert passed(BRIEF + "word " * 10_000, BRIEF, force=True)


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_emptied_brief_is_a_cancelled_one(text):
    with pytest.raises(Cancelled, match="nothing was sent"):
        passed(text, BRIEF)
