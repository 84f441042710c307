"""The scorers on briefs written by hand: each measure can be earned, and each can be lost."""

from __future__ import annotations

import pytest

from segue.evals.arms import Answer
from segue.evals.dataset import Case, Enough, MustNot
from segue.evals.entries import entries
from segue.evals.faults import forbidden
from segue.evals.scorers import Score, score
from segue.evals.words import corpus_of
from tests.evals.conftest import MakeCase

GOOD = """\
# Handoff: cache

## Convergence

- `app/cache.py` holds the cache; `make test` ok (L5)

## Dead-ends

- An in-memory dict: every worker has its own (L2)

## Basics

- "never write to /var/cache, the disk is full there" (L1)
"""


def judge(case: Case, text: str, **fields: tuple[str, ...]) -> Score:
    answer = Answer(text=text, ran=("make test",), **fields)
    return score(case, answer, corpus_of(case.transcript), budget=800, enough=Enough())


def test_a_brief_that_says_everything_passes(make_case: MakeCase) -> None:
    """And every check names the line that earned it."""
    judged = judge(make_case(), GOOD)
    assert judged.failures == ()
    assert [(c.kind, c.line) for c in judged.checks] == [
        ("constraint", 13),
        ("dead_end", 9),
        ("file", 5),
        ("command", 5),
    ]


@pytest.mark.parametrize(
    ("old", "new", "failure"),
    [
        ("the disk is full there", "the disk is almost full", "users word 0%"),
        ("every worker has its own", "it was simple", "facts 50%"),
        ("`app/cache.py` holds", "The new file holds", "files 0%"),
        ("`make test` ok", "tests ok", "commands 0%"),
        ("holds the cache", "and app/evict.py hold the cache", "1 invented"),
        ("holds the cache", 'holds "a cache that nobody ever mentioned"', "1 invented"),
        ("holds the cache", "holds it, run `make deploy now`", "1 invented"),
    ],
    ids=["quote changed", "anchor gone", "file gone", "command gone", "path", "quote", "command"],
)
def test_every_measure_can_be_lost(make_case: MakeCase, old: str, new: str, failure: str) -> None:
    """One change to a good brief fails the case, and the failure says which."""
    assert old in GOOD
    judged = judge(make_case(), GOOD.replace(old, new))
    assert failure in "; ".join(judged.failures)


def test_a_dead_end_told_as_a_fact_is_missed(make_case: MakeCase) -> None:
    """The next agent would try it again."""
    judged = judge(make_case(), GOOD.replace("## Dead-ends", "## Decisions"))
    missed = [c for c in judged.checks if not c.found]
    assert [c.kind for c in missed] == ["dead_end"]
    assert "not as a dead end" in missed[0].why


def test_anchors_in_two_entries_are_not_one_statement(make_case: MakeCase) -> None:
    """Words that happen to stand somewhere prove nothing."""
    split = GOOD.replace(
        "- An in-memory dict: every worker has its own (L2)", "- A dict was dropped (L2)\n- One worker failed (L2)"
    )
    missed = [c for c in judge(make_case(), split).checks if not c.found]
    assert [(c.kind, "lacks" in c.why) for c in missed] == [("dead_end", True)]


def test_a_cut_quote_says_how_much_of_it_is_there(make_case: MakeCase) -> None:
    """The playground shows the line that came nearest."""
    judged = judge(make_case(), GOOD.replace(", the disk is full there", ""))
    missed = next(c for c in judged.checks if not c.found)
    assert "only “never write to /var/cache” of" in missed.why and missed.line == 13


def test_a_command_that_was_never_run_is_invented(make_case: MakeCase) -> None:
    """Text of a tool's output, given as a command, is the worst kind of invention."""
    judged = judge(make_case(), GOOD, claimed_commands=("rm -rf build", "make test ok"))
    assert [f.what for f in judged.faults] == ["rm -rf build"]


def test_a_quote_with_an_ellipsis_counts_by_its_parts(make_case: MakeCase) -> None:
    """Leaving something out is allowed, adding is not."""
    cut = GOOD.replace("holds the cache", 'holds "Add a cache to the loader. … the disk is full there"')
    assert judge(make_case(), cut).failures == ()


@pytest.mark.parametrize(
    "line",
    [
        "- Let me look at the loader first. Now I'll check the callers. (L2)",
        "- Agent: I've read the tests and then I ran them. (L2)",
    ],
    ids=["intentions", "labelled"],
)
def test_telling_what_was_done_is_history(make_case: MakeCase, line: str) -> None:
    """A brief is for the next agent; a diary is not."""
    judged = judge(make_case(), GOOD + line + "\n")
    assert judged.count("history") >= 1 and "history" in "; ".join(judged.failures)


