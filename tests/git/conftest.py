"""Real repositories, made by the real git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


class Repository:
    """A repository of one test; `git` runs plain git in it, as an agent would."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "Test")
        self.git("config", "user.email", "test@example.org")

    def git(self, *arguments: str, check: bool = True, **environment: str) -> str:
        command = ["git", "-c", "protocol.file.allow=always", *arguments]
        done = subprocess.run(
            command,
            cwd=self.root,
            capture_output=True,
            text=True,
            env=os.environ | environment,
            check=False,
            timeout=20,
        )
        assert not check or done.returncode == 0, done.stderr
        return done.stdout.strip()

    def write(self, name: str, text: str = "text\n") -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def commit(self, subject: str, *names: str, at: str = "2026-03-01T10:00:00Z") -> str:
        for name in names:
            self.write(name, f"{subject}: {name}\n")
            self.git("add", "--force", "--", name)
        self.git("commit", "--quiet", "--allow-empty", "-m", subject, GIT_COMMITTER_DATE=at, GIT_AUTHOR_DATE=at)
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """An empty repository."""
    return Repository(tmp_path / "work" / "project")
