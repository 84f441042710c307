"""`segue handoff --to`: the next agent is started, by fake agents that write down what they were given."""

from __future__ import annotations

import base64
import json
import os
import pty
import select
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from segue import waiting as waits
from segue.store.ids import now
from tests.channel.kit import AWS, SESSION, repository, session
from tests.deliver.kit import FakeAgent, path_with

GOAL = "Make the parser total, keep its public API"
NEW = "5e55a0c1-0000-4000-8000-0000000000aa"
WRITES = """
import pathlib
name = "5e55a0c1-0000-4000-8000-0000000000aa"
rows = [("user", {words}), ("assistant", [{{"type": "text", "text": "Understood."}}])][:{rows}]
out = pathlib.Path(os.environ["HOME"], ".claude/projects/-w", name + ".jsonl")
out.write_text("".join(json.dumps({{"type": who, "uuid": f"u{{n}}", "parentUuid": f"u{{n-1}}" if n else None,
    "isSidechain": False, "sessionId": name, "cwd": os.getcwd(), "timestamp": "2026-11-15T10:00:00.000Z",
    "message": {{"role": who, "id": f"m{{n}}", "model": "m", "content": said}}}}) + "\\n"
    for n, (who, said) in enumerate(rows)))
print("Understood.")
"""
"""A transcript as Claude Code leaves one."""


def writes(words: str = "text", rows: int = 2) -> str:
    return WRITES.format(words=words, rows=rows)


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    return folder


@pytest.fixture
def work(isolated: Path, tmp_path: Path) -> Path:
    app = repository(tmp_path / "app")
    session(
        isolated,
        app,
        ("user", f"Make the parser accept empty input. Never add a dependency. See @README. The key is {AWS}."),
        ("todos", [("handle empty input", "completed"), ("write the changelog", "pending")]),
        ("agent", "The parser accepts empty input now."),
    )
    return app


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "segue-home"


@pytest.fixture
def send(segue, work: Path, programs: Path):
    def run(*args: str, **environment: str):
        return segue("handoff", *args, cwd=work, PATH=path_with(programs), **environment)

    return run


def receipts(segue) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(segue("receipts", "--json").out)
    return found


def briefs(home: Path) -> list[Path]:
    return sorted(home.glob("channels/*/handoffs/*.md"))


# --- headless -------------------------------------------------------------------------------------------------------


def test_a_headless_agent_gets_the_brief_by_stdin_in_the_right_directory(send, segue, programs, work, home):
    """Its words come out as it says them; the receipt is read in the transcript that it wrote."""
    claude = FakeAgent(programs, "claude", writes())
    ended = send(GOAL, "--to", "claude", "--headless", "--yes")
    assert (ended.code, ended.out) == (0, "Understood.\n"), ended.err
    seen = claude.seen()
    [brief] = briefs(home)
    assert seen["cwd"] == str(work) and brief.read_text().strip() in seen["stdin"]
    assert seen["stdin"].startswith(f'<handoff-context brief="{brief.stem}">')
    assert not any("parser" in word for word in seen["argv"]), "a command line can be read by everyone"
    [one] = receipts(segue)
    assert (one["state"], one["session"], one["fromAgent"]) == (
        "read",
        "5e55a0c1-0000-4000-8000-0000000000aa",
        "claude",
    )


def test_a_session_of_another_repository_goes_on_where_it_worked(segue, programs, work, tmp_path):
    """From wherever the user stands; in the same repository it is where the user stands."""
    goose = FakeAgent(programs, "goose")
    words = ("handoff", GOAL, "--from", SESSION, "--to", "goose", "--headless", "--yes")
    ended = segue(*words, cwd=repository(tmp_path / "other"), PATH=path_with(programs))
    assert goose.seen()["cwd"] == str(work) and "where the session worked" in ended.err
    (work / "src").mkdir()
    segue(*words, cwd=work / "src", PATH=path_with(programs))
    assert goose.seen()["cwd"] == str(work / "src")


