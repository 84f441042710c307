"""F6: the next agent proves that it has read the brief, and is told what it missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from segue.channel.records import OpenItem, Transfer
from segue.surfaces.mcp.understanding import check, stands_in
from tests.mcp_server.conftest import EARLIER, MINE, SECRET, Open

ITEM = OpenItem(text="Measure the jitter of the backoff", pointer="transcript:01d5e550:L4")
RECORD = Transfer(brief_id="brief-1-a", channel_id="c", created_at="", open_items=(ITEM,))
TEXT = "- Rule: keep `fetch` (L3). Decided: back off (decision:decision-1-a, L14, transcript:01d5e550:L8)"


def test_what_is_open_and_not_mentioned_is_named():
    assert check(RECORD, TEXT, ["I will measure jitter of that backoff first"], ["L3"]).accepted
    found = check(RECORD, TEXT, ["I will write tests"], ["L3"])
    assert (found.accepted, found.missed) == (False, (ITEM,))


def test_an_item_that_was_not_shown_cannot_be_missed():
    """It did not fit the budget: nobody who read the brief could know."""
    hidden = msgspec.structs.replace(RECORD, open_items=(msgspec.structs.replace(ITEM, shown=False),))
    assert check(hidden, TEXT, ["tests"], ["L3"]).accepted


@pytest.mark.parametrize(
    ("pointer", "there"),
    [
        ("L3", True),
        ("(transcript:L3)", True),
        ("L14", True),
        ("decision:decision-1-a", True),
        ("L1", False),
        ("L33", False),
        ("L8", False),
        ("decision:decision-1", False),
        ("", False),
        ("..", False),
    ],
)
def test_only_pointers_that_stand_in_the_brief_count(pointer: str, there: bool):
    assert stands_in(pointer, TEXT) is there


def test_a_receipt_is_kept_and_answers_with_the_goal_word_for_word(work: Path, talk: Open, kept):
    """A guess is not accepted; what was read is. Both are in the feed, where no brief repeats them."""
    leaving = talk(CLAUDE_CODE_SESSION_ID=EARLIER)
    gap: dict[str, Any] = {"schemaVersion": 1, "openQuestions": ["How long may a caller wait for retries?"]}
    leaving.call("channel_handoff_finalize", **gap)
    brief = leaving.call("handoff_save", goal="Wait longer each time.")["brief"]
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    guessed = here.call("handoff_receipt", brief=brief, goal="Make it fast.", next="Look around.", pointers=["L999"])
    assert (guessed["accepted"], guessed["unknown"], guessed["goal"]) == (False, ["L999"], "Wait longer each time.")
    assert [one["text"] for one in guessed["missed"]] == ["How long may a caller wait for retries?"]
    assert here.call("thread_read", pointer=guessed["missed"][0]["pointer"])["records"]
    read = here.call(
        "handoff_receipt",
        brief=brief,
        goal="Wait longer each time.",
        next="Ask how long a caller may wait for retries.",
        pointers=["L3"],
    )
    assert (read["accepted"], read["missed"], read["advice"]) == (True, [], "Accepted: go on with the goal.")
    (feed,) = kept("channels/*/feed.jsonl")
    rows = [json.loads(line) for line in feed.read_text(encoding="utf-8").splitlines()]
    receipts = [row for row in rows if row["metadata"].get("kind") == "handoff_receipt"]
    assert [row["entryId"] for row in receipts] == [guessed["entry"], read["entry"]]
    assert {row["metadata"]["briefId"] for row in receipts} == {brief}
    assert {row["metadata"]["sessionId"] for row in receipts} == {MINE}
    assert "Receipt for" not in here.call("handoff_brief")["text"]
    assert "refused" in here.refused("handoff_receipt", brief=brief, goal=f"use {SECRET}", next="n", pointers=["L3"])
