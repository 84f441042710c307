"""Several clients in one HOME, and segue beside them: a machine on which work is handed from one agent to another."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.e2e.kit.clients import CLIENTS
from tests.e2e.kit.desk import Desk, open_desk
from tests.e2e.kit.install import bin_path, cache, install
from tests.e2e.kit.island import Ended, Island

PROFILES = """\
[profiles.kit-{name}]
agent = "{name}"
environment = [{names}]
"""


class Bench(NamedTuple):
    desk: Desk
    """The first client's; home and working directory are everybody's."""
    names: tuple[str, ...]
    path: str

    def segue(self, *arguments: str, **more: str) -> Ended:
        """The command, with every client's environment and nothing of ours."""
        command = [sys.executable, "-m", "segue", *arguments]
        return self.desk.island.run(command, env=self.env(**more), cwd=self.desk.work, seconds=90)

    def env(self, **more: str) -> dict[str, str]:
        found = self.desk.env()
        for name in self.names:
            found |= CLIENTS[name].env
        return {**found, "PATH": self.path, "SEGUE_HOME": str(self.segue_home), **more}

    @property
    def segue_home(self) -> Path:
        return self.desk.home / "segue-home"

    def desk_of(self, name: str) -> Desk:
        return self.desk._replace(client=CLIENTS[name], path=self.path)

    def user_turns(self, name: str) -> Iterator[str]:
        """Every user turn of every request that this client sent to the model."""
        for request in self.desk.island.requests(name):
            yield from user_turns(request.get("body"))


def user_turns(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("role") == "user":
            yield "".join(_texts(value.get("content", value.get("parts"))))
        for inner in value.values():
            yield from user_turns(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from user_turns(inner)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part.get("text", "") if isinstance(part, dict) else part)


def open_bench(names: tuple[str, ...], island: Island, place: Path) -> Bench:
    """These clients, installed, at home in `place`/home. Raises NotInstalledError."""
    desk = open_desk(names[0], island, place)
    folders = dict.fromkeys(folder for name in names for folder in bin_path(install(name)).split(os.pathsep))
    path = os.pathsep.join(sorted(folders, key=lambda folder: not folder.startswith(str(cache()))))
    for name in names[1:]:
        for below, text in CLIENTS[name].files(desk.work).items():
            file = desk.home / below
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    bench = Bench(desk, names, path)
    bench.segue_home.mkdir(mode=0o700)
    settings = "".join(_profile(name) for name in names)
    (bench.segue_home / "config.toml").write_text(settings, encoding="utf-8")
    return bench


def _profile(name: str) -> str:
    names = ", ".join(f'"{one}"' for one in CLIENTS[name].env)
    return PROFILES.format(name=name, names=names)
