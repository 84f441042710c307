"""Gives the tests sessions of the real agents: as recorded among the fixtures, and written anew by the clients."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from segue.session.records import Call, Mark, Said, Session
from segue.sources import reader_of
from segue.sources.base import Reader
from tests.e2e.installed import Bench
from tests.e2e.kit.desk import open_desk
from tests.e2e.kit.install import NotInstalledError
from tests.e2e.kit.island import NoIslandError, island
from tests.e2e.kit.record import PLACE, fixture_name, fixture_of
from tests.e2e.kit.scenarios import SCENARIOS, Scenario
from tests.e2e.proofs import pytest_runtest_makereport  # noqa: F401


class Told(NamedTuple):
    """One session of a scenario, on disk and read."""

    reader: Reader
    transcript: Path
    home: Path
    work: Path
    session: Session

    def words(self, role: str = "user") -> list[str]:
        return [item.text for item in self.session.items if isinstance(item, Said) and item.role == role]

    def closing_words(self) -> list[str]:
        return [item.text for item in self.session.items if isinstance(item, Said) and item.final]

    def calls(self, act: str) -> list[Call]:
        return [item for item in self.session.items if isinstance(item, Call) and item.act == act]

    def marks(self, kind: str) -> list[Mark]:
        return [item for item in self.session.items if isinstance(item, Mark) and item.kind == kind]


Tell = Callable[[str, str], Told]
Player = Callable[[Scenario], tuple[Path, Path]]


@pytest.fixture(scope="session")
def player(tmp_path_factory: pytest.TempPathFactory) -> Player:
    """Plays a scenario with the real client, once a run; returns the place it played in and the transcript."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base

    def play(scenario: Scenario) -> tuple[Path, Path]:
        place = shared / f"kit-{scenario.client}-{scenario.name}"
        with (shared / f"{place.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another worker may be playing it
            played = place / "played"
            if not played.exists():
                played.write_text(str(_play(scenario, place)), encoding="utf-8")
        return place, Path(played.read_text(encoding="utf-8"))

    return play


def _play(scenario: Scenario, place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)  # a play that failed half-way
    with island(place / "logs") as shore:
        return scenario.play(open_desk(scenario.client, shore, place))


@pytest.fixture(params=["recorded", pytest.param("live", marks=pytest.mark.e2e)])
def tell(request: pytest.FixtureRequest) -> Tell:
    """A scenario's session, by client and name."""

    def recorded(scenario: Scenario) -> tuple[Path, Path]:
        return PLACE, fixture_of(scenario)

    def live(scenario: Scenario) -> tuple[Path, Path]:
        player: Player = request.getfixturevalue("player")
        try:
            return player(scenario)
        except (NotInstalledError, NoIslandError) as why:
            if os.environ.get("CI"):
                pytest.fail(str(why))
            pytest.skip(str(why))

    find = recorded if request.param == "recorded" else live

    def told(client: str, name: str) -> Told:
        (scenario,) = (one for one in SCENARIOS if (one.client, one.name) == (client, name))
        place, transcript = find(scenario)
        reader = reader_of(fixture_name(scenario)[0])
        return Told(reader, transcript, place / "home", place / "app", reader.read(transcript))

    return told


Installed = Callable[[str], AbstractContextManager[Bench]]


@pytest.fixture
def bench(tmp_path: Path) -> Installed:
    """A client by its name, on an island of its own, beside a segue that is not installed in it yet."""

    @contextmanager
    def opened(name: str) -> Iterator[Bench]:
        try:
            with island(tmp_path / "logs") as shore:
                yield Bench(open_desk(name, shore, tmp_path), shore)
        except (NotInstalledError, NoIslandError) as why:
            if os.environ.get("CI"):
                pytest.fail(str(why))
            pytest.skip(str(why))

    return opened
