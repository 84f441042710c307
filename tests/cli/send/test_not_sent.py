"""A brief that nobody got: the feed and the receipt say so, and why, and the command that they name sends it again."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.send.kit import GOAL, Terminal, briefs, receipts, writes
from tests.deliver.kit import FakeAgent, path_with

NOT_SENT = "not handed over to claude: "


def feed(home: Path) -> list[str]:
    """What the channel was told, oldest first."""
    (file,) = home.glob("channels/*/feed.jsonl")
    return [json.loads(line)["content"] for line in file.read_text().splitlines()]


def decisions(home: Path) -> str:
    return "".join(path.read_text() for path in home.glob("channels/*/decisions/*.json"))


def told_again(told: str) -> list[str]:
    """The words of the command after `segue`."""
    segue, *words = shlex.split(told.partition("send it again: ")[2] or told.partition("Send it again: ")[2])
    assert segue == "segue"
    return words


def test_a_program_that_is_missing(send, segue, programs, work, home):
    """Nothing started, nothing says it did; once the program is there the same brief's goal goes out."""
    ended = send(GOAL, "--to", "claude", "--headless", "--yes")
    assert (
        ended.code == 5 and "no program 'claude'" in ended.err and f"the brief is kept: {briefs(home)[0]}" in ended.err
    )
    (receipt,) = receipts(segue)
    assert (receipt["state"], receipt["why"]) == ("failed", "there is no program 'claude' on PATH")
    written, told = feed(home)
    assert written.endswith(": a brief for claude") and f"{NOT_SENT}there is no program 'claude' on PATH" in told
    assert "handed over" not in decisions(home) + written
    assert told_again(told) == told_again(ended.err.splitlines()[-1]) == shlex.split(str(receipt["again"]))[1:]
    claude = FakeAgent(programs, "claude", writes())
    again = segue(*told_again(told), cwd=work, PATH=path_with(programs))
    assert again.code == 0, again.err
    assert GOAL in claude.seen()["stdin"] and feed(home)[-1].endswith(": claude is started with it")


@pytest.mark.parametrize(
    ("then", "why"),
    [
        ("sys.exit(3)", "claude ended with exit code 3"),
        ("os.kill(os.getpid(), 9)", "claude ended with exit code 137"),
        ("pass", "claude ended without a word"),
    ],
)
def test_an_agent_that_dies_at_once(send, segue, programs, home, then, why):
    FakeAgent(programs, "claude", then)
    ended = send(GOAL, "--to", "claude", "--headless", "--yes")
    assert ended.code in (5, 6) and receipts(segue)[0]["why"] == why
    *_, started, told = feed(home)
    assert started.endswith("claude is started with it") and f"{NOT_SENT}{why}. Send it again: segue handoff" in told
    assert told_again(ended.err.splitlines()[-1]) == told_again(told)


def test_a_program_that_cannot_be_started(send, segue, programs, home):
    """It is there, but the system refuses it."""
    (programs / "claude").write_bytes(b"\x7fELF not a program")
    (programs / "claude").chmod(0o755)
    ended = send(GOAL, "--to", "claude", "--headless", "--yes")
    assert ended.code == 5 and receipts(segue)[0]["state"] == "failed"
    assert f"{NOT_SENT}cannot start claude" in feed(home)[-1]


def test_on_a_terminal_it_is_told_too(segue, programs, work, home):
    FakeAgent(programs, "claude", "sys.exit(4)")
    environment = {**os.environ, "PATH": path_with(programs), "TERM": "xterm", "PAGER": "cat"}
    screen = Terminal(["handoff", GOAL, "--to", "claude", "--yes"], work, environment)
    screen.until("send it again: segue handoff")
    assert screen.code() == 4 and receipts(segue)[0]["state"] == "not seen"
    assert feed(home)[-1].partition(NOT_SENT)[2] and "--headless" not in feed(home)[-1]


def test_without_tmux_there_is_no_window_and_the_receipt_says_so(segue, programs, work, home):
    FakeAgent(programs, "claude")
    for name in ("git", "ps", "python3"):  # all that we need besides
        (programs / name).symlink_to(shutil.which(name) or name)
    ended = segue("handoff", GOAL, "--to", "claude", "--in", "tmux", "--yes", cwd=work, PATH=str(programs))
    assert ended.code == 5 and (receipts(segue)[0]["state"], receipts(segue)[0]["why"]) == (
        "failed",
        "tmux does not answer",
    )
    assert f"{NOT_SENT}tmux does not answer" in feed(home)[-1] and "--in tmux" in feed(home)[-1]


def test_a_brief_that_was_read_is_not_said_to_be_lost(send, programs, home):
    FakeAgent(programs, "claude", writes())
    assert send(GOAL, "--to", "claude", "--headless", "--yes").code == 0
    assert not [told for told in feed(home) if "not handed over" in told]


def test_a_command_that_was_only_printed_is_no_handoff(send, home):
    assert send(GOAL, "--to", "claude").code == 0
    assert [told.partition(": ")[2] for told in feed(home)] == ["a brief for claude"]
    assert "handed over" not in decisions(home)


def test_it_is_sent_again_from_elsewhere_too(segue, programs, work, tmp_path):
    """Where nobody would know which channel is meant, the command names it."""
    assert segue("channel", "new", "parser", cwd=work).code == 0
    (channel,) = json.loads(segue("channel", "list", "--json", cwd=work).out)
    (tmp_path / "another place").mkdir()
    there = {"cwd": tmp_path / "another place", "PATH": path_with(programs)}
    ended = segue("handoff", GOAL, "--channel", channel["channelId"], "--to", "claude", "--headless", "--yes", **there)
    assert ended.code == 5, ended.err
    claude = FakeAgent(programs, "claude", writes())
    again = segue(*told_again(ended.err.splitlines()[-1]), **there)
    assert again.code == 0 and GOAL in claude.seen()["stdin"], again.err


@pytest.mark.parametrize(
    ("to", "code", "why"),
    [
        (("--to", "file", "-o", "/nonexistent/x.md"), 1, "cannot write /nonexistent/x.md: No such file or directory"),
        (("--to", "clipboard"), 5, "xclip ended with exit code 3"),
        (("--to", "goose", "--yes"), 2, "Goose needs a terminal, and there is none"),
    ],
    ids=["file", "clipboard", "terminal"],
)
def test_a_place_that_did_not_take_it(send, segue, programs, work, home, to, code, why):
    """Receipts, lineage and the feed say that it did not go out, as they do for an agent."""
    FakeAgent(programs, "goose")
    FakeAgent(programs, "xclip", "sys.exit(3)")
    ended = send(GOAL, *to, DISPLAY=":0", WAYLAND_DISPLAY="")
    assert ended.code == code and why in ended.err and f"the brief is kept: {briefs(home)[0]}" in ended.err
    (receipt,) = receipts(segue)
    assert (receipt["to"], receipt["state"], receipt["why"]) == (to[1], "failed", why)
    assert f"→ {to[1]} (failed)" in segue("lineage", cwd=work).out
    assert f"not handed over to {to[1]}: {why}" in feed(home)[-1]
    assert told_again(feed(home)[-1]) == ["handoff", GOAL, "--resume", receipt["briefId"], "--to", to[1]]
