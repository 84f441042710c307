"""A session that began with a brief: what is left of the turn that brought it."""

from __future__ import annotations

import pytest

from segue.deliver.message import named
from segue.distil.earlier import collapsed
from segue.session.records import Glance, Said, Session

BRIEF = "brief-1794736800000-a1b2c3"
GOAL = "Make the parser total."


def session(*turns: str) -> Session:
    items = tuple(Said(line=n, role="user", text=text) for n, text in enumerate(turns, 1))
    return Session(glance=Glance(agent="aider", id="s", path="", title=turns[0][:80]), items=items)


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [("", "", GOAL), ("Mind the lexer.\n", "\nAnd hurry.", f"Mind the lexer.\n{GOAL}\nAnd hurry.")],
)
def test_a_line_that_names_a_briefs_file_becomes_its_goal(before: str, after: str, left: str) -> None:
    """A brief by file stands in no turn; the line is ours, what stands around it is the user's."""
    told = collapsed(session(f"{before}{named('/x/brief.md', BRIEF)}{after}", "Go on."), BRIEF, "the text", GOAL)
    assert [item.text for item in told.items if isinstance(item, Said)] == [left, "Go on."]
    assert before or told.glance.title == GOAL


def test_a_line_that_names_another_brief_stays() -> None:
    line = named("/x/brief.md", "brief-2-b")
    assert collapsed(session(line), BRIEF, "the text", GOAL).items == session(line).items
