"""A long result is left out of its row while the row is decoded; nothing of the row may change by it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from segue.sources._jsonl import Walk
from segue.sources.claude.rows import CUT, Row, blocks, result_text
from segue.sources.claude.walk import LONG, Rows, twice

TEXT = "".join(f'line {n}: "quoted" \\back {{"a": [1, "}}]}}"]}} ünï 😀\n\t' for n in range(LONG // 20))
OTHER = TEXT.replace("line", "row")


def block(text: Any, **more: Any) -> dict[str, Any]:
    return {"tool_use_id": "toolu_1", "type": "tool_result", "content": text, **more}


def line(content: Any, result: Any) -> str:
    row = {
        "parentUuid": "p", "isSidechain": False, "cwd": "/w", "gitBranch": "main", "type": "user",
        "message": {"role": "user", "content": content}, "uuid": "u", "timestamp": "2026-11-01T00:00:00.000Z",
        "toolUseResult": result,
    }  # fmt: skip
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False)


ROWS = {
    "a command's": line([block(TEXT, is_error=False)], {"stdout": TEXT, "stderr": "", "interrupted": False}),
    "a file's": line([block(TEXT)], {"type": "text", "file": {"filePath": "/w/a.py", "content": TEXT}}),
    "a failed command's": line([block(TEXT, is_error=True)], f"Error: {TEXT}"),
    "two results, the first repeated": line([block(TEXT), block(OTHER)], {"stdout": TEXT}),
    "two results, the last repeated": line([block(TEXT), block(OTHER)], {"stdout": OTHER}),
    "a result and words": line([block(TEXT), {"type": "text", "text": OTHER}], {"stdout": TEXT}),
    "words only": line(TEXT, {"stdout": TEXT}),
    "blocks in a result": line([block([{"type": "text", "text": TEXT}])], {"content": TEXT}),
    "not repeated": line([block(TEXT)], {"stdout": OTHER}),
    "repeated shorter": line([block(TEXT)], {"stdout": TEXT[: LONG // 2] + TEXT[-200:]}),
    "short": line([block("ok")], {"stdout": "ok"}),
}


def told(walk: Walk[Row]) -> Iterator[object]:
    """Everything of a row, while what it points at is good."""
    for number, row in walk:
        assert row.message is not None
        parts = [(b.type, b.text, b.tool_use_id, b.is_error, bytes(b.content)) for b in blocks(row.message)]
        yield number, row.uuid, row.parent_uuid, row.timestamp, row.cwd, row.git_branch, row.type, parts


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_the_same_whether_its_result_was_left_out_or_not(tmp_path: Path, name: str) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(f"{ROWS['short']}\n{ROWS[name]}\n{ROWS['short']}\n", encoding="utf-8")
    assert list(told(Rows(path))) == list(told(Walk(path, Row, cut=CUT, needs="uuid")))


@pytest.mark.parametrize(("name", "found"), [(n, n in ("a command's", "a file's", "a failed command's")) for n in ROWS])
def test_only_a_result_that_stands_twice_is_left_out(name: str, found: bool) -> None:
    """What the model saw is found by its twin, from quote to quote, and nothing else is."""
    data = bytearray(ROWS[name].encode())
    inside = twice(data, 0, data.find(CUT))
    assert bool(inside) == found
    if inside:
        first, last = inside
        assert result_text(Raw(bytes(data[first - 1 : last + 1])), 10**6, 0) == TEXT
