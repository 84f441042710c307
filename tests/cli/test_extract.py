"""`segue prepare` and `segue finalize`: from a session to section files, and from those to a checked brief."""

from __future__ import annotations

import json
import stat
import threading
from pathlib import Path

import pytest

from tests.channel.kit import AWS, repository, session

FAILED = "_(extraction failed — not available)_"


@pytest.fixture
def work(isolated: Path, app: Path) -> Path:
    session(
        isolated,
        app,
        ("user", f"Make the parser accept empty input. Never add a dependency. The key is {AWS}."),
        ("agent", "The tokenizer dropped the last line, so the parser never saw empty input."),
        ("user", "No, not the tokenizer: the lookahead is off by one."),
        ("agent", "You are right, the lookahead was off by one. Fixed."),
    )
    return app


@pytest.fixture
def plan(segue, work: Path) -> dict[str, object]:
    assert segue("prepare", "-o", "plan.json", cwd=work).code == 0
    made: dict[str, object] = json.loads((work / "plan.json").read_text())
    return made


def put(plan: dict[str, object], name: str, content: str) -> None:
    value = {"section": name, "content": content, "pointers": [{"type": "transcript", "ref": "L3", "note": "there"}]}
    (Path(str(plan["sections_dir"])) / f"{name}.json").write_text(json.dumps(value))


def test_a_plan_names_what_extractors_need_and_holds_no_secret(plan, work):
    """The fields of seed 004; the spine under record numbers; readable by its owner only."""
    assert plan["mode"] == "direct" and plan["repo_root"] == str(work) and plan["leaf_uuid"]
    spine = Path(plan["spine"])
    assert "L3 user: No, not the tokenizer" in spine.read_text() and AWS not in spine.read_text()
    assert stat.S_IMODE(spine.stat().st_mode) == 0o600 and stat.S_IMODE(spine.parent.stat().st_mode) == 0o700


def test_sections_become_a_brief_with_five_headings(segue, work, plan):
    put(plan, "convergence", "- The lookahead was off by one; that is fixed (transcript:L4).")
    put(plan, "dead_ends", '- "No, not the tokenizer: the lookahead is off by one." (transcript:L3) — the first theory')
    put(plan, "code_state", "- Nothing is committed beyond the first commit, the parser is as it was.")
    put(plan, "open_threads", "no JSON at all (L1)")
    (Path(plan["sections_dir"]) / "open_threads.json").write_text("I could not do it, sorry.")
    seen = segue("finalize", "--sections", str(plan["sections_dir"]), cwd=work)
    assert seen.code == 0, seen.err
    assert [line[3:] for line in seen.out.splitlines() if line.startswith("## ")] == [
        "Convergence", "Dead-ends", "Code-state", "Open-threads & conflicts", "Basics",
    ]  # fmt: skip
    assert "The lookahead was off by one; that is fixed" in seen.out and "(L4)" in seen.out
    assert '"No, not the tokenizer: the lookahead is off by one."' in seen.out
    assert seen.out.count(FAILED) == 2 and "could be checked" in seen.out
    assert "section open_threads failed: no JSON object" in seen.err and "section basics failed" in seen.err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("- Rewriting the whole grammar was tried in vain (transcript:L900).", "no record L900"),
        ('- "the tokenizer is perfectly fine" (transcript:L3)', "quote not verbatim"),
        ("- The lookahead is fixed in that commit (commit:deadbeef).", "no such commit"),
        ("- They want cheese from the moon (transcript:L3).", "dropped: dead_end: not supported by L3: They"),
    ],
)
def test_an_invented_pointer_or_quote_is_dropped_and_told(segue, work, plan, content, why):
    put(plan, "convergence", "- The lookahead was off by one; that is fixed (transcript:L4).")
    put(plan, "dead_ends", content)
    seen = segue("finalize", "--sections", str(plan["sections_dir"]), cwd=work)
    assert why in seen.err and content[2:30] not in seen.out


def test_every_statement_that_is_not_in_the_brief_is_told(segue, work, plan):
    """One whose record does not exist, one whose record says something else: neither goes in silence."""
    put(plan, "convergence", "- Cheese comes from the moon (transcript:L3).\n- A rewrite was tried (transcript:L900).")
    seen = segue("finalize", "--sections", str(plan["sections_dir"]), "--format", "json", cwd=work)
    assert json.loads(seen.out)["dropped"] == [
        "decision: no record L900: A rewrite was tried.",
        "decision: not supported by L3: Cheese comes from the moon.",
    ]


def test_a_secret_that_an_extractor_copied_is_masked_also_where_it_is_dropped(segue, work, plan):
    put(plan, "basics", f"- The key is {AWS}, which the parser never needs at all (transcript:L1).")
    put(plan, "dead_ends", f"- The key {AWS} was tried (transcript:L900).")
    for form in ("md", "json"):
        seen = segue("finalize", "--sections", str(plan["sections_dir"]), "--format", form, cwd=work)
        assert seen.code == 0 and AWS not in seen.out + seen.err


def test_sections_that_are_still_being_written_are_waited_for(segue, work, plan):
    """Subagents may run behind their agent's back: the last of them comes late, and nobody waits longer than for it."""
    for name in ("dead_ends", "code_state", "open_threads", "basics"):
        put(plan, name, '- "Never add a dependency." (transcript:L1)')
    late = threading.Timer(1.0, put, (plan, "convergence", "- The lookahead was off by one (transcript:L4)"))
    late.start()
    seen = segue("finalize", "--sections", str(plan["sections_dir"]), "--wait", "600", cwd=work)
    assert seen.code == 0 and "The lookahead was off by one (L4)" in seen.out


def test_no_section_at_all_is_no_brief(segue, work, plan):
    seen = segue("finalize", "--sections", str(plan["sections_dir"]), cwd=work)
    assert seen.code == 4 and "no section could be used" in seen.err


def test_a_folder_that_no_plan_made_needs_the_session(segue, work, tmp_path):
    seen = segue("finalize", "--sections", str(tmp_path), cwd=work)
    assert seen.code == 3 and "--session" in seen.err


def test_a_long_session_is_cut_at_user_turns(segue, isolated, tmp_path):
    app = repository(tmp_path / "long")
    turns = [("user", f"Turn {n}: " + "read every line of the log again " * 55) for n in range(160)]
    session(isolated, app, *turns, name="5e55a0c1-0000-4000-8000-00000000000a")
    assert segue("prepare", "-o", "plan.json", cwd=app).code == 0
    plan = json.loads((app / "plan.json").read_text())
    assert plan["mode"] == "chunked" and len(plan["chunks"]) == plan["stats"]["chunks"] > 1
    texts = [Path(chunk).read_text() for chunk in plan["chunks"]]
    assert all(text.split(" ", 1)[1].startswith("user: Turn ") for text in texts)
    assert sum(text.count("user: Turn ") for text in texts) == 160
