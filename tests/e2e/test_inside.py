"""From inside a real agent to the next session: the command is typed, the model gives our tool the document, segue
checks it and joins it with what the session shows, and the one command that the user is told starts the next session.

The model is scripted; everything else is what a user has: the real client at a terminal, segue installed in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Installed
from tests.e2e.installed import PROMPT, Bench, texts
from tests.e2e.kit import seats
from tests.e2e.kit.seats import DOCUMENT, FOCUS, RULE, SEATS, SEGUE
from tests.e2e.kit.terminal import terminal
from tests.e2e.proofs import proves

pytestmark = pytest.mark.e2e
STATED = {
    "Convergence": ["Agent decided: an empty list, not None"],
    "Code-state": ["Agent on progress: empty input is accepted"],
    "Open-threads & conflicts": ["Agent's next step: run the suite"],
    "Basics": ["make the parser robust", "keep the public API", "Agent on context: dates are in UTC"],
}
HOOKED = ("claude", "codex", "pi")


def brief_of(at: Bench) -> Path:
    """The brief of a short session in which the user typed our command."""
    with seats.handed_over(at.desk):
        pass
    (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
    return brief


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
        brief = brief_of(at)
        assert PROMPT in at.sent() and f"{FOCUS} {SEATS[name].calls}" in at.sent()
        text = brief.read_text(encoding="utf-8")
        found = {part.partition("\n")[0]: part for part in text.split("\n## ")[1:]}
        for heading, statements in STATED.items():
            for statement in statements:
                assert f"{statement} (gap:{brief.stem})" in found[heading], (heading, found)
        assert RULE in text and PROMPT not in text and f"{FOCUS} [[" not in text
        later = at.segue("brief").out
        assert f'Last request:\n- "{RULE}' in later and PROMPT not in later and "make the parser robust" not in later
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
        assert not (log := at.home / "hooks.log").exists(), log.read_text()


def receipts(at: Bench) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(at.segue("receipts", "--json").out)
    return found


def state(at: Bench) -> str:
    return str(receipts(at)[0]["state"])


@pytest.mark.parametrize("name", [pytest.param(name, marks=proves(name, "hooks", "start")) for name in HOOKED])
def test_the_next_session_begins_with_the_document_by_itself(bench: Installed, name: str) -> None:
    """Where our hooks run, nobody has to do anything: the next session gets the brief, and only that one."""
    with bench(name) as at:
        brief = brief_of(at)
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
