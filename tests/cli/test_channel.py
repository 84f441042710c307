"""`segue channel` as a user runs it, and as many processes at once do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.channel.kit import AWS, SESSION, channel_in, decided, fed, git, repository, session, ticketed, tree


def feed(home: Path) -> list[str]:
    [path] = home.glob("channels/*/feed.jsonl")
    return path.read_text().splitlines()


def test_a_repository_has_a_channel_without_being_asked_and_its_worktrees_share_it(segue, home, app, tmp_path):
    git(app, "worktree", "add", "-q", str(tmp_path / "tree"))
    first = segue("channel", "post", "from the main tree", cwd=app)
    second = segue("channel", "post", "from a worktree", cwd=tmp_path / "tree")
    assert first.code == second.code == 0 and "made channel-" in first.err and second.err == ""
    rows = json.loads(segue("channel", "list", "--json", cwd=app).out)
    assert [row["name"] for row in rows] == ["app"] and len(feed(home)) == 2


def test_a_channel_made_in_a_worktree_is_named_after_the_repository(segue, app, tmp_path):
    git(app, "worktree", "add", "-q", str(tmp_path / "tree"))
    segue("channel", "post", "x", cwd=tmp_path / "tree")
    assert json.loads(segue("channel", "list", "--json", cwd=app).out)[0]["name"] == "app"


def test_a_plain_folder_has_a_channel_of_its_own(segue, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        segue("channel", "post", "x", cwd=tmp_path / name)
    assert len(json.loads(segue("channel", "list", "--json").out)) == 2


@pytest.mark.parametrize(("made", "where"), [(repository, "repository"), (Path.mkdir, "folder")])
def test_where_there_is_no_channel_the_place_is_called_what_it_is(segue, tmp_path, made, where):
    made(tmp_path / "place")
    seen = segue("channel", "show", cwd=tmp_path / "place")
    assert seen.code == 3 and seen.err.startswith(f"error: this {where} has no channel yet\n")


def test_what_a_channel_shows(segue, home, app):
    """The page a person sees, whole."""
    folder = channel_in(home, "channel-1-abcdef", app, description="Make the parser total.")
    fed(folder, "the tokenizer is next")
    decided(folder, "Hand-written parser", "errors must name the line")
    ticketed(folder, {"ticketId": "T-1", "title": "tokenizer", "status": "pending"})
    (folder / "handoffs").mkdir()
    (folder / "handoffs" / "brief-1-abc.md").write_text("")
    seen = segue("channel", "show", cwd=app)
    assert (
        seen.out
        == f"""Parser  channel-1-abcdef  active
repository: app ({app})
Make the parser total.

Tickets:
  T-1  ready  tokenizer

Decisions:
  decision-1-abcdef  Hand-written parser: errors must name the line

Feed:
  entry-1-abcdef  message  ann: the tokenizer is next

Briefs:
  brief-1-abc
