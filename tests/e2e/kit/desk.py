"""A client at work: installed, with a fresh HOME and a working directory, on an island."""

from __future__ import annotations

import subprocess
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

from tests.e2e.kit.clients import CLIENTS, Client
from tests.e2e.kit.install import bin_path, install
from tests.e2e.kit.island import Ended, Island

GIT = ("git", "-c", "user.name=Kit", "-c", "user.email=kit@example.com", "-c", "init.defaultBranch=main")


class Desk(NamedTuple):
    client: Client
    island: Island
    home: Path
    work: Path
    path: str

    def say(self, prompt: str) -> Path:
        """One prompt in a new session, without a terminal; returns the transcript that appeared."""
        before = self.transcripts()
        self._run(self.client.start, prompt)
        return self.transcript(before)

    def go_on(self, transcript: Path, prompt: str) -> None:
        """One more prompt in that session."""
        self._run(self.client.resume, prompt, self.session_id(transcript))

    def fork(self, transcript: Path, prompt: str) -> Path:
        """One prompt in a copy of that session; returns the copy's transcript."""
        before = self.transcripts()
        self._run(self.client.fork, prompt, self.session_id(transcript))
        return self.transcript(before)

    def run(self, command: list[str], text: str = "") -> Ended:
        """Any command, with this client's environment and nothing of ours."""
        return self.island.run(command, env=self.env(), cwd=self.work, text=text)

    def env(self) -> dict[str, str]:
        base = {"HOME": str(self.home), "PATH": self.path, "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC"}
        return {**base, **self.client.env}

    def transcripts(self) -> set[Path]:
        return set((self.work if self.client.at_work else self.home).glob(self.client.transcripts))

    def transcript(self, before: AbstractSet[Path] = frozenset()) -> Path:
        """The only one, but for those that were there before."""
        (new,) = self.transcripts() - before
        return new

    def session_id(self, transcript: Path) -> str:
        """The id as the client's own options take it: the UUID that its file's name ends with."""
        return transcript.stem[-36:]

    def _run(self, arguments: tuple[str, ...], prompt: str, session: str = "") -> Ended:
        given = {"{prompt}": prompt, "{id}": session}
        ended = self.run([given.get(argument, argument) for argument in arguments])
        if ended.code != 0:
            raise RuntimeError(f"{self.client.name} ended with {ended.code}\n{ended.out[-2000:]}\n{ended.err[-2000:]}")
        return ended


def open_desk(name: str, island: Island, place: Path) -> Desk:
    """A client in `place`/home and `place`/app, a small git repository. Raises NotInstalledError."""
    package = install(name)
    client, home, work = CLIENTS[name], place / "home", place / "app"
    for below, text in client.files(work).items():
        file = home / below
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    _start_repository(work)
    return Desk(client, island, home, work, bin_path(package))


def _start_repository(work: Path) -> None:
    work.mkdir(parents=True)
    (work / "README").write_text("A small program.\n", encoding="utf-8")
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(work), "GIT_CONFIG_NOSYSTEM": "1"}
    for command in (("init", "-q"), ("add", "README"), ("commit", "-q", "-m", "a beginning")):
        subprocess.run([*GIT, *command], cwd=work, env=env, check=True)
