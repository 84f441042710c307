"""`segue channel` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.channel.kit import AWS, SESSION, channel_in, decided, fed, feed, git, repository, session, ticketed, tree


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
