"""The line itself, over stages: what only shows when they are joined."""

from __future__ import annotations

import shutil
from pathlib import Path

from segue import handoff
from segue.sources import reader_of
from tests.fixtures import HERE


def test_a_fork_by_reference_brings_what_its_parent_settled(isolated: Path):
    """Codex copies nothing into a fork: the parent's words are pointed at in the parent's own file."""
    folder = isolated / ".codex" / "sessions" / "2026" / "03" / "02"
    folder.mkdir(parents=True)
    for name, number in (("paginated", 8), ("fork", 9)):
        thread = f"11111111-0000-7000-8000-00000000000{number}"
        shutil.copy(HERE / "codex" / f"{name}.jsonl", folder / f"rollout-2026-03-02T09-00-0{number}-{thread}.jsonl")
    evidence = handoff.gather(
        reader_of("codex"), folder / f"rollout-2026-03-02T09-00-09-{thread}.jsonl", with_git=False
    )
    brief, text = handoff.write_brief(evidence, template="session", budget=4000)
    pointers = [p for s in brief.sections for e in s.entries for c in e.claims for p in c.pointers if p.session]
    assert pointers and {p.session for p in pointers} == {"11111111-0000-7000-8000-000000000008"}
    assert "transcript:11111111-0000-7000:L" in text
