"""`segue brief` as a user runs it: each way to name a session, each option, on sessions of all agents."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from segue.brief.records import from_json
from segue.brief.tokens import tokens

AGENTS = ("claude", "codex", "pi", "omp")
HEADINGS = ["Convergence", "Dead-ends", "Code-state", "Open-threads & conflicts", "Basics"]


def headings(text: str) -> list[str]:
    return [line[3:] for line in text.splitlines() if line.startswith("## ")]


@pytest.mark.parametrize("agent", AGENTS)
def test_the_whole_brief_of_a_session(segue, machine, expected, agent):
    """The page that the next agent gets, byte for byte, and what is said beside it."""
    machine(agent, "tools")
    expected(f"brief-{agent}.md", segue("brief", "latest").screen)


@pytest.mark.parametrize("words", [(), ("latest",), ("nothing-like-it",), ("/no/such.jsonl",), ("",)])
def test_plain_words_and_options_are_the_same_call(segue, machine, words):
    """Without an option no parser is loaded; a session, a default and an error come out the same as with one."""
    machine("claude", "tools")
    machine("codex", "tools")
    plain, parsed = segue("brief", *words), segue("brief", *words, "--format", "md")
    assert (plain.code, plain.out, plain.err) == (parsed.code, parsed.out, parsed.err)


@pytest.mark.parametrize("agent", AGENTS)
def test_the_json_form_of_a_session(segue, machine, expected, agent):
    """It round-trips, and says what the markdown says."""
    machine(agent, "tools")
    seen = segue("brief", "latest", "--format", "json")
    brief = from_json(seen.out.encode())
    assert [section.heading for section in brief.sections] == HEADINGS
    assert segue("brief", "latest", "--json").out == seen.out
    expected(f"brief-{agent}.json", seen.out)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_session_by_the_beginning_of_its_id_and_by_its_file(segue, machine, agent):
    path = machine(agent, "plain" if agent == "claude" else "tools")
    number = {"claude": 1, "codex": 2, "pi": 3, "omp": 4}[agent]
    by_id = segue("brief", f"5e55a{number:03d}")
    by_file = segue("brief", str(path))
    assert by_id.code == by_file.code == 0
    assert by_id.out == by_file.out
    assert "its id begins with" in by_id.err and "the file you named" in by_file.err


def test_an_ambiguous_prefix_lists_the_candidates(segue, machine):
    machine("claude", "plain")
    machine("claude", "tools", session="5e55a001-0000-4000-8000-0000000000ff")
    seen = segue("brief", "5e55a")
    assert seen.code == 3 and seen.out == ""
    assert "2 sessions' ids begin with '5e55a'" in seen.err
    assert "retry loop" in seen.err and "Fix the failing test" in seen.err


def test_an_unknown_id_says_how_to_find_one(segue, machine):
    machine("claude", "plain")
    seen = segue("brief", "beef")
    assert (seen.code, seen.out) == (3, "")
    assert seen.err == "error: no session's id begins with 'beef'\nhint: `segue sessions --all` lists what there is\n"


@pytest.mark.parametrize(
    ("agent", "variable"),
    [
        ("claude", "CLAUDE_CODE_SESSION_ID"),
        ("codex", "CODEX_THREAD_ID"),
        ("pi", "PI_SESSION_ID"),
        ("pi", "PI_SESSION_FILE"),
        ("qwen", "QWEN_CODE_SESSION_ID"),
    ],
)
def test_mine_is_the_session_of_the_agent_that_calls(segue, machine, agent, variable):
    """Even when another session is newer."""
    path = machine(agent, "tools")
    machine("claude", "plain", session="5e55a009-0000-4000-8000-000000000009")
    value = str(path) if variable.endswith("FILE") else path.stem[-36:]
    seen = segue("brief", **{variable: value})
    assert seen.code == 0
    assert f"({variable})" in seen.err
    assert f"{agent} session {path.stem[-36:][:8]}" in seen.out


def test_mine_is_else_the_newest_of_this_directory_without_helpers(segue, machine, tmp_path):
    """A headless helper's session is newer, and is skipped."""
    place = tmp_path / "app"
    place.mkdir()
    for agent, name in (("claude", "plain"), ("codex", "tools"), ("claude", "real-work")):
        path = machine(agent, name, session=f"5e55a00{len(name)}-0000-4000-8000-000000000001")
        data = (
            path.read_bytes()
            .replace(b"/w/app", str(place).encode())
            .replace(b"/tmp/segue-kit/app", str(place).encode())
        )
        path.write_bytes(data)
        os.utime(path, (1_793_530_000 + len(name), 1_793_530_000 + len(name)))
    seen = segue("brief", cwd=place)
    assert "the newest session of this directory" in seen.err
    assert "session 5e55a005" in seen.err


