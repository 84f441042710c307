"""The last thing the user asked for."""

from __future__ import annotations

from segue.distil.rules.request import request
from tests.distil.sessions import agent, digest, told, user


def test_the_last_request_is_the_last_message_that_says_more_than_yes():
    """With how it was answered, because nobody reacted yet."""
    added = "Added the date column to the report header."
    found = told(request(digest(user("Add the date to the report"), agent("Shall I?"), user("yes"), agent(added))))
    assert found == [f"Add the date to the report Answered, no reaction yet: {added}"]
