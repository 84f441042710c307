"""From inside a real agent to the next session: the command is typed, the model gives our tool the document, segue
checks it and joins it with what the session shows, and the one command that the user is told starts the next session.

The model is scripted; everything else is what a user has: the real client at a terminal, segue installed in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.e2e.conftest import Installed
from tests.e2e.installed import PROMPT, SEGUE, Bench, texts
from tests.e2e.kit.terminal import Terminal, terminal
from tests.e2e.proofs import proves

pytestmark = pytest.mark.e2e
RULE = "Never use tabs here."
STATED = {
    "Convergence": ["Agent decided: an empty list, not None"],
    "Code-state": ["Agent on progress: empty input is accepted"],
    "Open-threads & conflicts": ["Agent's next step: run the suite"],
    "Basics": ["make the parser robust", "keep the public API", "Agent on context: dates are in UTC"],
}
DOCUMENT = json.dumps(
    {
        "goal": "make the parser robust",
        "constraintsAndPreferences": ["keep the public API"],
        "progress": ["empty input is accepted"],
        "keyDecisions": ["an empty list, not None"],
        "criticalContext": ["dates are in UTC"],
        "nextSteps": ["run the suite"],
    }
)


class Seat(NamedTuple):
    """One agent, and what a person and its model do there."""

    command: tuple[str, ...]
    ready: str
    """What the screen shows when it takes a prompt."""
    calls: str
    """How a model calls our tool there."""
    typed: str = "/handoff {}"
    asks: tuple[str, str] = ("", "")
    """What it asks once about what was installed, and the answer."""


SEATS = {
    "claude": Seat(
        ("claude", "--dangerously-skip-permissions"), "❯", f"[[tool mcp__segue__handoff_document {DOCUMENT}]]"
    ),
    # It offers tools of servers only once the model has looked for them.
    "codex": Seat(
        ("codex",),
        "Ask Codex",
        f'[[tool tool_search {{"query": "handoff_document"}}]] [[tool mcp__segue::handoff_document {DOCUMENT}]]',
        "$handoff {}",
        ("Hooks need review", "2"),
    ),
    "pi": Seat(("pi",), "fake-model", f"[[tool handoff_document {DOCUMENT}]]"),
    # Tools of servers are files to its model. It takes quotes out of what is typed, unless they stand in others.
    "omp": Seat(
        ("omp", "--auto-approve"),
        "mounted mcp__segue",
        f"[[write xd://mcp__segue_handoff_document|{DOCUMENT}]]",
        "/segue-handoff '{}'",
    ),
    "gemini": Seat(
        ("gemini", "--approval-mode", "yolo"), "Type your message", f"[[tool mcp_segue_handoff_document {DOCUMENT}]]"
    ),
    "qwen": Seat(
        ("qwen", "--approval-mode", "yolo"), "Type your message", f"[[tool mcp__segue__handoff_document {DOCUMENT}]]"
    ),
    "opencode": Seat(("opencode",), "Ask anything", f"[[tool segue_handoff_document {DOCUMENT}]]"),
    "copilot": Seat(("copilot", "--allow-all-tools"), "Interactive", f"[[tool segue-handoff_document {DOCUMENT}]]"),
}
HOOKED = ("claude", "codex", "pi")
FOCUS = "Additional focus"


def handed_over(at: Bench) -> Path:
    """A short session in which the user types our command; the brief that came of it."""
    name = at.desk.client.name
    at.segue("install", name)
    seat = SEATS[name]
    with terminal(at.desk, *seat.command) as screen:
        question, answer = seat.asks
        if question:
            screen.wait_for_text(question)
            screen.submit(answer)
        screen.wait_for_text(seat.ready)
        wait_for_our_tool(at, screen)
        say(at, screen, f"{RULE} [[text Agreed.]]", "Agreed.")
        say(at, screen, seat.typed.format(f"the parser {seat.calls} [[text Told.]]"), "Told.")
    (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
    return brief


def wait_for_our_tool(at: Bench, screen: Terminal) -> None:
    """Clients start servers while one may talk to them already: a word, until a request names the tool."""
    for number in range(20):
        say(at, screen, f"Are you there? [[text Here, {number}.]]", f"Here, {number}.")
        if any("handoff_document" in json.dumps(body) for body in at.bodies()):
            return
    raise TimeoutError(f"our tool was never offered; the screen:\n{screen.screen()}")


def say(at: Bench, screen: Terminal, text: str, answer: str) -> None:
    screen.submit(text)
    screen.wait_until(lambda: at.said(answer))
    screen.settle()


def sessions(at: Bench) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(at.segue("sessions", "--json").out)
    return found


def _proofs(name: str) -> list[pytest.MarkDecorator]:
    """The tool is called on our server; pi has none, and calls it through our extension."""
    return [proves(name, column) for column in ("/handoff", *(("MCP",) if name != "pi" else ()))]


@pytest.mark.parametrize("name", [pytest.param(name, marks=_proofs(name)) for name in SEATS])
def test_the_document_is_joined_and_the_told_command_starts_the_next_session(bench: Installed, name: str) -> None:
    """The focus reaches the model, the document stands under the five headings beside the user's own words, and the
    command word for word as it was told starts an agent whose first turn is that brief."""
    with bench(name) as at:
        brief = handed_over(at)
        assert PROMPT in at.sent() and FOCUS in at.sent() and "the parser" in at.sent()
        text = brief.read_text(encoding="utf-8")
        found = {part.partition("\n")[0]: part for part in text.split("\n## ")[1:]}
        for heading, statements in STATED.items():
            for statement in statements:
                assert f"{statement} (gap:{brief.stem})" in found[heading], (heading, found)
        assert RULE in text and PROMPT not in text and "the parser [[" not in text
        (held,) = sessions(at)
        written = json.loads(brief.with_suffix(".document.json").read_text(encoding="utf-8"))
        assert (written["schemaVersion"], written["capturedBySessionId"]) == (1, held["id"])
        told = re.search(rf"segue (handoff --resume {brief.stem} --to {name})", at.sent())
        assert told, texts(at.bodies()[-1])
        before = len(at.bodies())
        with terminal(at.desk, *SEGUE, *told[1].split()) as screen:
            screen.wait_for_text("[s]end")
            screen.submit("s")
            screen.wait_until(lambda: at.sent(before).count("<handoff-context brief=") > 0)
            screen.wait_until(lambda: state(at) == "read")
        next_brief = re.search(r'<handoff-context brief="(brief-\S+)">', at.sent(before))
        assert next_brief and f"**Resumed from:** {brief.stem}" in at.sent(before)
        assert f"Agent decided: an empty list, not None (gap:{next_brief[1]})" in at.sent(before)
        assert {one["id"] for one in sessions(at)} == {held["id"], receipts(at)[0]["session"]}
        assert not (at.home / "hooks.log").exists()


def receipts(at: Bench) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(at.segue("receipts", "--json").out)
    return found


def state(at: Bench) -> str:
    return str(receipts(at)[0]["state"])


@pytest.mark.parametrize("name", [pytest.param(name, marks=proves(name, "hooks", "start")) for name in HOOKED])
def test_the_next_session_begins_with_the_document_by_itself(bench: Installed, name: str) -> None:
    """Where our hooks run, nobody has to do anything: the next session gets the brief, and only that one."""
    with bench(name) as at:
        brief = handed_over(at)
        assert "session that begins in this repository within an hour gets it" in at.sent()
        command = ["codex", "exec"] if name == "codex" else [*SEATS[name].command, "-p"]
        before = len(at.bodies())
        assert at.desk.run([*command, "Go on. [[text Gladly.]]"]).code == 0
        first = at.sent(before)
        assert first.count(f"**Brief:** {brief.stem}") == 1 and "<handoff-context>" in first
        assert "Agent decided: an empty list, not None" in first
        before = len(at.bodies())
        assert at.desk.run([*command, "And again. [[text Gladly.]]"]).code == 0
        assert brief.stem not in at.sent(before)


def test_a_document_is_of_the_session_that_calls_and_not_of_the_newest(bench: Installed) -> None:
    """pi's bridge says which session it is; a newer one of the same repository is left alone."""
    with bench("pi") as at:
        at.segue("install", "pi")
        talk = at.desk.say(f"{RULE} [[text Understood.]]")
        at.desk.say("A newer session, and another one. [[text Yes.]]")
        at.desk.go_on(talk, f"{PROMPT} [[tool handoff_document {DOCUMENT}]] [[text Done.]]")
        (brief,) = (at.home / "channels").glob("*/handoffs/*.document.json")
        assert json.loads(brief.read_text(encoding="utf-8"))["capturedBySessionId"] == at.desk.session_id(talk)
        assert "pi said so with the call" in texts(at.bodies()[-1]["messages"])


def test_there_is_nothing_to_hand_off_at_first(bench: Installed) -> None:
    """B1 in the second layer: a model that calls the tool all the same is refused in words, and nothing is kept."""
    with bench("claude") as at:
        at.segue("install", "claude", "--user")
        at.desk.say(f"/handoff the parser [[tool mcp__segue__handoff_document {DOCUMENT}]] [[text Told.]]")
        assert "refused: Nothing to hand off (no messages yet)" in texts(at.bodies()[-1]["messages"])
        assert not list(at.home.glob("channels/*/handoffs/*")) and not list(at.home.glob("waiting/*"))


def test_the_model_is_told_what_the_server_refuses(bench: Installed) -> None:
    """An error of ours reaches the model as its own words, through pi's bridge too."""
    with bench("pi") as at:
        at.segue("install", "pi")
        empty = DOCUMENT.replace('["run the suite"]', "[]")
        at.desk.say(f"Hand over. [[tool handoff_document {empty}]] [[text Done.]]")
        answer = texts(at.bodies()[-1]["messages"])
        assert "refused: Next Steps is empty" in answer and "call handoff_document again" in answer
        assert not list(at.home.glob("channels/*/handoffs/*"))
