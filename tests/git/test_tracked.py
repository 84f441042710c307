"""Which files a repository brought with it, in every shape that git's index has."""

from __future__ import annotations

from pathlib import Path

import pytest

from segue.git import tracked
from tests.git.conftest import Repository

NAMES = ("a.md", "b.md", "deep/b.md", "c.md")
SHAPES = {
    "plain": (),
    "more flags": ("update-index", "--skip-worktree", "a.md"),
    "names shortened": ("update-index", "--index-version", "4"),
    "split in two": ("update-index", "--split-index"),
}


@pytest.fixture
def work(repo: Repository) -> Path:
    """Two committed files; two that are not, one of them with a committed one's last name."""
    repo.commit("a beginning", "a.md", "deep/b.md")
    repo.write("b.md")
    repo.write("c.md")
    return repo.root


def told(root: Path) -> list[str]:
    return [name for name in NAMES if tracked(root / name)]


@pytest.mark.parametrize("shape", SHAPES)
def test_what_the_index_holds_is_tracked(repo: Repository, work: Path, shape: str):
    """Also what is only added; and nothing for its last name alone."""
    if SHAPES[shape]:
        repo.git(*SHAPES[shape])
    assert told(work) == ["a.md", "deep/b.md"]
    repo.git("add", "c.md")
    assert told(work) == ["a.md", "deep/b.md", "c.md"]


def test_a_worktree_has_an_index_of_its_own(repo: Repository, work: Path, tmp_path: Path):
    repo.git("worktree", "add", "--quiet", str(tmp_path / "other"))
    repo.git("add", "c.md")
    (tmp_path / "other" / "c.md").write_text("c.md")
    assert told(tmp_path / "other") == ["a.md", "deep/b.md"] and "c.md" in told(work)


def test_without_a_repository_or_a_commit_nothing_is(tmp_path: Path):
    (tmp_path / "a.md").write_text("a")
    assert not tracked(tmp_path / "a.md")
    assert not tracked(Repository(tmp_path / "new").write("a.md"))


def test_what_git_cannot_tell_counts_as_the_repositorys(work: Path):
    (work / ".git" / "index").write_bytes(b"DIRC\0\0\0\4 torn")
    assert tracked(work / "c.md")
