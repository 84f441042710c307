"""What is asked before a brief is sent, and the places that are no agents."""

from __future__ import annotations

import json
import os
import stat
import subprocess

import pytest

from tests.channel.kit import AWS
from tests.cli.send.kit import GOAL, briefs, receipts, writes
from tests.deliver.kit import FakeAgent, path_with


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
