"""What a list shows of a Codex rollout; the skim and a whole reading agree."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from segue.session.records import Usage
from tests import fixtures
from tests.sources.codex.kit import CODEX, place, read, row, written


def test_the_last_turn_says_where_and_with_what():
    glance = read("plain").glance
    assert (glance.cwd, glance.model, glance.branch) == ("/w/pantry/cellar", "gpt-script-2", "shelves")
    assert glance.usage == Usage(6300, 258400)
    assert (glance.started, glance.ended) == ("2026-03-02T08:59:59.000Z", "2026-03-02T09:00:30.000Z")
    assert glance.human_turns == 3
    assert glance.title == "Sort the jars by colour, please. Keep the lids."


def test_the_first_session_meta_wins():
    glance = read("rollback").glance
    assert (glance.id, glance.cwd) == ("11111111-0000-7000-8000-000000000004", "/w/pantry")


def test_a_name_given_to_the_thread_is_its_title():
    assert read("rollback").glance.title == "The garden"


def test_the_index_of_names_wins_and_its_last_line_most(isolated: Path):
    path = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
    index = isolated / ".codex" / "session_index.jsonl"
    names = [{"id": "11111111-0000-7000-8000-000000000001", "thread_name": name} for name in ("Jars", "Better jars")]
    index.write_text("".join(json.dumps(name) + "\n" for name in names))
    assert CODEX.glance(path).title == CODEX.read(path).glance.title == "Better jars"


def test_a_sub_agent_is_a_helper_and_names_its_parent():
    glance = read("subagent").glance
    assert (glance.helper, glance.parent) == (True, "11111111-0000-7000-8000-000000000006")


@pytest.mark.parametrize(
    ("meta", "helper"),
    [
        ({"source": "cli"}, False),
        ({"source": "vscode", "thread_source": "user"}, False),
        ({"source": "exec", "thread_source": "user"}, True),
        ({"source": "cli", "thread_source": "memory_consolidation"}, True),
    ],
)
def test_headless_runs_are_helpers(tmp_path: Path, meta: dict[str, str], helper: bool):
    assert written(tmp_path / "s.jsonl", row("session_meta", id="x", **meta)).glance.helper is helper


def test_a_newer_window_of_the_next_turn_counts(tmp_path: Path):
    """The skim passes token counts over and must still take them in order."""
    info = {"last_token_usage": {"total_tokens": 10}, "model_context_window": 100}
    count = row("event_msg", type="token_count", info=info)
    start = row("event_msg", type="task_started", model_context_window=200)
    assert written(tmp_path / "s.jsonl", count, start).glance.usage == Usage(10, 200)


def test_however_a_file_is_damaged_a_list_and_a_reading_agree(tmp_path: Path):
    """The skim passes most rows over by their first bytes; what it passes must never matter."""
    dice = random.Random(5)
    path = tmp_path / "s.jsonl"
    for _ in range(300):
        data = bytearray(dice.choice(fixtures.of("codex")).read_bytes())
        for _ in range(dice.randint(1, 6)):
            at = dice.randrange(len(data))
            data[at : at + dice.choice((0, 1, 30))] = dice.choice((b"", b"}{", b"\n", b"\0", b"\xff", b'"', b"\\ud800"))
        path.write_bytes(data[: dice.randint(1, len(data))])
        assert CODEX.glance(path) == CODEX.read(path).glance


def test_the_end_is_the_last_whole_row(tmp_path: Path):
    """Also when the skim passed that row over, and when what looks like a row is none."""
    output = row("response_item", type="function_call_output", call_id="c", output="x")
    late = json.dumps(output, separators=(",", ":")).replace("09:00:00", "09:30:00")
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(row("session_meta", id="x")) + "\n" + late + "\n")
    assert CODEX.glance(path).ended == CODEX.read(path).glance.ended == "2026-03-02T09:30:00.000Z"
    path.write_text(path.read_text() + late.replace("09:30", "09:45").replace('"x"}}', '"x}}'))
    assert CODEX.glance(path).ended == CODEX.read(path).glance.ended == "2026-03-02T09:30:00.000Z"
