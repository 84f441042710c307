"""A repository whose own settings try to run something. Every trap is first shown to work on plain git."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from segue.git import Change, Look, look
from tests.git.conftest import Repository


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A file that only a trap makes."""
    return tmp_path / "canary"


def script(repo: Repository, canary: Path, name: str = "trap", *, then: str = "cat") -> str:
    path = repo.write(f".git/{name}", f"#!/bin/sh\ntouch {canary}\n{then}\n")
    path.chmod(0o755)
    return str(path)


def filtered(repo: Repository, where: tuple[str, ...], key: str, command: str) -> None:
    """A tracked file behind a filter, with a time stamp that makes git look at its content."""
    repo.write(".git/info/attributes", "*.txt filter=trap\n")
    repo.git("config", *where, f"filter.trap.{key}", command)
    os.utime(repo.root / "a.txt", (1, 1))


def by_monitor(repo: Repository, canary: Path) -> None:
    repo.git("config", "core.fsmonitor", script(repo, canary))


def by_hook(repo: Repository, canary: Path) -> None:
    script(repo, canary, "hooks/post-index-change")
    os.utime(repo.root / "a.txt", (1, 1))


def by_clean_filter(repo: Repository, canary: Path) -> None:
    filtered(repo, (), "clean", script(repo, canary))


def by_filter_process(repo: Repository, canary: Path) -> None:
    filtered(repo, (), "process", script(repo, canary))


def by_required_filter(repo: Repository, canary: Path) -> None:
    filtered(repo, (), "required", "true")
    filtered(repo, (), "clean", script(repo, canary))


def by_included_filter(repo: Repository, canary: Path) -> None:
    repo.git("config", "include.path", "more")
    filtered(repo, ("--file", ".git/more"), "clean", script(repo, canary))


def by_filter_of_a_worktree(repo: Repository, canary: Path) -> None:
    repo.git("config", "extensions.worktreeConfig", "true")
    filtered(repo, ("--worktree",), "clean", script(repo, canary))


def by_filter_after_a_megabyte(repo: Repository, canary: Path) -> None:
    config = repo.root / ".git" / "config"
    config.write_text(config.read_text() + "# padding\n" * 110_000)
    filtered(repo, (), "clean", script(repo, canary))


def by_signature(repo: Repository, canary: Path) -> None:
    head = repo.git("cat-file", "commit", "HEAD")
    headers, _, message = head.partition("\n\n")
    mark = "PGP SIGNATURE-----"
    signed = f"{headers}\ngpgsig -----BEGIN {mark}\n \n x\n -----END {mark}\n\n{message}\n"
    path = repo.write(".git/signed", signed)
    repo.git("update-ref", "HEAD", repo.git("hash-object", "-t", "commit", "-w", str(path)))
    repo.git("config", "log.showSignature", "true")
    repo.git("config", "gpg.program", script(repo, canary))


def by_submodule(repo: Repository, canary: Path) -> None:
    library = Repository(repo.root.parent / "library")
    library.commit("library", "lib.py")
    repo.git("submodule", "add", "--quiet", str(library.root), "sub")
    repo.commit("with library")
    repo.git("-C", "sub", "config", "core.fsmonitor", script(repo, canary))


def by_lazy_fetch(repo: Repository, canary: Path) -> None:
    """A partial clone lacks the old trees; asking for them starts the program that the remote names."""
    far = Repository(repo.root.parent / "far")
    far.git("config", "uploadpack.allowFilter", "true")
    far.commit("one", "dir/a.txt", "a.txt")
    far.commit("two", "dir/b.txt")
    repo.git("remote", "add", "origin", f"file://{far.root}")
    repo.git("fetch", "--quiet", "--filter=tree:0", "origin", "main")
    repo.git("reset", "--quiet", "--hard", "FETCH_HEAD")
    repo.git("config", "remote.origin.uploadpack", script(repo, canary, then="exit 1"))
    repo.git("config", "protocol.file.allow", "always")


