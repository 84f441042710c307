"""Any bytes in, a channel out: what others wrote never stops a reader."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from segue.channel.decode import restored, stored
from segue.channel.handoffs import fresh, transfers
from segue.channel.records import Channel
from segue.channel.store import Channels
from segue.distil.channel import Records, findings
from segue.errors import UsageError

FILES = (
    "feed.jsonl",
    "tickets.json",
    "runs.json",
    "decisions/d.json",
    "handoffs/brief-1-a.gap.json",
    "handoffs/brief-1-a.json",
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
names = st.sampled_from(
    [
        "entryId", "content", "metadata", "createdAt", "type", "decisionId", "title",
        "alternatives", "rationale", "tickets", "ticketId", "dependsOn", "status", "attempt",
        "lastClassification", "schemaVersion", "capturedAt", "openQuestions", "briefId", "channelId", "openItems",
    ]
)  # fmt: skip
records = st.dictionaries(names, values) | values


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=200) | records.map(lambda v: json.dumps(v).encode()), name=st.sampled_from(FILES))
def test_any_bytes_in_any_file_are_read(tmp_path, data, name):
    channels = Channels(tmp_path / "theirs")
    folder = channels.root / "channel-1-a"
    for file in FILES:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data if file == name else b"")
    state = channels.state(Channel(channel_id="channel-1-a"))
    assert isinstance(findings(Records(state), fresh(folder / "handoffs", "", 1).gap), tuple)
    transfers(folder / "handoffs")


@given(st.dictionaries(st.text(), values))
def test_metadata_goes_there_and_back(metadata):
    """Strings only on disk, whatever the value."""
    assert all(isinstance(value, str) for value in stored(metadata).values())
    assert json.dumps(restored(stored(metadata))) == json.dumps(metadata)


def test_a_named_pipe_does_not_hold_it_up(tmp_path):
    channels = Channels(tmp_path / "theirs")
    folder = channels.root / "channel-1-a"
    (folder / "decisions").mkdir(parents=True)
    for file in ("channel.json", "feed.jsonl", "tickets.json", "decisions/d.json"):
        os.mkfifo(folder / file)
    assert channels.all() == [] and channels.feed("channel-1-a") == ([], 0)
    assert channels.decisions("channel-1-a") == ([], 1)


@pytest.mark.parametrize("bad", ["", ".", "..", "a/b", "../x", "a\0b", "a\n", "ä", "x" * 200])
def test_no_path_is_built_from_an_id_that_was_not_checked(tmp_path: Path, bad: str):
    with pytest.raises(UsageError):
        Channels(tmp_path).folder(bad)
