"""What the last todo list left undone."""

from __future__ import annotations

from segue.distil.rules.todos import todos as todo_rule
from tests.distil.sessions import digest, todos, told, user


def test_what_the_last_list_left_undone():
    steps = [todos(("sum", "pending")), todos(("sum", "done"), ("round", "active"), ("print", "pending"))]
    assert told(todo_rule(digest(user("go"), *steps))) == ["Half done: round", "To do: print"]
