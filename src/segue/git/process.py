"""Running git so that a repository's own configuration runs nothing.

The user's configuration (global, system, environment) stays trusted, so `safe.directory` and a globally installed
git-lfs work. What only the repository sets is overridden: file-system monitor, hooks, signature checks, transports.
Filters have names of their own and are looked up first; a file behind a filter that was switched off can show as
modified when only its time stamp changed.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

from segue.git.repository import MOST, common_dir, read
from segue.patterns import late

DISARMED = (
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--no-notes",
    "--no-color",
    "--encoding=UTF-8",
)
"""For commands that show commits: what a repository may add to them, left out."""
_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.pager=cat",
    "core.sshCommand=false",
    "credential.helper=",
    "gpg.program=false",
    "log.showSignature=false",
    "log.showRoot=true",
    "protocol.allow=never",
    "submodule.recurse=false",
)
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # a repository's own protocol.<name>.allow would win over protocol.allow
}
_LIST = ("config", "-z", "--show-scope", "--name-only", "--get-regexp", r"^(filter\..*|core\.worktree)$")
_WORTH_LISTING = late(rb"filter|include|worktree\s*=", re.IGNORECASE)
_REASONS = (
    ("dubious ownership", "git refuses it: the repository belongs to another user (see safe.directory)"),
    ("must be run in a work tree", "it is a bare repository, without files"),
)


class NoAnswerError(Exception):
    """Git gave no usable answer; the message is for people."""


class Git:
    """Git in one repository, disarmed, until a deadline on the monotonic clock."""

    def __init__(self, root: str, git_dir: str, deadline: float) -> None:
        self._root, self._deadline = root, deadline
        self._binary = _binary()
        self._flags = [flag for setting in _SETTINGS for flag in ("-c", setting)]
        files = (read(f"{common_dir(git_dir)}/config"), read(f"{git_dir}/config.worktree"))
        if any(len(text) == MOST or _WORTH_LISTING.search(text) for text in files):
            self._flags += self._overrides(self.run(*_LIST, fine=(0, 1)))

    def run(self, *arguments: str, fine: tuple[int, ...] = (0,)) -> str:
        """What git printed, as text. NoAnswerError when it fails, is not there or takes too long."""
        import subprocess

        try:
            process = subprocess.Popen(
                [self._binary, "-C", self._root, "--no-pager", *self._flags, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment() | {"GIT_CEILING_DIRECTORIES": str(Path(self._root).parent)},
                start_new_session=True,  # no terminal to prompt on, and a group that ends whole
            )
        except (OSError, ValueError) as error:
            raise NoAnswerError(f"git did not start: {error}") from error
        with process:
            try:
                out, complaint = process.communicate(timeout=max(0.0, self._deadline - time.monotonic()))
            except subprocess.TimeoutExpired as error:
                raise NoAnswerError("git took too long") from error
            finally:
                if process.returncode is None:
                    _end(process.pid)
        if process.returncode not in fine:
            raise NoAnswerError(_reason(complaint.decode("utf-8", "replace")))
        return out.decode("utf-8", "replace")

    def _overrides(self, listing: str) -> Iterator[str]:
        """Flags against what only git can list, because settings include settings: filters, and a moved work tree."""
        words = listing.split("\0")
        for scope, name in zip(words[::2], words[1::2], strict=False):
            driver, _, _ = name.rpartition(".")
            if scope not in ("local", "worktree"):
                continue
            if name == "core.worktree":
                yield f"--work-tree={self._root}"
            elif "=" in driver:  # git would split the override at the wrong place
                raise NoAnswerError("the repository configures a filter that cannot be switched off")
            else:
                for setting in ("clean=", "smudge=", "process=", "required=false"):
                    yield from ("-c", f"{driver}.{setting}")


def _binary() -> str:
    """Git from an absolute folder of PATH: with "." in it a repository could bring its own."""
    for folder in os.get_exec_path():
        binary = Path(folder) / "git"
        if binary.is_absolute() and binary.is_file() and os.access(binary, os.X_OK):
            return str(binary)
    raise NoAnswerError("git is not installed")


def _environment() -> dict[str, str]:
    """The user's environment without what redirects git (GIT_DIR, GIT_INDEX_FILE, …); the user's settings stay."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    theirs = {name: value for name, value in os.environ.items() if name.startswith(("GIT_CONFIG_", "GIT_EXEC_PATH"))}
    return kept | theirs | _ENVIRONMENT


def _end(group: int) -> None:
    import signal
    from contextlib import suppress

    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _reason(complaint: str) -> str:
    for sign, reason in _REASONS:
        if sign in complaint:
            return reason
    return "git failed: " + " ".join(complaint.split())[:200]
