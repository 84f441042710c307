"""The document an agent writes about itself: checked before it is believed, and never believed more than it may be."""

from __future__ import annotations

import msgspec
import pytest

from segue import handoff
from segue.deliver.document import (
    NOTHING,
    SECTIONS,
    Document,
    before_request,
    check,
    findings_of,
    messages,
    parsed,
)
from segue.session.records import Call, Glance, Said, Session
from segue.sources import reader_of
from tests.fixtures import HERE

TEXT = """\
Sure, here it is.

## Goal
Make the parser accept
empty input.

## Constraints and preferences

- keep the public API
* [ ] no new dependencies

## Progress
### Done
- `src/parser.py` accepts it
### Blocked
1. nothing

**Key Decisions:**
1) return an empty list, not None

## Critical Context
Tests run with `make fast`.

```
## Next Steps
```

# NEXT STEPS
- run the suite
"""
WHOLE = Document(
    goal="Make the parser accept empty input.",
    constraints_and_preferences=("keep the public API", "no new dependencies"),
    progress=("Done: `src/parser.py` accepts it", "Blocked: nothing"),
    key_decisions=("return an empty list, not None",),
    critical_context=("Tests run with `make fast`.", "``` ## Next Steps ```"),
    next_steps=("run the suite",),
)


def session(*texts: tuple[str, str, str]) -> Session:
    items = tuple(
        Said(line=n, role=role, text=text, via=via)  # type: ignore[arg-type]
        for n, (role, via, text) in enumerate(texts, start=1)
    )
    return Session(glance=Glance(agent="claude", id="x", path="/x"), items=items)


TALK = session(("user", "typed", "fix it"), ("agent", "typed", "fixed"), ("user", "command", "/handoff the parser"))


def test_markdown_of_any_habit_is_understood() -> None:
    """Spellings, bullets and sub-headings differ from model to model; a heading inside a fence is no heading."""
    assert parsed(TEXT) == WHOLE
    assert parsed("") == Document()


def test_a_whole_document_passes() -> None:
    assert check(WHOLE, TALK) == []


def test_every_empty_section_is_named() -> None:
    """Blank is as good as missing."""
    assert check(Document(goal=" ", progress=("", "\n")), TALK) == [f"{one.heading} is empty" for one in SECTIONS]


@pytest.mark.parametrize("field", [one.field for one in SECTIONS])
def test_a_secret_is_named_by_its_kind_only(field: str) -> None:
    key = "sk-ant-api03-" + "Zq7Xw2" * 12
    text = f"use {key}"
    held = msgspec.structs.replace(WHOLE, **{field: text if field == "goal" else (text,)})
    (error,) = check(held, TALK)
    assert "looks like a secret" in error and key not in error


def test_a_document_has_an_end() -> None:
    (error,) = check(msgspec.structs.replace(WHOLE, progress=("x" * 50_000,)), TALK)
    assert "more than 40000" in error


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ((), 0),
        ((("user", "command", "/handoff focus"),), 0),
        ((("user", "typed", "hello"), ("user", "command", "/handoff focus"), ("agent", "typed", "writing it")), 1),
        ((("user", "typed", "Write a handoff document of this session, for …"), ("agent", "typed", "ok")), 0),
        ((("user", "typed", "hello"), ("agent", "typed", "hi"), ("user", "command", "/handoff focus")), 2),
        ((("user", "typed", "hello"), ("agent", "typed", "hi")), 2),
        ((("user", "typed", "$handoff the parser"), ("agent", "typed", "ok")), 0),
        ((("user", "typed", "fix /handoffs"), ("agent", "typed", "ok")), 2),
    ],
)
def test_asking_for_the_handoff_is_no_message(said: tuple[tuple[str, str, str], ...], count: int) -> None:
    """Below two there is nothing to hand off, whatever the document says."""
    assert messages(session(*said)) == count
    assert (check(WHOLE, session(*said)) == [NOTHING]) == (count < 2)


def test_our_own_request_is_not_part_of_what_is_handed_over() -> None:
    """Nor is its answer, and a client may not have written that down yet; the arguments of another command are."""
    tool = Call(line=9, name="mcp__segue__handoff_document", act="other")
    assert before_request(TALK).items == TALK.items[:2]
    assert before_request(msgspec.structs.replace(TALK, items=(*TALK.items, tool))).items == TALK.items[:2]
    plain = session(("user", "typed", "fix it"), ("agent", "typed", "fixed"), ("user", "command", "the parser"))
    assert before_request(plain) == plain and before_request(session()) == session()


def test_it_is_joined_with_our_own_findings_under_the_same_five_headings() -> None:
    """A warm handoff reads like a cold one: what the agent states stands beside what the session shows."""
    path = HERE / "claude" / "tools.jsonl"
    evidence = handoff.gather(reader_of("claude"), path, with_git=False)
    cold, _ = handoff.write_brief(evidence, template="session", budget=2000)
    joined = findings_of(WHOLE, evidence.session, "brief-1-a")
    brief, text = handoff.write_brief(msgspec.structs.replace(evidence, joined=joined), template="session", budget=2000)
    assert [s.heading for s in brief.sections] == [s.heading for s in cold.sections]
    assert "Agent decided: return an empty list, not None (gap:brief-1-a)" in text
    assert {f.origin for f in joined} == {"gap"}
    assert {claim.standing for f in joined for claim in f.claims} == {"stated"}


def test_a_path_that_the_session_never_named_is_said_to_be_such() -> None:
    talk = session(("user", "typed", "look at src/real.py"), ("agent", "typed", "done"))
    document = msgspec.structs.replace(WHOLE, progress=("changed src/real.py", "changed src/invented.py"))
    leads = [f.claims[0].lead for f in findings_of(document, talk, "brief-1-a") if f.kind == "state"]
    assert leads == ["Agent on progress:", "Agent on progress: [names a path that is not in the session]"]


def test_it_speaks_as_the_tool_takes_it() -> None:
    """The names in JSON are those that the installed prompt asks for."""
    from segue.install.forms import TEMPLATES

    prompt = (TEMPLATES / "document.md").read_text()
    assert prompt.startswith("Write a handoff document of this session")
    for name, section in zip(msgspec.to_builtins(WHOLE), SECTIONS, strict=True):
        assert f"`{name}` ({section.heading})" in prompt
