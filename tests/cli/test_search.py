"""`segue search`: ask earlier sessions."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.channel.kit import AWS, SESSION, repository, session
from tests.cli.conftest import POWERLESS

OTHER = "5e55a0c2-0000-4000-8000-000000000002"
TALK = ("user", "Why was the trie cache dropped?"), ("agent", "The cache never hit: keys had a time.")


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "segue-home" / "search.db"


@pytest.fixture
def app(isolated: Path, tmp_path: Path) -> Path:
    """Two repositories with a session each."""
    app, other = repository(tmp_path / "app"), repository(tmp_path / "other")
    session(
        isolated, app, ("user", "Why was the trie cache dropped?"), ("agent", "The cache never hit: keys had a time.")
    )
    session(isolated, other, ("user", "Paint the shed."), ("agent", "The cache of paint is empty."), name=OTHER)
    return app


def found(segue, *args: str, **more: object) -> list[str]:
    return [row["pointer"] for row in json.loads(segue("search", *args, "--json", **more).out)]


def test_the_passage_that_answers_best_comes_first_with_its_pointer(segue, app):
    seen = segue("search", "why was the trie dropped", cwd=app)
    assert seen.code == 0 and seen.out.startswith(
        "transcript:5e55a0c1:L1  claude  user  Why was the trie cache dropped?"
    )
    assert "[trie] cache [dropped]" in seen.out
    shown = segue("show", "5e55a0c1:L1", cwd=app)
    assert "Why was the trie cache dropped?" in shown.out


def test_by_default_it_is_this_repositorys_sessions(segue, app):
    assert sorted(found(segue, "cache", cwd=app)) == ["transcript:5e55a0c1:L1", "transcript:5e55a0c1:L2"]
    assert "transcript:5e55a0c2:L2" in found(segue, "cache", "--all", cwd=app)


def test_one_session_or_a_channels(segue, app):
    assert found(segue, "cache", "--session", OTHER[:8], cwd=app) == ["transcript:5e55a0c2:L2"]
    segue("channel", "new", "work", cwd=app)
    assert len(found(segue, "cache", "--channel", "work")) == 2
    segue("channel", "link", "--session", OTHER[:8], cwd=app)
    assert len(found(segue, "cache", "--channel", "work")) == 3


def test_what_is_new_is_found_and_what_was_rewritten_is_gone(segue, isolated, app):
    """Growing continues the index; a rewritten file, even a longer one, starts it anew."""
    assert found(segue, "zebra", cwd=app) == []
    session(isolated, app, *TALK, ("user", "What of the zebra?"))
    assert found(segue, "zebra", cwd=app) == ["transcript:5e55a0c1:L3"]
    session(isolated, app, ("user", "Entirely other words, and many more of them."), ("agent", "So be it." * 200))
    assert found(segue, "zebra", cwd=app) == found(segue, "trie", cwd=app) == []


def test_an_unchanged_session_is_not_read_again(segue, app, isolated, index):
    """Seen from outside: a file with the same stamp answers from memory, whatever is in it by now."""
    segue("search", "cache", cwd=app)
    path = isolated / ".claude" / "projects" / "-w" / f"{SESSION}.jsonl"
    before = path.stat().st_atime_ns, path.stat().st_mtime_ns
    os.utime(path, ns=before)
    data = path.read_bytes()
    path.write_bytes(b"x" * len(data))
    os.utime(path, ns=before)
    assert len(found(segue, "cache", cwd=app)) == 2


def test_secrets_are_neither_shown_nor_in_the_index(segue, isolated, app, index):
    session(isolated, app, ("user", f"The deploy key is {AWS} and must not leak."), ("agent", "Understood."))
    seen = segue("search", "deploy key", cwd=app)
    assert seen.code == 0 and AWS not in seen.out + seen.err
    stored = b"".join(p.read_bytes() for p in index.parent.glob("search.db*"))
    assert AWS.encode() not in stored and b"deploy" in stored
    assert index.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("query", ['"', "a OR (", "x* NEAR/2 y", "NOT", "col:umn", "' ; drop table file"])
def test_no_query_is_taken_for_a_program(segue, app, query):
    assert segue("search", query, cwd=app).code in (0, 2, 3)
    assert segue("search", "cache", cwd=app).code == 0


def test_a_damaged_index_is_made_anew(segue, app, index):
    segue("search", "cache", cwd=app)
    index.write_bytes(b"this is no database" * 100)
    for more in index.parent.glob("search.db-*"):
        more.unlink()
    assert len(found(segue, "cache", cwd=app)) == 2


@pytest.mark.parametrize("known", [True, False], ids=["with an index", "without one"])
def test_a_home_that_cannot_be_written_is_searched_all_the_same(segue, app, index, isolated, known):
    """What is known is used, and what is new is found for this run only."""
    if known:
        assert len(found(segue, "cache", cwd=app)) == 2
    index.parent.mkdir(exist_ok=True)
    session(isolated, app, *TALK, ("user", "What of the cache of zebras?"))
    files = sorted(index.parent.iterdir())
    index.parent.chmod(0o500)
    try:
        assert len(found(segue, "cache", cwd=app, by=POWERLESS)) == 3
    finally:
        index.parent.chmod(0o700)
    assert sorted(index.parent.iterdir()) == files


def test_nothing_found_is_said_so(segue, app, tmp_path):
    seen = segue("search", "xylophone", cwd=app)
    assert seen.code == 3 and "none of 1 sessions" in seen.err and "--all" in seen.err
    assert "--all" not in segue("search", "xylophone", "--all", cwd=app).err
    assert segue("search", "cache", "--all", "--session", "x", cwd=app).code == 2


@pytest.mark.parametrize("words", [("sessions", "--here"), ("search", "cache"), ("lineage",), ("channel", "list")])
def test_nothing_is_an_empty_list_for_programs_and_an_error_for_people(segue, words):
    """One rule for every list that may have nothing to show."""
    told = segue(*words)
    assert told.code == 3 and "hint: " in told.err and told.out == ""
    assert segue(*words, "--json").screen == "[]\n--- stderr\n--- exit code 0\n"
