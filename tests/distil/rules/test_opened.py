"""Pull requests and issues that the session opened."""

from __future__ import annotations

import pytest

from segue.distil.rules.opened import opened
from tests.distil.sessions import digest, run, snapshot, told, user

HOST = "https://forge.example/shop/parcels"


@pytest.mark.parametrize(
    ("command", "output", "text"),
    [
        ("gh pr create --fill", f"{HOST}/pull/56\n", f"Pull request opened: {HOST}/pull/56"),
        (
            "git push -u origin rounding && gh pr create --title 'Round' --body \"$(cat <<'EOF'\nSee #4\nEOF\n)\"",
            f"remote: Create a pull request by visiting:\nremote:   {HOST}/pull/new/rounding\n{HOST}/pull/57\n",
            f"Pull request opened: {HOST}/pull/57",
        ),
        ("gh issue create -t Tare -b x", f"Creating issue\n\n{HOST}/issues/8", f"Issue opened: {HOST}/issues/8"),
        (
            "glab mr create --fill",
            f"!3 Round\n {HOST}/-/merge_requests/3\n",
            f"Merge request opened: {HOST}/-/merge_requests/3",
        ),
    ],
)
def test_what_was_opened_is_told_with_its_address(command, output, text):
    steps = user("go"), run(command, output)
    assert told(opened(digest(*steps))) == [text]
    assert told(opened(digest(*steps, git=snapshot()))) == [text]


@pytest.mark.parametrize(
    ("command", "output", "outcome"),
    [
        ("gh pr create --fill", f"a pull request already exists:\n{HOST}/pull/56", "failed"),
        ("gh pr create --fill", "", "ok"),
        ("gh pr view", f"{HOST}/pull/56", "ok"),
        ("gh pr create --dry-run", f"{HOST}/pull/56", "ok"),
        ("echo 'gh pr create'; cat notes.md", f"{HOST}/pull/56", "ok"),
        ("gh pr create --fill", "", "unanswered"),
    ],
)
def test_only_what_was_really_opened_is_told(command, output, outcome):
    assert not list(opened(digest(user("go"), run(command, output, outcome))))


def test_the_pointer_is_where_the_address_stands():
    (finding,) = opened(digest(user("go"), run("gh pr create --fill", f"{HOST}/pull/56")))
    assert [pointer.line for pointer in finding.claims[0].pointers] == [3]


def test_of_many_the_last_are_told():
    made = [run("gh issue create -t x -b y", f"{HOST}/issues/{number}") for number in range(1, 9)]
    (found,) = told(opened(digest(user("go"), *made)))
    assert f"{HOST}/issues/8" in found
    assert f"{HOST}/issues/1" not in found
