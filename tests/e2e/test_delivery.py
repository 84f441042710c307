"""Briefs handed to the real agents: what the model received, what the new transcript says, what the receipt says."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import structs

from segue.agents import AGENTS, Agent
from segue.deliver.destination import Destination
from segue.sources import reader_of
from tests.channel.kit import AWS, session
from tests.e2e.kit.bench import Bench, open_bench
from tests.e2e.kit.install import NotInstalledError
from tests.e2e.kit.island import NoIslandError, island
from tests.e2e.kit.terminal import terminal as open_terminal
from tests.e2e.proofs import each, proves

pytestmark = pytest.mark.e2e

GOAL = "Make the parser total and keep its public API. [[text I have read the brief.]]"
HEADLESS = ("claude", "codex", "pi", "omp", "gemini", "qwen", "opencode", "copilot", "goose", "aider")
TERMINAL = ("claude", "codex", "pi", "omp", "gemini", "qwen", "opencode", "copilot", "goose", "aider")
HELD = tuple(agent.name for agent in AGENTS if agent.name in HEADLESS and dict(agent.access).get("read"))
PAIRS = (
    ("claude", "codex"),
    ("codex", "pi"),
    ("pi", "claude"),
    ("omp", "gemini"),
    ("qwen", "opencode"),
    ("copilot", "omp"),
    ("goose", "aider"),
    ("aider", "goose"),
)
PASSWORD = "canary-5f2c-9d1e"
BY_FILE = tuple(agent.name for agent in AGENTS if "{file}" in agent.headless)
Open = Callable[..., Bench]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Open]:
    """Opens a machine with these clients, on an island that lasts as long as the test."""
    try:
        with island(tmp_path / "logs") as shore:
            yield lambda *names: open_bench(names, shore, tmp_path / "place")
    except (NotInstalledError, NoIslandError) as why:
        if os.environ.get("CI"):
            pytest.fail(str(why))
        pytest.skip(str(why))


BAIT = "BAIT-7c1f-CONTENT"
ALIVE = 'See @bait.txt, (@bait.txt), "@bait.txt", x@bait.txt, @"bait.txt" and !`cat bait.txt`; use $bait and /bait.'
"""What some agent or other would expand: a file to attach, a command to run, a skill to call up."""


def stored(machine: Bench) -> Path:
    """A session that some agent left behind here, with a key in it, and with words that would come alive elsewhere."""
    (machine.desk.work / "bait.txt").write_text(f"{BAIT}\n")
    for below in (".codex", ".claude", ".gemini", ".copilot", ".pi/agent", ".config/opencode", ".config/goose"):
        skill = machine.desk.home / below / "skills" / "bait" / "SKILL.md"
        skill.parent.mkdir(parents=True)
        skill.write_text(f"---\nname: bait\ndescription: a skill that nobody asked for\n---\n{BAIT}\n")
    return session(
        machine.desk.home,
        machine.desk.work,
        (
            "user",
            f"Make the parser accept empty input. Never add a dependency. The key is {AWS}. Never forget: {ALIVE}",
        ),
        ("todos", [("handle empty input", "completed"), ("write the changelog", "pending")]),
        ("agent", "The parser accepts empty input now."),
    )


def message(machine: Bench, brief: str) -> str:
    return (machine.segue_home / "deliveries" / brief / "brief.md").read_text()


def squeezed(text: str) -> str:
    return " ".join(text.split())


def receipt(machine: Bench, **more: str) -> dict[str, str]:
    """Of the newest delivery."""
    newest: dict[str, str] = json.loads(machine.segue("receipts", "--json", **more).out)[0]
    return newest


def arrived(machine: Bench, client: str, brief: str) -> bool:
    """Whether the model was sent the whole message in a user turn."""
    sent = squeezed(message(machine, brief))
    return any(sent in squeezed(turn) for turn in machine.user_turns(client))


def until_settled(machine: Bench, client: str) -> dict[str, str]:
    """The receipt, once the model was sent the brief and has answered."""
    end = time.monotonic() + 90
    brief = receipt(machine)["briefId"]
    while not arrived(machine, client, brief) and time.monotonic() < end:
        time.sleep(0.3)
    while (seen := receipt(machine))["state"] != "read" and time.monotonic() < end:
        time.sleep(0.5)
    return seen


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a tmux server of its own, which ends with the test."""
    place = tmp_path / "tmux"
    place.mkdir(mode=0o700)
    yield {"TMUX_TMPDIR": str(place)}
    subprocess.run(["tmux", "kill-server"], env={**os.environ, "TMUX_TMPDIR": str(place)}, check=False)


