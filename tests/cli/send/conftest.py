"""`segue handoff --to`: the next agent is started, by fake agents that write down what they were given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.channel.kit import AWS, session
from tests.deliver.kit import path_with


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    return folder


@pytest.fixture
def work(isolated: Path, app: Path) -> Path:
    session(
        isolated,
        app,
        ("user", f"Make the parser accept empty input. Never add a dependency. See @README. The key is {AWS}."),
        ("todos", [("handle empty input", "completed"), ("write the changelog", "pending")]),
        ("agent", "The parser accepts empty input now."),
    )
    return app


@pytest.fixture
def send(segue, work: Path, programs: Path):
    def run(*args: str, **environment: str):
        return segue("handoff", *args, cwd=work, PATH=path_with(programs), **environment)

    return run
