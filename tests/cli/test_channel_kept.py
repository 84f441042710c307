"""What stands in a channel is not lost: torn files, many processes at once, and a kill at any moment."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.channel.kit import feed, repository, session, tree


@pytest.fixture
def damaged(segue, home, app) -> Path:
    """The only channel of a repository, with a decision in it, whose file somebody has torn."""
    segue("channel", "decide", "--title", "SQLite", "--why", "no server to run", cwd=app)
    path = next(home.glob("channels/*/channel.json"))
    path.write_text("{")
    return Path(path)


@pytest.mark.parametrize(
    "args",
    [
        ("channel", "show"),
        ("channel", "post", "hi"),
        ("channel", "archive"),
        ("channel", "list"),
        ("handoff", "--save"),
        ("prune", "--keep", "1"),
        ("lineage",),
    ],
    ids=" ".join,
)
def test_a_channel_that_cannot_be_read_is_named_and_none_is_made_in_its_place(
    segue, isolated, home, app, damaged, args
):
    session(isolated, app, ("user", "Fix it."), ("agent", "Done."))
    before = tree(home / "channels")
    seen = segue(*args, cwd=app)
    assert seen.code == 3 and f"{damaged} cannot be read" in seen.err and seen.out == ""
    assert "`segue channel new`" in seen.err and tree(home / "channels") == before


def test_a_channel_that_cannot_be_read_is_named_when_asked_for_by_its_id(segue, app, damaged):
    seen = segue("channel", "show", damaged.parent.name, cwd=app)
    assert seen.code == 3 and f"{damaged} cannot be read" in seen.err


def test_a_channel_made_on_purpose_takes_the_place_of_one_that_cannot_be_read(segue, app, damaged):
    """The way out that the hint names; the damaged one is still told of where channels are listed."""
    assert segue("channel", "new", cwd=app).code == 0
    assert segue("channel", "post", "hi", cwd=app).code == 0
    listed = segue("channel", "list", cwd=app)
    assert listed.code == 0 and f"{damaged} cannot be read" in listed.err


def test_a_torn_channel_that_names_its_repository_is_in_nobody_elses_way(segue, home, app, damaged, tmp_path):
    other = repository(tmp_path / "other")
    segue("channel", "new", cwd=other)
    path = next(path for path in home.glob("channels/*/channel.json") if path != damaged)
    path.write_bytes(path.read_bytes()[:-20])
    damaged.unlink()
    assert segue("channel", "post", "hi", cwd=other).code == 3
    assert segue("channel", "post", "hi", cwd=repository(tmp_path / "third")).code == 0


def test_a_brief_is_made_without_a_channel_that_cannot_be_read_and_says_so(segue, isolated, app, damaged):
    session(isolated, app, ("user", "Fix it."), ("agent", "Done."))
    for args in (("handoff", "--print"), ("brief",)):
        seen = segue(*args, cwd=app)
        assert seen.code == 0 and "Fix it." in seen.out and f"{damaged} cannot be read" in seen.err


# --- nothing that was acknowledged is lost ---


PRELUDE = """
import sys
from pathlib import Path
from segue import transfer
from segue.channel import mend, place, write
from segue.channel.records import Entry
from segue.channel.store import Channels
from segue.store.ids import now
SLOTS = {"schemaVersion": 1, "currentLineOfAttack": "y" * 3000}
channels = Channels()

def channel():
    return place.found_or_made(channels, Path.cwd(), now())[0]

def post(text):
    return write.post(channels, Entry(channel_id=channel().channel_id, content=text), now()).entry_id

def finalize():
    return write.finalize_gap_fill(channels, channel().channel_id, "s1", SLOTS, moment=now()).brief_id

def save():
    moment = now()
    made = transfer.prepare(channels, channel(), None, transfer.Wish(with_git=False), moment)
    transfer.save_handoff(channels, made, moment)
    return made.transfer.brief_id
"""


def started(cwd: Path, script: str, *args: str) -> subprocess.Popen[str]:
    argv = [sys.executable, "-c", PRELUDE + script, *args]
    return subprocess.Popen(argv, cwd=cwd, stdout=subprocess.PIPE, text=True)


def test_eight_processes_at_once_lose_nothing_and_make_one_channel(home, app):
    """All post to a repository that has no channel yet."""
    script = "for n in range(25): print(post(f'{sys.argv[1]}-{n}'))"
    running = [started(app, script, str(n)) for n in range(8)]
    said = [line for process in running for line in process.communicate(timeout=120)[0].split()]
    rows = [json.loads(line) for line in feed(home)]
    assert len(said) == 200 and sorted(said) == sorted(row["entryId"] for row in rows)
    assert len({row["content"] for row in rows}) == 200


def test_redacting_while_others_post_loses_nothing(segue, home, app):
    """Redacting writes the feed anew: what comes in meanwhile must wait, not vanish."""
    entry = segue("channel", "post", "a secret of sorts", cwd=app).out.strip()
    redacting = started(app, f"for n in range(60): mend.redact(channels, channel().channel_id, {entry!r}, now())")
    posting = [started(app, "for n in range(60): print(post('x'))") for _ in range(3)]
    said = [line for process in posting for line in process.communicate(timeout=120)[0].split()]
    assert redacting.wait(timeout=120) == 0 and len(said) == 180
    assert sorted([entry, *said]) == sorted(json.loads(line)["entryId"] for line in feed(home))


@pytest.mark.parametrize("what", ["post", "finalize", "save"])
def test_kill_9_at_any_moment_loses_nothing_that_was_acknowledged(segue, home, app, what):
    """Each acknowledged id is whole on disk, whatever was half done when the process died; and work goes on."""
    call = "post('x' * 3000)" if what == "post" else f"{what}()"
    said: list[str] = []
    for delay in (0.0, 0.003, 0.011, 0.02, 0.037, 0.05):
        process = started(app, f"while True: print({call}, flush=True)")
        assert process.stdout
        said += [process.stdout.readline().strip() for _ in range(2)]
        time.sleep(delay)
        os.kill(process.pid, signal.SIGKILL)
        said += [line for line in process.communicate()[0].split("\n") if line]
    assert len(said) >= 12 and set(said) <= _whole(home, what)
    assert segue("channel", "post", "still works", cwd=app).code == 0
    assert "still works" in segue("channel", "show", cwd=app).out


def _whole(home: Path, what: str) -> set[str]:
    """Ids of the records of a kind that can be read whole."""
    [folder] = home.glob("channels/channel-*")
    if what == "post":
        whole = set()
        for line in (folder / "feed.jsonl").read_bytes().split(b"\n"):
            try:
                whole.add(json.loads(line)["entryId"])
            except ValueError:
                continue
        return whole
    if what == "finalize":
        return {
            p.name.removesuffix(".gap.json")
            for p in (folder / "handoffs").glob("*.gap.json")
            if json.loads(p.read_text())
        }
    saved = [p for p in (folder / "handoffs").glob("*.md") if "## Working memory" in p.read_text()]
    return {p.stem for p in saved if json.loads(p.with_suffix(".json").read_text())["briefId"] == p.stem}