def test_a_session_that_starts_with_a_brief_finds_no_other_waiting(send, programs, work):
    """A brief left for the next session would be injected by the hook on top of the one that is sent."""
    for agent in ("claude", "codex"):
        waits.leave("# Brief\n", waits.Address(agent=agent, cwd=work), now())
    FakeAgent(programs, "claude", writes())
    assert send(GOAL, "--to", "claude", "--headless", "--yes").code == 0
    assert [agent for agent, _ in waits.waiting(now().ms)] == ["codex"]


def test_the_chain_of_handoffs_names_the_new_session(send, segue, programs, work):
    """The parent is recorded by us, whatever the agent records; a pruned message leaves the chain whole."""
    FakeAgent(programs, "claude", writes())
    send(GOAL, "--to", "claude", "--headless", "--yes")
    assert f"claude 5e55a0c1 → claude {NEW[:8]} (read)" in segue("lineage", cwd=work).out
    [tree] = json.loads(segue("lineage", NEW, "--json", cwd=work).out)
    assert (tree["toSession"], tree["receipt"]) == (NEW, "read")
    assert segue("prune", "--keep", "0", cwd=work).code == 0
    assert f"→ claude {NEW[:8]} (read)" in segue("lineage", cwd=work).out
    assert not list(Path(os.environ["SEGUE_HOME"]).glob("deliveries/*/brief.md"))


def test_no_secret_reaches_an_agent_and_its_own_key_does(send, programs, home):
    """A key in the transcript, a password in the environment: in no argument, stdin, environment or file of ours."""
    claude = FakeAgent(programs, "claude", writes())
    ended = send(
        *(GOAL, "--to", "claude", "--headless", "--yes"),
        DB_PASSWORD="canary-5f2c", ANTHROPIC_API_KEY="the-agents-own", CLAUDECODE="1", CLAUDE_CODE_SESSION_ID="mine",
    )  # fmt: skip
    seen = claude.seen()
    for canary in (AWS, "canary-5f2c"):
        assert canary not in json.dumps(seen) + ended.out + ended.err
    assert seen["env"]["ANTHROPIC_API_KEY"] == "the-agents-own"
    assert not {"CLAUDECODE", "CLAUDE_CODE_SESSION_ID"} & set(seen["env"])
    for path in home.rglob("*"):
        assert not stat.S_IMODE(path.lstat().st_mode) & 0o077, path
        assert path.is_dir() or (AWS.encode() not in path.read_bytes() and b"canary-5f2c" not in path.read_bytes())


def test_a_brief_that_arrives_cut_is_not_seen_and_said_so(send, segue, programs):
    FakeAgent(programs, "claude", writes("text[:400]"))
    ended = send(GOAL, "--to", "claude", "--headless", "--yes")
    assert ended.code == 5 and "the brief was cut: 400 of " in ended.err
    assert receipts(segue)[0]["state"] == "not seen"


def test_an_agent_that_leaves_no_transcript_has_not_proved_anything(send, segue, programs):
    FakeAgent(programs, "claude")
    ended = send(GOAL, "--to", "claude", "--headless", "--yes")
    assert ended.code == 5 and "holds the brief's id" in ended.err


def test_a_transcript_that_comes_later_is_found_by_receipts(send, segue, programs):
    """The agent has the brief but has not answered; later it has. What is settled is not looked at again."""
    claude = FakeAgent(programs, "claude", writes(rows=1))
    send(GOAL, "--to", "claude", "--headless", "--yes")
    [before] = receipts(segue)
    assert (before["state"], before["why"]) == ("delivered", "the agent has not answered yet")
    text = claude.seen()["stdin"]
    exec_in = {"HOME": os.environ["HOME"], "PATH": os.environ["PATH"]}
    subprocess.run([sys.executable, "-c", f"import os, json\ntext = {text!r}\n{writes()}"], env=exec_in, check=True)
    assert receipts(segue)[0]["state"] == "read"


def test_an_agent_whose_sessions_cannot_be_read_is_no_failure(send, segue, programs):
    FakeAgent(programs, "aider")
    ended = send(GOAL, "--to", "aider", "--headless", "--yes")
    assert ended.code == 0 and "segue reads no sessions of aider" in ended.err


