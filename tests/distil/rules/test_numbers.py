"""How each pull request or issue stands."""

from __future__ import annotations

import pytest

from segue.distil.rules.numbers import numbers
from tests.distil.sessions import agent, digest, run, told, user


def test_the_last_word_on_a_pull_request_is_its_state():
    """Earlier sentences about the same number are superseded."""
    found = told(
        numbers(
            digest(
                user("Open it"),
                agent("PR #12 is open as a draft for the scale."),
                user("and?"),
                agent("PR #12 was merged into main by the release bot."),
            )
        )
    )
    assert found == ["Said of its pull requests and issues: PR #12 was merged into main by the release bot."]


def test_a_point_of_a_list_is_no_pull_request():
    """`#8` alone is one once somebody called it more; and what is not done yet is told with it."""
    found = digest(
        user("and?"),
        agent("Updated caveat #8, it is done."),
        user("and the PR?"),
        agent("PR #9 is ready and green.\n\nI have not merged it yet."),
    )
    assert told(numbers(found)) == [
        "Said of its pull requests and issues: PR #9 is ready and green. "
        "Said of its pull requests and issues: I have not merged it yet."
    ]


def test_what_was_not_pushed_is_not_told_once_it_was():
    """And what else the message says of it still is."""
    ready = "PR #9 is ready and green, it is based on the scale."
    steps = [user("and the PR?"), agent(f"{ready}\n\nThe last commit of it is not pushed."), user("go on")]
    assert "not pushed" in told(numbers(digest(*steps, agent("Done."))))[0]
    assert told(numbers(digest(*steps, run("git push"), agent("Done.")))) == [
        f"Said of its pull requests and issues: {ready}"
    ]


@pytest.mark.parametrize(
    "said",
    [
        "I look at PR #12 of the scale next.",
        "Is PR #12 merged into the main branch?",
        "PR 2 merged",
        f"PR #12 was merged {'after a long talk ' * 15}",
    ],
)
def test_what_tells_no_state_or_is_no_plain_sentence_is_passed_over(said):
    assert not list(numbers(digest(user("and?"), agent(said))))


@pytest.mark.parametrize("name", ["PR 12", "pull request #12", "issue #12", "https://example.org/x/y/pull/12"])
def test_a_number_is_known_by_many_names(name):
    said = f"It is merged, {name} was the last of them."
    assert told(numbers(digest(user("and?"), agent(said)))) == [f"Said of its pull requests and issues: {said}"]


def test_a_bare_number_counts_once_it_was_called_a_pull_request():
    found = told(numbers(digest(user("and?"), agent("PR #12 is open."), user("now?"), agent("#12 was merged today."))))
    assert found == ["Said of its pull requests and issues: #12 was merged today."]


def test_a_sentence_about_two_numbers_is_told_once():
    said = "PR #12 and PR #13 are merged now."
    assert told(numbers(digest(user("and?"), agent(said)))) == [f"Said of its pull requests and issues: {said}"]


def test_what_is_undone_is_not_told_of_two_at_once():
    """Nobody could say of which."""
    said = "PR #12 is ready and green. PR #13 is open as a draft. I have not merged it yet."
    assert "not merged" not in told(numbers(digest(user("and?"), agent(said))))[0]


def test_the_six_that_were_spoken_of_last_are_told_in_their_order():
    steps = [step for n in range(1, 9) for step in (user("and?"), agent(f"PR #{n} was merged into main."))]
    (found,) = numbers(digest(*steps))
    assert [claim.text for claim in found.claims] == [f"PR #{n} was merged into main." for n in range(3, 9)]
    assert found.kind == "state"


def test_other_sentences_of_the_message_are_not_told_with_it():
    said = "PR #12 is ready and green. The labels of April are printed in two columns."
    assert told(numbers(digest(user("and?"), agent(said)))) == [
        "Said of its pull requests and issues: PR #12 is ready and green."
    ]


def test_what_waits_for_something_is_open_and_what_is_done_is_not():
    found = list(numbers(digest(user("and?"), agent("PR #7 was merged. PR #8 is still a draft."))))
    assert [(one.kind, [claim.text for claim in one.claims]) for one in found] == [
        ("state", ["PR #7 was merged."]),
        ("open_thread", ["PR #8 is still a draft."]),
    ]
