"""The document that `/handoff` asks for: checked, kept beside its brief, and waiting for the next session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from segue import waiting
from segue.install.forms import TEMPLATES
from segue.store.ids import now
from tests.cli.conftest import Run
from tests.mcp_server.conftest import EARLIER, MINE, SECRET, Hold, Open

DOCUMENT: dict[str, Any] = {
    "goal": "Callers wait longer after each failure.",
    "constraintsAndPreferences": ["Jitter stays out of scope."],
    "progress": ["Backoff doubles in client.py.", "Settings moved to invented/settings.py."],
    "keyDecisions": ["Doubling instead of a queue, because ordering matters."],
    "criticalContext": ["Gateways hang up at thirty seconds."],
    "nextSteps": ["Write tests for exhausted attempts."],
}
HEADINGS = ["Convergence", "Dead-ends", "Code-state", "Open-threads & conflicts", "Basics"]


def parts(text: str) -> dict[str, str]:
    """The sections of a brief by their headings."""
    return {part.partition("\n")[0]: part for part in text.split("\n## ")[1:]}


def test_the_document_stands_under_the_five_headings_of_a_cold_brief(work: Path, talk: Open, kept):
    """E9: what the agent states is joined with our own findings, each statement under the heading of what it is."""
    made = talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", **DOCUMENT)
    (file,) = kept("channels/*/handoffs/*.md")
    text = file.read_text(encoding="utf-8")
    found = parts(text)
    assert (file.stem, made["session"], made["left_out"]) == (made["brief"], MINE, [])
    assert [name for name in found if name in HEADINGS] == HEADINGS
    to = f"(gap:{made['brief']})"
    assert f"Agent decided: Doubling instead of a queue, because ordering matters. {to}" in found["Convergence"]
    assert f"Agent on progress: Backoff doubles in client.py. {to}" in found["Code-state"]
    assert "[names a path that is not in the session] Settings moved to invented/settings.py." in found["Code-state"]
    assert "Agent's next step: Write tests for exhausted attempts." in found["Open-threads & conflicts"]
    for statement in ("Callers wait longer", "Jitter stays out of scope.", "Gateways hang up"):
        assert statement in found["Basics"]
    assert "Make the retry loop wait longer each time." in text


def test_it_is_kept_beside_the_brief_and_its_pointer_opens_it(work: Path, talk: Open, kept):
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    made = here.call("handoff_document", **DOCUMENT)
    (file,) = kept("channels/*/handoffs/*.document.json")
    written = json.loads(file.read_text(encoding="utf-8"))
    assert file.name == f"{made['brief']}.document.json" and file.stat().st_mode & 0o777 == 0o600
    assert {name: written[name] for name in DOCUMENT} == DOCUMENT
    assert (written["schemaVersion"], written["briefId"], written["channelId"]) == (1, made["brief"], made["channel"])
    assert written["capturedBySessionId"] == MINE
    (record,) = here.call("thread_read", pointer=f"gap:{made['brief']}")["records"]
    assert "progress: Backoff doubles in client.py.; Settings moved" in record["text"]
    assert "nextSteps: Write tests for exhausted attempts." in record["text"]


def test_the_last_wish_of_the_user_is_not_our_own_request(repo: Path, hold: Hold, talk: Open, kept):
    """Most agents keep the prompt of `/handoff` as the user's words: the next agent must not write a document again."""
    asked = (TEMPLATES / "document.md").read_text(encoding="utf-8")
    hold(repo, MINE, "Make the retry loop wait longer.", "I began.", f"{asked}\nAdditional focus: dates", "Writing it.")
    talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", **DOCUMENT)
    (file,) = kept("channels/*/handoffs/*.md")
    text = file.read_text(encoding="utf-8")
    assert "Make the retry loop wait longer." in text and "Write a handoff document" not in text