def test_an_agent_that_takes_a_file_gets_the_name_of_one(send, programs):
    aider = FakeAgent(programs, "aider")
    assert send(GOAL, "--to", "aider", "--headless", "--yes").code == 0
    file = Path(aider.seen()["argv"][-1])
    assert file.read_text().startswith("<handoff-context ") and stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("then", "code", "state", "words"),
    [
        ("sys.exit(3)", 5, "failed", "goose ended with exit code 3"),
        ("os.kill(os.getpid(), 9)", 5, "failed", "goose ended with exit code 137"),
        ("pass", 6, "empty", "goose ended without a word"),
        ("print()", 6, "empty", "goose ended without a word"),
    ],
)
def test_failed_and_empty_are_two_things(send, segue, programs, home, then, code, state, words):
    FakeAgent(programs, "goose", then)
    ended = send(GOAL, "--to", "goose", "--headless", "--yes")
    assert ended.code == code and words in ended.err
    assert receipts(segue)[0]["state"] == state and len(briefs(home)) == 1


def waiting(command: list[str], cwd: Path, agent: FakeAgent, env: dict[str, str]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 20
    while not agent.started and time.monotonic() < until:
        time.sleep(0.05)
    return process


SLEEPS = 'open(sys.argv[0] + ".pid", "w").write(str(os.getpid())); import time; time.sleep(60)'


def alive(agent: FakeAgent) -> bool:
    pid = int(Path(f"{agent.program}.pid").read_text())
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/status").read_text().splitlines()[2].split()[1] != "Z"


def test_ctrl_c_cancels_the_agent_and_keeps_the_brief(segue, programs, work, home):
    """A third outcome: neither failed nor empty. The agent and what it started are gone."""
    goose = FakeAgent(programs, "goose", SLEEPS)
    command = [sys.executable, "-m", "segue", "handoff", GOAL, "--to", "goose", "--headless", "--yes"]
    process = waiting(command, work, goose, {**os.environ, "PATH": path_with(programs)})
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130 and "cancelled; the brief is kept" in err
    assert receipts(segue)[0]["state"] == "cancelled" and len(briefs(home)) == 1 and not alive(goose)


def test_an_agent_that_ignores_ctrl_c_is_ended_all_the_same(programs, work):
    ignores = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); signal.signal(15, signal.SIG_IGN);" + SLEEPS
    goose = FakeAgent(programs, "goose", ignores)
    code = "import segue.deliver.launch as l; l.GRACE = 0.3; import segue.__main__ as m; m.main()"
    command = [sys.executable, "-c", code, "handoff", GOAL, "--to", "goose", "--headless", "--yes"]
    process = waiting(command, work, goose, {**os.environ, "PATH": path_with(programs)})
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130 and not alive(goose)


def test_killing_segue_at_any_moment_loses_no_brief(segue, programs, work, home):
    """Not even its stdin: the agent reads the whole brief although segue is gone."""
    goose = FakeAgent(programs, "goose", SLEEPS)
    command = [sys.executable, "-m", "segue", "handoff", GOAL, "--to", "goose", "--headless", "--yes"]
    process = waiting(command, work, goose, {**os.environ, "PATH": path_with(programs)})
    process.kill()
    process.wait(20)
    time.sleep(0.2)
    os.kill(int(Path(f"{goose.program}.pid").read_text()), signal.SIGKILL)
    [brief] = briefs(home)
    assert brief.read_text().strip() in goose.seen()["stdin"]
    assert receipts(segue)[0]["briefId"] == brief.stem


def test_a_missing_program_is_said_before_anything_starts_and_the_brief_is_kept(send, segue, programs, home):
    ended = send(GOAL, "--to", "goose", "--headless", "--yes")
    assert ended.code == 5 and "no program 'goose'" in ended.err and len(briefs(home)) == 1
    assert receipts(segue) == []


