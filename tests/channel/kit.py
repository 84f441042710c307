"""A repository, a session of Claude Code in it, and a channel, made by hand from the format pages."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

ME = ("-c", "user.name=a", "-c", "user.email=a@b")
SESSION = "5e55a0c1-0000-4000-8000-000000000001"
AWS = "AKIA" + "Q7ZT3MXW2LRN5VKD"
OPENAI = "sk-" + "proj-4f9Kq2LmZx81RtVb7NcYw3PdHs6JgEa0"


def git(folder: Path, *args: str, when: str = "2026-11-01T10:00:00Z") -> str:
    dates = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    return subprocess.run(
        ["git", "-C", str(folder), *ME, *args], check=True, capture_output=True, text=True, env={**os.environ, **dates}
    ).stdout


def repository(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def session(home: Path, cwd: Path, *turns: tuple[str, object], name: str = SESSION, used: int = 20_000) -> Path:
    """A session from ("user", text), ("agent", text) and ("todos", [(text, status)]) turns."""
    rows: list[dict[str, object]] = []
    for number, (who, what) in enumerate(turns, 1):
        row: dict[str, object] = {
            "parentUuid": rows[-1]["uuid"] if rows else None,
            "isSidechain": False,
            "userType": "external",
            "cwd": str(cwd),
            "sessionId": name,
            "version": "2.1.112",
            "gitBranch": "main",
            "uuid": f"00000000-0000-4000-8000-{number:012d}",
            "timestamp": f"2026-11-01T10:00:{number:02d}.000Z",
        }
        if who == "user":
            rows.append(row | {"type": "user", "message": {"role": "user", "content": what}})
        else:
            rows.append(row | {"type": "assistant", "message": _answer(number, what, used)})
        if who == "todos":
            result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "Todos were changed."}
            link = {"uuid": f"00000000-0000-4000-9000-{number:012d}", "parentUuid": row["uuid"]}
            rows.append(row | link | {"type": "user", "message": {"role": "user", "content": [result]}})
    path = home / ".claude" / "projects" / "-w" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _answer(number: int, what: object, used: int) -> dict[str, object]:
    if isinstance(what, list):
        todos = [{"content": text, "status": status, "activeForm": text} for text, status in what]
        block: dict[str, object] = {"type": "tool_use", "id": f"toolu_{number}", "name": "TodoWrite"}
        block["input"] = {"todos": todos}
    else:
        block = {"type": "text", "text": what}
    usage = {"input_tokens": 10, "cache_read_input_tokens": used - 10, "output_tokens": 5}
    message = {"id": f"msg_{number}", "role": "assistant", "model": "claude-sonnet-4-5"}
    return {**message, "content": [block], "usage": usage}


def channel_in(home: Path, channel_id: str, repo: Path | None = None, *, older: bool = False, **fields: object) -> Path:
    """A channel's folder, as another program would have written it."""
    folder = home / "channels" / channel_id
    folder.mkdir(parents=True)
    repos = [{"alias": "app", "workspaceId": "ws-1", "repoPath": str(repo)}] if repo else []
    value = {"channelId": channel_id, "name": "Parser", "status": "active", "repoAssignments": repos, **fields}
    file = home / "channels" / f"{channel_id}.json" if older else folder / "channel.json"
    file.write_text(json.dumps(value))
    return folder


def fed(folder: Path, *texts: str) -> None:
    with (folder / "feed.jsonl").open("a") as feed:
        for number, text in enumerate(texts, 1):
            entry = {"entryId": f"entry-{number}-abcdef", "type": "message", "fromDisplayName": "ann", "content": text}
            feed.write(json.dumps(entry | {"metadata": {}, "createdAt": "2026-11-01T09:00:00.000Z"}) + "\n")


def decided(folder: Path, title: str, why: str, number: int = 1) -> None:
    (folder / "decisions").mkdir(exist_ok=True)
    value = {
        "decisionId": f"decision-{number}-abcdef",
        "title": title,
        "rationale": why,
        "alternatives": ["a rewrite"],
        "runId": None,
        "createdAt": f"2026-11-01T09:{number % 60:02d}:00.000Z",
    }
    (folder / "decisions" / f"decision-{number}-abcdef.json").write_text(json.dumps(value))


def ticketed(folder: Path, *tickets: Mapping[str, object]) -> None:
    (folder / "tickets.json").write_text(json.dumps({"updatedAt": "2026-11-01T09:00:00.000Z", "tickets": tickets}))


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, to see that nothing was touched."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def feed(home: Path) -> list[str]:
    """The lines of the only channel's feed."""
    [path] = home.glob("channels/*/feed.jsonl")
    return path.read_text().splitlines()
