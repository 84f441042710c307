"""The commands on sessions whose id is not in a file's name, or that have no file: Gemini, Copilot, OpenCode, Goose."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.fixtures import HERE

COPILOT_ID = "5e55a005-0000-4000-8000-000000000001"
GEMINI_ID = "6e317100-0000-4000-8000-000000000001"
PLACES = {
    "gemini": ("tools.jsonl", ".gemini/tmp/app/chats/session-2026-11-02T09-00-6e317100.jsonl"),
    "copilot": ("tools.jsonl", f".copilot/session-state/{COPILOT_ID}/events.jsonl"),
    "opencode": ("tools.db", ".local/share/opencode/opencode.db"),
    "goose": ("tools.db", ".local/share/goose/sessions/sessions.db"),
}
IDS = {"gemini": GEMINI_ID, "copilot": COPILOT_ID, "opencode": "ses_a", "goose": "20261102_1"}
AGENTS = pytest.mark.parametrize("agent", PLACES)


@pytest.fixture
def held(isolated: Path, agent: str) -> Path:
    """One session of the agent, where the agent keeps it."""
    fixture, place = PLACES[agent]
    target = isolated / place
    target.parent.mkdir(parents=True)
    shutil.copy(HERE / agent / fixture, target)
    if agent == "copilot":
        target.write_text(target.read_text().replace("c0b10700-0000-4000-8000-000000000001", COPILOT_ID))
    return target


@AGENTS
def test_a_session_is_listed_and_the_index_remembers_it(segue, held: Path, agent: str):
    """The second list comes from memory and is the same."""
    first, second = (segue("sessions", "--json") for _ in range(2))
    (row,) = json.loads(first.out)
    assert (row["agent"], row["id"], row["title"]) == (agent, IDS[agent], "Fix the date parser.")
    assert row["human_turns"] == {"gemini": 4}.get(agent, 3)
    assert first.out == second.out


@AGENTS
def test_a_brief_is_made_by_id_by_path_and_by_itself(segue, isolated: Path, held: Path, agent: str):
    """Four ways to name one session, one brief."""
    path = json.loads(segue("sessions", "--json").out)[0]["path"].replace("~", str(isolated))
    by_id, by_prefix, by_path, latest = (
        segue("brief", wanted, "--no-git") for wanted in (IDS[agent], IDS[agent][:6], path, "latest")
    )
    assert by_id.code == 0 and "Fix the date parser." in by_id.out
    assert by_id.out == by_prefix.out == by_path.out == latest.out


@AGENTS
def test_a_record_is_shown_by_its_number(segue, held: Path, agent: str):
    number = {"gemini": 11, "copilot": 18, "opencode": 11, "goose": 14}[agent]
    shown = segue("show", f"{IDS[agent]}:L{number}")
    assert shown.code == 0 and ": failed" in shown.out
    raw = segue("show", f"{IDS[agent]}:L{number}", "--raw")
    assert raw.code == 0 and json.loads(raw.out)


@pytest.mark.parametrize(
    ("agent", "variable", "label"),
    [("copilot", "COPILOT_AGENT_SESSION_ID", "Copilot CLI"), ("goose", "AGENT_SESSION_ID", "Goose")],
)
def test_the_session_that_calls_is_mine(segue, held: Path, agent: str, variable: str, label: str):
    """Some tell their children which session they belong to."""
    mine = segue("brief", "--no-git", **{variable: IDS[agent]})
    assert mine.code == 0
    assert f"{label} is calling ({variable})" in mine.err


@pytest.mark.parametrize("agent", ["opencode", "goose"])
def test_a_database_that_cannot_be_read_is_told_when_named(segue, held: Path, agent: str):
    """In a list it costs its own sessions only."""
    held.write_bytes(held.read_bytes()[:600])
    named = segue("brief", str(held))
    assert named.code == 3 and "cannot read" in named.err and "hint:" in named.err
    assert json.loads(segue("sessions", "--json").out) == []


def test_a_pointer_names_one_session_among_those_of_a_day(segue, isolated: Path):
    """Goose counts its sessions day by day: their ids begin with the same eight characters."""
    target = isolated / PLACES["goose"][1]
    target.parent.mkdir(parents=True)
    shutil.copy(HERE / "goose" / "plain.db", target)
    found, *_ = json.loads(segue("search", "never for a POST", "--all", "--json").out)
    assert found["pointer"] == "transcript:20261102_2:L4"
    shown = segue("show", found["pointer"])
    assert shown.code == 0 and "never for a POST" in shown.out
