"""Which repository a directory belongs to, told from files alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from segue.git import find_root, identity
from tests.git.conftest import Repository


@pytest.fixture
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding must work without git: it runs for every listed session."""
    monkeypatch.setenv("PATH", "/nowhere")


def test_a_directory_deep_inside_belongs_to_the_repository(repo: Repository, no_process: None) -> None:
    deep = repo.root / "a" / "b"
    deep.mkdir(parents=True)
    assert find_root(deep) == repo.root.resolve()
    assert identity(deep) == str(repo.root.resolve() / ".git")


def test_all_worktrees_count_as_one_repository_with_roots_of_their_own(repo: Repository) -> None:
    repo.commit("first", "a.txt")
    other = repo.root.parent / "other"
    repo.git("worktree", "add", "--quiet", str(other))
    assert find_root(other) == other.resolve()
    assert identity(other) == identity(repo.root)


def test_a_submodule_is_a_repository_of_its_own(repo: Repository, tmp_path: Path) -> None:
    library = Repository(tmp_path / "library")
    library.commit("library", "lib.py")
    repo.git("submodule", "add", "--quiet", str(library.root), "vendor/library")
    inside = repo.root / "vendor" / "library"
    assert find_root(inside) == inside.resolve()
    assert identity(inside) == str(repo.root.resolve() / ".git" / "modules" / "vendor" / "library")


def test_a_directory_that_is_gone_belongs_nowhere_though_its_parent_is_a_repository(repo: Repository) -> None:
    """A deleted cwd is known by its text only: its parent may be a repository that has nothing to do with it."""
    assert find_root(repo.root / "deleted") is None
    assert identity(repo.root / "deleted") is None


@pytest.mark.parametrize("text", ["", ".", "relative/path"])
def test_a_relative_path_is_never_taken_for_our_own_directory(
    repo: Repository, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repo.root / "relative" / "path").mkdir(parents=True)
    monkeypatch.chdir(repo.root)
    assert identity(Path(text)) is None


def test_outside_any_repository_there_is_none(tmp_path: Path) -> None:
    assert find_root(tmp_path) is None
    assert identity(tmp_path) is None


def test_a_link_leads_to_the_repository_it_points_into(repo: Repository, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repo.root)
    assert identity(tmp_path / "link") == identity(repo.root)


def test_an_empty_git_directory_is_walked_past_as_git_does(repo: Repository) -> None:
    (repo.root / "sub" / ".git").mkdir(parents=True)
    assert find_root(repo.root / "sub") == repo.root.resolve()


@pytest.mark.parametrize("content", [b"gitdir: /nowhere/at/all", b"gitdir: a\0b", b"nonsense", b"", b"\xff\xfe"])
def test_a_git_file_that_leads_nowhere_is_no_repository_and_no_parent_stands_in(
    repo: Repository, content: bytes
) -> None:
    (repo.root / "sub").mkdir()
    (repo.root / "sub" / ".git").write_bytes(content)
    assert find_root(repo.root / "sub") is None


def test_a_named_pipe_in_place_of_a_file_does_not_hang(repo: Repository) -> None:
    (repo.root / "sub").mkdir()
    os.mkfifo(repo.root / "sub" / ".git")
    os.mkfifo(repo.root / ".git" / "commondir")
    assert find_root(repo.root / "sub") is None
    assert identity(repo.root) == str(repo.root.resolve() / ".git")


def test_a_nul_in_the_path_is_no_error() -> None:
    assert identity(Path("/tmp/a\0b")) is None
