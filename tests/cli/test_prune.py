"""`segue prune`: old briefs go when asked, and only then."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.channel.kit import channel_in
from tests.cli.conftest import POWERLESS

NAME = "channel-1-a"


@pytest.fixture
def folder(tmp_path: Path, app: Path) -> Path:
    """Briefs of 0, 10, 20, 30 and 40 days ago, and a working memory without a text from 25 days ago."""
    folder = channel_in(tmp_path / "segue-home", NAME, app) / "handoffs"
    folder.mkdir()
    for days in (0, 10, 20, 30, 40):
        for ending in ("md", "json", "gap.json"):
            (folder / f"{brief(days)}.{ending}").write_text(json.dumps({"briefId": brief(days)}))
    (folder / f"{brief(25)}.gap.json").write_text("{}")
    return folder


def brief(days: int) -> str:
    return f"brief-{(int(time.time()) // 3600 * 3600 - days * 86400) * 1000}-d{days}"


def left(folder: Path, ending: str = "md") -> list[str]:
    return sorted(p.name.split(".")[0].split("-")[2] for p in folder.glob(f"*[0-9].{ending}"))


def test_the_newest_stay(segue, app, folder):
    seen = segue("prune", "--keep", "2", cwd=app)
    assert seen.out.split() == [brief(40), brief(30), brief(25), brief(20)] and "4 briefs removed" in seen.err
    assert left(folder) == left(folder, "gap.json") == ["d0", "d10"]


def test_what_is_older_goes(segue, app, folder):
    segue("prune", "--days", "22", cwd=app)
    assert left(folder) == ["d0", "d10", "d20"]


def test_both_together_let_go_what_both_let_go(segue, app, folder):
    segue("prune", "--days", "5", "--keep", "4", cwd=app)
    assert left(folder) == ["d0", "d10", "d20"] and left(folder, "gap.json") == ["d0", "d10", "d20", "d25"]


def test_records_stay_for_lineage_unless_asked(segue, app, folder):
    segue("prune", "--keep", "0", cwd=app)
    assert left(folder) == [] and len(left(folder, "json")) == 5


def test_records_go_when_asked(segue, app, folder):
    segue("prune", "--keep", "0", "--records", cwd=app)
    assert list(folder.iterdir()) == []


def test_dry_run_only_says_which(segue, app, folder):
    seen = segue("prune", "--keep", "2", "--dry-run", cwd=app)
    assert len(seen.out.split()) == 4 and len(left(folder)) == 5


def test_it_does_nothing_without_being_told_what(segue, app, folder):
    assert segue("prune", cwd=app).code == 2 and len(left(folder)) == 5


def test_every_channel_when_asked(segue, folder):
    segue("prune", "--keep", "1", "--all")
    assert left(folder) == ["d0"]


@pytest.mark.parametrize("closed", ["handoffs", "."])
def test_what_could_not_be_removed_is_not_printed_as_if_it_were(segue, app, folder, closed):
    """Neither where the lock cannot be had nor where the files cannot go."""
    place = (folder.parent / closed).resolve()
    place.chmod(0o500)
    try:
        seen = segue("prune", "--keep", "1", cwd=app, by=POWERLESS)
    finally:
        place.chmod(0o700)
    assert (seen.code, seen.out) == (1, "") and f"error: cannot {'write' if closed == '.' else 'remove'} " in seen.err
    assert left(folder) == ["d0", "d10", "d20", "d30", "d40"]
