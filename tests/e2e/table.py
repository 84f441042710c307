"""Writes the table of docs/delivery.md from what the tests do, so that no cell of it is a promise.

python -m tests.e2e.table
"""

from __future__ import annotations

import re
from pathlib import Path

from segue.agents import AGENTS, Agent
from segue.sources import READERS
from tests.e2e.kit.install import PACKAGES
from tests.e2e.test_delivery import HEADLESS, PAIRS, TERMINAL
from tests.e2e.test_inside import HOOKED, SEATS
from tests.e2e.test_install import INSTALLED

PAGE = Path(__file__).parents[2] / "docs" / "delivery.md"
_TABLE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- /table -->)", re.DOTALL)
TRIED = ("reads", "headless", "in tmux", "prefilled", "300 KB", "installs", "from inside", "hooks")
HEAD = ("agent", "version", *TRIED, "handed over", "rights it knows")
NOT_RUN = "command only"
"""The command is tested, the program was not run."""


def page() -> str:
    rows = [HEAD, tuple("---" for _ in HEAD), *(_row(agent) for agent in AGENTS)]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return _TABLE.sub(lambda _: table, PAGE.read_text(encoding="utf-8"))


def _row(agent: Agent) -> tuple[str, ...]:
    name = agent.name
    inside = {reader.agent for reader in READERS}, INSTALLED, SEATS, HOOKED
    reads, installs, document, hooks = ("yes" if name in tested else "no" for tested in inside)
    headless, terminal = (_cell(name in tested) for tested in (HEADLESS, TERMINAL))
    rights = ", ".join(right for right, _ in agent.access if right) or "its own settings"
    pairs = ", ".join(f"{one} → {other}" for one, other in PAIRS if name in (one, other))
    version = PACKAGES[name].version if name in PACKAGES else "-"
    tried = reads, headless, terminal, terminal, headless, installs, document, hooks
    return name, version, *tried, pairs or "-", rights


def _cell(run: bool) -> str:
    return "yes" if run else NOT_RUN


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
