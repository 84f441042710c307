"""Which lines of a user's message are a program's."""

from __future__ import annotations

import pytest

from segue.distil.pasted import marked, own_ends, pasted


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


def test_a_log_from_its_first_line_to_its_last_is_one_throughout():
    """Though most of its lines might be anybody's; unless someone speaks in it."""
    middle = ["Weighed the parcel", "New parcels", "Wrote to the ledger", "Opened the gate", "Staged the parcel"]
    log = ["--- FAIL: TestWeigh (0.2s)", *middle, "FAIL"]
    assert all(marked(log))
    assert not any(marked([*log[:-1], "I saw this one before", "FAIL"])[1:-1])
    assert not any(marked([*log[:-1], "The yard is closed"])[1:])


@pytest.mark.parametrize(
    "line",
    [
        "at the end of each run there's a message that says what was weighed",
        "at least two tests for every scale",
        "at 5:30 the ferry leaves",
        "let the user choose the scale",
        "import the scales lazily",
        "class names are singular",
        "File names are in small letters",
        "never call weigh()",
        "please do not touch node_modules",
        "i want only the files changed here to be linted",
        "note: the harbour has no network",
        "I keep getting ECONNREFUSED 127.0.0.1:5432",
        "03:00, nobody weighs then. remind me to look at the scale some day",
    ],
)
def test_what_a_person_says_is_not_taken_for_a_program(line):
    """Though it begins with a word that programs begin with, or names what they name."""
    assert not pasted(line)


@pytest.mark.parametrize(
    "line",
    [
        "    at async weigh (scales.ts:4:5)",
        "at /srv/scales.js:30",
        "let scale = open()",
        "export const weigh = (parcel: string) =>",
        "import os",
        "import { weigh } from './scales'",
        "class Scale(Base):",
        "func (s *Scale) Weigh() {",
        'File "scales.py", line 3',
        "12 files changed, 3 insertions(+)",
        "weigh(parcel)",
    ],
)
def test_code_and_traces_are_pasted(line):
    assert pasted(line)


@pytest.mark.parametrize("line", ["重さの合計を切り上げてください", "das Gewicht bitte immer aufrunden"])
def test_another_language_is_not_taken_for_a_log(line):
    assert not pasted(line)


TRACE = "ScaleError: no parcel\n    at weigh (scales.ts:4:5)\n    at run (main.ts:9:1)"


@pytest.mark.parametrize(
    "words",
    [
        "an empty scale is worse than a crash. weigh on the quay, take the catch out again",
        "This is what you are hiding now. Weigh them on the quay.",
        "en canarias se pesa en libras, no todo es península",
    ],
)
def test_a_persons_words_stand_before_or_after_what_they_paste(words):
    assert own_ends(f"{TRACE}\n\n{words}") == own_ends(f"{words}\n\n{TRACE}") == words


@pytest.mark.parametrize(
    "end",
    [
        "Process finished with exit code 1",
        "make: *** [Makefile:18: test] Error 1",
        "scales.go:12: undefined: parcel",
        "done",
        "total 12 kg, 3 parcels, 1 label",
        "Ran 12 tests in 3.1 seconds and all of them passed",
    ],
)
def test_the_last_words_of_a_program_are_not_a_persons(end):
    assert own_ends(f"{TRACE}\n\n{end}") == "" and own_ends(end) == ""


@pytest.mark.parametrize("text", ["look at line 1899", "1. yes 2. no 3. b", "bump it to 3.14.1", "port 8080, not 9090"])
def test_a_person_may_type_numbers(text):
    assert not pasted(text)