def test_working_memory_and_document_share_one_brief_and_one_pointer(work: Path, talk: Open):
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    minted = here.call("channel_handoff_finalize", schemaVersion=1, activeHypothesis="idle connections")["brief"]
    made = here.call("handoff_document", **DOCUMENT)
    (record,) = here.call("thread_read", pointer=f"gap:{minted}")["records"]
    assert made["brief"] == minted
    assert "activeHypothesis: idle connections" in record["text"] and "goal: Callers wait longer" in record["text"]


def test_the_next_session_of_the_same_agent_here_gets_it_once(work: Path, talk: Open, kept, tmp_path: Path):
    """Addressed to this repository and this agent; the whole brief, as it is on disk."""
    made = talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", **DOCUMENT)
    (file,) = kept("channels/*/handoffs/*.md")
    moment = now().ms
    assert waiting.take("codex", work, moment) is None
    assert waiting.take("claude", tmp_path / "other", moment) is None
    taken = waiting.take("claude", work, moment)
    assert taken and taken.text == file.read_text(encoding="utf-8") and made["brief"] in taken.text
    assert waiting.take("claude", work, moment) is None


def test_the_user_is_told_what_will_really_happen(work: Path, talk: Open, segue: Run):
    """A session only begins with it where our hooks are; the command works everywhere."""
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    made = here.call("handoff_document", **DOCUMENT)
    assert made["resume"] == f"segue handoff --resume {made['brief']} --to claude"
    assert made["tell"].endswith(f"run: {made['resume']}") and (made["waits_for"], made["warnings"]) == ("", [])
    assert segue("install", "claude", "--user", cwd=work).code == 0
    again = here.call("handoff_document", **DOCUMENT)
    assert again["waits_for"] == "claude" and "The next Claude Code session that begins" in again["tell"]
    assert again["resume"] in again["tell"]


def test_the_one_command_brings_the_document_back(work: Path, talk: Open, segue: Run, kept):
    """`--resume`: its statements stand in the new brief, with their age, and lie beside it too."""
    made = talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", **DOCUMENT)
    done = segue(*made["resume"].split()[1:], "--json", cwd=work)
    assert done.code == 0, done
    brief = json.loads(done.out)["brief"]
    (file,) = (path for path in kept("channels/*/handoffs/*.md") if path.stem == brief)
    found = parts(file.read_text(encoding="utf-8"))
    assert f"ordering matters. (gap:{brief})" in found["Convergence"]
    assert "The document of the earlier session is less than a minute old" in found["Code-state"]
    old, new = (json.loads(p.read_text(encoding="utf-8")) for p in kept("channels/*/handoffs/*.document.json"))
    assert new == old | {"briefId": brief} and old["briefId"] == made["brief"]


