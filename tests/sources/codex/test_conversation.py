"""Compactions, turns taken back, ends, older rows and damage in a Codex rollout."""

from __future__ import annotations

from pathlib import Path

from segue.session.records import Call, Gap, Usage
from tests.sources.codex.kit import marks, prompts, read, row, spoken, written


def test_a_compaction_keeps_what_was_before_and_unsays_its_summary():
    session = read("compaction")
    assert marks(session) == [("compaction", "The fence is green. The gate is left."), ("compaction", "")]
    assert prompts(session) == [("typed", "Paint the fence green."), ("typed", "Now the gate.")]
    assert spoken(session) == [(True, "Painted green."), (True, "The gate is green too.")]


def test_after_a_compaction_nobody_knows_how_full_the_context_is():
    assert read("compaction").glance.usage == Usage(None, 258400)


def test_a_turn_taken_back_is_gone_and_leaves_a_mark():
    session = read("rollback")
    assert prompts(session) == [("typed", "Plant the beans."), ("typed", "Plant leeks instead.")]
    assert [text for _, text in spoken(session)] == ["Beans planted.", "Leeks planted."]
    assert marks(session) == [("rewind", "the last 1 user turns were taken back")]
    assert not any(isinstance(i, Call) for i in session.items)


def test_interruptions_and_errors_are_marks():
    assert marks(read("tools")) == [("interrupted", ""), ("error", "stream disconnected")]


def test_a_turn_that_ended_with_an_error_says_so(tmp_path: Path):
    """0.166 writes no error event: the end of the turn carries it."""
    session = written(tmp_path / "s.jsonl", row("event_msg", type="task_complete", error={"message": "high demand"}))
    assert marks(session) == [("error", "high demand")]


def test_unwrapped_rows_of_0_20_are_read():
    session = read("old")
    assert prompts(session) == [("typed", "Dust the attic."), ("typed", "And the stairs.")]
    assert spoken(session) == [(True, "Dusted."), (True, "The stairs too.")]
    assert [i.command for i in session.items if isinstance(i, Call)] == ["ls attic"]
    assert (session.glance.branch, session.glance.started) == ("attic", "2025-08-01T10:00:00.000Z")


def test_damage_is_counted_and_the_rest_is_read():
    session = read("damaged")
    assert [text for _, text in prompts(session)] == [
        "Mend the roof.",
        "Half an emoji: ?",
        "Wrong bytes: \ufffd\ufffd.",
        "Glued on.",
    ]
    assert [gap.what for gap in session.gaps] == [
        "not a record",
        "not a record",
        "not a record",
        "a result without its call",
        "unknown record type 'from_the_future', here for the first time",
        "unknown response item 'hologram', here for the first time",
        "a record without a type, here for the first time",
        "not JSON (torn or damaged)",
    ]
    assert session.glance.usage == Usage(4200, 100000)


def test_an_unknown_record_type_is_one_gap_however_often_it_comes():
    assert read("newer").gaps == (Gap(2, "unknown record type 'dream', here for the first time"),)
