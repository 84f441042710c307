"""`segue handoff` as a user runs it: every scenario that seed 000 specifies, and what the mission adds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.channel.kit import channel_in, decided, fed, session, ticketed
from tests.cli.handoff.kit import CHANNEL


@pytest.fixture
def work(isolated: Path, app: Path) -> Path:
    """A repository with a session of its own."""
    session(
        isolated,
        app,
        ("user", "Make the parser accept empty input. Never add a dependency."),
        ("todos", [("handle empty input", "completed"), ("write the changelog", "pending")]),
        ("agent", "The parser accepts empty input now."),
    )
    return app


@pytest.fixture
def channel(home: Path, app: Path) -> Path:
    """A channel with feed, decisions and tickets, and no session."""
    folder = channel_in(home, CHANNEL, app, description="Make the parser total.")
    fed(folder, "the tokenizer is next")
    decided(folder, "Hand-written parser", "errors must name the line")
    ticketed(
        folder,
        {"ticketId": "T-2", "title": "total parser", "status": "pending", "dependsOn": ["T-1"]},
        {"ticketId": "T-1", "title": "tokenizer", "status": "ready", "dependsOn": []},
    )
    return folder
