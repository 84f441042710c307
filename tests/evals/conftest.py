"""A set of one small case, written fresh for every test."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from segue.evals.dataset import Case, load_case

TALK = (
    ("user", "Add a cache to the loader. never write to /var/cache, the disk is full there."),
    ("assistant", "I tried an in-memory dict, which failed: every worker has its own. I use sqlite instead."),
    ("user", "ok"),
    ("assistant", "The cache is in app/cache.py. Eviction is still missing."),
)
CASE = """\
intent = "One of everything."
kind = "usual"
agent = "claude"
smoke = true
files = ["app/cache.py"]
commands = ["make test"]

[[fact]]
kind = "constraint"
gist = "not in /var/cache"
verbatim = "never write to /var/cache, the disk is full there"

[[fact]]
kind = "dead_end"
gist = "in-memory dict"
anchors = [["dict"], ["worker"]]
"""
MakeCase = Callable[..., Case]


def row(n: int, role: str, content: object) -> str:
    return json.dumps(
        {
            "type": role,
            "uuid": f"u{n}",
            "parentUuid": f"u{n - 1}" if n else None,
            "isSidechain": False,
            "cwd": "/src/app",
            "sessionId": "s",
            "timestamp": f"2026-11-02T09:0{n}:00.000Z",
            "message": {"role": role, "content": content},
        }
    )


def transcript() -> str:
    rows = [row(n, role, [{"type": "text", "text": text}]) for n, (role, text) in enumerate(TALK)]
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make test"}}
    rows += [row(4, "assistant", [call])]
    rows += [row(5, "user", [{"type": "tool_result", "tool_use_id": "t1", "content": "3 passed"}])]
    return "\n".join(rows) + "\n"


@pytest.fixture
def make_case(tmp_path: Path) -> MakeCase:
    """A case in a set of its own; the text of its case.toml can be given."""

    def make(text: str = CASE, name: str = "one") -> Case:
        folder = tmp_path / "set" / "cases" / name
        folder.mkdir(parents=True)
        (tmp_path / "set" / "set.toml").write_text('name = "test"\nbudget = 800\n', encoding="utf-8")
        (folder / "case.toml").write_text(text, encoding="utf-8")
        (folder / "session.jsonl").write_text(transcript(), encoding="utf-8")
        return load_case(folder)

    return make
