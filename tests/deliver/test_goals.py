"""Goals that say too little are answered with an example from the session itself."""

from __future__ import annotations

import pytest

from segue.deliver.goals import example, vague
from segue.session.records import Call, FileTouch, Glance, Said, Session, Todo


@pytest.mark.parametrize(
    "goal",
    ["continue", "fix it", "go on", "Continue.", "please continue with the work", "pick up where we left off", "ok",
     "fix the bugs please", "finish what you started", "add tests"],
)  # fmt: skip
def test_a_goal_that_names_nothing_is_vague(goal):
    assert vague(goal)


@pytest.mark.parametrize("goal", ["", "  ", "finish the parser", "fix the login test", "continue with the migration"])
def test_a_goal_that_names_something_or_no_goal_at_all_is_fine(goal):
    assert not vague(goal)


def session(*items: object) -> Session:
    return Session(glance=Glance(agent="claude", id="s", path="/s"), items=items)  # type: ignore[arg-type]


def test_the_example_is_what_is_open_in_the_file_that_was_touched_last():
    todos = (Todo("handle empty input", "done"), Todo('write the "changelog"', "pending"))
    call = Call(line=2, name="Edit", act="edit", todos=todos, files=(FileTouch("/w/src/parser.py", "edited"),))
    said = Said(line=1, role="user", text="Make it total.")
    assert example(session(said, call)) == (
        "segue handoff \"write the 'changelog' in parser.py; do not change anything else\""
    )


def test_without_a_list_the_last_clear_request_is_the_example():
    said = [
        Said(line=1, role="user", text="Make the parser total. Then rest."),
        Said(line=2, role="user", text="go on"),
    ]
    assert "Make the parser total;" in example(session(*said))


def test_an_example_holds_no_secret():
    key = "AKIA" + "Q7ZT3MXW2LRN5VKD"
    assert key not in example(session(Said(line=1, role="user", text=f"Deploy with the key {key} to the server")))