@each("client", HEADLESS, "headless")
def test_a_brief_reaches_the_model_whole_and_the_receipt_says_read(bench: Open, client: str) -> None:
    """From a stored session, without a terminal: started, received in a user turn, found on disk, answered."""
    machine = bench(client)
    stored(machine)
    ended = machine.segue("handoff", GOAL, "--to", f"kit-{client}", "--headless", "--yes", DB_PASSWORD=PASSWORD)
    assert ended.code == 0, ended.err
    assert "I have read the brief." in ended.out
    seen = receipt(machine)
    assert (seen["state"], seen["by"], seen["agent"]) == (
        "read",
        "file" if client in BY_FILE else "stdin",
        client,
    )
    sent = message(machine, seen["briefId"])
    assert "write the changelog" in sent and "Make the parser total" in sent
    assert arrived(machine, client, seen["briefId"])
    assert seen["transcript"].startswith(str(machine.desk.home.parent))
    assert_nothing_leaked(machine, client)


def test_a_model_that_never_answers_is_a_failure_though_the_agent_ends_with_0(bench: Open) -> None:
    """Goose tells of the error on its screen, keeps nothing of it, and says that all went well."""
    machine = bench("goose")
    stored(machine)
    nobody = {"OPENAI_HOST": "http://127.0.0.1:9"}
    ended = machine.segue("handoff", GOAL, "--to", "kit-goose", "--headless", "--yes", **nobody)
    assert ended.code == 5 and "goose ran, but the agent has not answered yet" in ended.err
    assert receipt(machine)["state"] == "delivered"


def assert_nothing_leaked(machine: Bench, client: str) -> None:
    """In no request: a file that a mention named, a skill's text, a key of the transcript, a password of ours."""
    sent = json.dumps(machine.desk.island.requests(client))
    for canary in (BAIT, AWS, PASSWORD):
        assert canary not in sent


@pytest.mark.parametrize("client", HELD)
def test_an_agent_with_read_access_changes_nothing(bench: Open, client: str) -> None:
    """The right reaches the program: its model tries to write a file in both ways, and there is none."""
    machine = bench(client)
    stored(machine)
    made = [machine.desk.work / name for name in ("made.txt", "touched.txt")]
    goal = f"Try what you may. [[write {made[0]}|x]] [[bash touch {made[1]}]] [[text I have tried.]]"
    machine.segue("handoff", goal, "--to", f"kit-{client}", "--headless", "--yes", "--access", "read")
    assert arrived(machine, client, receipt(machine)["briefId"])
    assert not [file for file in made if file.exists()]


def test_nobody_says_yes_to_a_command_for_a_user_who_is_not_there(bench: Open) -> None:
    """Without a terminal Aider takes every question for a yes; an edit is what it is for, a command is not."""
    machine = bench("aider")
    stored(machine)
    goal = "Make it and run it. [[write made.py|x = 1]] [[bash touch ran.txt]] [[text I have made it.]]"
    ended = machine.segue("handoff", goal, "--to", "kit-aider", "--headless", "--yes")
    assert ended.code == 0 and "I have made it." in ended.out
    assert (machine.desk.work / "made.py").exists() and not (machine.desk.work / "ran.txt").exists()


