"""`segue thresholds`: from a session that fills up to one entry in the feed, and one question."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.channel.kit import SESSION, channel_in, repository, session

OTHER = "5e55a0c2-0000-4000-8000-000000000002"


def running(isolated: Path, app: Path, percent: int, name: str = SESSION) -> Path:
    """A session with that much of its 200,000 tokens used, written to just now."""
    return session(isolated, app, ("user", "Go on."), ("agent", "Yes."), name=name, used=2000 * percent)


def entries(home: Path) -> list[dict[str, str]]:
    rows = [json.loads(line) for feed in home.glob("channels/*/feed.jsonl") for line in feed.read_text().splitlines()]
    return [row["metadata"] for row in rows if row["metadata"].get("kind") == "context_threshold"]


def asked(segue) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(segue("approvals", "--all", "--json").out)
    return found


def test_a_session_that_crosses_90_posts_once_and_asks_once(segue, home, isolated, app):
    """However often it is looked at; the values are strings on disk, the payload's percentage is a number."""
    running(isolated, app, 91)
    first = segue("thresholds", "check")
    assert first.code == 0 and first.out.splitlines() == [
        *(f"posted: session 5e55a0c1 crossed {t} %" for t in (50, 75, 85, 90)),
        f"asked: {asked(segue)[0]['id']} (90 %, session 5e55a0c1)",
    ]
    assert segue("thresholds", "check").out == "nothing was crossed\n"
    assert [e["threshold"] for e in entries(home)] == ["50", "75", "85", "90"]
    assert entries(home)[-1] == {
        "kind": "context_threshold", "threshold": "90", "sessionId": SESSION,
        "pct": "91", "used": "182000", "total": "200000", "schemaVersion": "1",
    }  # fmt: skip
    [approval] = asked(segue)
    assert approval["kind"] == "handoff-prompt" and approval["payload"]["thresholdPct"] == 90
    assert approval["payload"]["schemaVersion"] == 1 and approval["sessionId"] == SESSION


def test_growing_crosses_one_threshold_after_the_other(segue, home, isolated, app):
    for percent, posted in (
        (40, []),
        (60, ["50"]),
        (60, ["50"]),
        (76, ["50", "75"]),
        (30, ["50", "75"]),
        (78, ["50", "75"]),
    ):
        running(isolated, app, percent)
        segue("thresholds", "check")
        assert [e["threshold"] for e in entries(home)] == posted
    assert asked(segue) == []


def test_two_sessions_get_one_question_each(segue, isolated, app):
    running(isolated, app, 92)
    running(isolated, app, 95, name=OTHER)
    segue("thresholds", "check")
    assert sorted(a["sessionId"] for a in asked(segue)) == [SESSION, OTHER]


def foreign(folder: Path, **changes: str) -> None:
    """An entry as another program posts it."""
    meta = {"kind": "context_threshold", "threshold": "90", "sessionId": "sess-x", "pct": "91", "schemaVersion": "1"}
    entry = {"entryId": "entry-1-x", "channelId": folder.name, "type": "status_update", "content": "full"}
    with (folder / "feed.jsonl").open("a") as feed:
        feed.write(json.dumps(entry | {"metadata": meta | changes}) + "\n")


def test_an_entry_of_another_program_is_listened_to_once(segue, home, app):
    folder = channel_in(home, "channel-1-a", app)
    foreign(folder)
    segue("thresholds", "check")
    foreign(folder)
    segue("thresholds", "check")
    [approval] = asked(segue)
    assert approval["sessionId"] == "sess-x" and approval["payload"]["thresholdPct"] == 90
    foreign(folder, sessionId="sess-y")
    segue("thresholds", "check")
    assert [a["sessionId"] for a in asked(segue)] == ["sess-x", "sess-y"]


@pytest.mark.parametrize(
    "change", [{"schemaVersion": "2"}, {"kind": "other"}, {"threshold": "75"}, {"threshold": "x"}, {"sessionId": ""}]
)
def test_other_entries_ask_nothing(segue, home, app, change):
    foreign(channel_in(home, "channel-1-a", app), **change)
    assert segue("thresholds", "check").code == 0 and asked(segue) == []


def test_the_table_is_the_users(segue, home, isolated, app):
    home.mkdir()
    (home / "config.toml").write_text('[thresholds]\n60 = "ask"\n')
    assert segue("thresholds", "table").out == " 60 %  ask\n"
    running(isolated, app, 61)
    segue("thresholds", "check")
    assert [a["payload"]["thresholdPct"] for a in asked(segue)] == [60]


@pytest.mark.parametrize("line", ['0 = "ask"', '101 = "ask"', 'x = "ask"', '90 = "shout"'])
def test_a_wrong_table_is_refused(segue, home, line):
    home.mkdir()
    (home / "config.toml").write_text(f"[thresholds]\n{line}\n")
    assert segue("thresholds", "check").code == 2


def test_a_session_that_nobody_wrote_to_is_not_running(segue, home, isolated, app):
    path = running(isolated, app, 95)
    os.utime(path, (1_793_527_200, 1_793_527_200))
    assert segue("thresholds", "check").out == "nothing was crossed\n" and not entries(home)


def test_a_channel_that_cannot_be_read_stops_no_other(segue, home, isolated, app, tmp_path):
    """What is damaged is named; the sessions of other repositories are reported all the same."""
    there = repository(tmp_path / "there")
    running(isolated, app, 60)
    running(isolated, there, 60, name=OTHER)
    segue("channel", "new", cwd=there)
    torn = channel_in(home, "channel-1-torn") / "channel.json"
    torn.write_text("{")
    seen = segue("thresholds", "check")
    assert seen.code == 0 and seen.out == "posted: session 5e55a0c2 crossed 50 %\n"
    assert f"session 5e55a0c1 is not reported: {torn} cannot be read" in seen.err
