"""What `segue install` puts into the real agents: they start with it, load it, and their hooks fire.

Each agent has a fresh HOME, in which segue is installed as a user would; then the real client runs against the scripted
model, and what it sent is what counts."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kit.desk import Desk, open_desk
from tests.e2e.kit.install import NotInstalledError
from tests.e2e.kit.island import Ended, Island, NoIslandError, island
from tests.e2e.kit.terminal import terminal

pytestmark = pytest.mark.e2e
SEGUE = (sys.executable, "-P", "-m", "segue")
BRIEF = "# Handoff: the parser\n\n## Convergence\n\n- BRIEF-MARK-7 it returns an empty list (L12)\n"
PROMPT = "Write a handoff document of this session, for the agent that goes on with the work in a new session."
BYPASS = "--dangerously-bypass-hook-trust"
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


class Bench:
    """A desk where segue is installed too, with a home of its own below the client's."""

    def __init__(self, desk: Desk, shore: Island) -> None:
        self.desk, self.shore = desk, shore
        self.home = desk.home / ".local/share/segue"

    def segue(self, *words: str) -> Ended:
        ended = self.desk.run([*SEGUE, *words])
        assert ended.code == 0, ended
        return ended

    def leave(self, text: str) -> None:
        """A brief that waits for this agent in this repository."""
        code = (
            "import sys; from pathlib import Path; from segue.waiting import *; from segue.store.ids import now;"
            "leave(sys.stdin.read(), Address(agent=sys.argv[1], cwd=Path.cwd()), now())"
        )
        ended = self.desk.run([sys.executable, "-c", code, self.desk.client.name], text)
        assert ended.code == 0, ended

    def bodies(self) -> list[dict[str, Any]]:
        return [r["body"] for r in self.shore.requests(self.desk.client.name) if r.get("reply")]

    def sent(self) -> str:
        """Everything the client sent to the model, as text."""
        return "\n".join(_texts(body) for body in self.bodies())