"""
    )
    assert (seen.code, seen.err) == (0, "")


def test_handoffs_do_not_hide_what_was_decided_and_what_is_cut_off_is_counted(segue, home, app):
    """Every handoff leaves a decision of its own: those are bookkeeping, and shown as briefs."""
    folder = channel_in(home, "channel-1-abcdef", app)
    for number in range(1, 4):
        decided(folder, f"Choice {number}", "a reason", number)
    fed(folder, "one", "two", "three")
    saved = [Path(segue("handoff", "--save", "--channel", folder.name, cwd=app).out.strip()).stem for _ in range(3)]
    seen = segue("channel", "show", "--limit", "2", cwd=app).out
    assert (
        "Decisions:\n  (1 earlier: --limit 3 shows them)\n"
        "  decision-2-abcdef  Choice 2: a reason\n  decision-3-abcdef  Choice 3: a reason\n\n"
    ) in seen
    assert "Feed:\n  (4 earlier: --limit 6 shows them)\n  entry-" in seen
    assert seen.endswith("Briefs:\n" + "".join(f"  {brief}\n" for brief in saved))
    assert "earlier" not in segue("channel", "show", "--limit", "6", cwd=app).out
    listed = segue("channel", "list", cwd=app).out.splitlines()[1].split()
    assert listed[3:6] == ["6", "3", "3"]


def test_todos_of_the_session_stand_in_for_a_ledger(segue, isolated, app):
    session(isolated, app, ("user", "Go."), ("todos", [("fix it", "completed"), ("ship it", "pending")]))
    segue("channel", "new", cwd=app)
    seen = segue("channel", "show", cwd=app).out
    assert "transcript:5e55a0c1:L2  done  fix it" in seen and "transcript:5e55a0c1:L2  pending  ship it" in seen


def test_torn_and_broken_lines_are_skipped_and_counted(segue, home, app):
    folder = channel_in(home, "channel-1-abcdef", app)
    fed(folder, "whole")
    with (folder / "feed.jsonl").open("ab") as file:
        file.write(b'null\n[]\n\xff\xfe\n{"entryId": "torn')
    seen = segue("channel", "show", cwd=app)
    assert seen.code == 0 and "whole" in seen.out and "4 unreadable records" in seen.err
    assert segue("channel", "post", "after the tear", cwd=app).code == 0
    assert "after the tear" in segue("channel", "show", cwd=app).out


def test_metadata_is_stored_as_strings_and_restored(segue, home, app):
    """The encoding that the other system reads, both ways."""
    from segue.channel.decode import PREFIX, restored, stored

    values = {"plain": "hello", "count": 42, "nested": {"x": [1, None]}, "tricky": f"{PREFIX}1"}
    on_disk = stored(values)
    assert on_disk["plain"] == "hello" and on_disk["count"] == "__ah_meta_json::42"
    assert all(isinstance(value, str) for value in on_disk.values()) and restored(on_disk) == values


def test_a_home_without_channels_gets_no_hint_that_would_make_one_elsewhere(segue, isolated):
    (isolated / "empty").mkdir()
    for home, why in (
        (isolated / ".relay", "there is no folder ~/.relay"),
        (isolated / "empty", "no channel in ~/empty"),
    ):
        seen = segue("channel", "list", "--home", str(home))
        assert seen.code == 3 and why in seen.err and "channel new" not in seen.err


@pytest.mark.parametrize("older", [True, False])
def test_a_home_of_the_other_system_is_read_in_both_layouts_and_not_written(segue, isolated, app, older):
    relay = isolated / ".relay"
    folder = channel_in(relay, "channel-1-relay", app, older=older)
    fed(folder, "hello from there", f"key {AWS}")
    before = tree(relay)
    listed = segue("channel", "list", "--home", "~/.relay" if older else str(relay))
    shown = segue("channel", "show", "channel-1-relay", "--home", str(relay))
    posted = segue("channel", "post", "x", "--home", str(relay), "--channel", "channel-1-relay")
    assert "channel-1-relay" in listed.out and "hello from there" in shown.out and AWS not in shown.out
    assert posted.code == 2 and "--write" in posted.err and tree(relay) == before
    meant = segue("channel", "post", "x", "--home", str(relay), "--channel", "channel-1-relay", "--write")
    assert meant.code == 0 and len((folder / "feed.jsonl").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    "args",
    [
        ("post", f"the key is {AWS}"),
        ("decide", "--title", f"use {AWS}", "--why", "x"),
        ("decide", "--title", "x", "--why", f"{AWS}"),
        ("decide", "--title", "x", "--why", "x", "--alternative", f"{AWS}"),
        ("new", f"{AWS}"),
        ("new", "x", "--about", f"{AWS}"),
    ],
)
def test_a_secret_is_refused_at_the_moment_of_writing(segue, home, app, args):
    seen = segue("channel", *args, cwd=app)
    assert seen.code == 4 and "looks like a secret" in seen.err and AWS not in seen.out + seen.err
    assert not any(AWS.encode() in data for data in tree(home).values())


@pytest.mark.parametrize("args", [("list",), ("list", "--json"), ("show",), ("show", "--json")])
def test_no_way_of_looking_shows_a_secret_that_is_there(segue, home, app, args):
    """Names, feed, decisions and tickets may hold one that somebody else wrote."""
    folder = channel_in(home, "channel-1-abcdef", app, name=f"key {AWS}", description=f"use {AWS}")
    fed(folder, f"it is {AWS}")
    decided(folder, f"take {AWS}", f"because {AWS}")
    ticketed(folder, {"ticketId": "T-1", "title": f"rotate {AWS}", "status": "ready"})
    seen = segue("channel", *args, cwd=app)
    assert seen.code == 0 and "channel-1-abcdef" in seen.out and AWS not in seen.out + seen.err


def test_redact_without_a_recognised_secret_takes_the_whole_text(segue, home, app):
    """A person knows better: what they name goes."""
    entry = segue("channel", "post", "the password is swordfish", cwd=app).out.strip()
    other = segue("channel", "post", "this stays", cwd=app).out.strip()
    seen = segue("channel", "redact", entry, cwd=app)
    assert seen.code == 0 and "its whole text" in seen.err
    rows = {row["entryId"]: row for row in map(json.loads, feed(home))}
    assert rows[entry]["content"] == "[redacted]" and rows[entry]["metadata"]["redactedAt"]
    assert rows[other]["content"] == "this stays"


def test_redact_of_something_else_says_so(segue, app):
    segue("channel", "post", "x", cwd=app)
    assert segue("channel", "redact", "entry-1-none", cwd=app).code == 3
    assert segue("channel", "redact", "../../x", cwd=app).code == 2


def test_link_a_repository_a_run_and_a_session(segue, home, isolated, app, tmp_path):
    other = repository(tmp_path / "other")
    session(isolated, app, ("user", "Fix it."), ("agent", "Done."))
    segue("channel", "new", "work", cwd=app)
    for args in (("--repo", str(other), "--alias", "back"), ("--run", "run-1"), ("--session", SESSION[:8])):
        assert segue("channel", "link", *args, cwd=app).code == 0
    [row] = json.loads(segue("channel", "list", "--json", cwd=other).out)
    assert [r["alias"] for r in row["repoAssignments"]] == ["app", "back"]
    assert row["pinnedRefs"][0]["targetId"] == SESSION
    assert json.loads(next(home.glob("channels/*/runs.json")).read_text())[0]["runId"] == "run-1"
    segue("channel", "post", "from the other repository", cwd=other)
    assert len(feed(home)) == 1


def test_a_link_leaves_fields_that_we_do_not_know(segue, home, app):
    folder = channel_in(home, "channel-1-abcdef", app, fromTheFuture={"a": 1})
    segue("channel", "link", "--run", "r", cwd=app)
    segue("channel", "archive", cwd=app)
    assert json.loads((folder / "channel.json").read_text())["fromTheFuture"] == {"a": 1}


def test_an_archived_channel_is_kept_and_no_longer_meant(segue, app):
    first = segue("channel", "new", "first", cwd=app).out.strip()
    assert segue("channel", "archive", cwd=app).code == 0
    assert segue("channel", "list", cwd=app).code == 3
    assert first in segue("channel", "list", "--all", cwd=app).out
    second = segue("channel", "new", "second", cwd=app).out.strip()
    segue("channel", "archive", "first", "--back", cwd=app)
    assert json.loads(segue("channel", "show", "--json", cwd=app).out)["channel"]["channelId"] in (first, second)


def test_an_archived_channel_comes_back_by_its_name(segue, app):
    """Also where a new one has the name by then: --back means what was put away."""
    old = segue("channel", "new", "parser", cwd=app).out.strip()
    assert segue("channel", "archive", "parser", cwd=app).code == 0
    assert old in segue("channel", "show", "parser", cwd=app).out
    new = segue("channel", "new", "parser", cwd=app).out.strip()
    assert new in segue("channel", "show", "parser", cwd=app).out
    back = segue("channel", "archive", "--back", "parser", cwd=app)
    assert (back.code, back.err) == (0, f"{old} is active\n")


def test_what_is_kept_is_for_its_owner_only(segue, home, app):
    segue("channel", "post", "x", cwd=app)
    for path in (home, *home.rglob("*")):
        assert path.stat().st_mode & 0o077 == 0, path


# --- a channel that cannot be read ---


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
