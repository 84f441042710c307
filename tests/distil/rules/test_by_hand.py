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


def test_what_the_session_ran_itself_is_listed_elsewhere():
    """The rule for commands has it, with its outcome."""
    assert not list(by_hand(digest(user("go"), run("make demo"), agent("Run `make demo` to see it."))))


@pytest.mark.parametrize(
    "text",
    [
        "```go\nmake(map[string]int)\n```",
        "```\nor shorter:\nwhile the others use it\n```",
        "Try `ship <version>` when ready.",
        "Run `cat notes.txt` to look.",
    ],
)
def test_code_prose_holes_and_looks_are_no_commands(text):
    assert not list(by_hand(digest(user("go"), agent(text))))
