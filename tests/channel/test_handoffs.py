"""Briefs on disk: which one is meant, and which working memory counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from segue.channel import handoffs
from segue.errors import BriefError, SourceError

NOW = 1794736800000
HOUR = 3_600_000


def gap(folder: Path, brief: str, age: int = 0, **fields: object) -> None:
    from segue.store.ids import iso

    value = {"schemaVersion": 1, "briefId": brief, "capturedAt": iso(NOW - age), "capturedBySessionId": "s1"}
    (folder / f"{brief}.gap.json").write_text(json.dumps(value | {"activeHypothesis": brief} | fields))


@pytest.mark.parametrize(
    ("age", "counts"), [(0, True), (HOUR, True), (HOUR + 1, False), (-300_000, True), (-300_001, False)]
)
def test_an_hour_is_the_most(tmp_path, age, counts):
    gap(tmp_path, "brief-1-a", age)
    assert bool(handoffs.fresh(tmp_path, "s1", NOW).gap) is counts


def test_the_newest_of_this_session_counts_and_the_reason_is_about_the_newest(tmp_path):
    gap(tmp_path, "brief-1-a")
    gap(tmp_path, "brief-2-b")
    gap(tmp_path, "brief-3-c", capturedBySessionId="s2")
    found = handoffs.fresh(tmp_path, "s1", NOW).gap
    assert found and found.brief_id == "brief-2-b"
    assert "brief-3-c was written by another session" in handoffs.fresh(tmp_path, "s9", NOW).why
    without = handoffs.fresh(tmp_path, "", NOW).gap
    assert without and without.brief_id == "brief-3-c"


@pytest.mark.parametrize("content", ["", "null", "[]", "{", '{"schemaVersion": "1"}'])
def test_what_cannot_be_read_counts_as_none_and_cannot_be_resumed(tmp_path, content):
    (tmp_path / "brief-1-a.gap.json").write_text(content)
    memory = handoffs.fresh(tmp_path, "s1", NOW)
    assert memory.gap is None and memory.why
    if content != '{"schemaVersion": "1"}':
        with pytest.raises(BriefError):
            handoffs.resumed(tmp_path, "brief-1-a", NOW)


def test_ids_are_ordered_by_their_time_and_strangers_are_passed_over(tmp_path):
    for name in ("brief-999-z.md", "brief-1000-a.md", "notes.md", "brief-x.md", ".brief-5-a.md.tmp"):
        (tmp_path / name).write_text("")
    assert handoffs.briefs(tmp_path) == ["brief-999-z", "brief-1000-a"]
    assert handoffs.chosen(tmp_path, "latest") == "brief-1000-a"
    with pytest.raises(SourceError, match="no brief brief-7-x"):
        handoffs.chosen(tmp_path, "brief-7-x")
    with pytest.raises(SourceError, match="no brief yet"):
        handoffs.chosen(tmp_path / "none", "latest")
