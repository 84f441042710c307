"""`segue handoff` on a terminal, with a person who reads and answers."""

from __future__ import annotations

import base64
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.channel.kit import AWS, session
from tests.cli.send.kit import CHATS, GOAL, Terminal, briefs, receipts, writes
from tests.deliver.kit import FakeAgent, path_with


@pytest.fixture
def terminal(work: Path, programs: Path):
    def run(*args: str, **more: str) -> Terminal:
        environment = {**os.environ, "PATH": path_with(programs), "TERM": "xterm", "PAGER": "cat", **more}
        return Terminal(["handoff", *args], work, environment)

    return run


@pytest.fixture
def goose(programs: Path) -> FakeAgent:
    return FakeAgent(programs, "goose", 'print("tty" if sys.stdout.isatty() else "no tty"); sys.exit(7)')


@pytest.fixture
def review(terminal, goose: FakeAgent) -> Terminal:
    """The brief is shown, and the user is asked what to do with it."""
    screen: Terminal = terminal(GOAL, "--to", "goose")
    screen.until("[d]rop")
    return screen


def test_on_a_terminal_the_brief_is_shown_and_sent_when_the_user_says_so(review, goose, segue, home):
    """The agent has the terminal, the brief is its first argument, its exit code is ours."""
    assert "## Goal" in review.screen and not goose.started and not briefs(home)
    review.type("s\n")
    review.until("tty")
    assert review.code() == 7
    assert goose.seen()["argv"][:3] == ["run", "-s", "-t"] and GOAL in goose.seen()["argv"][-1]
    assert receipts(segue)[0]["exitCode"] == 7


@pytest.mark.parametrize("keys", ["d\n", "\x03"], ids=["drop", "ctrl-c"])
def test_a_dropped_brief_leaves_nothing(review, goose, home, keys: str):
    review.type(keys)
    assert review.code() == 130 and not goose.started and not briefs(home)


def test_sources_show_each_claim_beside_its_record(review):
    review.type("o\n")
    review.until("[d]rop")
    assert "Never add a dependency" in review.screen and "L1  user: Make the parser accept" in review.screen
    assert AWS not in review.screen
    review.type("d\n")
    assert review.code() == 130


@pytest.fixture
def heeding(terminal, programs):
    """An agent at work that tells of one signal, and goes."""

    def start(number: signal.Signals) -> Terminal:
        heeds = f"signal.signal({number:d}, lambda *_: (print('caught'), sys.exit(4)))"
        FakeAgent(programs, "goose", f"import signal, time; {heeds}; print('up', flush=True); time.sleep(300)")
        screen: Terminal = terminal(GOAL, "--to", "goose", "--yes")
        screen.until("up")
        return screen

    return start


def test_ctrl_c_goes_to_the_agent_and_not_to_segue(heeding):
    """As with any program that a shell starts: the agent decides what Ctrl-C means."""
    screen = heeding(signal.SIGINT)
    screen.type("\x03")
    screen.until("caught")
    assert screen.code() == 4


def test_what_would_end_segue_ends_the_agent_first(heeding):
    screen = heeding(signal.SIGTERM)
    os.kill(screen.pid, signal.SIGTERM)
    screen.until("caught")
    assert screen.code() == 4


def test_an_agent_that_stops_itself_takes_segue_along_and_goes_on_with_it(terminal, programs):
    """Ctrl-Z in a program that reads keys itself: the shell must get its terminal back."""
    FakeAgent(programs, "goose", "os.kill(os.getpid(), 19); print('went on'); sys.exit(3)")
    screen = terminal(GOAL, "--to", "goose", "--yes")
    end = time.monotonic() + 60
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


@pytest.mark.parametrize(("display", "first"), [(":0", "clipboard"), ("", "file")])
def test_the_clipboard_is_offered_first_only_where_a_program_keeps_one(terminal, programs, display, first):
    """Enter takes the first; through the terminal alone nobody can tell whether it was copied."""
    FakeAgent(programs, "xclip")
    (programs / "git").symlink_to(shutil.which("git") or "")
    screen = terminal(PATH=str(programs), DISPLAY=display, WAYLAND_DISPLAY="")
    screen.until("where to [1-3]")
    _, one, _, two, _, three = screen.screen.split("Where to?")[1].partition("where to")[0].split()
    assert one == first and sorted((one, two, three)) == ["clipboard", "file", "stdout"]
    screen.type("\x03")
    assert screen.code() == 130


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


def test_an_agent_that_has_the_file_has_the_brief_whatever_the_user_says(terminal, segue, programs):
    """Aider takes no first message at a terminal: that is told, and the user speaks first."""
    FakeAgent(programs, "aider", CHATS.format(said='"Go on with it."'))
    screen = terminal(GOAL, "--to", "aider", "--yes")
    assert screen.code() == 0
    assert "takes no first message" in screen.screen
    assert receipts(segue)[0]["state"] == "read"
