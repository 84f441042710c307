"""Where the agent says what was wrong."""

from __future__ import annotations

import pytest

from segue.distil.records import Claim
from segue.distil.rules.diagnoses import NAMED, diagnosed
from segue.distil.rules.words_of_agent import agent_claims
from tests.distil.sessions import Step, agent, digest, edit, run, user

CAUSE = "The parcels of the ferry are weighed before the scale has settled, so half of them are too light."
FAILS = run("make test", "FAIL: scale is missing", "failed", 2)
MENDS = edit("/work/shop/scale.py")


def claims(*steps: Step) -> list[Claim]:
    found = digest(*steps, user("next"), agent("Next."))
    return list(agent_claims(found.turns[-2], found))


def explained(*steps: Step) -> list[str]:
    return [claim.text for claim in claims(*steps) if claim.explains]


def test_what_is_said_after_a_look_and_before_an_edit_says_what_was_wrong():
    """No word of it gives that away."""
    assert explained(user("They are too light"), run("cat scale.py"), agent(CAUSE), MENDS, agent("Done.")) == [CAUSE]
    for steps in (
        [agent(CAUSE), MENDS],
        [run("cat scale.py"), agent(CAUSE), run("make")],
        [run("cat scale.py"), agent(CAUSE), run("make"), agent("One more look at the quay, and then I know."), MENDS],
    ):
        assert CAUSE not in explained(user("They are too light"), *steps, agent("Done."))


@pytest.mark.parametrize("opening", ["Found it.", "There it is:", "That is #87 exactly.", "Now I know why.", "Got it."])
def test_what_announces_it_says_so_wherever_it_stands(opening):
    """In a report, too, and where nothing was changed yet; it weighs more, and the announcement itself little."""
    said = f"{opening} {CAUSE}"
    for steps in ([agent(said)], [agent(said), run("make"), agent("Done.")]):
        texts = explained(user("They are too light"), *steps)
        assert any(CAUSE in text for text in texts)
    steps = [user("They are light"), run("make")]
    plain, announced = (
        next(c.weight for c in claims(*steps, agent(text), MENDS, agent("Done.")) if CAUSE in c.text)
        for text in (CAUSE, said)
    )
    assert announced > plain


def test_after_what_was_in_vain_the_next_message_that_names_code_says_what_it_is():
    truth = "Here it is: `weigh()` reads the label and never asks `quay.kind`."
    steps = [user("Why?"), agent("The problem is the ledger."), edit("/work/shop/ledger.py"), run("make test")]
    for wrong in ("So I was wrong about the ledger.", "No change at all, the output is the same."):
        for between in ((), (agent("I look at the labels next."), run("cat labels.py"))):
            found = explained(
                *steps, agent(wrong), run("make test"), *between, agent(truth), run("make"), agent("Done.")
            )
            assert found[-1] == truth
    pasted = [user("make test\nTypeError: no weight"), run("make test"), agent(truth), run("make test")]
    assert explained(user("Weigh"), agent("Weighed."), *pasted, agent("Done.")) == [truth]
    assert truth not in explained(*steps, agent(truth), run("make test"), agent("Done."))


def test_what_is_done_about_it_counts_less_than_what_it_was():
    plan = "I'd let the scale settle for a second before each parcel of the ferry is weighed."
    found = {
        one.text: one.weight
        for one in claims(user("Light"), run("make"), agent(f"{CAUSE} {plan}"), MENDS, agent("Done."))
    }
    assert found[plan] < 0.6 * found[CAUSE]


def test_a_cause_that_was_taken_back_since_counts_less():
    def weight(*later: Step) -> float:
        steps = [user("Why?"), run("make"), agent(f"The problem is the parcel table. {CAUSE}"), MENDS, run("make test")]
        return next(c.weight for c in claims(*steps, *later, agent("Done.")) if CAUSE in c.text)

    assert weight(agent("That was wrong, the parcel table is the parcels'."), run("make test")) < weight()


def failures(*before: Step) -> list[str]:
    found = claims(user("Why?"), *before, agent(CAUSE), MENDS, agent("Fixed."))
    return [claim.text for claim in found if claim.lead == "Failed:"]


def test_the_last_failure_before_the_words_is_what_they_explain():
    """One that passed is none, nor one that was cancelled, and one long before is another matter. A file stands for an
    edit that failed; an exit code that a pipe hid is read in the output. Alone a failure says nothing."""
    hidden = run("make test | tail -3", "FAIL: scale is missing")
    cancelled = run("make lint", "Cancelled: it failed", "cancelled")
    assert failures(FAILS) == failures(hidden, cancelled) == ["`make test`: FAIL: scale is missing"]
    assert failures(FAILS, edit("/work/shop/scale.py", outcome="failed")) == ["`/work/shop/scale.py`"]
    assert not failures(run("make test")) and not failures(FAILS, *[run("make sums")] * 5)
    told = claims(user("Why?"), FAILS, agent(CAUSE), MENDS, agent("Fixed."))
    assert [claim.leans for claim in told][:2] == [True, False]


def test_what_was_taken_back_is_passed_over():
    """It is told as a dead end; what is announced weighs more than what only stands in its place."""
    said = [agent("Found it, the ledger."), MENDS, agent(CAUSE), MENDS, agent("Done.")]
    turn = digest(user("They are too light"), run("make"), *said).turns[0]
    first, second, _ = (one.line for one in turn.said)
    assert diagnosed(turn, ()) == {first: NAMED, second: 1.0}
    assert diagnosed(turn, {first}) == {second: 1.0}


def test_a_cause_in_one_of_the_last_reports_is_worth_what_a_report_is():
    """What names the cause in an answer weighs no less than the sentence beside it that names none."""
    beside = "The bell on the quay is rung at noon by the same man."
    steps = [user("They are too light"), run("cat scale.py"), agent(f"Root cause: {CAUSE} {beside}")]
    worth = {claim.text: claim.weight / len(claim.text) ** 0.85 for claim in claims(*steps)}
    assert worth[f"Root cause: {CAUSE}"] > worth[beside] > 0
