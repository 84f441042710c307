"""What extractors write is repaired, checked, and turned into findings that name their records."""

from __future__ import annotations

import json

import pytest

from segue.distil.sections import KINDS, extracted


def section(content: str, name: str = "convergence", **more: object) -> str:
    return json.dumps({"section": name, "content": content, "pointers": [], **more})


def test_a_statement_keeps_its_own_pointers_and_no_others():
    found = extracted(
        "convergence",
        section(
            "- The parser was wrong (`transcript:L12`), fixed in commit:abc1234.\n- It is file:src/a.py:L3 now (L14)"
        ),
    )
    first, second = found.findings
    assert [str(p) for p in first.claims[0].pointers] == ["L12", "commit:abc1234"]
    assert first.claims[0].text == "The parser was wrong, fixed in."
    assert [str(p) for p in second.claims[0].pointers] == ["file:src/a.py", "L14"]


def test_a_quoted_correction_is_verbatim_and_the_gloss_leans_on_it():
    found = extracted(
        "dead_ends", section('- > "never add a dependency" (transcript:L3) — overruled the plan', "dead_ends")
    )
    [finding] = found.findings
    quote, gloss = finding.claims
    assert (finding.kind, quote.text, quote.verbatim) == ("correction", "never add a dependency", True)
    assert (gloss.text, gloss.leans) == ("overruled the plan", True)


def test_statements_without_a_pointer_are_counted_and_left_out():
    found = extracted("basics", section("### Rules\n- Everything is written in Python and nothing else is.", "basics"))
    assert (found.findings, found.unsourced, found.fault) == ((), 1, "")


@pytest.mark.parametrize(
    "text",
    [
        "```json\n" + section("- It works (L1)") + "\n```",
        "Here it is:\n" + section("- It works (L1)") + "\nDone.",
        section("- It works (L1)").replace("works", r"w\orks"),
        section("- It\nworks (L1)").replace("\\n", "\n"),
    ],
    ids=["fence", "prose", "backslash", "raw line break"],
)
def test_json_as_models_write_it_is_repaired(text):
    assert extracted("convergence", text).fault == ""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("nothing", "no JSON object"),
        ("[" * 5000, "no JSON object"),
        ('{"section": "convergence", "content": "x"}', "no pointers"),
        (section("x", "basics"), "section is 'basics', not 'convergence'"),
        (section("  "), "content is empty"),
        (section("x", pointers=[{"type": "url", "ref": "http://x"}]), "pointers are no list of {type, ref, note}"),
    ],
)
def test_what_cannot_be_used_says_why(text, fault):
    assert extracted("convergence", text).fault == fault


def test_the_five_sections_stand_in_the_order_of_a_brief():
    from segue.brief.templates import SESSION

    assert list(KINDS) == [plan.name for plan in SESSION.sections]
