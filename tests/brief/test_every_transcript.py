"""Every transcript we have: pointers support their entry, quotes and paths occur, nothing is over budget.

It reads the files itself, as bare lines with the texts in them, and asks none of the readers: a check that shares their
view of a file would share their mistakes. The rules are those of the independent judge (`evals/README.md`)."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from segue.brief.tokens import tokens
from segue.errors import SegueError
from segue.handoff import gather, write_brief
from segue.sources import reader_for
from tests import fixtures

CASES = Path(__file__).parents[2] / "evals" / "cases"
LINED = ("claude", "codex", "pi", "omp", "gemini", "qwen", "copilot", "aider")
"""Agents whose record numbers are lines of a file; the others keep a database."""
SESSIONS = [path for agent in LINED for path in fixtures.of(agent)] + sorted(CASES.glob("*/session.jsonl"))
POINTER = re.compile(r"(?<![\w:/.])L(\d+)\b")
NEAR = {".jsonl": 3, ".md": 12}
"""Lines around a pointer that belong to it: of a chat in markdown, a message is many."""
PATH = re.compile(r"(?<![\w/.])(?:[\w.@-]+/)+[\w.@-]*\w\.\w{1,8}\b")


def texts(value: object) -> Iterator[str]:
    """Every text in a record, those inside of JSON texts too."""
    if isinstance(value, str):
        yield value.encode("utf-8", "replace").decode()
        if value[:1] in ("{", "["):
            with contextlib.suppress(ValueError):
                yield from texts(json.loads(value))
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for part in pair for text in texts(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in texts(part))


def plain(text: str) -> str:
    text = text.translate(str.maketrans("“”‘’", "\"\"''", "`*\\"))
    return " ".join(text.split())


def read(path: Path) -> list[str]:
    found = []
    for line in path.read_bytes().decode("utf-8", "replace").split("\n"):
        try:
            found.append(plain(" ".join(texts(json.loads(line)))))
        except ValueError:
            found.append(plain(line.lstrip("#> ")))
    return found


def supported(entry: str, line: int, lines: list[str], near: int) -> bool:
    words = set(re.findall(r"[\w./-]{5,}", plain(POINTER.sub(" ", entry)).lower()))
    around = " ".join(lines[max(line - 1 - near, 0) : line + near]).lower()
    hits = sum(word in around for word in words)
    return 0 < line <= len(lines) and (hits >= 2 or hits >= 0.3 * len(words))


def faults(text: str, lines: list[str], near: int) -> Iterator[str]:
    whole = plain(" ".join(lines))
    for entry in text.replace("\n  ", " ").split("\n"):  # what hangs below an entry is part of it
        pointers = [int(n) for n in POINTER.findall(entry)]
        if not entry.startswith("- "):
            assert not pointers, f"a pointer outside of an entry: {entry}"
            continue
        yield from (f"L{n} does not support: {entry}" for n in pointers if not supported(entry, n, lines, near))
        if len(entry) >= 40 and not pointers and "commit:" not in entry:
            yield f"no pointer: {entry}"
        quotes = entry.translate(str.maketrans("“”", '""')).split('"')[1::2]
        yield from (f"not said: {q}" for q in quotes if len(plain(q)) >= 20 and plain(q).rstrip(".…") not in whole)
        yield from (f"no such path: {p}" for p in PATH.findall(entry) if p.lower() not in whole.lower())


@pytest.mark.parametrize("budget", [1000, 2000])
@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_brief_claims_what_its_transcript_holds(path: Path, budget: int):
    try:
        evidence = gather(reader_for(path), path, with_git=False)
    except SegueError as error:
        assert "damaged" in path.stem or "empty" in path.stem, error
        return
    _, text = write_brief(evidence, template="session", budget=budget)
    assert tokens(text) <= budget
    assert list(faults(text, read(path), NEAR[path.suffix])) == []
