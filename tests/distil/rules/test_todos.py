"""What the last todo list left undone."""

from __future__ import annotations

from segue.distil.rules.todos import FROM_OLD
from segue.distil.rules.todos import todos as todo_rule
from tests.distil.sessions import agent, digest, edit, todos, told, user


def test_what_the_last_list_left_undone():
    steps = [todos(("sum", "pending")), todos(("sum", "done"), ("round", "active"), ("print", "pending"))]
    assert told(todo_rule(digest(user("go"), *steps))) == ["Half done: round", "To do: print"]


def test_what_is_half_done_weighs_more_than_what_was_not_begun():
    found = list(todo_rule(digest(user("go"), todos(("print", "pending"), ("round", "active")))))
    assert {f.kind for f in found} == {"todo"} and found[1].weight > found[0].weight
    assert [f.claims[0].pointers[0].line for f in found] == [2, 2]


def test_a_point_stands_where_its_words_do():
    """Claude's TaskUpdate names a task by its number only."""
    (found,) = todo_rule(digest(user("go"), todos(("round", "pending")), todos(("round", "pending", 2))))
    assert found.claims[0].pointers[0].line == 2


def test_a_list_that_was_worked_off_and_no_list_leave_nothing():
    assert not list(todo_rule(digest(user("go"), todos(("sum", "pending")), todos(("sum", "done")))))
    assert not list(todo_rule(digest(user("go"))))


def test_a_long_list_is_told_by_its_first_points():
    found = told(todo_rule(digest(user("go"), todos(*((f"part {n}", "pending") for n in range(12))))))
    assert found == [f"To do: part {n}" for n in range(8)]


def test_a_point_is_one_line():
    (found,) = told(todo_rule(digest(user("go"), todos((f"sum\n  them {'again ' * 60}", "pending")))))
    assert found.startswith("To do: sum them again") and "\n" not in found and len(found) < 210


def test_of_an_old_list_only_what_did_not_come_up_again_is_told():
    """Nobody ticks off a list of two turns ago; what was said or done since tells more."""
    listed = todos(("Round the weights per parcel", "active"), ("Print the labels anew", "pending"))
    later = [
        agent("Ok."),
        user("go on"),
        edit("scale.py", new="weights = rounded(weights)  # per parcel"),
        user("and?"),
    ]
    assert told(todo_rule(digest(user("go"), listed, *later))) == [f"{FROM_OLD} Print the labels anew"]
    assert len(told(todo_rule(digest(user("go"), listed, *later[:-1])))) == 2
    open_still = agent("Still open: I could not round the weights per parcel yet, nor print the labels anew.")
    assert len(told(todo_rule(digest(user("go"), listed, user("ok"), open_still, user("thanks"))))) == 2
