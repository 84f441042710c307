"""A case made from a session: secrets out, line numbers kept, and a file that loads as it is."""

from __future__ import annotations

import json

from segue.evals import draft
from segue.evals.dataset import faults, load_case
from segue.sources import reader_of
from tests.distil.sessions import agent, session, user
from tests.evals.conftest import MakeCase, row

TOKEN = "ghp_" + "Zk3vQ9xT1mB7nR5wL2cY8dH4sJ6fG0aPuXeE"


def test_secrets_are_masked_and_record_numbers_stay() -> None:
    """In a record, in JSON inside a record, and in a line that is no JSON at all."""
    inner = json.dumps({"cmd": f"curl -H 'Authorization: token {TOKEN}'"})
    lines = [row(0, "user", f"use {TOKEN}"), row(1, "assistant", inner), f"torn {{ {TOKEN}", "", row(4, "user", "bye")]
    data, secrets = draft.masked_transcript("\n".join(lines).encode())
    assert TOKEN not in data.decode() and secrets == 3
    kept = data.decode().split("\n")
    assert len(kept) == len(lines) and kept[4] == lines[4]
    assert json.loads(json.loads(kept[1])["message"]["content"])["cmd"].startswith("curl -H")


def test_the_proposal_is_a_sound_case(make_case: MakeCase) -> None:
    """It loads, its session contains all it demands, and it proposes the user's words, files and commands."""
    case = make_case()
    session = reader_of("claude").read(case.transcript)
    (case.folder / "case.toml").write_text(draft.case_text(session, "one"), encoding="utf-8")
    proposed = load_case(case.folder)
    assert faults(proposed) == []
    assert proposed.expected.commands == ("make test",)
    assert any("never write to /var/cache" in fact.verbatim for fact in proposed.expected.fact)


def test_a_string_with_anything_in_it_survives_toml() -> None:
    """Quotes, backslashes, DEL and emoji of a prompt may not break the file."""
    import tomllib

    nasty = 'say "hi" \\ \x7f tab\there 🦊 \u2028 end'
    assert tomllib.loads(f"x = {draft.quoted(nasty)}")["x"].startswith('say "hi" \\ ')


def test_thanks_and_consent_are_not_proposed() -> None:
    """But what is said behind them is."""
    words = ["never weigh twice on the quay", "thanks, that is perfect, thank you", "ok, and print the labels in blue"]
    spoken = session(*(step for said in words for step in (user(said), agent("Done."))))
    text = draft.case_text(spoken, "one")
    assert "never weigh twice" in text and "labels in blue" in text and "perfect" not in text
