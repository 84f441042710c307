"""The queue on both databases: the first answer stands, and what was asked once is not asked again."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from segue.approvals.queue import Queue
from segue.approvals.records import PROMPT, Approval
from segue.errors import SourceError, UsageError
from segue.store.ids import Moment, now

INITDB = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))), None)


@pytest.fixture(params=["sqlite", "postgresql"])
def queue(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    if request.param == "sqlite":
        yield Queue()
        return
    if not os.environ.get("CI"):  # there, a missing driver or server is a failure
        pytest.importorskip("psycopg", reason="the driver is an extra: pip install psycopg[binary]")
        if INITDB is None:
            pytest.skip("there is no PostgreSQL on this machine")
    assert INITDB, "no PostgreSQL: scripts/test-tools installs it"
    yield from _postgresql(INITDB.parent, monkeypatch)


def _postgresql(bin_: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    """A server of our own, reachable by its socket only."""
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="segue-pg-"))
    shutil.chown(folder, "postgres") if os.geteuid() == 0 else None
    runs = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    initdb, control = str(bin_ / "initdb"), str(bin_ / "pg_ctl")
    data, options = str(folder / "data"), f"-k {folder} -h ''"
    try:
        subprocess.run([*runs, initdb, "-A", "trust", "-U", "me", data], check=True, capture_output=True)
        start = [*runs, control, "-D", data, "-w", "-o", options, "-l", str(folder / "log"), "start"]
        subprocess.run(start, check=True, capture_output=True)
        monkeypatch.setenv("SEGUE_DATABASE", f"postgresql+psycopg://me@/postgres?host={folder}")
        yield Queue()
    finally:
        subprocess.run([*runs, control, "-D", data, "-m", "immediate", "stop"], check=False, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def draft(session: str = "s1") -> Approval:
    return Approval(id="", session_id=session, kind=PROMPT, payload={"thresholdPct": 90, "text": "ünïcode"})


def test_a_question_is_asked_once(queue):
    assert queue.ask("a:s1:90", draft(), now()) and queue.ask("a:s1:90", draft(), now()) is None
    assert queue.ask("a:s2:90", draft("s2"), now())
    assert [a.session_id for a in queue.all(pending=True)] == ["s1", "s2"]


def test_it_is_not_asked_again_after_an_answer(queue):
    first = queue.ask("a:s1:90", draft(), now())
    assert queue.answer(first.id, "rejected", now(), "no").feedback == "no"
    assert queue.ask("a:s1:90", draft(), now()) is None and queue.all(pending=True) == []


def test_the_first_answer_stands(queue):
    asked = queue.ask("a:s1:90", draft(), Moment(1794736800000, "aaaaaa"))
    assert queue.answer(asked.id, "approved", now()).status == "approved"
    with pytest.raises(UsageError, match="is approved already"):
        queue.answer(asked.id, "rejected", now())
    assert queue.get(asked.id).payload == draft().payload


def test_one_is_found_by_the_beginning_of_its_id(queue):
    queue.ask("a", draft(), Moment(1794736800000, "aaaaaa"))
    queue.ask("b", draft("s2"), Moment(1794736800001, "bbbbbb"))
    assert queue.get("1794736800001").session_id == "s2"
    for wanted in ("17947368", "nothing", ""):
        with pytest.raises(SourceError):
            queue.get(wanted)
