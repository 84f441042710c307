"""`segue handoff --save` and `--resume` (REQ-2.8)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.channel.kit import decided, session, tree
from tests.cli.handoff.kit import CHANNEL, ago, briefs, gap


@pytest.fixture
def no_agent(tmp_path: Path) -> dict[str, str]:
    """Agents on PATH that leave a mark when they are started."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("claude", "codex"):
        (folder / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
        (folder / name).chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def test_save_writes_and_starts_nothing(segue, app, channel, no_agent, tmp_path):
    seen = segue("handoff", "--channel", CHANNEL, "--save", cwd=app, **no_agent)
    assert seen.code == 0 and seen.out == f"{briefs(channel)[0]}\n" and not (tmp_path / "started").exists()


def test_resume_takes_that_working_memory_and_todays_state(segue, app, channel):
    """Only the brief's gap file is read; the text on disk may say anything."""
    segue("handoff", "--channel", CHANNEL, "--save", cwd=app)
    old = briefs(channel)[0]
    kept = gap(channel, old.stem).read_bytes()
    gap(channel, "brief-1-other", currentLineOfAttack="somebody else's")
    old.write_text("TAMPERED")
    decided(channel, "Use a trie", "it is faster", number=9)
    seen = segue("handoff", "--channel", CHANNEL, "--resume", old.stem, "--to", "claude", "--json", cwd=app)
    report = json.loads(seen.out)
    text = Path(report["path"]).read_text()
    assert report["resumedFrom"] == old.stem != report["brief"] and f"**Resumed from:** {old.stem}" in text
    assert "bisecting the tokenizer" in text and "Use a trie" in text
    assert "TAMPERED" not in text and "somebody else's" not in text
    assert old.read_text() == "TAMPERED" and (channel / "handoffs" / f"{old.stem}.gap.json").read_bytes() == kept
    again = segue("handoff", "--channel", CHANNEL, "--resume", report["brief"], "--to", "codex", "--json", cwd=app)
    assert "bisecting the tokenizer" in Path(json.loads(again.out)["path"]).read_text()


def test_resume_takes_a_working_memory_of_any_age_and_shows_it(segue, app, channel):
    gap(channel, "brief-1-old", capturedAt=ago(days=8))
    seen = segue("handoff", "--channel", CHANNEL, "--resume", "brief-1-old", "--to", "claude", "--json", cwd=app)
    text = Path(json.loads(seen.out)["path"]).read_text()
    assert "bisecting the tokenizer" in text and "8 d old" in text


def test_latest_is_the_newest_brief(segue, app, channel):
    for brief in ("brief-999-zzz", "brief-2000-aaa", "brief-1000-bbb"):
        gap(channel, brief, currentLineOfAttack=brief)
        (channel / "handoffs" / f"{brief}.md").write_text("a brief")
    seen = segue("handoff", "--channel", CHANNEL, "--resume", "latest", "--to", "claude", "--json", cwd=app)
    assert json.loads(seen.out)["resumedFrom"] == "brief-2000-aaa"


@pytest.mark.parametrize("brief", ["../../etc/passwd", "brief-1-../x", "brief-١-abc", "brief-1-abc\n"])
def test_an_id_that_could_leave_the_folder_is_refused(segue, app, channel, home, brief):
    before = tree(home)
    seen = segue("handoff", "--channel", CHANNEL, "--resume", brief, "--to", "claude", cwd=app)
    assert seen.code == 2 and tree(home) == before


@pytest.mark.parametrize("name", ["..", "../x", "a/b", ""])
def test_a_channel_that_could_leave_the_folder_is_refused(segue, app, home, name):
    seen = segue("channel", "post", "x", "--channel", name or "/", cwd=app)
    assert seen.code in (2, 3) and not list(home.rglob("feed.jsonl"))


def test_a_session_that_is_resumed_is_read_as_it_is_today(segue, isolated, work, home):
    saved = Path(segue("handoff", "--save", cwd=work).out.strip())
    session(isolated, work, ("user", "Never touch the lexer."), ("agent", "Understood."))
    seen = segue("handoff", "--resume", "latest", "--to", "codex", "--json", cwd=work)
    text = Path(json.loads(seen.out)["path"]).read_text()
    assert "write the changelog" in saved.read_text() and f"**Resumed from:** {saved.stem}" in text
    assert "Never touch the lexer." in text and "write the changelog" not in text
