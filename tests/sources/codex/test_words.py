"""Who said what in a Codex rollout, and where it stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from segue.session.records import Said, Thought
from tests.sources.codex.kit import FIXTURES, prompts, read, row, spoken, user_item, written


def test_only_what_a_person_typed_is_the_users_and_it_is_whole():
    """Instructions, environment and skills stand in the user's name; an editor adds its open files to a prompt."""
    assert prompts(read("plain")) == [
        ("typed", "Sort the jars by colour, please.\nKeep the lids.\n"),
        ("queued", "also: never touch the honey"),
        ("typed", "Now the cellar."),
    ]


def test_words_stand_under_the_line_of_their_event():
    """Both copies hold the same text; the event's line is the one that proves a person or an agent said it."""
    rows = [json.loads(line) for line in (FIXTURES / "plain.jsonl").read_text().splitlines()]
    said = [i for i in read("plain").items if isinstance(i, Said)]
    assert {rows[i.line - 1]["payload"]["type"] for i in said} == {"user_message", "agent_message"}


def test_the_last_words_of_a_turn_are_final_and_commentary_is_not():
    assert spoken(read("plain")) == [
        (False, "I'll look at the jars first."),
        (True, "Sorted by colour; the honey stays where it is."),
        (True, "The cellar is done."),
    ]


def test_words_before_an_interruption_are_not_final():
    assert (False, "Starting it.") in spoken(read("tools"))


def test_the_same_words_in_two_turns_are_two(tmp_path: Path):
    event = row("event_msg", type="user_message", message="again")
    start = row("event_msg", type="task_started", turn_id="t")
    session = written(tmp_path / "s.jsonl", start, user_item("again"), event, start, user_item("again"), event)
    assert [i.line for i in session.items] == [3, 6]


def test_a_prompt_whose_event_was_lost_still_counts(tmp_path: Path):
    """A crash between two appends must not lose what the user asked for last."""
    event = row("event_msg", type="user_message", message="first")
    session = written(tmp_path / "s.jsonl", user_item("first"), event, row("turn_context"), user_item("second"))
    assert prompts(session) == [("typed", "first"), ("typed", "second")]


def test_a_mention_that_was_expanded_for_the_model_is_not_a_second_prompt(tmp_path: Path):
    event = row("event_msg", type="user_message", message="use $tidy here")
    session = written(tmp_path / "s.jsonl", user_item("use [$tidy](/skills/tidy.md) here"), event)
    assert prompts(session) == [("typed", "use $tidy here")]


def test_an_image_beside_the_words_changes_nothing(tmp_path: Path):
    event = row("event_msg", type="user_message", message="what is this?", images=["data:…"])
    item = user_item("<image name=[Image #1]>", "</image>", "what is this?")
    assert prompts(written(tmp_path / "s.jsonl", item, event)) == [("typed", "what is this?")]


@pytest.mark.parametrize("tag", ["turn_aborted", "user_action", "a_tag_of_tomorrow"])
def test_a_message_wrapped_in_a_tag_of_the_harness_is_not_human(tmp_path: Path, tag: str):
    assert prompts(written(tmp_path / "s.jsonl", user_item(f"<{tag}>\nnot human\n</{tag}>"))) == []


def test_pasted_markup_is_human(tmp_path: Path):
    pasted = "<div>why is this red?</div>"
    assert prompts(written(tmp_path / "s.jsonl", user_item(pasted))) == [("typed", pasted)]


def test_readable_thinking_is_kept():
    thoughts = [i.text for i in read("plain").items if isinstance(i, Thought)]
    assert thoughts == ["**Counting jars**\n\nThere may be twelve."]


def test_provenance_decides_where_the_version_writes_it():
    """0.166 says of every text who wrote it: harness text needs no tag to be told apart."""
    assert prompts(read("paginated")) == [("typed", "Tune the piano."), ("typed", "And d4?")]
    assert spoken(read("paginated")) == [
        (False, "Listening first."),
        (True, "It is flat; I tightened c4."),
        (True, "d4 waits for your word."),
    ]
