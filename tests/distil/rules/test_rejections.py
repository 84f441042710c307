"""What the user refused to let happen."""

from __future__ import annotations

import pytest

from segue.distil.rules.rejections import rejections
from tests.distil.sessions import agent, call, digest, edit, run, told, user


def test_a_refused_edit_is_a_dead_end():
    """With the path as the project knows it; what only looks is none."""
    steps = [edit("/work/shop/a.py", outcome="rejected"), run("cat b.py", outcome="rejected"), agent("I leave it.")]
    assert told(rejections(digest(user("go"), *steps, user("ok"), run("make")))) == [
        "Rejected by the user: Edit of `a.py`"
    ]


def test_a_refused_command_is_told_as_it_would_have_run():
    found = told(rejections(digest(user("go"), run("make ship", outcome="rejected"), run("make"))))
    assert found == ["Rejected by the user: Bash `make ship`"]


def test_a_refused_edit_tells_the_first_line_it_would_have_changed():
    """Before and after; a line too long to read is left out."""
    old, new = "sum = 0\nday = 1\n", "sum = 0\nday = 2\n"
    no = edit("/work/shop/a.py", outcome="rejected", old=old, new=new)
    assert told(rejections(digest(user("go"), no, run("make")))) == [
        "Rejected by the user: Edit of `a.py`, `day = 1` → `day = 2`"
    ]
    long = edit("/work/shop/a.py", outcome="rejected", old=old, new=f"sum = 0\nday = {'9' * 90}\n")
    assert told(rejections(digest(user("go"), long, run("make")))) == ["Rejected by the user: Edit of `a.py`"]


def test_a_refusal_at_the_end_is_open_and_no_dead_end():
    """How the session stopped tells it."""
    assert not list(rejections(digest(user("go"), run("make ship", outcome="rejected"))))


def test_each_refusal_is_told_once_the_last_ones_first():
    no = [run(f"make part-{n}", outcome="rejected") for n in (*range(8), 7)]
    found = list(rejections(digest(user("go"), *no, run("make"))))
    assert told(found) == [f"Rejected by the user: Bash `make part-{n}`" for n in (7, 6, 5, 4, 3, 2)]
    assert {f.kind for f in found} == {"dead_end"} and found[0].claims[0].pointers[0].line == 18


def test_what_was_let_happen_is_no_dead_end():
    assert not list(rejections(digest(user("go"), run("make ship"), edit("/work/shop/a.py"), run("make"))))


@pytest.mark.parametrize("command", ["rm -r build", "mv a.py b.py", "git commit -m parcels"])
def test_a_refused_change_is_a_dead_end_however_small(command):
    """It is routine when it is done, and a word of the user's when it is not."""
    assert told(rejections(digest(user("go"), run(command, outcome="rejected"), run("make"))))


def test_a_refused_plan_is_told_by_its_title_and_first_words():
    """Not by the name of a tool, nor with the marks of its headings."""
    text = "# Weigh every parcel\n\n## Summary\n\nThe scale is asked twice. Then the sum is taken.\n"
    no = call("ExitPlanMode", act="plan", about=text, outcome="rejected")
    assert told(rejections(digest(user("go"), no, run("make")))) == [
        "Rejected by the user as it was: plan Weigh every parcel: The scale is asked twice."
    ]