def test_the_answer_of_a_headless_agent_as_json(send, programs):
    FakeAgent(programs, "claude", writes())
    ended = send(GOAL, "--to", "claude", "--headless", "--yes", "--json")
    one = json.loads(ended.out)
    assert (one["state"], one["answer"]) == ("read", "Understood.\n")


# --- what is asked, and where it goes ------------------------------------------------------------------------------


def test_without_a_terminal_and_without_yes_nothing_starts(send, programs, home):
    goose = FakeAgent(programs, "goose")
    ended = send(GOAL, "--to", "goose")
    assert ended.code == 0 and ended.out.startswith("goose run -s -t ") and not goose.started
    assert "--yes sends it" in ended.err


@pytest.mark.parametrize("how", [(), ("--headless",)])
def test_the_printed_command_sends_the_same_message_and_is_looked_for(send, segue, programs, work, how):
    claude = FakeAgent(programs, "claude", writes("text or sys.argv[-1]"))
    line = send(GOAL, "--to", "claude", *how).out
    assert receipts(segue)[0]["state"] == "laid out"
    environment = {**os.environ, "PATH": path_with(programs)}
    subprocess.run(["sh", "-c", line], cwd=work, env=environment, stdin=subprocess.DEVNULL, check=True)
    seen = claude.seen()
    assert (seen["stdin"] or seen["argv"][-1]).startswith("<handoff-context ")
    assert receipts(segue)[0]["state"] == "read"


def test_an_interactive_agent_needs_a_terminal(send, programs):
    goose = FakeAgent(programs, "goose")
    ended = send(GOAL, "--to", "goose", "--yes")
    assert ended.code == 2 and "needs a terminal" in ended.err and not goose.started


@pytest.mark.parametrize("goal", ["continue", "fix it", "go on with it"])
def test_a_vague_goal_is_answered_with_an_example_of_this_session(send, home, goal):
    ended = send(goal, "--to", "stdout")
    assert ended.code == 2 and 'segue handoff "write the changelog' in ended.err and not briefs(home)
    assert send(goal, "--to", "stdout", "--anyway").code == 0


def test_no_goal_is_fine_and_the_message_says_that_nobody_restated_it(send):
    assert "Nobody restated the goal" in send("--to", "stdout").out


def test_sources_can_be_printed_too(send, home):
    ended = send("--sources")
    assert "L1  user: Make the parser accept" in ended.out and AWS not in ended.out and not briefs(home)


def test_stdout_and_file_get_the_brief_in_its_wrapper(send, work):
    text = send(GOAL, "--to", "stdout").out
    assert text.startswith("<handoff-context brief=") and GOAL in text
    assert send(GOAL, "--to", "file", "-o", "next.md").code == 0
    file = work / "next.md"
    assert file.read_text().startswith("<handoff-context ") and stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_clipboard_takes_the_brief_from_whichever_program_is_there(send, programs):
    xclip = FakeAgent(programs, "xclip")
    ended = send(GOAL, "--to", "clipboard", DISPLAY=":0", WAYLAND_DISPLAY="")
    assert ended.code == 0 and "by xclip" in ended.err
    assert xclip.seen()["stdin"].startswith("<handoff-context ")


def test_an_edited_brief_is_marked_and_checked_again(send, programs, home):
    editor = programs / "editor"
    editor.write_text('#!/bin/sh\necho "Mind the \\@README and the @README." >> "$1"\n')
    editor.chmod(0o755)
    text = send(GOAL, "--to", "stdout", "--edit", EDITOR=str(editor)).out
    assert "**Edited:** by the user" in text and "Mind the \\@README and the \\@README." in text
    record = json.loads(briefs(home)[0].with_suffix(".json").read_text())
    assert record["edited"] is True
    editor.write_text(f'#!/bin/sh\necho "{AWS}" >> "$1"\n')
    ended = send(GOAL, "--to", "stdout", "--edit", EDITOR=str(editor))
    assert ended.code == 4 and AWS not in ended.err and len(briefs(home)) == 1


