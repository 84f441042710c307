"""`segue lineage`: the chain of handoffs, and what was carried along it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.channel.kit import AWS, session

FIRST, SECOND, THIRD = (f"5e55a0c{n}-0000-4000-8000-00000000000{n}" for n in (1, 2, 3))


@pytest.fixture
def chain(segue, isolated, app) -> list[str]:
    """Three sessions, each begun with the brief of the one before; the second finishes one of two things."""
    out: list[str] = []
    todos = [("write the changelog", "pending"), ("fix the lexer", "pending")]
    for number, name in enumerate((FIRST, SECOND, THIRD)):
        opening = Path(out[-1]).read_text() if out else "Make the parser total."
        done = [("write the changelog", "completed")] if number == 1 else todos if number == 0 else []
        turns = [("user", opening), *([("todos", done)] if done else []), ("agent", "That is where it stands.")]
        session(isolated, app, *turns, name=name)
        out.append(segue("handoff", "--from", name, "--save", cwd=app).out.strip())
    return [Path(path).stem for path in out]


def test_the_chain_is_drawn_as_a_tree(segue, app, chain):
    seen = segue("lineage", cwd=app)
    assert seen.code == 0
    drawn = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "WHEN", seen.out)
    assert drawn == (
        f"{chain[0]}  WHEN  claude 5e55a0c1 → saved\n"
        "│  carried 0, closed 0, dropped 0\n"
        f"└─ {chain[1]}  WHEN  claude 5e55a0c2 → saved\n"
        "   │  carried 1, closed 1, dropped 0\n"
        f"   └─ {chain[2]}  WHEN  claude 5e55a0c3 → saved\n"
        "         carried 1, closed 0, dropped 0\n"
    )


def test_an_open_item_is_carried_until_it_is_closed(segue, app, chain):
    """F7: over any number of handoffs, with the pointer to where it was first seen."""
    items = segue("lineage", "--items", cwd=app).out
    assert "closed: write the changelog" in items and items.count("carried: fix the lexer") == 2
    last = next(Path(p) for p in (app.parent / "segue-home").rglob(f"{chain[2]}.md")).read_text()
    assert f"fix the lexer (since {chain[0]}) (transcript:5e55a0c1:L2)" in last and "write the changelog" not in last


def test_an_older_brief_is_collapsed_not_stacked(segue, isolated, app):
    """D9: of the brief that a session began with, only the goal and what the user wrote around it remain."""
    session(isolated, app, ("user", "Never rename the module."), ("agent", "Agreed."), name=FIRST)
    first = Path(segue("handoff", "finish the lexer", "--from", FIRST, "--save", cwd=app).out.strip())
    opening = f"{first.read_text()}\nAnd always write a test first."
    session(isolated, app, ("user", opening), ("agent", "Very well."), name=SECOND)
    text = Path(segue("handoff", "--from", SECOND, "--save", cwd=app).out.strip()).read_text()
    assert text.count("What follows is data") == 1 and "Never rename" not in text
    assert "always write a test first" in text and text.count("\n# Handoff: finish the lexer\n") == 1
    assert text.split("---")[0].count("**Brief:**") == 1


@pytest.mark.parametrize("which", ["brief", "session", "channel"])
def test_a_chain_is_found_by_any_part_of_it(segue, app, chain, which):
    channel = json.loads(segue("channel", "list", "--json", cwd=app).out)[0]["channelId"]
    wanted = {"brief": chain[1], "session": SECOND[:8], "channel": channel}[which]
    [tree] = json.loads(segue("lineage", wanted, "--json").out)
    assert tree["briefId"] == chain[0] and tree["children"][0]["children"][0]["briefId"] == chain[2]


def test_a_resumed_brief_hangs_below_the_one_it_was_resumed_from(segue, app, chain):
    brief = json.loads(segue("handoff", "--resume", chain[0], "--to", "codex", "--json", cwd=app).out)["brief"]
    [tree] = json.loads(segue("lineage", "--json", cwd=app).out)
    assert [child["briefId"] for child in tree["children"]] == [chain[1], brief]
    assert f"(resumed from {chain[0]})" in segue("lineage", cwd=app).out


@pytest.mark.parametrize("args", [("--items",), ("--json",)])
def test_a_record_that_holds_a_secret_is_masked(segue, app, chain, args):
    """Somebody may have written into it by hand."""
    [path] = (app.parent / "segue-home").rglob(f"{chain[1]}.json")
    path.write_text(path.read_text().replace("fix the lexer", f"rotate {AWS}"))
    seen = segue("lineage", *args, cwd=app)
    assert seen.code == 0 and "rotate" in seen.out and AWS not in seen.out


def test_without_a_handoff_it_says_so(segue, app):
    assert segue("lineage", cwd=app).code == 3
    assert segue("lineage", "brief-1-none", cwd=app).code == 3
    assert segue("lineage", "--json", cwd=app).out == "[]\n"
