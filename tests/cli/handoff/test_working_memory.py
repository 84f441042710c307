"""The gap-fill: what an agent leaves for the next one, and when it counts (REQ-2.3)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.channel.kit import AWS, SESSION
from tests.cli.handoff.kit import CHANNEL, SLOTS, ago, gap


def finalize(cwd: Path, slots: dict[str, object], *args: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "segue", "channel", "finalize", *args]
    return subprocess.run(argv, input=json.dumps(slots), text=True, capture_output=True, cwd=cwd, check=False)


def test_finalize_leaves_the_four_slots_and_mints_the_brief(segue, work, home):
    segue("channel", "new", cwd=work)
    brief = finalize(work, SLOTS, "--session", SESSION).stdout.strip()
    [path] = home.glob(f"channels/*/handoffs/{brief}.gap.json")
    assert {name: json.loads(path.read_text())[name] for name in SLOTS} == SLOTS
    report = json.loads(segue("handoff", "--to", "codex", "--json", cwd=work).out)
    text = Path(report["path"]).read_text()
    assert report["brief"] == brief and "the lookahead is off by one" in text and f"gap:{brief}" in text
    second = json.loads(segue("handoff", "--to", "codex", "--json", cwd=work).out)
    assert second["brief"] != brief and "the lookahead is off by one" in Path(second["path"]).read_text()


def test_finalize_takes_the_beginning_of_a_sessions_id(segue, work, channel):
    """As every other `--session` does: the memory is that session's, and its next brief has it."""
    assert finalize(work, SLOTS, "--session", SESSION[:8]).returncode == 0
    text = Path(segue("handoff", "--save", cwd=work).out.strip()).read_text()
    assert "bisecting the tokenizer" in text and "another session" not in text


def test_finalize_refuses_a_session_that_nobody_held(segue, work, channel):
    done = finalize(work, SLOTS, "--session", "garbage")
    assert done.returncode == 3 and "no session's id begins with 'garbage'" in done.stderr
    assert done.stdout == "" and not (channel / "handoffs").exists()


@pytest.mark.parametrize(
    "change",
    [{"schemaVersion": 2}, {"schemaVersion": "1"}, {"schemaVersion": True}, {"extra": 1}, {"openQuestions": "x"}],
)
def test_a_working_memory_of_another_shape_is_refused(segue, work, channel, change):
    done = finalize(work, SLOTS | change, "--session", SESSION, "--channel", CHANNEL)
    assert done.returncode == 2 and not (channel / "handoffs").exists()


def test_a_secret_in_a_working_memory_is_refused(segue, work, channel):
    slots = SLOTS | {"openQuestions": [f"is {AWS} valid?"]}
    done = finalize(work, slots, "--session", SESSION, "--channel", CHANNEL)
    assert done.returncode == 4 and "openQuestions: 1" in done.stderr and AWS not in done.stderr
    assert not (channel / "handoffs").exists()


def test_another_schema_version_counts_as_none_and_cannot_be_resumed(segue, app, channel):
    gap(channel, "brief-1-abc", schemaVersion=2)
    made = segue("handoff", "--channel", CHANNEL, "--save", cwd=app)
    text = Path(made.out.strip()).read_text()
    assert "[gap-fill not provided] brief-1-abc has schema version 2" in text and "bisecting" not in text
    refused = segue("handoff", "--channel", CHANNEL, "--resume", "brief-1-abc", "--to", "claude", cwd=app)
    assert refused.code == 4 and "schema version 2" in refused.err


def test_without_a_gap_fill_the_brief_still_renders_after_waiting(segue, work, home):
    begun = time.monotonic()
    seen = segue("handoff", "--save", "--wait-gap", "1", cwd=work)
    assert time.monotonic() - begun >= 1
    assert "[gap-fill not provided] no agent called channel_handoff_finalize" in Path(seen.out.strip()).read_text()


def test_waiting_ends_when_the_gap_fill_arrives(segue, work, home, isolated):
    segue("channel", "new", cwd=work)
    waiting = subprocess.Popen(
        [sys.executable, "-m", "segue", "handoff", "--save", "--wait-gap", "30"],
        cwd=work, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(1)
    [folder] = home.glob("channels/channel-*")
    gap(folder, "brief-1-abc")
    out, _ = waiting.communicate(timeout=60)
    assert out.strip().endswith("brief-1-abc.md") and "bisecting the tokenizer" in Path(out.strip()).read_text()


def test_a_gap_fill_older_than_an_hour_counts_as_none(segue, app, channel):
    gap(channel, "brief-1-abc", capturedAt=ago(minutes=61))
    text = Path(segue("handoff", "--channel", CHANNEL, "--save", cwd=app).out.strip()).read_text()
    assert "[gap-fill not provided] brief-1-abc is 1 h old" in text and "bisecting" not in text
    gap(channel, "brief-2-abc", capturedAt=ago(minutes=58))
    text = Path(segue("handoff", "--channel", CHANNEL, "--save", cwd=app).out.strip()).read_text()
    assert "bisecting the tokenizer" in text


def test_a_gap_fill_counts_for_the_session_that_wrote_it(segue, work, channel):
    gap(channel, "brief-1-abc", capturedBySessionId="another-session")
    text = Path(segue("handoff", "--save", cwd=work).out.strip()).read_text()
    assert "written by another session (another-session)" in text and "bisecting" not in text
