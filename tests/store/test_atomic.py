"""Files are whole or as they were."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from segue.errors import SegueError
from segue.store import atomic


def test_a_failed_write_leaves_what_was_there_and_no_litter(tmp_path, monkeypatch):
    target = atomic.folder(tmp_path / "kept") / "file"
    atomic.save(target, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SegueError, match="No space left"):
        atomic.save(target, b"new")
    assert target.read_bytes() == b"old" and [p.name for p in target.parent.iterdir()] == ["file"]


def test_a_line_after_a_torn_one_stands_on_its_own(tmp_path):
    feed = tmp_path / "feed.jsonl"
    feed.write_bytes(b'{"whole": 1}\n{"to')
    atomic.append(feed, b'{"next": 1}')
    assert feed.read_bytes() == b'{"whole": 1}\n{"to\n{"next": 1}\n'


def test_what_is_made_is_for_its_owner_only(tmp_path):
    """The whole way down, whatever the umask."""
    old = os.umask(0)
    try:
        folder = atomic.folder(tmp_path / "a" / "b")
        atomic.append(folder / "feed", b"x")
        atomic.save(folder / "file", b"x")
    finally:
        os.umask(old)
    for path in (tmp_path / "a", folder, folder / "feed", folder / "file"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SegueError, match="cannot write"):
        atomic.folder(tmp_path / "file" / "below")
    with pytest.raises(SegueError, match="cannot write"):
        atomic.save(Path(tmp_path / "none" / "file"), b"")
