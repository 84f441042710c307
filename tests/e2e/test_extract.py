"""E8 inside a real Claude Code: the skill, its extractors as the agent's own subagents, and the brief at the end.

The model and its subagents are scripted, as the skill tells them; `segue prepare` and `segue finalize` are run by the
agent's own Bash, in the spelling that the skill has after `segue install`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.channel.kit import SESSION, session
from tests.e2e.conftest import Installed
from tests.e2e.installed import Bench, texts

pytestmark = pytest.mark.e2e
TURNS = (
    ("user", "Make the parser accept empty input. Never add a dependency."),
    ("agent", "The tokenizer dropped the last line, so the parser never saw empty input."),
    ("user", "No, not the tokenizer: the lookahead is off by one."),
    ("agent", "You are right, the lookahead was off by one. Fixed."),
)
FOUND = {
    "convergence": "- The lookahead was off by one, and that is fixed (transcript:L4)",
    "dead_ends": '- "No, not the tokenizer: the lookahead is off by one." (transcript:L3)',
    "code_state": "- README is in the repository (file:README)",
    "open_threads": "- The parser was to accept empty input (transcript:L1)",
    "basics": '- "Never add a dependency." (transcript:L1)',
}
ASKED = "A deep handoff of"
HEADINGS = ("Convergence", "Dead-ends", "Code-state", "Open-threads & conflicts", "Basics")


class Script(NamedTuple):
    """What the orchestrator does, each step as the skill has it."""

    place: Path
    segue: str

    @property
    def spine(self) -> Path:
        return self.place / "plan.d/spine.txt"

    def prepare(self) -> str:
        return (
            f"[[bash {self.segue} prepare {SESSION} -o {self.place}/plan.json]] [[{_read(self.place / 'plan.json')}]]"
        )

    def extract(self, foreground: bool) -> str:
        return "&".join(
            _spawn(name, f"{_inner(_read(self.spine))} @@write {self._section(name)}|{_json(name)}@@", foreground)
            for name in FOUND
        )

    def finalize(self) -> str:
        return f"[[bash {self.segue} finalize --sections {self.place}/plan.d/sections --wait 60]] [[text Shown.]]"

    def _section(self, name: str) -> Path:
        return self.place / f"plan.d/sections/{name}.json"


def _json(name: str) -> str:
    pointers = [{"type": "transcript", "ref": "L1", "note": "there"}]
    return json.dumps({"section": name, "content": FOUND[name], "pointers": pointers})


def _read(path: Path) -> str:
    return f"tool Read {json.dumps({'file_path': str(path)})}"


def _inner(step: str) -> str:
    return f"@@{step}@@"


def _spawn(name: str, steps: str, foreground: bool = True) -> str:
    asked = f"You are the extractor of {name}. {steps} @@text {name} is written.@@"
    given: dict[str, Any] = {"description": name, "subagent_type": "general-purpose", "prompt": asked}
    return f"[[tool Agent {json.dumps(given | ({'run_in_background': False} if foreground else {}))}]]"


def script(at: Bench, place: Path) -> Script:
    """With our own command as the installed skill spells it."""
    at.segue("install", "claude")
    skill = (at.desk.home / ".claude/skills/handoff-extract/SKILL.md").read_text(encoding="utf-8")
    (segue,) = set(re.findall(r"`(\S+ -P -m segue) (?:prepare|finalize)", skill))
    place.mkdir()
    return Script(place, segue)


def answers(at: Bench) -> Iterator[str]:
    """What tools gave back to the orchestrator."""
    for message in at.bodies()[-1]["messages"]:
        for part in message["content"] if isinstance(message["content"], list) else ():
            if part.get("type") == "tool_result":
                yield texts(part)


def brief_shown(at: Bench) -> str:
    return next(text for text in answers(at) if "## Convergence" in text)


@pytest.mark.parametrize("foreground", [True, False])
def test_the_skill_makes_a_brief_with_five_subagents(bench: Installed, tmp_path: Path, foreground: bool) -> None:
    """The model takes the skill up by itself. The five are one block, know nothing of each other, and what they found
    is checked and shown; also where the model forgot to wait for them."""
    with bench("claude") as at:
        said = script(at, tmp_path / "out")
        session(at.desk.home, at.desk.work, *TURNS)
        skill = json.dumps({"skill": "handoff-extract", "args": SESSION})
        at.desk.say(
            f"{ASKED} {SESSION}, please. [[tool Skill {skill}]] "
            f"{said.prepare()} {said.extract(foreground)} {said.finalize()}"
        )
        (block,) = (one["reply"]["calls"] for one in at.answered() if len(one["reply"]["calls"]) > 1)
        assert [name for name, _ in block] == ["Agent"] * 5
        told = (
            set(re.findall(r"the extractor of (\w+)", text)) for text in map(texts, at.bodies()) if ASKED not in text
        )
        assert {name for names in told for name in names if len(names) == 1} == set(FOUND)
        shown = brief_shown(at)
        assert tuple(re.findall(r"^## (.+)$", shown, re.M)) == HEADINGS and "extraction failed" not in shown
        assert "The lookahead was off by one, and that is fixed (L4)" in shown
        assert '"No, not the tokenizer: the lookahead is off by one."' in shown and '"Never add a dependency."' in shown


def test_a_long_session_is_summarized_in_chunks_first(bench: Installed, tmp_path: Path) -> None:
    """Typed by the user as a command: one subagent a chunk, their answers joined into the spine, pointers as before."""
    with bench("claude") as at:
        said = script(at, tmp_path / "out")
        long = (("user", f"Turn {n}: " + "read every line of the log again " * 55) for n in range(5, 120))
        session(at.desk.home, at.desk.work, *TURNS, *long)
        chunks = [said.place / f"plan.d/chunk-{n:03d}.txt" for n in range(3)]
        summarize = "&".join(_spawn(f"chunk {n}", _inner(_read(chunk))) for n, chunk in enumerate(chunks))
        spine = "<!-- chunk 0 -->\\n- the lookahead was off by one (transcript:L4)\\n<!-- chunk 1 -->\\n- nothing"
        at.desk.say(
            f"/handoff-extract {SESSION} {said.prepare()} {summarize} "
            f"[[write {said.spine}|{spine}]] {said.extract(True)} {said.finalize()}"
        )
        plan = json.loads((said.place / "plan.json").read_text(encoding="utf-8"))
        assert plan["mode"] == "chunked" and plan["chunks"] == list(map(str, chunks))
        assert "L4 agent: You are right" in chunks[0].read_text(encoding="utf-8")
        assert [len(one["reply"]["calls"]) for one in at.answered() if len(one["reply"]["calls"]) > 1] == [3, 5]
        assert "The lookahead was off by one, and that is fixed (L4)" in brief_shown(at)