@each("client", TERMINAL, "tmux")
def test_a_brief_is_the_first_turn_of_an_agent_in_tmux(bench: Open, tmux: dict[str, str], client: str) -> None:
    """In a detached session, whose name is told: the agent starts with the brief, sent and answered."""
    machine = bench(client)
    stored(machine)
    canary = {"DB_PASSWORD": PASSWORD, **tmux}
    ended = machine.segue("handoff", GOAL, "--to", f"kit-{client}", "--in", "tmux", "--yes", **canary)
    assert ended.code == 0, ended.err
    assert ended.out.startswith("tmux attach -t segue-")
    seen = until_settled(machine, client)
    listed = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True).stdout
    assert PASSWORD not in listed and AWS not in listed
    assert (seen["state"], seen["how"], seen["by"]) == (
        "read",
        "tmux",
        "file" if client in BY_FILE else "argument",
    )
    assert arrived(machine, client, seen["briefId"])
    assert_nothing_leaked(machine, client)


@each("client", TERMINAL, "prefilled")
def test_a_prefilled_brief_waits_in_the_input_until_the_user_sends_it(
    bench: Open, tmux: dict[str, str], client: str
) -> None:
    """It is pasted, not sent: no request before Enter, the whole brief after it."""
    machine = bench(client)
    stored(machine)
    ended = machine.segue("handoff", GOAL, "--to", f"kit-{client}", "--in", "tmux", "--prefill", "--yes", **tmux)
    assert ended.code == 0, ended.err
    brief = receipt(machine)["briefId"]
    time.sleep(1)
    assert not arrived(machine, client, brief)
    name = ended.out.split()[-1]
    machine.desk.island.run(["tmux", "send-keys", "-t", name, "Enter"], env=machine.env(**tmux), cwd=machine.desk.work)
    assert until_settled(machine, client)["state"] == "read"
    assert arrived(machine, client, brief)


def _pair(one: str, other: str) -> list[pytest.MarkDecorator]:
    return [proves(agent, "pairs", f"{one} → {other}") for agent in (one, other)]


@pytest.mark.parametrize(("one", "other"), [pytest.param(*pair, marks=_pair(*pair)) for pair in PAIRS])
def test_work_goes_from_one_agent_to_another(bench: Open, one: str, other: str) -> None:
    """A session that the first really held becomes the first turn of the second; the parent is recorded."""
    machine = bench(one, other)
    said = "Never touch the lexer. Count the files. [[bash echo 3 files]] [[text There are three files.]]"
    first = reader_of(one).glance(machine.desk_of(one).say(said)).id
    goal = f"{GOAL} Count the folders too."
    ended = machine.segue("handoff", goal, "--from", first, "--to", f"kit-{other}", "--headless", "--yes")
    assert ended.code == 0, ended.err
    seen = receipt(machine)
    assert (seen["state"], seen["fromAgent"], seen["fromSession"], seen["agent"]) == ("read", one, first, other)
    assert "Never touch the lexer." in message(machine, seen["briefId"])
    assert arrived(machine, other, seen["briefId"])
    again = machine.segue("handoff", "--from", seen["session"], "--print").out
    assert seen["session"][:8] in again and "Make the parser total" in again


LEAVING = {"pi": "/quit", "gemini": "/quit", "qwen": "/quit", "codex": "/quit"}
"""What a person types to leave an agent; elsewhere it is /exit."""
SPEAKING = {"aider": "Go on with it."}
"""What a person says to an agent that takes no first message: it has the brief, and waits."""


@each("client", TERMINAL, "interactive")
def test_after_the_review_the_agent_has_the_terminal_until_it_ends(bench: Open, client: str) -> None:
    """Shown, sent with one key, answered in the real terminal; then the user leaves, and segue with the agent."""
    machine = bench(client)
    stored(machine)
    words = [sys.executable, "-m", "segue", "handoff", GOAL, "--to", f"kit-{client}"]
    variables = [f"{name}={value}" for name, value in machine.env().items()]
    line = f"env {shlex.join([*variables, *words])}; echo ended with $?; sleep 60"
    with open_terminal(machine.desk, "sh", "-c", line) as screen:
        screen.wait_for_text("[d]rop")
        screen.submit("s")
        screen.wait_until(lambda: machine.segue("receipts", "--json").out.strip() not in ("", "[]"))
        if words_of_mine := SPEAKING.get(client):
            screen.wait_for_text("diff>")
            screen.submit(words_of_mine)
        seen = until_settled(machine, client)
        screen.settle()
        screen.submit(LEAVING.get(client, "/exit"))
        screen.wait_for_text("ended with 0")
        assert f"receipt: read by {client} session" in screen.screen()
    assert (seen["state"], seen["how"]) == ("read", "interactive")
    assert arrived(machine, client, seen["briefId"])
    assert_nothing_leaked(machine, client)