def test_a_document_of_another_version_is_not_guessed_at(work: Path, talk: Open, segue: Run, kept):
    made = talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", **DOCUMENT)
    (file,) = kept("channels/*/handoffs/*.document.json")
    file.write_text(file.read_text(encoding="utf-8").replace('"schemaVersion": 1', '"schemaVersion": 2'))
    done = segue(*made["resume"].split()[1:], "--dry-run", cwd=work)
    assert done.code == 4 and f"the document of {made['brief']} has schema version 2" in done.err


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"progress": []}, "refused: Progress is empty\nsuggestion: nothing was written; mend it"),
        ({"goal": " ", "nextSteps": ["", "\n"]}, "refused: Goal is empty; Next Steps is empty\nsuggestion: "),
        ({"keyDecisions": [f"use {SECRET}"]}, "refused: Key Decisions holds what looks like a secret (Anthropic key)"),
        ({"criticalContext": ["x" * 50_000]}, "refused: the document has "),
        ({"progress": "all of it"}, "wrong use: progress: Input should be a valid list"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(work: Path, talk: Open, kept, change, fault: str):
    said = talk(CLAUDE_CODE_SESSION_ID=MINE).refused("handoff_document", **DOCUMENT | change)
    assert said.startswith(fault) and "suggestion: nothing was" in said and SECRET not in said
    assert kept("channels/*/handoffs/*") + kept("waiting/*") == []


def test_a_section_that_is_missing_is_named(work: Path, talk: Open, kept):
    fewer = {name: value for name, value in DOCUMENT.items() if name != "nextSteps"}
    said = talk(CLAUDE_CODE_SESSION_ID=MINE).refused("handoff_document", **fewer)
    assert said.startswith("wrong use: nextSteps: Field required") and kept("channels/*") == []


def test_below_two_messages_there_is_nothing_to_hand_off(repo: Path, hold: Hold, talk: Open, kept):
    """B1, said in the second layer too: our own request is no message."""
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    asked = (TEMPLATES / "document.md").read_text(encoding="utf-8")
    for turns in (["Hello."], [asked, "Writing it."], ["$handoff the parser", "Writing it."]):
        hold(repo, MINE, *turns)
        assert here.refused("handoff_document", **DOCUMENT) == (
            "refused: Nothing to hand off (no messages yet)\n"
            "suggestion: nothing was written; tell the user so, and stop"
        )
    assert kept("channels/*") + kept("waiting/*") == []


def test_a_document_is_never_kept_for_another_session(work: Path, talk: Open, kept):
    """The caller's transcript is not there: the newest session here is somebody else's."""
    stranger = "77777777-0000-4000-8000-000000000007"
    said = talk(CLAUDE_CODE_SESSION_ID=stranger).refused("handoff_document", **DOCUMENT)
    assert said.startswith(f"not found: this repository has no session '{stranger}'") and kept("channels/*") == []


def test_the_document_outlives_the_transcript(work: Path, talk: Open, segue: Run, isolated: Path):
    """A8: the session is gone; what it stated of itself is in the channel's brief all the same, with its age."""
    made = talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", **DOCUMENT)
    for path in isolated.glob(".claude/projects/*/*.jsonl"):
        path.unlink()
    seen = segue("handoff", "--resume", made["brief"], "--to", "codex", "--json", cwd=work)
    assert seen.code == 0 and "is gone: the brief is the channel's" in seen.err
    report = json.loads(seen.out)
    text = Path(report["path"]).read_text(encoding="utf-8")
    found, to = parts(text), f"(gap:{report['brief']})"
    assert f"Agent decided: Doubling instead of a queue, because ordering matters. {to}" in found["Recent decisions"]
    entries = [line for line in found["Working memory"].splitlines() if line.startswith("- ")]
    assert entries[0].startswith("- The document of the earlier session is") and entries[1].startswith("- Agent's next")
    stated = [
        text
        for name, texts in DOCUMENT.items()
        if name != "keyDecisions"
        for text in ([texts] if isinstance(texts, str) else texts)
    ]
    assert (
        all(any(one in entry for entry in entries) for one in stated)
        and "gap-fill not provided" not in found["Working memory"]
    )
    assert (Path(report["path"]).parent / f"{report['brief']}.document.json").exists()


def test_an_agent_in_anothers_shell_is_not_taken_for_the_other(work: Path, talk: Open, kept):
    """A Gemini CLI that was started in Claude Code's shell inherits the other's variable; its client's name tells."""
    here = talk(introduced="gemini-cli-mcp-client", CLAUDE_CODE_SESSION_ID=MINE)
    said = here.refused("handoff_document", **DOCUMENT)
    assert said.startswith("not found: no gemini session was held in this repository") and kept("channels/*") == []
    there = talk(introduced="claude-code", CLAUDE_CODE_SESSION_ID=EARLIER)
    assert there.call("handoff_document", **DOCUMENT)["session"] == EARLIER


def test_the_pi_bridge_says_with_the_call_which_session_it_is(work: Path, talk: Open):
    meta = {"x-segue-pi": {"session_id": EARLIER}}
    made = talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", meta, **DOCUMENT)
    assert (made["session"], made["why"]) == (EARLIER, "pi said so with the call")


def test_pruning_takes_the_document_with_its_brief(work: Path, talk: Open, segue: Run, kept):
    talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_document", **DOCUMENT)
    assert segue("prune", "--keep", "0", cwd=work).code == 0
    assert [path.suffixes for path in kept("channels/*/handoffs/*")] == [[".json"]]
