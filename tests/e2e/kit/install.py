"""Puts the real agents, at pinned versions, into a cache outside the repository.

    python -m tests.e2e.kit.install claude codex pi

Most come from npm; a program in Python comes from PyPI, in an environment of its own with only its command beside it.
Each version has a folder of its own. The file `done` in it is written last, so that a folder without it is
half an installation and is made anew; a lock keeps two test workers from installing the same thing at once.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

OURS = dict(os.environ)
"""The environment before any test replaced HOME: npm's own settings and our cache are found through it."""

INSTALL_SECONDS = 900


class NotInstalledError(Exception):
    """A client that could not be had; the text says why."""


class Package(NamedTuple):
    name: str
    spec: str
    version: str
    binary: str
    needs: tuple[str, ...] = ()
    """Runtimes whose bin folder must be on PATH, by name."""
    programs: str = "node_modules/.bin"
    """Where its programs are, below its folder."""
    pythons: tuple[str, ...] = ()
    """Interpreters that it runs on, the first present one is taken; without any it comes from npm."""

    @property
    def folder(self) -> Path:
        return cache() / f"{self.name}-{self.version}"

    @property
    def bin(self) -> Path:
        return self.folder / self.programs

    @property
    def done(self) -> Path:
        return self.folder / "done"


_GOOSE = "@aaif/goose-binary-linux-x64"
_PYTHONS = ("python3.12", "python3.11", "python3.10")
# Pinned, because every file format and every option here belongs to the version named.
PACKAGES = {
    package.name: package
    for package in (
        Package("node", "node", "22.23.3", "node"),
        Package("bun", "bun", "1.4.4", "bun"),
        Package("claude", "@anthropic-ai/claude-code", "2.1.325", "claude"),
        Package("codex", "@openai/codex", "0.166.0", "codex"),
        Package("pi", "@earendil-works/pi-coding-agent", "0.87.1", "pi", ("node",)),
        Package("omp", "@oh-my-pi/pi-coding-agent", "18.2.3", "omp", ("bun",)),
        Package("gemini", "@google/gemini-cli", "0.61.0", "gemini", ("node",)),
        Package("qwen", "@qwen-code/qwen-code", "0.24.4", "qwen", ("node",)),
        Package("opencode", "opencode-ai", "1.18.33", "opencode"),
        Package("copilot", "@github/copilot", "1.0.102", "copilot", ("node",)),
        # The package @aaif/goose is another face on an older one; this is the program itself, for one kind of machine.
        Package("goose", _GOOSE, "1.52.0", "goose", programs=f"node_modules/{_GOOSE}/bin"),
        Package("aider", "aider-chat", "0.86.2", "aider", programs="bin", pythons=_PYTHONS),
        Package("claude-old", "@anthropic-ai/claude-code", "2.0.1", "claude", ("node",)),
        Package("codex-old", "@openai/codex", "0.45.0", "codex", ("node",)),
    )
}


def cache() -> Path:
    asked = OURS.get("SEGUE_TEST_CACHE")
    if asked:
        return Path(asked)
    base = OURS.get("XDG_CACHE_HOME") or Path(OURS.get("HOME", "~")).expanduser() / ".cache"
    return Path(base) / "segue-test-clients"


def install(name: str, tell: Callable[[str], None] = lambda line: None) -> Package:
    """The package, installed now or before, together with what it needs. Raises NotInstalledError."""
    package = PACKAGES[name]
    for need in package.needs:
        install(need, tell)
    if package.done.exists():
        tell(f"{name} {package.version}: there")
        return package
    with _locked(package):
        if not package.done.exists():  # another worker may have been faster
            _fetch(package, tell)
    return package


def bin_path(package: Package) -> str:
    """PATH for a client: its own programs, its runtimes, and the system's."""
    folders = [package.bin, *(PACKAGES[need].bin for need in package.needs)]
    return os.pathsep.join([*map(str, folders), "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"])


@contextmanager
def _locked(package: Package) -> Iterator[None]:
    cache().mkdir(parents=True, exist_ok=True)
    with (cache() / f"{package.name}-{package.version}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fetch(package: Package, tell: Callable[[str], None]) -> None:
    tell(f"{package.name} {package.version}: installing")
    started = time.monotonic()
    shutil.rmtree(package.folder, ignore_errors=True)
    package.folder.mkdir(parents=True)
    (_run_pip if package.pythons else _run_npm)(package)
    if not (package.bin / package.binary).exists():
        raise NotInstalledError(f"{package.name} {package.version}: there is no program named {package.binary}")
    unfinished = package.done.with_suffix(".part")
    unfinished.write_text(f"{package.spec}@{package.version}\n", encoding="utf-8")
    unfinished.rename(package.done)
    tell(f"{package.name} {package.version}: installed in {time.monotonic() - started:.0f} s")


def _run_npm(package: Package) -> None:
    options = ["--prefix", str(package.folder), "--no-fund", "--no-audit", "--loglevel=error"]
    npm = shutil.which("npm", path=OURS.get("PATH"))
    if npm is None:
        raise NotInstalledError("npm is not on PATH")
    _run(package, [npm, "install", *options, f"{package.spec}@{package.version}"])


def _run_pip(package: Package) -> None:
    """Only the program's own command is put where PATH leads, not the interpreter that it brings."""
    environment = package.folder / "environment"
    _run(package, [_python(package.pythons), "-m", "venv", str(environment)])
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    _run(package, [*pip, f"{package.spec}=={package.version}"])
    package.bin.mkdir()
    (package.bin / package.binary).symlink_to(environment / "bin" / package.binary)


def _python(names: tuple[str, ...]) -> str:
    """The first of these that runs: a version manager puts a stand-in on PATH for those that are not there too."""
    for name in names:
        found = shutil.which(name, path=OURS.get("PATH"))
        if found and subprocess.run([found, "--version"], env=OURS, capture_output=True, check=False).returncode == 0:
            return found
    raise NotInstalledError(f"none of {', '.join(names)} is on PATH")


def _run(package: Package, command: list[str]) -> None:
    name = Path(command[0]).name
    try:
        ended = subprocess.run(command, env=OURS, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired as late:
        raise NotInstalledError(f"{package.name}: {name} took more than {INSTALL_SECONDS} s") from late
    if ended.returncode != 0:
        last = [line for line in ended.stderr.splitlines() if line.strip()][-3:]
        raise NotInstalledError(f"{package.name} {package.version}: {name} failed: {' / '.join(last)}")


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PACKAGES]
    if unknown or not names:
        print(f"usage: python -m tests.e2e.kit.install {' '.join(PACKAGES)}", file=sys.stderr)
        return 2
    failed = False
    for name in names:
        try:
            install(name, lambda line: print(line, flush=True))
        except NotInstalledError as why:
            print(f"error: {why}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
