"""Commands that the user runs by hand."""

from __future__ import annotations

import pytest

from segue.distil.rules.by_hand import by_hand
from tests.distil.sessions import agent, digest, run, told, user


def test_what_the_agent_tells_the_user_to_run_is_listed():
    """In a shell's block, and in a sentence that says to run it."""
    report = "Done.\n\n```bash\n./scripts/setup.sh --all\n```\n\nThen run `make demo`."
    found = told(by_hand(digest(user("Write a set-up"), agent(report))))
    assert found == ["For the user to run: `./scripts/setup.sh --all` For the user to run: `make demo`"]


def test_what_was_pasted_with_its_prompt_is_what_the_user_ran():
    found = told(by_hand(digest(user("look:\n$ make ship\nno rule to make target"), agent("I see."))))
    assert found == ["User ran: `make ship`"]


def test_what_the_user_ran_is_no_longer_for_the_user_to_run():
    """It was told, then pasted with its prompt."""
    found = told(by_hand(digest(user("go"), agent("Run `make ship` now."), user("$ make ship\nno rule"))))
    assert found == ["User ran: `make ship`"]


def test_what_the_session_ran_itself_is_listed_elsewhere():
    """The rule for commands has it, with its outcome."""
    assert not list(by_hand(digest(user("go"), run("make demo"), agent("Run `make demo` to see it."))))


def test_a_block_without_a_language_is_a_shells_where_its_lines_begin_like_one():
    """Like a path to a script, or like a program that this session ran."""
    report = "So:\n\n```\n./ship.sh --dry\nmake ship\nparcels ship soon\n```"
    found = told(by_hand(digest(user("go"), run("make sums"), agent(report))))
    assert found == ["For the user to run: `./ship.sh --dry` For the user to run: `make ship`"]


def test_the_commands_named_most_and_last_are_kept():
    """Four say how the thing is run; ten would be a manual."""
    often = [step for n in range(6) for step in (user("go"), agent(f"Run `make part-{n}`, then run `make ship`."))]
    (found,) = by_hand(digest(*often))
    assert [claim.text for claim in found.claims] == ["`make ship`", "`make part-5`", "`make part-4`", "`make part-3`"]


@pytest.mark.parametrize(
    "text",
    [
        "```go\nmake(map[string]int)\n```",
        "```\nor shorter:\nwhile the others use it\n```",
        "Try `ship <version>` when ready.",
        "Run `cat notes.txt` to look.",
        f"Run `make {'all ' * 40}`.",
    ],
)
def test_code_prose_holes_and_looks_are_no_commands(text):
    assert not list(by_hand(digest(user("go"), agent(text))))


def test_lines_of_a_block_in_another_language_are_no_commands():
    """Not even when they begin like a program of this session."""
    report = "So:\n\n```js\nmake ship\n```\n\nmake ship happens then"
    assert not list(by_hand(digest(user("go"), run("make sums"), agent(report))))
