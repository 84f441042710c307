"""Our own request in a session and its answer are no part of the work; what was done beside them is.

What real clients write of it is tested in tests/e2e/test_real_sessions.py."""

from __future__ import annotations

import pytest

from segue.distil.asked import asks, focus, own_work
from segue.session.records import Call, Item, Mark, Said

PROMPT = (
    "Write a handoff document of this session, for …\n\nAdditional focus, if any is given: keep the API\nand the tests"
)


def user(text: str) -> Said:
    return Said(line=1, role="user", text=text)


def agent(text: str) -> Said:
    return Said(line=2, role="agent", text=text)


def call(name: str) -> Call:
    return Call(line=3, name=name, act="run")


TOLD = call("mcp__segue__handoff_document")
WORK: tuple[Item, ...] = (user("Fix it."), call("Bash"), agent("Fixed."))


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("/handoff keep the API", "keep the API"),
        ("$handoff", ""),
        ("/segue-handoff the parser", "the parser"),
        ("/segue:handoff_document (MCP) the parser", "the parser"),
        ("/mcp__segue__handoff_document the parser", "the parser"),
        (PROMPT, "keep the API\nand the tests"),
        ("<!-- installed by segue -->\n\n" + PROMPT.partition("\n")[0], ""),
    ],
)
def test_a_request_is_known_however_an_agent_keeps_it(text: str, own: str) -> None:
    assert asks(user(text)) and focus(text) == own


@pytest.mark.parametrize("text", ["fix /handoffs", "/handoffs now", "Please use /handoff.", "hand it off"])
def test_other_words_are_the_users(text: str) -> None:
    assert not asks(user(text)) and own_work((user(text), agent("Yes."))) == (user(text), agent("Yes."))


def test_the_talk_about_a_handoff_goes_wherever_it_stands() -> None:
    """The request, the search for the tool, the document, and what the user was told."""
    talk = (user("/handoff the parser"), agent("Step 1."), call("tool_search"), TOLD, agent("It is saved."))
    assert own_work((*WORK, *talk)) == WORK
    assert own_work((*WORK, *talk, *WORK)) == (*WORK, *WORK)


def test_what_was_done_beside_it_stays() -> None:
    """An agent may look something up for the document, and go on after it; a compaction is no talk."""
    mark = Mark(line=4, kind="compaction")
    looked, went_on = (agent("I look."), call("Bash")), (call("Edit"), agent("Done."))
    assert own_work((user("/handoff"), *looked, TOLD, mark, agent("Saved."), *went_on)) == (*looked, mark, *went_on)
    assert own_work((user("/handoff"), mark, TOLD)) == (mark,)


def test_the_users_words_stay_when_nothing_came_of_it() -> None:
    """Without a document nobody else has told them; our own are not among them."""
    stays = Said(line=1, role="user", text="keep the API\nand the tests", via="command")
    assert own_work((*WORK, user(PROMPT), agent("There is no such tool."))) == (
        *WORK,
        stays,
        agent("There is no such tool."),
    )
    assert own_work((*WORK, user("$handoff"))) == WORK


def test_an_agent_that_hands_over_by_itself_is_heard_until_then() -> None:
    assert own_work((*WORK, TOLD, agent("It is saved."))) == WORK