def _texts(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "\n".join(map(_texts, value.values()))
    return "\n".join(map(_texts, value)) if isinstance(value, list) else ""


Open = Callable[[str], Any]


@pytest.fixture
def bench(tmp_path: Path) -> Open:
    @contextmanager
    def opened(name: str) -> Iterator[Bench]:
        try:
            with island(tmp_path / "logs") as shore:
                yield Bench(open_desk(name, shore, tmp_path), shore)
        except (NotInstalledError, NoIslandError) as why:
            if os.environ.get("CI"):
                pytest.fail(str(why))
            pytest.skip(str(why))

    return opened


def test_claude_starts_with_the_waiting_brief_once(bench: Open) -> None:
    """The SessionStart hook fires: the first session's request holds the brief, the second's does not."""
    with bench("claude") as at:
        at.segue("install", "claude", "--user")
        at.leave(BRIEF)
        at.desk.say("Go on. [[text Gladly.]]")
        first = at.sent()
        at.desk.say("And again. [[text Gladly.]]")
        assert first.count("BRIEF-MARK-7") == 1 and "<handoff-context>" in first
        assert at.sent().count("BRIEF-MARK-7") == 1


def test_claude_gets_the_beginning_of_a_long_brief_and_its_path(bench: Open) -> None:
    """Within its limit nothing is moved away by the client, and the path leads to the whole."""
    with bench("claude") as at:
        at.segue("install", "claude")
        at.leave(BRIEF + "- a line that says something (L1)\n" * 5_000 + "- the very end\n")
        at.desk.say("Go on. [[text Gladly.]]")
        sent = at.sent()
        found = re.search(r"the whole brief is (\S+)", sent)
        assert found and "the very end" in Path(found[1]).read_text(encoding="utf-8")
        assert "BRIEF-MARK-7" in sent and "the very end" not in sent and "tool-results/hook" not in sent


def test_claude_expands_our_command_and_runs_nothing_of_it(bench: Open) -> None:
    """`/handoff focus` is our prompt in the request, with the focus as text; a shell never sees it."""
    with bench("claude") as at:
        at.segue("install", "claude")
        focus = "the parser $(touch owned) `touch owned` !`touch owned` [[text Nothing to hand off.]]"
        at.desk.say(f"/handoff {focus}")
        assert PROMPT in at.sent()
        assert f"Additional focus, if any is given: {focus.partition('!')[0]}" in at.sent()
        assert not (at.desk.work / "owned").exists()


def test_claude_hands_over_from_inside_and_a_new_session_goes_on(bench: Open) -> None:
    """`/handoff focus`, the model gives the document to our tool, the brief holds it under the five headings, and the
    next session begins with that brief: once."""
    with bench("claude") as at:
        at.segue("install", "claude", "--user")
        talk = at.desk.say("Never use tabs here. [[bash echo 2 passed]] [[text The tests pass.]]")
        at.desk.go_on(talk, f"/handoff the parser [[tool mcp__segue__handoff_document {DOCUMENT}]] [[text Told.]]")
        assert "Additional focus, if any is given: the parser" in at.sent()
        (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
        found = {part.partition("\n")[0]: part for part in brief.read_text(encoding="utf-8").split("\n## ")[1:]}
        for heading, statements in STATED.items():
            for statement in statements:
                assert f"{statement} (gap:{brief.stem})" in found[heading], (heading, found)
        text = brief.read_text(encoding="utf-8")
        assert "Never use tabs here" in text and "the parser [[tool" not in text
        written = json.loads(brief.with_suffix(".document.json").read_text(encoding="utf-8"))
        assert (written["schemaVersion"], written["capturedBySessionId"]) == (1, at.desk.session_id(talk))
        answer = _texts(at.bodies()[-1]["messages"])
        assert f"segue handoff --resume {brief.stem} --to claude" in answer
        assert "The next Claude Code session that begins in this repository within an hour gets it" in answer
        before = len(at.bodies())
        at.desk.say("Go on. [[text Gladly.]]")
        first = "\n".join(_texts(body) for body in at.bodies()[before:])
        assert first.count(f"**Brief:** {brief.stem}") == 1 and "<handoff-context>" in first
        assert "Agent decided: an empty list, not None" in first
        before = len(at.bodies())
        at.desk.say("And again. [[text Gladly.]]")
        assert brief.stem not in "\n".join(_texts(body) for body in at.bodies()[before:])
        assert not (at.home / "hooks.log").exists()


def test_claude_has_nothing_to_hand_off_at_first(bench: Open) -> None:
    """B1 in the second layer: a model that calls the tool all the same is refused in words, and nothing is kept."""
    with bench("claude") as at:
        at.segue("install", "claude", "--user")
        at.desk.say(f"/handoff the parser [[tool mcp__segue__handoff_document {DOCUMENT}]] [[text Told.]]")
        assert "refused: Nothing to hand off (no messages yet)" in _texts(at.bodies()[-1]["messages"])
        assert not list(at.home.glob("channels/*/handoffs/*")) and not list(at.home.glob("waiting/*"))


def test_claude_saves_a_brief_before_it_compacts(bench: Open) -> None:
    """The PreCompact hook fires and does not stand in the way: brief and compaction are both there."""
    with bench("claude") as at:
        at.segue("install", "claude")
        talk = at.desk.say("Never use tabs here. [[bash echo 2 passed]] [[text The tests pass.]]")
        at.desk.go_on(talk, "/compact")
        (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
        assert "Never use tabs here" in brief.read_text(encoding="utf-8")
        assert '"compact_boundary"' in talk.read_text(encoding="utf-8")
        assert not (at.home / "hooks.log").exists()


def test_claude_tells_the_user_that_the_context_fills_up(bench: Open) -> None:
    """The Stop hook fires: the crossing is in the channel's feed, once."""
    with bench("claude") as at:
        at.segue("install", "claude")
        talk = at.desk.say("Look. [[text Seen.]] [[usage 930000]]")
        at.desk.go_on(talk, "Again. [[text Seen.]] [[usage 931000]]")
        (feed,) = (at.home / "channels").glob("*/feed.jsonl")
        crossed = [json.loads(line)["metadata"]["threshold"] for line in feed.read_text().splitlines()]
        assert sorted(crossed) == ["50", "75", "85", "90"]


def test_claude_offers_our_server(bench: Open) -> None:
    """Its own list knows the server and finds it alive."""
    with bench("claude") as at:
        at.segue("install", "claude")
        listed = at.desk.run(["claude", "mcp", "list"])
        assert re.search(r"segue: .* -P -m segue mcp.*Connected", listed.out), listed


def test_codex_starts_with_the_waiting_brief_once(bench: Open) -> None:
    """The hook that the user has trusted fires; the client says so itself."""
    with bench("codex") as at:
        at.segue("install", "codex", "--user")
        at.leave(BRIEF)
        ended = at.desk.run(["codex", "exec", BYPASS, "Go on. [[text Gladly.]]"])
        assert ended.code == 0 and "hook: SessionStart Completed" in ended.err
        assert at.sent().count("BRIEF-MARK-7") == 1 and "<handoff-context>" in at.sent()
        at.desk.run(["codex", "exec", BYPASS, "Again. [[text Gladly.]]"])
        assert at.sent().count("BRIEF-MARK-7") == 1


def test_codex_gets_the_beginning_of_a_long_brief_and_its_path(bench: Open) -> None:
    with bench("codex") as at:
        at.segue("install", "codex")
        at.leave(BRIEF + "- a line that says something (L1)\n" * 5_000 + "- the very end\n")
        at.desk.run(["codex", "exec", BYPASS, "Go on. [[text Gladly.]]"])
        found = re.search(r"the whole brief is (\S+)", at.sent())
        assert found and "the very end" in Path(found[1]).read_text(encoding="utf-8")
        assert "BRIEF-MARK-7" in at.sent() and "truncated" not in at.sent().partition("</handoff-context>")[0][-9_000:]


def test_codex_tells_how_full_it_is_and_saves_a_brief_before_it_compacts(bench: Open) -> None:
    """Stop and PreCompact fire at a terminal: what was crossed is in the feed, the brief on disk, and it compacts."""
    with bench("codex") as at:
        at.segue("install", "codex")
        with terminal(at.desk, "codex", BYPASS) as screen:
            screen.wait_for_text("Ask Codex")
            screen.submit("Never use tabs here. [[text Agreed.]] [[usage 240000]]")
            screen.wait_until(lambda: len(list((at.home / "channels").glob("*/feed.jsonl"))) == 1)
            screen.settle()
            screen.submit("/compact")
            screen.wait_for_record('"compacted"')
        (feed,) = (at.home / "channels").glob("*/feed.jsonl")
        entries = [json.loads(line)["metadata"] for line in feed.read_text(encoding="utf-8").splitlines()]
        assert {one["threshold"] for one in entries if one["kind"] == "context_threshold"} == {"50", "75", "85", "90"}
        (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
        assert "Never use tabs here" in brief.read_text(encoding="utf-8")
        assert not (at.home / "hooks.log").exists()


def test_codex_reads_our_skill_when_it_is_named(bench: Open) -> None:
    """`$handoff` is what Codex has for a command: the request holds our prompt."""
    with bench("codex") as at:
        at.segue("install", "codex")
        at.desk.run(["codex", "exec", BYPASS, "$handoff the parser [[text Nothing to hand off.]]"])
        assert PROMPT in at.sent()


def test_codex_offers_our_tools(bench: Open) -> None:
    """The server it was given starts, and its tools are listed."""
    with bench("codex") as at:
        at.segue("install", "codex")
        listed = at.desk.run(["codex", "mcp", "list"])
        assert listed.code == 0 and re.search(r"segue\s+\S*python\S*\s+-P -m segue mcp", listed.out), listed
        config = at.desk.home / ".codex/config.toml"
        config.write_text(config.read_text() + "required = true\n")  # so that the first request waits for it
        at.desk.run(["codex", "exec", BYPASS, "Look. [[text Seen.]]"])
        assert "channel_status" in json.dumps(at.bodies()[0].get("tools"))


@pytest.mark.parametrize(
    ("name", "command", "ready"),
    [
        ("claude", ("claude", "--dangerously-skip-permissions"), "❯"),
        ("codex", ("codex", BYPASS), "Ask Codex"),
    ],
)
def test_after_clear_the_new_session_has_the_brief_that_waits(
    bench: Open, name: str, command: tuple[str, ...], ready: str
) -> None:
    """A handoff in place: the running session leaves its brief, `/clear` starts the one that takes it."""
    with bench(name) as at:
        at.segue("install", name)
        with terminal(at.desk, *command) as screen:
            screen.wait_for_text(ready)
            screen.submit("Hello. [[text Good morning.]]")
            screen.wait_until(lambda: "Hello. [[" in at.sent())
            screen.settle()
            at.leave(BRIEF)
            screen.submit("/clear")
            screen.settle()
            screen.wait_for_text(ready)
            screen.submit("Go on. [[text Gladly.]]")
            screen.wait_until(lambda: "Go on. [[" in at.sent())
        with_brief = [_texts(body) for body in at.bodies() if "BRIEF-MARK-7" in _texts(body)]
        assert with_brief and all("Good morning." not in text for text in with_brief)


def test_gemini_loads_the_command_and_the_server(bench: Open) -> None:
    """At a terminal: without one it sends `/handoff` to the model as it stands."""
    with bench("gemini") as at:
        at.segue("install", "gemini")
        assert re.search(r"segue: .* -P -m segue mcp .*Connected", at.desk.run(["gemini", "mcp", "list"]).err)
        with terminal(at.desk, "gemini", "--approval-mode", "yolo") as screen:
            screen.wait_for_text("Type your message")
            screen.submit("/handoff the parser [[text Nothing to hand off.]]")
            screen.wait_until(lambda: PROMPT in at.sent())
        assert "Additional focus, if any is given: the parser" in at.sent()


def test_qwen_loads_the_command_and_the_server(bench: Open) -> None:
    with bench("qwen") as at:
        at.segue("install", "qwen")
        at.desk.say("/handoff the parser [[text Nothing to hand off.]]")
        assert PROMPT in at.sent() and "Additional focus, if any is given: the parser" in at.sent()
        assert "mcp__segue__channel_status" in at.sent()


def test_opencode_loads_the_command_and_the_server(bench: Open) -> None:
    with bench("opencode") as at:
        at.segue("install", "opencode")
        ended = at.desk.run(["opencode", "run", "--command", "handoff", "the parser [[text Nothing to hand off.]]"])
        assert ended.code == 0, ended
        assert PROMPT in at.sent() and "the parser" in at.sent()
        assert "segue_channel_status" in json.dumps(at.bodies())


def test_copilot_loads_the_skill_and_the_server(bench: Open) -> None:
    with bench("copilot") as at:
        at.segue("install", "copilot")
        assert "handoff" in at.desk.run(["copilot", "skill", "list"]).out
        at.desk.say("Use the /handoff skill. [[text Nothing to hand off.]]")
        assert "segue-channel_status" in json.dumps(at.bodies())


def test_omp_loads_the_command_and_the_server(bench: Open) -> None:
    with bench("omp") as at:
        at.segue("install", "omp")
        at.desk.say(
            "/segue-handoff the parser [[bash sleep 6]] [[text Nothing to hand off.]]"
        )  # it waits for no server
        assert PROMPT in at.sent() and "Additional focus, if any is given: the parser" in at.sent()
        assert "channel_status" in json.dumps(at.bodies())


def test_pi_loads_the_extension_and_starts_with_the_waiting_brief(bench: Open) -> None:
    """One file brings the tool, the command and the hooks: the brief is in the request, the tool is offered."""
    with bench("pi") as at:
        at.segue("install", "pi")
        at.leave(BRIEF)
        at.desk.say("Go on. [[text Gladly.]]")
        assert at.sent().count("BRIEF-MARK-7") == 1
        assert "handoff_document" in json.dumps(at.bodies()[0].get("tools"))


def test_pi_asks_for_the_document_by_our_command(bench: Open) -> None:
    """Nothing is asked below two messages; after them the prompt is in the request, and its answer goes to our tool."""
    with bench("pi") as at:
        at.segue("install", "pi")
        with terminal(at.desk, "pi") as screen:
            screen.wait_for_text("fake-model")
            screen.submit("/handoff too early")
            screen.wait_for_text("Nothing to hand off (no messages yet)")
            screen.submit("Hello. [[text Hello.]]")
            screen.wait_until(lambda: "Hello." in at.sent())
            screen.settle()
            screen.submit("/handoff the parser [[text Here it is.]]")
            screen.wait_until(lambda: PROMPT in at.sent())
        assert "Additional focus: the parser" in at.sent() and "too early" not in at.sent()


def test_pi_hands_over_without_mcp_of_its_own(bench: Open) -> None:
    """The extension's tool is a call of `segue mcp` that says whose it is: the brief is of that very session, the model
    reads the server's answer, and the next session begins with the brief."""
    with bench("pi") as at:
        at.segue("install", "pi")
        talk = at.desk.say("Never use tabs here. [[text Understood.]]")
        at.desk.say("A newer session, and another one. [[text Yes.]]")
        at.desk.go_on(talk, f"{PROMPT} [[tool handoff_document {DOCUMENT}]] [[text Done.]]")
        (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
        text = brief.read_text(encoding="utf-8")
        assert f"Agent decided: an empty list, not None (gap:{brief.stem})" in text and "Never use tabs here" in text
        assert PROMPT not in text
        written = json.loads(brief.with_suffix(".document.json").read_text(encoding="utf-8"))
        assert written["capturedBySessionId"] == at.desk.session_id(talk)
        answer = _texts(at.bodies()[-1]["messages"])
        assert "pi said so with the call" in answer and f"segue handoff --resume {brief.stem} --to pi" in answer
        assert "The next pi session that begins in this repository within an hour gets it" in answer
        before = len(at.bodies())
        at.desk.say("Go on. [[text Gladly.]]")
        assert "\n".join(_texts(body) for body in at.bodies()[before:]).count(f"**Brief:** {brief.stem}") == 1


def test_pi_tells_the_model_what_the_server_refuses(bench: Open) -> None:
    """An error of ours reaches the model as its own words."""
    with bench("pi") as at:
        at.segue("install", "pi")
        empty = DOCUMENT.replace('["run the suite"]', "[]")
        at.desk.say(f"Hand over. [[tool handoff_document {empty}]] [[text Done.]]")
        answer = _texts(at.bodies()[-1]["messages"])
        assert "refused: Next Steps is empty" in answer and "call handoff_document again" in answer
        assert not list(at.home.glob("channels/*/handoffs/*"))


@pytest.mark.parametrize("name", ["claude", "codex", "pi", "omp", "gemini", "qwen", "opencode", "copilot"])
def test_the_client_is_as_before_when_it_is_taken_out(bench: Open, name: str) -> None:
    """The doctor sees the real client and our parts in it; after uninstalling, its files are what they were."""
    with bench(name) as at:
        before = {p: p.read_bytes() for p in at.desk.home.rglob("*") if p.is_file()}
        at.segue("install", name)
        seen = json.loads(at.segue("doctor", "--json").out)
        (found,) = (agent for agent in seen["agents"] if agent["agent"] == name)
        assert re.search(r"\d+\.\d+\.\d+", found["version"]), found
        assert {part["standing"] for part in found["scopes"][0]["parts"]} == {"installed"}
        at.segue("uninstall", name)
        left = {p: p.read_bytes() for p in at.desk.home.rglob("*") if p.is_file() and at.home not in p.parents}
        assert {p: data for p, data in left.items() if p in before} == before
        assert not [p for p in left if "segue" in p.name or "handoff" in str(p.relative_to(at.desk.home))]
