"""Agents that tell their children which session they belong to: a `segue` in their shell finds that very session."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from segue.agents import AGENTS
from segue.sources import base, reader_of
from tests.e2e.kit.desk import open_desk
from tests.e2e.kit.island import island

pytestmark = pytest.mark.e2e

TELLING = [agent.name for agent in AGENTS if agent.session_variables]


@pytest.mark.parametrize("name", TELLING)
def test_a_command_of_the_agents_own_is_about_its_own_session(tmp_path: Path, name: str) -> None:
    """The id in the agent's shell is the one by which we know its session."""
    with island(tmp_path / "logs") as shore:
        desk = open_desk(name, shore, tmp_path / "place")
        found = desk.home / "found.txt"
        desk.say(f"Ask. [[bash {sys.executable} -m segue brief --no-git > {found} 2>&1]] [[text Asked.]]")
        told = found.read_text(encoding="utf-8")
        (mine,) = reader_of(name).find(desk.home)
        assert "is calling (" in told
        assert f"session {base.session_id(reader_of(name), mine)[:8]}" in told
