"""What agents add through the server is on disk when they are answered, and counts for the session that said it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.mcp_server.conftest import EARLIER, MINE, SECRET, Open

SLOTS: dict[str, Any] = {
    "schemaVersion": 1,
    "currentLineOfAttack": "backoff in client.py, next: the tests",
    "activeHypothesis": "the server closes idle connections",
    "abandonedApproaches": ["a longer timeout: the server closes first"],
    "openQuestions": ["how long may a caller wait?"],
}


def test_the_working_memory_is_kept_for_the_session_that_wrote_it(work: Path, talk: Open, kept):
    """A3: the call mints the brief's id, and the session comes from the client, not from the model."""
    made = talk(CLAUDE_CODE_SESSION_ID=MINE).call("channel_handoff_finalize", **SLOTS)
    (file,) = kept("channels/*/handoffs/*.gap.json")
    gap = json.loads(file.read_text(encoding="utf-8"))
    assert file.name == f"{made['brief']}.gap.json"
    assert {name: gap[name] for name in SLOTS} == SLOTS
    assert gap["capturedBySessionId"] == made["session"] == MINE
    assert gap["channelId"] == made["channel"]
    assert made["why"] == "Claude Code is calling (CLAUDE_CODE_SESSION_ID)"


def test_codex_says_with_each_call_which_thread_it_is(work: Path, talk: Open):
    """Codex gives its servers no variable; it sends the thread with the call, and that wins."""
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    meta = {"x-codex-turn-metadata": {"thread_id": EARLIER, "session_id": "another"}}
    assert here.call("channel_handoff_finalize", meta, **SLOTS)["session"] == EARLIER
    strange = {"x-codex-turn-metadata": {"thread_id": "../../etc"}}
    assert here.call("channel_handoff_finalize", strange, **SLOTS)["session"] == MINE


def test_without_a_word_of_the_client_the_newest_session_here_is_taken_for_the_caller(work: Path, talk: Open):
    made = talk().call("channel_handoff_finalize", **SLOTS)
    assert (made["session"], made["why"]) == (MINE, "the newest session of this repository")


def test_any_other_schema_version_is_refused(work: Path, talk: Open, kept):
    """Fail closed: nothing is coerced to the version that we know."""
    here = talk()
    for version in (2, 0, True, 1.0, "1", None, [1]):
        said = here.refused("channel_handoff_finalize", **{**SLOTS, "schemaVersion": version})
        assert said == f"wrong use: schemaVersion must be 1, not {version!r}\nsuggestion: nothing was written"
    assert kept("channels/*/handoffs/*") == []


def test_a_misspelt_slot_is_refused_and_not_lost(work: Path, talk: Open, kept):
    here = talk()
    said = here.refused("channel_handoff_finalize", schemaVersion=1, openQuestion=["why?"])
    assert said.startswith("wrong use: there is no argument 'openQuestion'\nsuggestion: nothing was done; it takes ")
    assert "all four slots are empty" in here.refused("channel_handoff_finalize", schemaVersion=1, openQuestions=[" "])
    assert "schemaVersion: Field required" in here.refused("channel_handoff_finalize", activeHypothesis="x")
    assert kept("channels/*/handoffs/*") == []


def test_entries_and_decisions_are_kept_under_the_callers_name(work: Path, talk: Open, kept):
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    posted = here.call("channel_post", text="Backoff is in.", type="status_update")
    decided = here.call("channel_decide", title="Back off", why="it is kinder", alternatives=["a queue"], ticket="T-1")
    (feed,) = kept("channels/*/feed.jsonl")
    entry = json.loads(feed.read_text(encoding="utf-8"))
    assert (entry["entryId"], entry["content"], entry["type"]) == (posted["entry"], "Backoff is in.", "status_update")
    assert (entry["fromAgentId"], entry["metadata"]) == ("claude", {"sessionId": MINE})
    (file,) = kept("channels/*/decisions/*.json")
    decision = json.loads(file.read_text(encoding="utf-8"))
    assert decision["decisionId"] == decided["decision"] == file.stem
    assert (decision["title"], decision["rationale"], decision["alternatives"]) == (
        "Back off",
        "it is kinder",
        ["a queue"],
    )
    assert posted["channel"] == decided["channel"]


def test_a_secret_is_refused_by_its_kind_wherever_it_stands(work: Path, talk: Open, kept):
    """F8: nothing is written, and nothing that is answered holds it."""
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    text = f"the key is {SECRET}"
    said = [
        here.refused("channel_post", text=text),
        here.refused("channel_decide", title=text, why="x"),
        here.refused("channel_decide", title="x", why="x", alternatives=[text]),
        here.refused("channel_handoff_finalize", **{**SLOTS, "openQuestions": ["fine", text]}),
        here.refused("handoff_brief", goal=text),
        here.refused("handoff_save", goal=text),
    ]
    assert said[3] == (
        "refused: openQuestions: 2 holds what looks like a secret (Anthropic key)\n"
        "suggestion: nothing was written; say where it is kept instead of what it is"
    )
    assert all(one.startswith("refused: ") and "(Anthropic key)" in one and SECRET not in one for one in said)
    assert kept("channels/*/feed.jsonl") + kept("channels/*/decisions/*") + kept("channels/*/handoffs/*") == []


def test_a_saved_handoff_takes_the_working_memory_and_its_id(work: Path, talk: Open, kept):
    """Finalize, then save: one brief, under the id that was minted; the next one has an id of its own."""
    here = talk(CLAUDE_CODE_SESSION_ID=MINE)
    minted = here.call("channel_handoff_finalize", **SLOTS)["brief"]
    saved = here.call("handoff_save", goal="Finish the backoff.")
    assert (saved["brief"], saved["memory"], saved["session"]) == (minted, "kept", MINE)
    assert saved["resume"] == f"segue handoff --resume {minted} --to claude"
    (file,) = kept("channels/*/handoffs/*.md")
    text = file.read_text(encoding="utf-8")
    assert file.stem == minted and "backoff in client.py, next: the tests" in text and "> Finish the backoff." in text
    (resource,) = here.ask("list_resources").resources
    (content,) = here.ask("read_resource", resource.uri).contents
    assert (resource.uri, resource.name, content.text) == (saved["uri"], minted, text)
    assert here.call("handoff_save")["brief"] != minted


def test_another_sessions_working_memory_is_not_taken(work: Path, talk: Open):
    talk(CLAUDE_CODE_SESSION_ID=EARLIER).call("channel_handoff_finalize", **SLOTS)
    saved = talk(CLAUDE_CODE_SESSION_ID=MINE).call("handoff_save")
    assert saved["memory"].startswith("none: ") and "was written by another session" in saved["memory"]