def test_a_copy_of_a_paste_is_a_dump(make_case: MakeCase) -> None:
    """However true it is, nobody reads it."""
    judged = judge(make_case(), GOOD + "- " + "The loader loads what it is told to load. " * 20 + "\n")
    assert judged.failures == ("1 dump",)


def test_the_users_own_words_are_never_history(make_case: MakeCase) -> None:
    """'I'll deploy it myself' is a rule when the user says it."""
    quoted = GOOD.replace("holds the cache", 'holds the cache "I\'ll look at it myself on Monday"')
    assert judge(make_case(), quoted).count("history") == 0


def test_saying_it_twice_is_history(make_case: MakeCase) -> None:
    """Stacked briefs repeat themselves."""
    line = "- Eviction is missing, and it is the one thing that the release still waits for. (L4)\n"
    assert judge(make_case(), GOOD + line + line).count("history") == 1


def test_over_the_budget_fails(make_case: MakeCase) -> None:
    """More room earns more, so it must cost the case."""
    case = make_case()
    judged = score(case, Answer(text=GOOD), corpus_of(case.transcript), budget=20, enough=Enough())
    assert any("tokens, more than 20" in failure for failure in judged.failures)


def test_what_hangs_below_a_line_is_part_of_its_entry_also_before_the_first_heading():
    text = (
        'facts\n- "weigh it" (L1)\n  Answered: weighed (L2)\n\n## Convergence\n\n- one (L3)\n  two (L4)\n- three (L5)\n'
    )
    assert [(one.number, one.text.count("\n")) for one in entries(text)] == [(1, 0), (2, 1), (7, 1), (9, 0)]


def faults_of(rule: MustNot, text: str) -> int:
    return len(list(forbidden([rule], text, entries(text))))


@pytest.mark.parametrize(
    ("rule", "text", "count"),
    [
        (MustNot(text="AKIA42", why=""), "- key is AKIA42 (L1)", 1),
        (MustNot(text="a_b", why=""), "- key is a\\_b (L1)", 1),
        (MustNot(text="use Redis", why="", unless=("no longer",)), "- Use Redis. (L1)", 1),
        (MustNot(text="use Redis", why="", unless=("no longer",)), "- Use Redis: no longer wanted. (L1)", 0),
        (MustNot(text="use Redis", why="", unless=("no longer",)), "## Dead-ends\n\n- Use Redis. (L1)", 0),
        (MustNot(text="<system>", why="", as_structure=True), "- <system>now (L1)", 1),
        (MustNot(text="<system>", why="", as_structure=True), "- \\<system>now (L1)", 0),
        (MustNot(text="## Basics!", why="", as_structure=True), "## Basics!\n", 1),
        (MustNot(text="## Basics!", why="", as_structure=True), "- said: ## Basics!\n", 0),
    ],
)
def test_forbidden_text_counts_where_it_does_harm(rule: MustNot, text: str, count: int) -> None:
    """A secret anywhere; a withdrawn wish unless it is told as such; structure only where it is structure."""
    assert faults_of(rule, text) == count


def test_an_intention_that_decides_something_is_news(make_case: MakeCase) -> None:
    """'I'll use a lock per worker' tells what the case asks for, in the only words there are."""
    judged = judge(make_case(), GOOD + "- I'll give each worker a lock of its own. (L2)\n")
    assert judged.count("history") == 0


def test_a_command_may_be_given_without_what_hangs_on_it(make_case: MakeCase) -> None:
    """`make test` of `make test 2>&1 | tail` was run; a longer one than was run was not."""
    case = make_case()
    for claim, count in (("`make test` ok", 0), ("`make deploy` ok", 1)):
        answer = Answer(text=GOOD, ran=("cd app && make test 2>&1 | tail -5",), claimed_commands=(claim,))
        judged = score(case, answer, corpus_of(case.transcript), budget=800, enough=Enough())
        assert judged.count("invented") == count


def test_quotes_inside_a_quote_do_not_turn_it_inside_out(make_case: MakeCase) -> None:
    """What stands between two quotes is nobody's quote."""
    nested = GOOD.replace(
        "holds the cache", 'holds it: "Add a "cache" to the loader." which is what we have here now "ok"'
    )
    assert judge(make_case(), nested).count("invented") == 0
