"""`segue approvals`, `approve` and `reject`: the queue as a user sees it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.channel.kit import AWS, SESSION, repository, session, tree
from tests.cli.conftest import POWERLESS


@pytest.fixture
def app(isolated: Path, tmp_path: Path) -> Path:
    """A repository whose session has crossed 90 %."""
    app = repository(tmp_path / "app")
    session(isolated, app, ("user", "Never touch the lexer."), ("agent", "Yes."), used=184_000)
    return app


@pytest.fixture
def approval(segue, app) -> str:
    segue("thresholds", "check")
    return str(json.loads(segue("approvals", "--json").out)[0]["id"])


def status(segue) -> list[tuple[str, str]]:
    return [(a["status"], a["feedback"]) for a in json.loads(segue("approvals", "--all", "--json").out)]


def test_nothing_waits_at_first(segue):
    assert segue("approvals").out == "nothing waits for an answer\n" and segue("approvals", "--json").out == "[]\n"


def test_looking_makes_nothing(segue, home):
    assert segue("approvals").code == 0 and not home.exists()


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "left open"])
def test_a_home_that_cannot_be_written_is_looked_at_all_the_same(segue, approval, home, closed):
    """Also where SQLite's own files lie beside the database, as a program that was killed leaves them."""
    if closed:
        with contextlib.closing(sqlite3.connect(home / "state.db")) as db:
            db.execute("pragma wal_checkpoint(truncate)")
    files = sorted(home.iterdir())
    home.chmod(0o500)
    try:
        seen = segue("approvals", by=POWERLESS)
    finally:
        home.chmod(0o700)
    assert seen.code == 0 and approval in seen.out and sorted(home.iterdir()) == files


def test_a_database_of_ours_that_cannot_be_used_is_named_with_the_reason(segue, approval, home):
    """Nothing to hide there: only the address of another database may hold a password."""
    file = home / "state.db"
    file.write_bytes(b"no database" * 1000)
    for beside in home.glob("state.db-*"):
        beside.unlink()
    for words in (("approvals",), ("thresholds", "check"), ("approve", approval)):
        seen = segue(*words)
        assert seen.code == 1 and f"error: {file} cannot be used: file is not a database\n" in seen.err


def test_what_waits_is_listed(segue, approval):
    """Its kind is shown for what it is, in the table and for programs."""
    seen = segue("approvals")
    assert approval in seen.out and "handoff-prompt" in seen.out and "is over 90 % of its context" in seen.out
    [row] = json.loads(segue("approvals", "--json").out)
    assert set(row) == {"id", "sessionId", "kind", "payload", "createdAt", "status", "decidedAt", "feedback"}


def test_approving_tells_the_exact_command_and_starts_nothing(segue, app, approval, tmp_path):
    seen = segue("approve", approval)
    assert seen.code == 0 and seen.out == f"segue handoff --from {SESSION} --to claude\n"
    assert status(segue) == [("approved", "")] and segue("approvals").out == "nothing waits for an answer\n"
    assert not list((tmp_path / "segue-home").glob("channels/*/handoffs/*.md"))
    works = segue(*seen.out.split()[1:])
    assert works.code == 0 and "claude --append-system-prompt " in works.out


def test_approving_can_run_it_at_once(segue, approval, tmp_path):
    seen = segue("approve", approval.split("-")[1], "--to", "codex", "--run")
    assert seen.code == 0 and "codex --sandbox" in seen.out
    assert len(list((tmp_path / "segue-home").glob("channels/*/handoffs/*.md"))) == 1


def test_rejecting_changes_nothing_else(segue, app, approval, tmp_path):
    channels = tmp_path / "segue-home" / "channels"
    before = tree(channels)
    seen = segue("reject", approval, "--reason", "nearly done")
    assert seen.code == 0 and seen.out == "" and status(segue) == [("rejected", "nearly done")]
    assert tree(channels) == before and segue("thresholds", "check").out == "nothing was crossed\n"


def test_the_first_answer_stands(segue, approval):
    segue("reject", approval)
    seen = segue("approve", approval)
    assert seen.code == 2 and "is rejected already" in seen.err and status(segue) == [("rejected", "")]


def test_an_unknown_one_is_said_so(segue, approval):
    assert segue("approve", "approval-9").code == 3
    assert segue("reject", "").code == 3


def test_a_reason_holds_no_secret(segue, approval):
    seen = segue("reject", approval, "--reason", f"use {AWS}")
    assert seen.code == 4 and AWS not in seen.err and status(segue) == [("pending", "")]


def test_many_ask_at_once_and_one_question_comes_of_it(segue, app):
    """The database keeps the second one out, not luck."""
    argv = [sys.executable, "-m", "segue", "thresholds", "check"]
    running = [subprocess.Popen(argv, cwd=app, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0, 0]
    assert status(segue) == [("pending", "")]


def test_approvals_of_the_other_system_are_read_as_they_are(segue, isolated):
    """The newest record of an id wins; a kind that we do not know is shown like any other."""
    queue = isolated / ".relay" / "approvals" / "s1" / "queue.jsonl"
    queue.parent.mkdir(parents=True)
    first = {"id": "a1", "sessionId": "s1", "kind": "merge-pr", "payload": {"pr": 1}, "createdAt": "2026-11-01"}
    second = {"id": "a2", "sessionId": "s1", "kind": "moon-landing", "payload": {}, "createdAt": "2026-11-02"}
    rows = [first | {"status": "pending"}, second | {"status": "pending"}, first | {"status": "approved"}]
    queue.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"torn')
    found = json.loads(segue("approvals", "--all", "--json", "--home", "~/.relay").out)
    assert [(a["id"], a["status"]) for a in found] == [("a1", "approved"), ("a2", "pending")]
    assert "moon-landing" in segue("approvals", "--home", "~/.relay").out


def test_a_database_that_is_none_is_refused_without_its_password(segue):
    for url in ("nonsense", "sqlite:////nowhere/at/all.db", "marsdb://me:canary-value@h/x"):
        seen = segue("approvals", SEGUE_DATABASE=url)
        assert seen.code in (1, 2) and "canary-value" not in seen.err and "Traceback" not in seen.err
