"""Where Codex keeps its rollouts, and which one another was forked from."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from segue.errors import SourceError
from segue.session.records import Session
from tests import fixtures
from tests.sources.codex.kit import CODEX, place, prompts, read

PARENT = "11111111-0000-7000-8000-000000000008"
CHILD = "11111111-0000-7000-8000-000000000009"


def test_sessions_come_newest_first_and_archived_ones_too(isolated: Path):
    old = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
    new = place(isolated, "tools", "11111111-0000-7000-8000-000000000002", folder="2026/01/01")
    archived = isolated / ".codex" / "archived_sessions" / old.name
    archived.parent.mkdir()
    shutil.copy(old, archived)
    for at, path in enumerate((old, archived, new)):
        os.utime(path, (at + 1, at + 1))
    (new.parent / "notes.jsonl").write_text("{}")
    assert list(CODEX.find(isolated)) == [new, archived, old]


def test_codex_home_moves_the_place(isolated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = place(tmp_path / "other", "plain", "11111111-0000-7000-8000-000000000001")
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "other" / ".codex"))
    assert list(CODEX.find(isolated)) == [path]


def test_a_home_without_codex_has_no_sessions(isolated: Path):
    assert list(CODEX.find(isolated)) == []


def test_a_packed_rollout_gives_way_to_the_plain_one(isolated: Path):
    path = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
    path.with_name(path.name + ".zst").write_bytes(b"\x28\xb5\x2f\xfd")
    assert list(CODEX.find(isolated)) == [path]


def test_a_packed_rollout_is_listed_and_refused_with_a_hint(isolated: Path):
    path = place(isolated, "plain", "11111111-0000-7000-8000-000000000001")
    packed = path.rename(path.with_name(path.name + ".zst"))
    assert list(CODEX.find(isolated)) == [packed]
    assert CODEX.claims(packed)
    assert CODEX.glance(packed).id == "11111111-0000-7000-8000-000000000001"
    with pytest.raises(SourceError) as refused:
        CODEX.read(packed)
    assert "zstd -d" in refused.value.hint


def test_an_empty_rollout_keeps_its_id(tmp_path: Path):
    """A client that was killed early leaves one."""
    path = tmp_path / f"rollout-2026-03-02T09-00-00-{CHILD}.jsonl"
    path.touch()
    assert CODEX.claims(path)
    assert CODEX.read(path) == Session(glance=CODEX.glance(path))
    assert CODEX.glance(path).id == CHILD


def test_a_fork_by_reference_names_its_parent_and_finds_its_file(isolated: Path):
    parent = place(isolated, "paginated", PARENT, folder="2026/02/01")
    child = place(isolated, "fork", CHILD)
    assert CODEX.glance(child).parent == PARENT
    (before,) = CODEX.before(child)
    assert before.glance.path == str(parent)
    assert CODEX.before(parent) == ()


def test_a_fork_continues_its_parent_up_to_where_it_left(isolated: Path):
    """Rows that the parent wrote after the fork are not part of it."""
    parent = place(isolated, "paginated", PARENT, folder="2026/02/01")
    child = place(isolated, "fork", CHILD)
    whole = CODEX.before(child)[0].items
    child.write_text(child.read_text().replace('"end_ordinal_exclusive":18', '"end_ordinal_exclusive":8'))
    part = CODEX.before(child)[0].items
    assert whole == CODEX.read(parent).items[: len(whole)]
    assert 0 < len(part) < len(whole)


def test_a_fork_holds_its_own_turn_only():
    assert prompts(read("fork")) == [("typed", "Try a lower pitch.")]


def test_forks_that_refer_to_each_other_end(isolated: Path):
    child = place(isolated, "fork", CHILD)
    parent = place(isolated, "fork", PARENT)
    parent.write_text(parent.read_text().replace(PARENT, CHILD))
    assert [session.glance.path for session in CODEX.before(child)] == [str(parent)]


def test_another_agents_file_is_not_ours():
    others = [path for agent in ("claude", "pi", "omp") for path in fixtures.of(agent)]
    assert others
    assert [path for path in others if CODEX.claims(path)] == []
