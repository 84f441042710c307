"""`segue show`: the record behind a pointer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.channel.kit import AWS, channel_in, decided, fed, git, repository, ticketed

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


@pytest.mark.parametrize(
    ("pointer", "says"), [("5e55a001:L0", "numbered from L1"), ("5e55a001:L7-L5", "L5-L7 is that range")]
)
def test_a_range_that_cannot_be_is_told_why(segue, machine, pointer, says):
    machine("claude", "tools")
    seen = segue("show", pointer)
    assert seen.code == 2 and says in seen.err


def test_a_record_that_says_nothing_is_shown_raw_as_hinted(segue, machine):
    path = machine("claude", "tools")
    path.write_text('{"type":"summary","summary":"x","leafUuid":"u"}\n' + path.read_text())
    seen = segue("show", f"{path}:L1")
    assert seen.code == 3 and ":L1 --raw` prints the record" in seen.err
    assert segue("show", f"{path}:L1", "--raw").code == 0


SAME_MINUTE = ("01a1e14e-c051-7903-986f-f6a9e67a58e1", "01a1e14e-c051-7a04-8c11-0b5d3c2f9d77")


@pytest.mark.parametrize("agent", ["codex", "pi", "omp"])
def test_what_is_printed_can_be_opened_for_sessions_of_the_same_moment(segue, machine, agent):
    """Their ids begin with the time: the first eight digits are shared by all sessions of a minute."""
    for session in SAME_MINUTE:
        machine(agent, "tools", session)
    listed = [line.split()[0] for line in segue("sessions", "--all").out.splitlines()[1:]]
    assert len(set(listed)) == 2
    found = json.loads(segue("search", "failing", "test", "--all", "--json").out)
    assert {row["session"] for row in found} == set(SAME_MINUTE)
    lines = {row["session"]: row["line"] for row in found}
    for one in listed:
        (session,) = (whole for whole in SAME_MINUTE if whole.startswith(one))
        assert segue("show", f"{one}:L{lines[session]}").code == 0
    assert {segue("show", row["pointer"]).code for row in found} == {0}


def test_too_little_of_an_id_is_told_what_there_is(segue, machine):
    """Every candidate with its title, which can hold neither secrets nor escapes."""
    for session in SAME_MINUTE:
        path = machine("codex", "tools", session)
        path.write_text(path.read_text().replace("Rename the shelf", "Rename \\u001b[31m the shelf"))
    seen = segue("show", "01a1e14e:L5")
    assert seen.code == 3 and "2 sessions' ids begin with '01a1e14e'" in seen.err
    for session in SAME_MINUTE:
        assert f"  {session}  codex  Rename" in seen.err
    assert "\x1b" not in seen.err


def test_two_files_of_one_id_are_told_by_their_places(segue, machine, isolated):
    path = machine("claude", "tools")
    copy = isolated / ".claude" / "projects" / "-w-copy" / path.name
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    seen = segue("show", f"{path.stem}:L4")
    assert seen.code == 3 and f"~/.claude/projects/-w-copy/{path.name}  claude" in seen.err


def test_a_record_that_is_not_there(segue, machine):
    machine("claude", "tools")
    seen = segue("show", "5e55a001:L999")
    assert seen.code == 3 and "session 5e55a001 has no record L999" in seen.err and "--raw" not in seen.err
    assert "has no record L999" in segue("show", "5e55a001:L999", "--raw").err


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A repository with a file, a secret in a commit's message, and a channel."""
    app = repository(tmp_path / "app")
    (app / "parser.py").write_text("def parse(): ...\n")
    git(app, "add", "parser.py")
    git(app, "commit", "-q", "-m", f"total parser\n\nkey {AWS} \x1b[31m")
    folder = channel_in(tmp_path / "segue-home", "channel-1-parser", app)
    decided(folder, "Write it by hand", "generated ones are slow")
    fed(folder, "the tokenizer is done")
    ticketed(folder, {"ticketId": "T-1", "title": "tokenizer", "status": "completed"})
    return app


def test_a_commit_is_shown_as_git_tells_it_and_masked(segue, app):
    """From anywhere in the repository, by any beginning of its hash."""
    head = git(app, "rev-parse", "HEAD").strip()
    for pointer in (f"commit:{head[:7]}", f"`commit:{head}`"):
        seen = segue("show", pointer, cwd=app)
        assert seen.code == 0 and seen.out.startswith(f"commit {head}\n") and " parser.py | 1 +" in seen.out
        assert AWS not in seen.out and "\x1b" not in seen.out and "masked" in seen.out
    (row,) = json.loads(segue("show", f"commit:{head[:7]}", "--json", cwd=app).out)
    assert row["kind"] == "commit" and "total parser" in row["text"] and AWS not in row["text"]


def test_a_repository_runs_nothing_when_its_commit_is_shown(segue, app, tmp_path):
    (app / ".gitattributes").write_text("*.py diff=mine\n")
    for name in ("diff.external", "diff.mine.command", "diff.mine.textconv", "core.fsmonitor", "core.pager"):
        git(app, "config", name, f"touch {tmp_path}/ran; true")
    assert segue("show", f"commit:{git(app, 'rev-parse', 'HEAD')[:7]}", cwd=app).code == 0
    assert not (tmp_path / "ran").exists()


def test_a_file_is_shown_by_its_place(segue, app):
    (app / "below").mkdir()
    for pointer, cwd in (("file:parser.py", app), ("file:parser.py:parse", app / "below")):
        seen = segue("show", pointer, cwd=cwd)
        assert seen.code == 0 and seen.out.startswith(f"{app}/parser.py\n17 bytes, changed ")
    assert "look for: parse\n" in seen.out


@pytest.mark.parametrize(
    ("kind", "ref", "says"),
    [
        ("decision", "decision-1-abcdef", "generated ones are slow"),
        ("feed", "entry-1-abcdef", "the tokenizer is done"),
        ("ticket", "T-1", "completed"),
    ],
)
def test_a_channels_record_is_shown_field_by_field(segue, app, kind, ref, says):
    seen = segue("show", f"{kind}:{ref}", cwd=app)
    assert seen.code == 0 and says in seen.out and "channel: channel-1-parser\n" in seen.out
    assert segue("show", f"{kind}:{ref}").out == seen.out


@pytest.mark.parametrize(
    ("pointer", "code"),
    [
        ("commit:0000000", 3),
        ("commit:--output=x", 3),
        ("file:gone.py", 3),
        ("file:../../etc/passwd", 2),
        ("file:/etc/passwd", 2),
        ("decision:nothing", 3),
        ("decision:../x", 2),
        ("gap:brief-1-abc", 3),
    ],
)
def test_what_is_not_behind_a_pointer_is_told(segue, app, pointer, code):
    seen = segue("show", pointer, cwd=app)
    assert seen.code == code and seen.out == "" and "hint: " in seen.err
    assert not list(app.glob("x"))
