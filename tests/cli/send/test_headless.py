"""`segue handoff --to … --headless`: a fake agent gets the brief, and its transcript is the receipt."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

from segue import waiting as waits
from segue.store.ids import now
from tests.channel.kit import AWS, SESSION, repository
from tests.cli.send.kit import CHATS, GOAL, NEW, briefs, receipts, writes
from tests.deliver.kit import FakeAgent, path_with


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


def test_an_agent_that_takes_a_file_gets_one_and_a_line_that_names_it(send, segue, programs, tmp_path):
    """The receipt is found where the agent worked, wherever one stands."""
    aider = FakeAgent(programs, "aider", CHATS.format(said="words[-1]"))
    assert send(GOAL, "--to", "aider", "--headless", "--yes").code == 0
    words = aider.seen()["argv"]
    file = Path(words[words.index("--read") + 1])
    assert file.read_text().startswith("<handoff-context ") and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert words[-2] == "--message" and str(file) in words[-1] and "\n" not in words[-1]
    [one] = json.loads(segue("receipts", "--json", cwd=tmp_path).out)
    assert (one["state"], one["by"]) == ("read", "file")


def test_the_answer_of_a_headless_agent_as_json(send, programs):
    FakeAgent(programs, "claude", writes())
    ended = send(GOAL, "--to", "claude", "--headless", "--yes", "--json")
    one = json.loads(ended.out)
    assert (one["state"], one["answer"]) == ("read", "Understood.\n")
