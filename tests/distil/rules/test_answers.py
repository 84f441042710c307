"""A question that the agent put with its own tool, and what the user chose."""

from __future__ import annotations

import pytest

from segue.brief.render import entry
from segue.distil.rules.answers import answers
from segue.distil.rules.episodes import episodes
from tests.distil.sessions import agent, asked, digest, told, user


def test_an_answer_is_told_with_its_question():
    """Two at once, each with its own; nothing is paired when the numbers differ."""

    def found(reply: str) -> list[str]:
        return told(answers(digest(user("Weigh it"), asked("Which scale? / Which unit?", reply))))

    assert found("The old one; Kilograms") == [
        "Agent asked: Which scale? User chose: The old one",
        "Agent asked: Which unit? User chose: Kilograms",
    ]
    assert found("The old one") == []


def test_question_and_answer_each_point_at_their_own_record():
    """And the answer is the user's word, to the letter."""
    (found,) = answers(digest(user("Weigh it"), asked("Which scale?", "The old one")))
    assert (found.kind, found.origin) == ("decision", "user")
    assert [(claim.pointers[0].line, claim.verbatim) for claim in found.claims] == [(2, False), (3, True)]


def test_a_choice_and_a_note_to_one_question_are_quoted_apart():
    """They stand apart in the record."""
    (found,) = answers(digest(user("Weigh it"), asked("Which scale?", "The old one; but dust it")))
    assert entry(found) == '- Agent asked: Which scale? (L2)\n  User chose: "The old one" … "but dust it" (L3)'


@pytest.mark.parametrize("question", ["Pick a scale", f"Which {'very ' * 50}old scale?"])
def test_what_is_no_question_or_too_long_for_an_entry_is_not_paired(question):
    assert not list(answers(digest(user("Weigh it"), asked(question, "The old one"))))


def test_a_typed_reply_is_no_answer_of_the_tool():
    """It is told as what it is: the user's message."""
    assert not list(answers(digest(user("Weigh it"), agent("Which scale?"), user("The old one"))))


def test_a_paired_answer_is_told_once():
    """Not again as the message of a turn."""
    found = digest(user("Weigh it"), asked("Which scale?", "The old one"), agent("Done."), user("next"))
    assert not [line for line in told(episodes(found)) if "The old one" in line]
