"""Which lines of a user's message are a program's."""

from __future__ import annotations

import pytest

from segue.distil.pasted import marked, pasted


@pytest.mark.parametrize(
    "line",
    [
        '"total": 12,',
        "2026-05-01 10:00:01 INFO started",
        "at Object.<anonymous> (a.js:3)",
        "}",
        "Use '--' to separate paths from revisions, like this:",
        'Use "parcels [command] --help" for more information about a command.',
        "Not committing merge; use 'git commit' to complete the merge.",
    ],
)
def test_lines_of_programs_are_known_as_pasted(line):
    assert pasted(line)


def test_lines_between_lines_of_a_log_are_the_logs():
    """Unless someone speaks in them."""
    log = ["ERROR: no route", "Skipping the rest of the batch", "[theme]", "i want this gone", "~/.pi/themes/x.json"]
    assert marked(log) == [True, True, True, False, True]


def test_a_message_in_which_nobody_speaks_is_a_paste():
    """But for what reads as a rule, and the words that introduce it."""
    lines = ["To resume the other, exit", "[warn] two sessions", "Never push to main.", "The queue is empty", "❌ end"]
    assert marked(lines) == [True, True, False, True, True]
    assert marked(["these are stuck:", *lines[1:]]) == [False, True, False, True, True]


@pytest.mark.parametrize("line", ["重さの合計を切り上げてください", "das Gewicht bitte immer aufrunden"])
def test_another_language_is_not_taken_for_a_log(line):
    assert not pasted(line)