NOTHING = {
    "a snapshot": '{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}\n',
    "a summary": '{"type":"summary","summary":"Retry loop","leafUuid":"u9"}\n',
    "garbage": "garbage\n",
    "no byte": "",
}


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING)
def test_a_file_without_a_word_or_a_call_is_never_chosen(segue, machine, text):
    """Agents leave such files behind; nothing can be told of them, not even that nothing was rejected."""
    older = machine("claude", "tools")
    empty = machine("claude", "plain", "5e55a009-0000-4000-8000-000000000009")
    empty.write_text(text)
    seen = segue("brief", "latest")
    assert seen.code == 0 and f"session {older.stem[:8]} of claude: the newest session on this machine" in seen.err
    named = segue("brief", "5e55a009")
    assert named.code == 3 and named.out == "" and "holds no word and no call that could be read" in named.err
    older.unlink()
    assert segue("brief", "latest").code == 3


def test_outside_any_session_it_says_so(segue, machine):
    machine("claude", "plain")
    seen = segue("brief")
    assert seen.code == 3
    assert "no session was held in this directory" in seen.err and "segue sessions --all" in seen.err


@pytest.mark.parametrize("budget", [300, 500, 1000, 4000])
def test_the_budget_holds_to_the_token(segue, machine, budget):
    machine("claude", "tools")
    text = segue("brief", "latest", "--budget", str(budget)).out
    assert tokens(text) <= budget
    assert headings(text) == HEADINGS


def test_the_goal_stands_verbatim_at_the_bottom(segue, machine):
    machine("claude", "tools")
    seen = segue("brief", "latest", "--goal", "write the *changelog* line, keep `fetch`")
    assert headings(seen.out) == [*HEADINGS, "Goal"]
    assert seen.out.endswith("> write the *changelog* line, keep `fetch`\n")


def test_a_secret_in_the_goal_is_refused_by_name(segue, machine):
    machine("claude", "tools")
    key = "AKIA" + "Q7ZT3MXW2LRN5VKD"
    seen = segue("brief", "latest", "--goal", f"deploy with {key}")
    assert seen.code == 4 and seen.out == ""
    assert key not in seen.err and "secret" in seen.err


def test_to_a_file_whole_or_not_at_all(segue, machine, tmp_path):
    machine("claude", "tools")
    out = tmp_path / "brief.md"
    seen = segue("brief", "latest", "-o", str(out))
    assert seen.code == 0 and seen.out == "" and "written to" in seen.err
    assert out.read_text() == segue("brief", "latest").out
    failed = segue("brief", "latest", "-o", str(tmp_path / "no" / "such" / "folder.md"))
    assert failed.code == 1 and "cannot write" in failed.err
    assert [p.name for p in tmp_path.iterdir() if "brief" in p.name] == ["brief.md"]


def test_what_is_no_plain_file_is_written_to_and_never_replaced(segue, machine, tmp_path):
    """A named pipe, a device, a link: each is still there afterwards."""
    machine("claude", "tools")
    whole = segue("brief", "latest").out
    pipe, link, target = tmp_path / "pipe", tmp_path / "link.md", tmp_path / "target.md"
    os.mkfifo(pipe)
    link.symlink_to(target)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert segue("brief", "latest", "-o", str(pipe)).code == 0
        assert reader.communicate(timeout=20)[0] == whole
    assert pipe.is_fifo()
    assert segue("brief", "latest", "-o", str(link)).code == 0
    assert link.is_symlink() and target.read_text() == whole


