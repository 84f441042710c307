"""Commands that the user runs by hand."""

from __future__ import annotations

import time

import pytest

from segue.distil.rules.by_hand import by_hand
from tests.distil.sessions import agent, digest, edit, run, told, user


def test_what_the_agent_tells_the_user_to_run_is_listed():
    """In a shell's block, and in a sentence that says to run it."""
    report = "Done. You can now set it up, just run:\n\n```bash\n./scripts/setup.sh --all\n```\n\nThen run `make demo`."
    found = told(by_hand(digest(user("Write a set-up"), agent(report))))
    assert found == ["For the user to run: `./scripts/setup.sh --all` For the user to run: `make demo`"]


def test_what_was_said_to_run_long_ago_is_not_said_to_wait():
    """Nobody knows whether the user has run it; of the last words it is likely that they have not."""
    steps = [user("Write a set-up"), agent("Run `make demo` now."), user("Sum the parcels"), agent("Summed.")]
    assert told(by_hand(digest(*steps))) == ["For the user to run: `make demo`"]
    assert told(by_hand(digest(*steps, user("And the labels"), agent("Printed.")))) == [
        "The user was told to run: `make demo`"
    ]


def test_a_prompt_may_stand_behind_a_persons_words():
    found = told(by_hand(digest(user("on my mac it says ida@mini shop % make ship\nno rule"), agent("I see."))))
    assert found == ["User ran: `make ship`"]
    assert not list(by_hand(digest(user("ask ida@mini.example about 50 % make of it, and ship it"), agent("I see."))))


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
    report = "Now run:\n\n```\n./ship.sh --dry\nmake ship\nparcels ship soon\n```"
    found = told(by_hand(digest(user("go"), run("make sums"), agent(report))))
    assert found == ["For the user to run: `./ship.sh --dry` For the user to run: `make ship`"]


def test_the_commands_named_most_and_last_are_kept():
    """Six say how the thing is run; ten would be a manual."""
    often = [step for n in range(9) for step in (user("go"), agent(f"Run `make part-{n}`, then run `make ship`."))]
    (found,) = by_hand(digest(*often))
    assert [claim.text for claim in found.claims] == ["`make ship`", *(f"`make part-{n}`" for n in (8, 7, 6, 5, 4))]


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


STEPS = """Run these in order.

1) Install the scales
brew install scales

2) Verify
scales --version
go to the quay
make sure that it prints a label

3) Run it for all
   ./weigh.sh --all
git is not needed for that
"""


def test_lines_that_read_like_a_command_are_for_the_user_in_a_message_without_blocks():
    """Some agents mark nothing."""
    found = told(by_hand(digest(user("go"), agent(STEPS))))
    assert found == ["For the user to run: `brew install scales` For the user to run: `./weigh.sh --all`"]


def test_what_goes_on_over_several_lines_is_no_command():
    """What stands in quotes is data; an apostrophe opens none."""
    block = 'python3 -c "\nimport weigh\nweigh.all()\n"\n# it\'s the last one\nmake stamp'
    found = told(by_hand(digest(user("go"), agent(f"Please run:\n\n```bash\n{block}\n```"))))
    assert found == ["For the user to run: `make stamp`"]


def test_lines_of_a_block_in_another_language_are_no_commands():
    """Not even when they begin like a program of this session."""
    report = "Now run:\n\n```js\nmake ship\n```\n\nmake ship happens then"
    assert not list(by_hand(digest(user("go"), run("make sums"), agent(report))))


@pytest.mark.parametrize(
    "said",
    [
        "The hook would try `make ship` from there.",
        "The slip is printed by `make ship`, and so is the label.",
        "Usage:\n\n```bash\nmake ship\n```",
        "It does the same as this one, only slower:\n\n```bash\nmake ship\n```",
        "| 3 | Cleaning is left to you | Run `make ship` to be rid of it |",
        "You still use the usual words to push it:\n\n```bash\nmake ship\n```",
        "Use `weigh` where the sums are made.",
        "You can use `make ship` later to see how it goes.",
    ],
)
def test_a_command_that_is_explained_is_not_for_the_user_to_run(said):
    assert not list(by_hand(digest(user("go"), run("make sums"), agent(said))))


@pytest.mark.parametrize(
    "said",
    [
        "To see the slips, run `make ship`.",
        "You should run `make ship` once.",
        "1. **Run it**, then use `make ship`.",
        "Please run it again:\n```bash\nmake ship\n```",
        "- Try running this in your terminal:\n\n  ```sh\n  make ship\n  ```",
        "You need to execute `make ship` first.",
    ],
)
def test_a_command_that_the_agent_says_to_run_is(said):
    assert told(by_hand(digest(user("go"), run("make sums"), agent(said)))) == ["For the user to run: `make ship`"]


@pytest.mark.parametrize(
    "answer", ["no, ignore this part", "wait no no, I see it", "not now, print the slips", "never mind"]
)
def test_what_the_user_sets_aside_is_no_longer_to_be_run(answer):
    said = agent("Run `make ship` now.")
    assert not list(by_hand(digest(user("go"), said, user(answer), agent("Fine."))))


def test_what_was_run_since_is_no_longer_to_be_run():
    """By the agent, among other things; before, it was another run."""
    said = agent("Run `make ship` now.")
    ran = run("cd shop && make ship | tail -3 && make slips")
    assert not list(by_hand(digest(user("go"), said, user("you do it"), ran, agent("Done."))))
    assert told(by_hand(digest(user("go"), ran, said))) == ["For the user to run: `make ship`"]


def test_only_the_last_words_of_a_turn_are_for_the_user():
    """Before them the agent speaks of what it does itself."""
    steps = [agent("Run `make ship` now."), edit("/work/shop/a.py"), agent("The slips are printed by the other one.")]
    assert not list(by_hand(digest(user("go"), *steps)))


@pytest.mark.parametrize(
    ("output", "end"),
    [
        ("--- PASS: TestScale\nok  shop/scale 3.1s", ""),
        ("FAIL shop/scale 3.1s", " not ok"),
        ("weighing parcels", ""),
    ],
)
def test_what_the_user_ran_is_told_with_how_it_failed(output, end):
    """That it ended well is not: what else went wrong may stand below it."""
    paste = f"me@shop scale % weigh --all\n{output}\nme@shop scale % cat notes.txt\nFAILED long ago"
    assert told(by_hand(digest(user("go"), agent("Done."), user(paste)))) == [f"User ran: `weigh --all`{end}"]


def test_what_the_user_speaks_of_is_no_longer_for_them_to_run():
    says = agent("Installed. Run `weigh --all` to see the sums.")
    assert told(by_hand(digest(user("go"), says))) == ["For the user to run: `weigh --all`"]
    assert not list(by_hand(digest(user("go"), says, user("weigh --all printed nothing"), agent("I look."))))


def test_one_dash_or_two_are_one_option():
    steps = [agent("Now run `parcels install-scales -force` on the quay."), user("$ parcels install-scales --force\n4")]
    assert not [line for line in told(by_hand(digest(user("go"), *steps, agent("Fine.")))) if "For the user" in line]


@pytest.mark.parametrize("unit", ["\n", " ", "a@", "$ ", "`"])
def test_no_message_takes_long(unit):
    begun = time.process_time()
    list(by_hand(digest(user("go"), agent("Done."), user(f"still{unit * 30_000}here"), agent(unit * 30_000))))
    assert time.process_time() - begun < 5
