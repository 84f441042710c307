"""How each pull request or issue stands."""

from __future__ import annotations

from segue.distil.rules.numbers import numbers
from tests.distil.sessions import agent, digest, told, user


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
    assert found == ["Last said of its pull requests and issues: PR #12 was merged into main by the release bot."]


def test_a_point_of_a_list_is_no_pull_request():
    """`#8` alone is one once somebody called it more; and what is not done yet is told with it."""
    found = digest(
        user("and?"),
        agent("Updated caveat #8, it is done."),
        user("and the PR?"),
        agent("PR #9 is ready and green.\n\nI have not merged it yet."),
    )
    assert told(numbers(found)) == [
        "Last said of its pull requests and issues: PR #9 is ready and green. "
        "Last said of its pull requests and issues: I have not merged it yet."
    ]