TRAPS = (
    by_monitor,
    by_hook,
    by_clean_filter,
    by_filter_process,
    by_required_filter,
    by_included_filter,
    by_filter_of_a_worktree,
    by_filter_after_a_megabyte,
    by_signature,
    by_submodule,
    by_lazy_fetch,
)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.__name__)
def test_a_repositorys_own_settings_run_nothing(
    repo: Repository, canary: Path, trap: Callable[[Repository, Path], None]
) -> None:
    repo.commit("one", "a.txt")
    trap(repo, canary)
    canary.unlink(missing_ok=True)
    answer = look(repo.root, paths=["a.txt"])
    assert not canary.exists()
    assert answer.snapshot is not None, answer.why
    repo.git("status", check=False)
    repo.git("log", "--name-only", check=False)
    assert canary.exists(), "the trap does not work, so nothing was shown"


def test_commits_that_would_have_to_be_fetched_are_said_to_be_missing(repo: Repository, canary: Path) -> None:
    by_lazy_fetch(repo, canary)
    answer = look(repo.root)
    assert answer.snapshot is not None
    assert (answer.snapshot.head_subject, answer.snapshot.commits) == ("", ())
    assert answer.why.startswith("the commits could not be read: git failed: ")


def test_a_filter_that_cannot_be_switched_off_stops_the_look(repo: Repository, canary: Path) -> None:
    """An equals sign in its name makes the override land elsewhere."""
    repo.commit("one", "a.txt")
    repo.write(".git/info/attributes", "*.txt filter=a=b\n")
    repo.git("config", "filter.a=b.clean", script(repo, canary))
    os.utime(repo.root / "a.txt", (1, 1))
    assert look(repo.root) == Look(why="the repository configures a filter that cannot be switched off")
    assert not canary.exists()


def test_a_filter_of_the_users_own_still_works(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As git-lfs does: without it, every file that it keeps would look modified."""
    (tmp_path / "gitconfig").write_text('[filter "upper"]\n\tclean = tr a-z A-Z\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    repo.write(".gitattributes", "*.txt filter=upper\n")
    repo.commit("one", "a.txt")
    os.utime(repo.root / "a.txt", (1, 1))
    answer = look(repo.root)
    assert answer.snapshot is not None
    assert [change.path for change in answer.snapshot.changes] == [".gitattributes"]


def test_a_moved_work_tree_does_not_show_other_directories(repo: Repository, tmp_path: Path) -> None:
    repo.commit("one", "a.txt")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "diary.txt").write_text("x")
    repo.git("config", "core.worktree", str(tmp_path / "private"))
    assert "diary" in repo.git("status", "--porcelain")
    repo.write("loose")
    answer = look(repo.root)
    assert answer.snapshot is not None
    assert answer.snapshot.changes == (Change(path="loose", code="untracked"),)


def test_a_git_in_the_repository_is_not_found_through_a_relative_path(
    repo: Repository, canary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("one", "a.txt")
    repo.write("git", f"#!/bin/sh\ntouch {canary}\n").chmod(0o755)
    monkeypatch.chdir(repo.root)
    monkeypatch.setenv("PATH", os.pathsep.join((".", "", os.environ["PATH"])))
    assert look(repo.root).snapshot is not None
    assert not canary.exists()


def test_a_bare_repository_hidden_inside_is_not_entered(repo: Repository, canary: Path) -> None:
    """It survives a clone as plain files, with settings of its own."""
    repo.commit("one", "a.txt")
    hidden = repo.root / "docs" / "archive"
    hidden.mkdir(parents=True)
    repo.git("init", "--quiet", "--bare", str(hidden))
    repo.git("--git-dir", str(hidden), "config", "core.fsmonitor", script(repo, canary))
    answer = look(hidden)
    assert answer.snapshot is not None
    assert answer.snapshot.head_subject == "one"
    assert not canary.exists()
