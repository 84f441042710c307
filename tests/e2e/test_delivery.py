"""Briefs handed to the real agents: what the model received, what the new transcript says, what the receipt says."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.channel.kit import session
from tests.e2e.kit.bench import Bench, open_bench
from tests.e2e.kit.install import NotInstalledError
from tests.e2e.kit.island import NoIslandError, island

pytestmark = pytest.mark.e2e

GOAL = "Make the parser total and keep its public API. [[text I have read the brief.]]"
HEADLESS = ("claude", "codex", "pi", "gemini", "opencode", "copilot")
Open = Callable[..., Bench]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Open]:
    """Opens a machine with these clients, on an island that lasts as long as the test."""
    try:
        with island(tmp_path / "logs") as shore:
            yield lambda *names: open_bench(names, shore, tmp_path / "place")
    except (NotInstalledError, NoIslandError) as why:
        if os.environ.get("CI"):
            pytest.fail(str(why))
        pytest.skip(str(why))


def stored(machine: Bench) -> Path:
    """A session that some agent left behind here."""
    return session(
        machine.desk.home,
        machine.desk.work,
        ("user", "Make the parser accept empty input. Never add a dependency. See @README and user@example.com."),
        ("todos", [("handle empty input", "completed"), ("write the changelog", "pending")]),
        ("agent", "The parser accepts empty input now."),
    )


def message(machine: Bench, brief: str) -> str:
    return (machine.segue_home / "deliveries" / brief / "brief.md").read_text()


def squeezed(text: str) -> str:
    return " ".join(text.split())


def receipt(machine: Bench) -> dict[str, str]:
    [one] = json.loads(machine.segue("receipts", "--json").out)
    return one


@pytest.mark.parametrize("client", HEADLESS)
def test_a_brief_reaches_the_model_whole_and_the_receipt_says_read(bench: Open, client: str) -> None:
    """From a stored session, without a terminal: started, received in a user turn, found on disk, answered."""
    machine = bench(client)
    stored(machine)
    ended = machine.segue("handoff", GOAL, "--to", f"kit-{client}", "--headless", "--yes", "--access", "full")
    assert ended.code == 0, ended.err
    assert "I have read the brief." in ended.out
    seen = receipt(machine)
    assert (seen["state"], seen["by"], seen["agent"]) == ("read", "stdin", client)
    sent = squeezed(message(machine, seen["briefId"]))
    assert "write the changelog" in sent and "Make the parser total" in sent
    assert any(sent in squeezed(turn) for turn in machine.user_turns(client))
    assert seen["session"] and seen["transcript"].startswith(str(machine.desk.home))
