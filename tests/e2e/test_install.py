"""What `segue install` puts into the real agents: their hooks fire, and it can be taken out again.

That they load the command and the server is what test_inside.py shows, where both are used.

Each agent has a fresh HOME, in which segue is installed as a user would; then the real client runs against the scripted
model, and what it sent is what counts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.e2e.conftest import Installed
from tests.e2e.installed import BYPASS, PROMPT, texts
from tests.e2e.kit.install import PACKAGES
from tests.e2e.kit.seats import DOCUMENT, RULE
from tests.e2e.kit.terminal import terminal
from tests.e2e.proofs import proves

pytestmark = pytest.mark.e2e
INSTALLED = ("claude", "codex", "pi", "omp", "gemini", "qwen", "opencode", "copilot")
BRIEF = "# Handoff: the parser\n\n## Convergence\n\n- BRIEF-MARK-7 it returns an empty list (L12)\n"


def test_claude_gets_the_beginning_of_a_long_brief_and_its_path(bench: Installed) -> None:
    """Within its limit nothing is moved away by the client, and the path leads to the whole."""
    with bench("claude") as at:
        at.segue("install", "claude")
        at.leave(BRIEF + "- a line that says something (L1)\n" * 5_000 + "- the very end\n")
        at.desk.say("Go on. [[text Gladly.]]")
        sent = at.sent()
        found = re.search(r"the whole brief is (\S+)", sent)
        assert found and "the very end" in Path(found[1]).read_text(encoding="utf-8")
        assert "BRIEF-MARK-7" in sent and "the very end" not in sent and "tool-results/hook" not in sent


def test_claude_expands_our_command_and_runs_nothing_of_it(bench: Installed) -> None:
    """`/handoff focus` is our prompt in the request, with the focus as text; a shell never sees it."""
    with bench("claude") as at:
        at.segue("install", "claude")
        focus = "the parser $(touch owned) `touch owned` !`touch owned` [[text Nothing to hand off.]]"
        at.desk.say(f"/handoff {focus}")
        assert PROMPT in at.sent()
        assert f"Additional focus, if any is given: {focus.partition('!')[0]}" in at.sent()
        assert not (at.desk.work / "owned").exists()


@proves("claude", "hooks", "compact")
def test_claude_saves_a_brief_before_it_compacts(bench: Installed) -> None:
    """The PreCompact hook fires and does not stand in the way: brief and compaction are both there, and a handoff that
    was asked for before is none of the user's words."""
    with bench("claude") as at:
        at.segue("install", "claude")
        talk = at.desk.say("Never use tabs here. [[bash echo 2 passed]] [[text The tests pass.]]")
        at.desk.go_on(talk, f"/handoff [[tool mcp__segue__handoff_document {DOCUMENT}]] [[text Told.]]")
        (before,) = (at.home / "channels").glob("*/handoffs/*.md")
        at.desk.go_on(talk, "/compact")
        (brief,) = set((at.home / "channels").glob("*/handoffs/*.md")) - {before}
        text = brief.read_text(encoding="utf-8")
        assert 'Last request:\n- "Never use tabs here' in text
        assert PROMPT not in text and "make the parser robust" not in text
        assert '"compact_boundary"' in talk.read_text(encoding="utf-8")
        assert not (log := at.home / "hooks.log").exists(), log.read_text()


@proves("claude", "hooks", "stop")
def test_claude_tells_the_user_that_the_context_fills_up(bench: Installed) -> None:
    """The Stop hook fires: the crossing is in the channel's feed, once."""
    with bench("claude") as at:
        at.segue("install", "claude")
        talk = at.desk.say("Look. [[text Seen.]] [[usage 930000]]")
        at.desk.go_on(talk, "Again. [[text Seen.]] [[usage 931000]]")
        (feed,) = (at.home / "channels").glob("*/feed.jsonl")
        crossed = [json.loads(line)["metadata"]["threshold"] for line in feed.read_text().splitlines()]
        assert sorted(crossed) == ["50", "75", "85", "90"]