LARGE = 300_000


@each("client", HEADLESS, "300 KB")
def test_a_brief_of_300_kb_reaches_each_agent_whole_and_nothing_in_it_comes_alive(bench: Open, client: str) -> None:
    """Too long for any argument: by stdin not a byte of it is lost. Words that the user put in are data too."""
    machine = bench(client)
    stored(machine)
    brief = deliver_large(machine, client)
    assert receipt(machine)["state"] == "read"
    assert len(message(machine, brief)) > LARGE
    assert arrived(machine, client, brief)
    assert_nothing_leaked(machine, client)


EDITOR = f"""#!/bin/sh
yes 'The parser reads the whole file line by line.' | head -n {LARGE // 45} >> "$1"
cat >> "$1" <<'END'
{ALIVE}
END
"""


def editor(machine: Bench) -> Path:
    program = machine.desk.home / "editor"
    program.write_text(EDITOR)
    program.chmod(0o755)
    return program


def deliver_large(machine: Bench, client: str) -> str:
    """Through the user's editor, which adds 300 KB to the brief."""
    ended = machine.segue(
        *("handoff", GOAL, "--to", f"kit-{client}", "--headless", "--yes", "--edit", "--force", "--access", "full"),
        EDITOR=str(editor(machine)),
    )
    assert ended.code == 0, ended.err
    return receipt(machine)["briefId"]


@pytest.mark.parametrize("client", ["claude", "codex", "pi", "goose"])
def test_a_brief_of_300_kb_goes_to_a_terminal_by_file(bench: Open, tmux: dict[str, str], client: str) -> None:
    """No argument holds it: one line names the file, and the receipt waits until the agent has opened that."""
    machine = bench(client)
    stored(machine)
    more = {"EDITOR": str(editor(machine)), **tmux}
    ended = machine.segue(
        "handoff", GOAL, "--to", f"kit-{client}", "--in", "tmux", "--yes", "--edit", "--force", **more
    )
    assert ended.code == 0, ended.err
    brief = receipt(machine)["briefId"]
    file = machine.segue_home / "deliveries" / brief / "brief.md"
    end = time.monotonic() + 90
    while not any(str(file) in turn for turn in machine.user_turns(client)) and time.monotonic() < end:
        time.sleep(0.3)
    assert file.stat().st_size > LARGE
    while (seen := receipt(machine))["state"] != "delivered" and time.monotonic() < end:
        time.sleep(0.5)
    assert (seen["by"], seen["why"]) == ("file", "the agent has not opened the file that it was told to read")


READS = {"claude": ("Read", "file_path"), "gemini": ("read_file", "file_path")}


@pytest.mark.parametrize("client", READS)
def test_an_agent_that_is_held_to_its_folder_can_read_a_brief_by_file(bench: Open, client: str) -> None:
    """Both refuse files outside their folder; the option in their row lets them read the brief's, and it is needed."""
    machine = bench(client)
    agent = next(row for row in AGENTS if row.name == client)
    file = machine.segue_home / "deliveries" / "brief-1-a" / "brief.md"
    file.parent.mkdir(parents=True)
    file.write_text("the whole of a long brief\n")
    tool, field = READS[client]
    prompt = f"Read it. [[tool {tool} {json.dumps({field: str(file)})}]] [[text Done.]]"
    for reach, can in (("", False), (str(file.parent), True)):
        argv = [*filled(agent, reach), *(("-p",) if client == "claude" else ())]
        machine.desk_of(client).run(argv, prompt)
        assert ("the whole of a long brief" in json.dumps(machine.desk.island.requests(client))) is can


def filled(agent: Agent, reach: str) -> list[str]:
    """The interactive command without its message; stdin brings the prompt."""
    return structs.replace(Destination(name="x", agent=agent), agent=structs.replace(agent, start=("{reach}",))).argv(
        "", reach=reach
    )
