"""What the tests of Codex's reader ask a rollout for, and rollouts made by hand."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from segue.session.records import Call, Mark, Said, Session
from segue.sources.codex import Codex
from tests import fixtures

FIXTURES = Path(fixtures.__file__).parent / "codex"
CODEX = Codex()


def read(name: str) -> Session:
    return CODEX.read(FIXTURES / f"{name}.jsonl")


def prompts(session: Session) -> list[tuple[str, str]]:
    return [(i.via, i.text) for i in session.items if isinstance(i, Said) and i.role == "user"]


def spoken(session: Session) -> list[tuple[bool, str]]:
    return [(i.final, i.text) for i in session.items if isinstance(i, Said) and i.role == "agent"]


def marks(session: Session) -> list[tuple[str, str]]:
    return [(i.kind, i.text) for i in session.items if isinstance(i, Mark)]


def calls(name: str) -> dict[str, Call]:
    return {i.id: i for i in read(name).items if isinstance(i, Call)}


def place(home: Path, name: str, thread: str, stamp: str = "2026-03-02T09-00-00", folder: str = "2026/03/02") -> Path:
    """A fixture under the name and in the folder that Codex would give it."""
    path = home / ".codex" / "sessions" / folder / f"rollout-{stamp}-{thread}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIXTURES / f"{name}.jsonl", path)
    return path


def row(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-02T09:00:00.000Z", "type": kind, "payload": payload}


def written(path: Path, *rows: dict[str, Any]) -> Session:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    session = CODEX.read(path)
    assert CODEX.glance(path) == session.glance
    return session


def user_item(*texts: str) -> dict[str, Any]:
    content = [{"type": "input_text", "text": text} for text in texts]
    return row("response_item", type="message", role="user", content=content)