def test_codex_gets_the_beginning_of_a_long_brief_and_its_path(bench: Installed) -> None:
    with bench("codex") as at:
        at.segue("install", "codex")
        at.leave(BRIEF + "- a line that says something (L1)\n" * 5_000 + "- the very end\n")
        at.desk.run(["codex", "exec", BYPASS, "Go on. [[text Gladly.]]"])
        found = re.search(r"the whole brief is (\S+)", at.sent())
        assert found and "the very end" in Path(found[1]).read_text(encoding="utf-8")
        assert "BRIEF-MARK-7" in at.sent() and "truncated" not in at.sent().partition("</handoff-context>")[0][-9_000:]


@proves("codex", "hooks", "compact")
@proves("codex", "hooks", "stop")
def test_codex_tells_how_full_it_is_and_saves_a_brief_before_it_compacts(bench: Installed) -> None:
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
        assert not (log := at.home / "hooks.log").exists(), log.read_text()


@pytest.mark.parametrize(
    ("name", "command", "ready"),
    [
        ("claude", ("claude", "--dangerously-skip-permissions"), "❯"),
        ("codex", ("codex", BYPASS), "Ask Codex"),
    ],
)
def test_after_clear_the_new_session_has_the_brief_that_waits(
    bench: Installed, name: str, command: tuple[str, ...], ready: str
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
        with_brief = [texts(body) for body in at.bodies() if "BRIEF-MARK-7" in texts(body)]
        assert with_brief and all("Good morning." not in text for text in with_brief)


def test_pi_asks_for_the_document_by_our_command(bench: Installed) -> None:
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


@proves("pi", "hooks", "compact")
def test_pi_saves_a_brief_before_it_compacts(bench: Installed) -> None:
    """The extension's hook fires and does not stand in the way: brief and compaction are both there."""
    with bench("pi") as at:
        settings = at.desk.home / ".pi/agent/settings.json"
        short = {**json.loads(settings.read_text(encoding="utf-8")), "compaction": {"keepRecentTokens": 1}}
        settings.write_text(json.dumps(short), encoding="utf-8")  # else it finds the session too small
        at.segue("install", "pi")
        with terminal(at.desk, "pi") as screen:
            screen.wait_for_text("fake-model")
            for prompt, answer in ((RULE, "Agreed."), ("Go on.", "Gladly.")):
                screen.say(f"{prompt} [[text {answer}]]", f'"{answer}"')
            screen.submit("/compact")
            screen.wait_for_record('"type":"compaction"')
        (brief,) = (at.home / "channels").glob("*/handoffs/*.md")
        assert RULE in brief.read_text(encoding="utf-8")
        assert not (log := at.home / "hooks.log").exists(), log.read_text()


def _installs(name: str) -> list[pytest.MarkDecorator]:
    return [proves(name, "installs"), proves(name, "version", PACKAGES[name].version)]


@pytest.mark.parametrize("name", [pytest.param(name, marks=_installs(name)) for name in INSTALLED])
def test_the_client_is_as_before_when_it_is_taken_out(bench: Installed, name: str) -> None:
    """The doctor sees the real client and our parts in it; after uninstalling, its files are what they were."""
    with bench(name) as at:
        before = {p: p.read_bytes() for p in at.desk.home.rglob("*") if p.is_file()}
        at.segue("install", name)
        seen = json.loads(at.segue("doctor", "--json").out)
        (found,) = (agent for agent in seen["agents"] if agent["agent"] == name)
        assert PACKAGES[name].version in found["version"], found
        assert {part["standing"] for part in found["scopes"][0]["parts"]} == {"installed"}
        at.segue("uninstall", name)
        left = {p: p.read_bytes() for p in at.desk.home.rglob("*") if p.is_file() and at.home not in p.parents}
        assert {p: data for p, data in left.items() if p in before} == before
        assert not [p for p in left if "segue" in p.name or "handoff" in str(p.relative_to(at.desk.home))]