@pytest.mark.parametrize(
    "args", [("--headless", "--in", "tmux"), ("--prefill",), ("-o", "x.md")], ids=["headless-in", "prefill", "output"]
)
def test_what_excludes_each_other_is_said_before_anything_is_written(send, home, args):
    assert send(GOAL, "--to", "claude", *args).code == 2 and not briefs(home)


# --- on a terminal -------------------------------------------------------------------------------------------------


class Terminal:
    """The command on a pseudo-terminal, with a person who waits for words and answers."""

    def __init__(self, args: list[str], cwd: Path, environment: dict[str, str]) -> None:
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execve(sys.executable, [sys.executable, "-m", "segue", *args], environment)
        self.screen = ""

    def until(self, words: str) -> None:
        end = time.monotonic() + 20
        while words not in self.screen:
            assert time.monotonic() < end, f"never saw {words!r}:\n{self.screen}"
            self._read(0.2)

    def type(self, keys: str) -> None:
        time.sleep(0.2)  # nobody answers in the microseconds between a question and the reading of the answer
        self.screen = ""
        os.write(self.handle, keys.encode())

    def code(self) -> int:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            self._read(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.handle)
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it did not end:\n{self.screen}")

    def _read(self, seconds: float) -> None:
        ready, _, _ = select.select([self.handle], [], [], seconds)
        if ready:
            try:
                self.screen += os.read(self.handle, 65_536).decode("utf-8", "replace")
            except OSError:  # the other side is gone
                time.sleep(seconds)


@pytest.fixture
def terminal(work: Path, programs: Path):
    def run(*args: str, **more: str) -> Terminal:
        environment = {**os.environ, "PATH": path_with(programs), "TERM": "xterm", "PAGER": "cat", **more}
        return Terminal(["handoff", *args], work, environment)

    return run


def test_on_a_terminal_the_brief_is_shown_and_sent_when_the_user_says_so(terminal, segue, programs, home):
    """The agent has the terminal, the brief is its first argument, its exit code is ours."""
    goose = FakeAgent(programs, "goose", 'print("tty" if sys.stdout.isatty() else "no tty"); sys.exit(7)')
    screen = terminal(GOAL, "--to", "goose")
    screen.until("[d]rop")
    assert "## Goal" in screen.screen and not goose.started and not briefs(home)
    screen.type("s\n")
    screen.until("tty")
    assert screen.code() == 7
    assert goose.seen()["argv"][:3] == ["run", "-s", "-t"] and GOAL in goose.seen()["argv"][-1]
    assert receipts(segue)[0]["exitCode"] == 7


def test_a_dropped_brief_leaves_nothing(terminal, programs, home):
    goose = FakeAgent(programs, "goose")
    screen = terminal(GOAL, "--to", "goose")
    screen.until("[d]rop")
    screen.type("d\n")
    assert screen.code() == 130 and not goose.started and not briefs(home)


def test_ctrl_c_in_the_review_leaves_nothing(terminal, programs, home):
    goose = FakeAgent(programs, "goose")
    screen = terminal(GOAL, "--to", "goose")
    screen.until("[d]rop")
    screen.type("\x03")
    assert screen.code() == 130 and not goose.started and not briefs(home)


def test_sources_show_each_claim_beside_its_record(terminal, programs):
    screen = terminal(GOAL, "--to", "goose")
    screen.until("[d]rop")
    screen.type("o\n")
    screen.until("[d]rop")
    assert "Never add a dependency" in screen.screen and "L1  user: Make the parser accept" in screen.screen
    assert AWS not in screen.screen
    screen.type("d\n")
    assert screen.code() == 130


def test_ctrl_c_goes_to_the_agent_and_not_to_segue(terminal, programs):
    """As with any program that a shell starts: the agent decides what Ctrl-C means."""
    then = (
        "import signal, time; signal.signal(2, lambda *_: (print('caught'), sys.exit(4)));"
        "print('up', flush=True); time.sleep(30)"
    )
    FakeAgent(programs, "goose", then)
    screen = terminal(GOAL, "--to", "goose", "--yes")
    screen.until("up")
    screen.type("\x03")
    screen.until("caught")
    assert screen.code() == 4


