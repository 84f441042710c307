"""One look at a real repository in every condition a person leaves one in."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec
import pytest

from segue.git import Change, Look, Snapshot, look, snapshot, state_of
from tests.git.conftest import Repository


def seen(repo: Repository, *paths: str, since: str = "", limit: int = 30) -> Snapshot:
    answer = look(repo.root, since=since, paths=paths, limit=limit)
    assert answer.snapshot is not None, answer.why
    assert answer.why == ""
    return answer.snapshot


def tree(root: Path) -> dict[str, str]:
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() + str(path.stat().st_mtime_ns) for path in files}


def test_branch_head_and_subject_are_told(repo: Repository) -> None:
    head = repo.commit("Add the parser", "a.py")
    now = seen(repo)
    assert (now.root, now.branch, now.head, now.head_subject) == (
        str(repo.root.resolve()),
        "main",
        head,
        "Add the parser",
    )
    assert (now.changes, now.in_progress, now.stashes, now.worktrees, now.shallow) == ((), "", 0, 1, False)


def test_a_repository_without_commits_has_a_branch_and_no_head(repo: Repository) -> None:
    repo.write("new.py")
    now = seen(repo, "new.py")
    assert (now.branch, now.head, now.head_subject, now.commits) == ("main", "", "", ())
    assert state_of(now, "new.py") == "untracked"


def test_a_detached_head_has_no_branch(repo: Repository) -> None:
    head = repo.commit("one", "a")
    repo.git("checkout", "--quiet", "--detach")
    assert (seen(repo).branch, seen(repo).head) == ("", head)


def test_every_kind_of_change_has_its_word(repo: Repository) -> None:
    """Staged means the whole change is in the index: a file changed again after `git add` is not."""
    repo.commit("one", "edit.py", "half.py", "gone.py", "moved.py")
    repo.write("edit.py", "other")
    repo.write("half.py", "staged")
    repo.write("staged.py", "new")
    repo.git("add", "half.py", "staged.py")
    repo.write("half.py", "and again")
    (repo.root / "gone.py").unlink()
    repo.git("mv", "moved.py", "there.py")
    repo.write("loose/one.py")
    assert set(seen(repo).changes) == {
        Change(path="edit.py", code="modified"),
        Change(path="half.py", code="modified"),
        Change(path="staged.py", code="added", staged=True),
        Change(path="gone.py", code="deleted"),
        Change(path="there.py", code="renamed", staged=True, old="moved.py"),
        Change(path="loose/", code="untracked"),
    }


def test_a_conflict_shows_with_the_merge_that_made_it(repo: Repository) -> None:
    repo.commit("base", "a.py")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("side", "a.py")
    repo.git("checkout", "--quiet", "main")
    repo.commit("main", "a.py")
    repo.git("merge", "side", check=False)
    now = seen(repo, "a.py")
    assert now.in_progress == "merge"
    assert now.changes == (Change(path="a.py", code="conflicted"),)
    assert state_of(now, "a.py") == "uncommitted"
    repo.git("merge", "--abort")
    for command, word in ((("cherry-pick", "side"), "cherry-pick"), (("rebase", "side"), "rebase")):
        repo.git(*command, check=False)
        assert seen(repo).in_progress == word
        repo.git(command[0], "--abort")
    repo.git("bisect", "start")
    assert seen(repo).in_progress == "bisect"


def test_only_commits_since_the_given_time_are_told_newest_first(repo: Repository) -> None:
    repo.commit("before", "a.py", at="2026-03-01T09:59:59Z")
    repo.commit("during", "b.py", "c d.py", at="2026-03-01T12:00:00+02:00")
    repo.commit("after", "b.py", at="2026-03-01T11:00:00Z")
    now = seen(repo, since="2026-03-01T10:00:00.900Z")
    assert [(c.subject, c.time, c.paths) for c in now.commits] == [
        ("after", "2026-03-01T11:00:00Z", ("b.py",)),
        ("during", "2026-03-01T10:00:00Z", ("b.py", "c d.py")),
    ]
    assert seen(repo, since="2027-01-01T00:00:00Z").commits == ()
    assert seen(repo, since="2027-01-01T00:00:00Z").head_subject == "after"


@pytest.mark.parametrize("since", ["", "yesterday", "--exec=touch /tmp/x", "0001-01-01T00:00:00+14:00"])
def test_a_time_that_cannot_be_read_means_the_newest_commits(repo: Repository, since: str) -> None:
    for number in range(4):
        repo.commit(f"commit {number}", at=f"2026-03-0{number + 1}T10:00:00Z")
    now = seen(repo, since=since, limit=2)
    assert [c.subject for c in now.commits] == ["commit 3", "commit 2"]
    assert now.more_commits
    assert not seen(repo, since=since, limit=4).more_commits


def test_subjects_and_paths_that_look_like_our_separators_change_nothing(repo: Repository) -> None:
    hostile = "//0123456789abcdef"
    repo.commit(hostile, "\nstarts with a line feed", at="2026-03-01T10:00:00Z")
    repo.commit("plain", "b", at="2026-03-02T10:00:00Z")
    assert [(c.subject, c.paths) for c in seen(repo).commits] == [
        ("plain", ("b",)),
        (hostile, ("\nstarts with a line feed",)),
    ]


@pytest.mark.parametrize(
    "name", ["with space.py", "line\nfeed.py", 'quo"te.py', "ünïcode/文件.py", "-dash", "#hash", "a\tb"]
)
def test_any_name_comes_through_as_it_is(repo: Repository, name: str) -> None:
    repo.commit("one", name)
    assert state_of(seen(repo, name), name) == "committed"
    repo.write(name, "changed")
    now = seen(repo, name)
    assert now.changes == (Change(path=name, code="modified"),)
    assert now.commits[0].paths == (name,)
    assert state_of(now, name) == "uncommitted"


def test_a_name_that_is_no_utf8_can_still_be_written_as_json(repo: Repository) -> None:
    bad = os.fsencode(repo.root) + b"/bad\xff.py"
    try:
        Path(os.fsdecode(bad)).write_bytes(b"x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    now = seen(repo)
    assert now.changes == (Change(path="bad\ufffd.py", code="untracked"),)
    assert msgspec.json.decode(msgspec.json.encode(now), type=Snapshot) == now


def test_each_path_has_its_state(repo: Repository, tmp_path: Path) -> None:
    repo.write(".gitignore", "build/\n*.log\n")
    repo.commit("old", ".gitignore", "old.py", "src/deep/clean.py", "removed.py", at="2026-01-01T00:00:00Z")
    repo.write(".gitignore", "build/\n*.log\n")
    repo.git("rm", "--quiet", "removed.py")
    repo.commit("new", "new.py", "both.py", "build/forced.o", at="2026-03-01T00:00:00Z")
    repo.write("both.py", "again")
    for name in ("build/out.o", "x.log", "loose/a/b.py", "loose/c.log"):
        repo.write(name)
    repo.git("mv", "old.py", "moved.py")
    (repo.root / "away").symlink_to(tmp_path)
    (tmp_path / "secret").write_text("x")
    expected = {
        "new.py": "committed",
        "removed.py": "committed",
        "both.py": "uncommitted",
        "old.py": "uncommitted",
        "moved.py": "uncommitted",
        "src/deep/clean.py": "clean",
        "./src/../src/deep/clean.py": "clean",
        str(repo.root / "src/deep/clean.py"): "clean",
        "build/forced.o": "committed",
        "build/out.o": "ignored",
        "x.log": "ignored",
        "loose/c.log": "ignored",
        "loose/a/b.py": "untracked",
        "loose": "untracked",
        "never.py": "missing",
        "loose/never.py": "missing",
        "build/never.o": "missing",
        "../elsewhere.py": "outside",
        "/etc/hosts": "outside",
        "away/secret": "outside",
        "away": "untracked",
        ".git/config": "outside",
        "nul\0byte": "missing",
        "": "outside",
    }
    now = seen(repo, *expected, since="2026-02-01T00:00:00Z")
    assert now.states == expected


def test_relative_paths_start_at_the_given_directory(repo: Repository) -> None:
    repo.commit("one", "src/a.py")
    now = snapshot(repo.root / "src", paths=["a.py", "../src/a.py", "src/a.py"])
    assert now is not None
    assert now.states == {"a.py": "committed", "../src/a.py": "committed", "src/a.py": "missing"}


def test_a_path_that_was_not_asked_for_is_not_guessed_at(repo: Repository) -> None:
    repo.commit("one", "a.py")
    with pytest.raises(KeyError):
        state_of(seen(repo), "a.py")


def test_upstream_ahead_behind_and_stashes_are_counted(repo: Repository, tmp_path: Path) -> None:
    repo.commit("one", "a")
    repo.git("clone", "--quiet", "--bare", ".", str(tmp_path / "far.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "far.git"))
    repo.git("fetch", "--quiet", "origin")
    repo.git("branch", "--set-upstream-to=origin/main")
    repo.commit("two", "b")
    repo.commit("three", "c")
    repo.write("a", "later")
    repo.git("stash")
    now = seen(repo)
    assert (now.upstream, now.ahead, now.behind, now.stashes) == ("origin/main", 2, 0, 1)
    repo.git("reset", "--quiet", "--hard", "HEAD~2")
    repo.git("push", "--quiet", "--force", "origin", "HEAD@{1}:main")
    assert (seen(repo).ahead, seen(repo).behind) == (0, 2)


def test_a_shallow_clone_says_so(repo: Repository, tmp_path: Path) -> None:
    repo.commit("one", "a")
    repo.commit("two", "b")
    repo.git("clone", "--quiet", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow"))
    now = snapshot(tmp_path / "shallow")
    assert now is not None
    assert (now.shallow, [c.subject for c in now.commits]) == (True, ["two"])


def test_a_worktree_is_seen_with_its_own_branch_and_all_are_counted(repo: Repository) -> None:
    repo.commit("one", "a")
    other = repo.root.parent / "other"
    repo.git("worktree", "add", "--quiet", "-b", "topic", str(other))
    (other / "loose").write_text("x")
    now = snapshot(other)
    assert now is not None
    assert (now.root, now.branch, now.worktrees) == (str(other.resolve()), "topic", 2)
    assert now.changes == (Change(path="loose", code="untracked"),)
    assert seen(repo).changes == ()


def test_a_submodule_is_seen_from_inside_and_left_alone_from_outside(repo: Repository, tmp_path: Path) -> None:
    library = Repository(tmp_path / "library")
    library.commit("library", "lib.py")
    repo.git("submodule", "add", "--quiet", str(library.root), "vendor/library")
    repo.commit("with library")
    (repo.root / "vendor/library/lib.py").write_text("changed")
    assert seen(repo).changes == ()
    assert seen(repo, "vendor/library/lib.py").states == {"vendor/library/lib.py": "outside"}
    inside = snapshot(repo.root / "vendor/library", paths=["lib.py"])
    assert inside is not None
    assert (inside.head_subject, inside.states) == ("library", {"lib.py": "uncommitted"})


def test_a_look_changes_not_one_byte(repo: Repository) -> None:
    """Not even the index: a plain `git status` would refresh it after a touch."""
    repo.commit("one", "a.py", "b.py")
    os.utime(repo.root / "a.py", (1, 1))
    before = tree(repo.root)
    assert seen(repo, "a.py").states == {"a.py": "committed"}
    assert tree(repo.root) == before
    repo.git("status")
    assert tree(repo.root) != before


def test_the_callers_git_variables_do_not_lead_astray(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository(tmp_path / "other")
    other.commit("the wrong one", "x")
    repo.commit("the right one", "a")
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nothing"))
    assert (seen(repo).head_subject, seen(repo).changes) == ("the right one", ())


@pytest.mark.parametrize("where", ["", "gone", "relative"])
def test_without_a_repository_the_reason_is_said(tmp_path: Path, where: str) -> None:
    path = {"": tmp_path, "gone": tmp_path / "gone", "relative": Path("src")}[where]
    assert look(path) == Look(why="the directory is gone" if where else "no git repository here")
    assert snapshot(path) is None


def test_without_git_the_reason_is_said(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert look(repo.root) == Look(why="git is not installed")


def test_a_bare_repository_and_one_with_a_worktree_beside_it(repo: Repository, tmp_path: Path) -> None:
    repo.commit("one", "a")
    bare = tmp_path / "hub"
    bare.mkdir()
    repo.git("clone", "--quiet", "--bare", ".", str(bare / ".bare"))
    assert look(bare / ".bare") == Look(why="no git repository here")
    (bare / ".git").write_text("gitdir: ./.bare\n")
    assert look(bare) == Look(why="it is a bare repository, without files")


def test_a_repository_that_git_cannot_read_is_none_with_gits_own_words(repo: Repository) -> None:
    (repo.root / ".git" / "config").write_text("[core\nbroken")
    answer = look(repo.root)
    assert answer.snapshot is None
    assert answer.why.startswith("git failed: fatal: bad config line 1")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory away")
def test_a_repository_of_another_user_is_refused_unless_the_user_trusts_it(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("one", "a")
    for path in (repo.root, repo.root / ".git"):
        os.chown(path, 12345, 12345)
    refused = "git refuses it: the repository belongs to another user (see safe.directory)"
    assert look(repo.root) == Look(why=refused)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(repo.root))
    assert seen(repo).head_subject == "one"


def test_a_git_that_hangs_is_ended_with_all_it_started(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child holds the pipe: ending only git itself would wait for it for a minute."""
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\nsleep 60 &\nwait\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent), prepend=os.pathsep)
    assert look(repo.root, timeout=0.3) == Look(why="git took too long")