def test_what_is_no_file_is_told_what_it_is(segue, tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link.jsonl"
    os.mkfifo(pipe)
    link.symlink_to("nowhere")
    for path, says in ((tmp_path, "is a directory"), (pipe, "is no plain file"), (link, "is a link to nowhere, which")):
        seen = segue("brief", str(path))
        assert seen.code == 3 and says in seen.err


def test_a_full_disk_is_told(segue, machine):
    machine("claude", "tools")
    full = segue("brief", "latest", "-o", "/dev/full")
    assert full.code == 1 and "cannot write /dev/full: No space left on device" in full.err
    assert Path("/dev/full").is_char_device()
    run = [sys.executable, "-m", "segue", "brief", "latest"]
    with Path("/dev/full").open("w") as nowhere:
        done = subprocess.run(run, stdout=nowhere, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1 and "cannot write to standard output: No space left on device" in done.stderr


def test_a_directory_that_is_gone_is_told(machine, segue, tmp_path):
    machine("claude", "tools")
    place = tmp_path / "gone"
    place.mkdir()
    done = subprocess.run(
        f"rmdir {place}; exec {sys.executable} -m segue brief latest",
        shell=True,
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and "the directory you stand in is gone" in done.stderr


def test_an_unknown_template_lists_the_known_ones(segue, machine):
    machine("claude", "tools")
    seen = segue("brief", "latest", "--template", "novel")
    assert seen.code == 2 and "known templates: session" in seen.err


def test_a_file_that_is_no_session_is_refused(segue, tmp_path):
    for name, data in (("a.jsonl", b"hello"), ("b.jsonl", b""), ("c.jsonl", bytes(range(256)) * 50)):
        (tmp_path / name).write_bytes(data)
        seen = segue("brief", str(tmp_path / name))
        assert seen.code == 3 and "no reader recognises" in seen.err and "claude, codex" in seen.err
    assert "there is no file" in segue("brief", str(tmp_path / "none.jsonl")).err


def test_same_bytes_over_hash_seeds_zones_and_locales(segue, machine):
    machine("claude", "tools")
    first = segue("brief", "latest", PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C").out
    for seed, zone, locale in (("2", "Asia/Tokyo", "C.UTF-8"), ("77", "America/New_York", "POSIX")):
        assert segue("brief", "latest", PYTHONHASHSEED=seed, TZ=zone, LC_ALL=locale).out == first


def test_git_state_is_in_it_unless_switched_off(segue, machine, tmp_path):
    repository = tmp_path / "repo"
    repository.mkdir()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q", "-b", "trunk"], cwd=repository, check=True)
    (repository / "client.py").write_text("one\n")
    subprocess.run([*git, "add", "."], cwd=repository, check=True)
    subprocess.run([*git, "commit", "-q", "-m", "begin here"], cwd=repository, check=True)
    (repository / "client.py").write_text("two\n")
    path = machine("claude", "tools")
    path.write_bytes(path.read_bytes().replace(b"/w/app", str(repository).encode()))
    seen = segue("brief", "latest").out
    assert "branch trunk" in seen and "Uncommitted now: client.py (modified)" in seen
    assert "trunk" not in segue("brief", "latest", "--no-git").out


def test_a_pipe_that_closes_early_is_no_error(machine, isolated):
    machine("claude", "tools")
    done = subprocess.run(
        f"{sys.executable} -m segue brief latest | head -c 10", shell=True, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr


def test_no_home_is_a_clear_error(segue, machine, tmp_path):
    seen = segue("sessions", HOME="/nonexistent/home")
    assert seen.code == 3 and "there is no session" in seen.err


def test_progress_is_shown_on_a_terminal_only(segue, machine):
    """Without a terminal, stderr holds the choice and nothing else."""
    machine("claude", "tools")
    assert segue("brief", "latest").err.count("\n") == 1


def test_the_json_of_a_newer_version_is_refused():
    from segue.errors import BriefError

    with pytest.raises(BriefError, match="of version 99"):
        from_json(json.dumps({"version": 99}).encode())


def test_settings_are_read_and_checked(segue, machine, tmp_path):
    machine("claude", "tools")
    config = Path(os.environ["SEGUE_HOME"])
    config.mkdir()
    (config / "config.toml").write_text("budget = 400\n")
    assert tokens(segue("brief", "latest").out) <= 400
    (config / "config.toml").write_text("bugdet = 400\n")
    wrong = segue("brief", "latest")
    assert wrong.code == 2 and "bugdet" in wrong.err
    (config / "config.toml").write_text("budget = [\n")
    assert "is no TOML" in segue("brief", "latest").err


def test_a_repository_may_set_no_more_than_budget_and_template(segue, machine, tmp_path):
    machine("claude", "tools")
    repository = tmp_path / "hostile"
    repository.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
    (repository / ".segue.toml").write_text("budget = 400\n")
    assert tokens(segue("brief", "latest", cwd=repository).out) <= 400
    (repository / ".segue.toml").write_text('[profiles.x]\nagent = "claude"\n')
    seen = segue("brief", "latest", cwd=repository)
    assert seen.code == 2 and "a repository may set budget and template only" in seen.err