def test_what_would_end_segue_ends_the_agent_first(terminal, programs):
    then = (
        "import signal, time; signal.signal(15, lambda *_: (print('asked to go'), sys.exit(4)));"
        "print('up', flush=True); time.sleep(30)"
    )
    FakeAgent(programs, "goose", then)
    screen = terminal(GOAL, "--to", "goose", "--yes")
    screen.until("up")
    os.kill(screen.pid, signal.SIGTERM)
    screen.until("asked to go")
    assert screen.code() == 4


def test_an_agent_that_stops_itself_takes_segue_along_and_goes_on_with_it(terminal, programs):
    """Ctrl-Z in a program that reads keys itself: the shell must get its terminal back."""
    FakeAgent(programs, "goose", "os.kill(os.getpid(), 19); print('went on'); sys.exit(3)")
    screen = terminal(GOAL, "--to", "goose", "--yes")
    end = time.monotonic() + 20
    while not (stopped := os.waitpid(screen.pid, os.WNOHANG | os.WUNTRACED))[0] and time.monotonic() < end:
        screen._read(0.1)
    assert os.WIFSTOPPED(stopped[1])
    os.kill(screen.pid, signal.SIGCONT)
    screen.until("went on")
    assert screen.code() == 3


def test_without_a_clipboard_program_the_terminal_is_asked(terminal):
    """The escape sequence that most terminals understand, also over ssh."""
    screen = terminal(GOAL, "--to", "clipboard", "--yes", DISPLAY="", WAYLAND_DISPLAY="")
    screen.until("\x1b]52;c;")
    assert screen.code() == 0
    copied = screen.screen.split("\x1b]52;c;")[1].split("\a")[0]
    assert base64.b64decode(copied).decode().startswith("<handoff-context ")


def test_bare_handoff_asks_which_session_where_to_and_what_next(terminal, programs, work, isolated):
    session(isolated, work, ("user", "Write the release notes."), name="5e55a0c1-0000-4000-8000-000000000002")
    claude = FakeAgent(programs, "claude", writes("sys.argv[-1]"))
    screen = terminal(PATH=f"{programs}:/usr/bin:/bin")
    screen.until("Which session?")
    screen.until("session [1-2]")
    assert "Write the release notes" in screen.screen and "Make the parser accept" in screen.screen
    number = next(line.split()[0] for line in screen.screen.splitlines() if "Make the parser" in line)
    screen.type(f"{number}\n")
    screen.until("where to [1-")
    assert "1  claude" in screen.screen
    screen.type("1\n")
    screen.until("What next?")
    screen.type("continue\n")
    screen.until("leaves the next agent guessing")
    screen.until("What next?")
    screen.type(f"{GOAL}\n")
    screen.until("[d]rop")
    screen.type("send\n")
    assert screen.code() == 0, screen.screen
    assert GOAL in claude.seen()["argv"][-1] and "Never add a dependency" in claude.seen()["argv"][-1]


def test_a_brief_too_long_for_an_argument_goes_by_file_and_is_read_when_opened(terminal, segue, programs):
    """One line names the file; no byte is cut, and the receipt waits until the agent has opened it."""
    editor = programs / "editor"
    editor.write_text('#!/bin/sh\nseq 1 40000 >> "$1"\n')
    editor.chmod(0o755)
    claude = FakeAgent(programs, "claude", writes("sys.argv[-1]"))
    screen = terminal(GOAL, "--to", "claude", "--yes", "--edit", "--force", EDITOR=str(editor))
    assert screen.code() == 0, screen.screen
    argv = claude.seen()["argv"]
    [one] = receipts(segue)
    file = Path(argv[argv.index("--add-dir") + 1]) / "brief.md"
    assert str(file) in argv[-1] and "\n" not in argv[-1] and "40000" in file.read_text()
    assert (one["by"], one["state"]) == ("file", "delivered") and "has not opened the file" in str(one["why"])
