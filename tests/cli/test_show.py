"""`segue show`: the record behind a pointer."""

from __future__ import annotations

import json

import pytest

AGENTS = ("claude", "codex", "pi", "omp")


@pytest.mark.parametrize("agent", AGENTS)
def test_every_pointer_of_a_brief_can_be_followed(segue, machine, agent):
    """Each L<n> in a brief's JSON is a record that `show` prints."""
    machine(agent, "tools")
    brief = json.loads(segue("brief", "latest", "--json").out)
    lines = {
        p["line"]
        for s in brief["sections"]
        for e in s["entries"]
        for c in e["claims"]
        for p in c["pointers"]
        if p["line"]
    }
    assert lines
    for line in sorted(lines)[:6]:
        seen = segue("show", f"{brief['header']['session']}:L{line}")
        assert seen.code == 0 and f"> L{line}  " in seen.out


def test_a_record_and_its_neighbours(segue, machine, expected):
    machine("claude", "tools")
    expected("show-claude.txt", segue("show", "5e55a001:L4").screen)


def test_a_range_as_json(segue, machine, expected):
    machine("claude", "tools")
    expected("show-claude.json", segue("show", "5e55a001:L4-L6", "--around", "0", "--json").screen)


def test_the_record_as_it_stands_in_the_file(segue, machine):
    path = machine("claude", "tools")
    seen = segue("show", "5e55a001:L4", "--raw")
    assert json.loads(seen.out) == json.loads(path.read_text().splitlines()[3])


def test_secrets_and_escapes_are_masked_both_ways(segue, machine):
    path = machine("claude", "tools")
    key = "AKIA" + "Q7ZT3MXW2LRN5VKD"
    path.write_text(path.read_text().replace("1 failed, 3 passed", f"key {key} \\u001b]0;title\\u0007"))
    for args in (("show", "5e55a001:L5"), ("show", "5e55a001:L5", "--raw"), ("show", "5e55a001:L5", "--json")):
        seen = segue(*args)
        assert seen.code == 0 and key not in seen.out and "\x1b" not in seen.out and "masked" in seen.out


def test_a_pointer_without_a_session_is_of_mine(segue, machine):
    path = machine("claude", "tools")
    seen = segue("show", "transcript:L1", CLAUDE_CODE_SESSION_ID=path.stem)
    assert seen.code == 0 and "Fix the failing test" in seen.out and "is calling" in seen.err


@pytest.mark.parametrize("pointer", ["L0x", "5e55a001", "5e55a001:L", ""])
def test_what_is_no_pointer_is_told_how_one_looks(segue, machine, pointer):
    machine("claude", "tools")
    seen = segue("show", pointer)
    assert seen.code == 2 and "a pointer looks like" in seen.err


def test_a_record_that_is_not_there(segue, machine):
    machine("claude", "tools")
    assert segue("show", "5e55a001:L999").code == 3
    assert "has no record L999" in segue("show", "5e55a001:L999", "--raw").err
