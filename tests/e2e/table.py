"""Writes the tables of docs/delivery.md: what the tests prove (`proofs.py`), or in a word why nothing does.

python -m tests.e2e.table
"""

from __future__ import annotations

import re
from pathlib import Path

from segue.agents import AGENTS, Agent
from tests.e2e.proofs import proven

PAGE = Path(__file__).parents[2] / "docs" / "delivery.md"
_PLACE = re.compile(r"(<!-- (table|rights) -->\n).*?(<!-- /\2 -->)", re.DOTALL)
COLUMNS = (
    "version",
    "reads",
    "interactive",
    "headless",
    "tmux",
    "prefilled",
    "300 KB",
    "installs",
    "/handoff",
    "MCP",
    "hooks",
    "pairs",
)
WHY_NOT = {
    ("pi", "MCP"): "has none",
    ("omp", "hooks"): "not installed",
    ("gemini", "hooks"): "not installed",
    ("qwen", "hooks"): "not installed",
    ("opencode", "hooks"): "not installed",
    ("copilot", "hooks"): "not installed",
    **{("goose", column): "not installed" for column in ("installs", "/handoff", "MCP", "hooks")},
    **{("aider", column): "has none" for column in ("installs", "/handoff", "MCP", "hooks")},
}
"""Why a cell says no, in a word: the agent has no such thing, or we bring none for it."""


def page() -> str:
    tables = {"table": _tried(), "rights": _rights()}
    return _PLACE.sub(lambda found: f"{found[1]}{tables[found[2]]}{found[3]}", PAGE.read_text(encoding="utf-8"))


def _tried() -> str:
    cells = proven()
    rows = [(agent.name, *(_cell(cells, agent.name, column) for column in COLUMNS)) for agent in AGENTS]
    if cells:
        raise ValueError(f"no such agent or column: {', '.join(map(str, cells))}")
    return _table(("agent", *COLUMNS), rows)


def _cell(cells: dict[tuple[str, str], list[str]], agent: str, column: str) -> str:
    told = ", ".join(cells.pop((agent, column), []))
    why = WHY_NOT.get((agent, column), "")
    if told and why:
        raise ValueError(f"{agent}, {column}: a test proves it, and a word says why not")
    if cell := told or why:
        return cell
    raise ValueError(f"{agent}, {column}: no test proves it, and no word says why")


def _rights() -> str:
    return _table(("agent", "rights"), [(agent.name, _rights_of(agent)) for agent in AGENTS])


def _rights_of(agent: Agent) -> str:
    return ", ".join(right for right, _ in agent.access if right) or "its own settings"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, tuple("---" for _ in head), *rows))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
