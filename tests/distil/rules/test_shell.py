"""A shell command as it is told."""

from __future__ import annotations

import time

import pytest

from segue.distil.rules.shell import core, pieces, unadorned


def test_a_command_is_shown_without_where_it_ran_and_what_its_output_went_through():
    """What is left is a piece of the command, verbatim."""
    assert core("cd /work/shop && make test 2>&1 | tail -20") == "make test"
    assert core("make test") == "make test"


@pytest.mark.parametrize(
    "command",
    [
        "set -o pipefail; make test | tail -3",
        'cd "my shop" && make test 2>&1 || true',
        "make test 2>&1 | grep -E 'a|b' | head -4; echo done",
        "cd shop; timeout 60s make test",
    ],
)
def test_what_stands_around_a_command_is_not_shown(command):
    assert core(command) == "make test"


def test_a_pipe_in_the_middle_stays():
    """What comes after it was run too."""
    assert core("make test | tail -3 && make lint | tail -3") == "make test | tail -3 && make lint"


def test_a_command_falls_into_pieces_where_the_shell_would_cut_it():
    assert [tuple(piece) for piece in pieces("cd a && make 'x; y' 2>&1 | tail; echo \"a && b\" || true")] == [
        ("cd a", "&&"),
        ("make 'x; y' 2>&1", "|"),
        ("tail", ";"),
        ('echo "a && b"', "||"),
        ("true", ""),
    ]
    assert [piece.text for piece in pieces("v=$(cat v | head -1; date) make sums")] == [
        "v=$(cat v | head -1; date) make sums"
    ]


def test_a_comment_is_no_command():
    """Nor does its apostrophe quote what follows."""
    assert [piece.text for piece in pieces("# don't test it yet\nmake ship; make sums")] == ["make ship", "make sums"]


def test_a_text_that_is_fed_to_a_program_is_no_command():
    assert [piece.text for piece in pieces("python - <<EOF\nmake test; make lint\nEOF")] == ["python -"]


@pytest.mark.parametrize(
    "piece", ["env GOCACHE=/tmp/x make test", "A=1 B='x y' make test", "(cd a && make test)", "do make test"]
)
def test_a_piece_is_the_same_in_any_environment(piece):
    assert unadorned(piece) == "make test"


@pytest.mark.parametrize("command", ["make" + " " * 30_000 + "x", "make" + " 2>&1" * 6_000])
def test_no_command_takes_long(command):
    """The bound is processor time, far below what grows with the square of a length."""
    start = time.process_time()
    core(command)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("command", ["(" * 40_000, "a && " * 20_000, "'" * 40_000, "make | tail '" * 4_000])
def test_no_command_takes_long_to_cut(command):
    start = time.process_time()
    pieces(command)
    core(command)
    assert time.process_time() - start < 2
