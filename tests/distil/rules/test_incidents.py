"""What was found out on the way."""

from __future__ import annotations

import pytest

from segue.distil.rules.episodes import episodes
from segue.distil.rules.incidents import incidents
from tests.distil.sessions import Step, agent, digest, edit, run, told, user


def test_a_cause_found_in_mid_turn_is_a_finding_with_the_failure_before_it():
    """The command that failed and what the agent made of it, in one entry."""
    steps = [user("Make the tests pass")]
    steps += [run("make test", "FAIL: scale is missing", "failed", 2)]
    steps += [agent("The root cause is that the scale table is created after the parcel table.")]
    steps += [edit("/work/shop/scale.py"), agent("Fixed."), user("ok")]
    found = list(incidents(digest(*steps)))
    assert [f.kind for f in found] == ["root_cause"]
    assert told(found)[0].startswith(
        "Failed: `make test`: FAIL: scale is missing Agent, before an edit: The root cause"
    )


def test_what_the_agent_gave_up_on_the_way_is_no_conclusion():
    """It is told once, as a dead end."""
    steps = [user("Add retries"), agent("Sleeping blocks the worker. This does not work, so I'm reverting it.")]
    found = digest(*steps, edit("/work/shop/send.py"), agent("Retries go through the outbox."), user("next"))
    assert not [line for line in told(episodes(found)) if "reverting" in line]
    assert [f.kind for f in incidents(found)] == ["dead_end"]


CAUSE = "The root cause is that the scale table is created after the parcel table."


def test_a_cause_is_told_without_a_failure_when_none_was_near():
    """One that passed is none, and one long before is another matter."""
    far = [run("make test", "FAIL", "failed", 2), *[run("make sums")] * 5]
    for before in ([run("make test")], far):
        steps = [user("Why?"), *before, agent(CAUSE), edit("/work/shop/a.py"), agent("Fixed."), user("ok")]
        assert told(incidents(digest(*steps))) == [f"Agent, before an edit: {CAUSE}"]


def test_the_last_failure_before_the_words_is_the_one_they_explain():
    """An edit that failed is named by its file; an output without an error line is not quoted."""
    failures = [run("make test", "FAIL", "failed", 2), edit("/work/shop/scale.py", outcome="failed")]
    steps = [user("Why?"), *failures, agent(CAUSE), edit("/work/shop/a.py"), agent("Fixed."), user("ok")]
    assert told(incidents(digest(*steps))) == [f"Failed: `/work/shop/scale.py` Agent, before an edit: {CAUSE}"]


@pytest.mark.parametrize(
    "said",
    [
        "This does not work, so I'm reverting the change of the scale.",
        "Wait, the ledger is written by two jobs and not by one.",
        "Hmm, the parcels of April are summed in another table.",
    ],
)
def test_a_retreat_on_the_way_is_a_dead_end(said):
    steps = [user("Sum them"), agent(said), edit("/work/shop/a.py"), agent("Done."), user("ok")]
    assert [(f.kind, told([f])) for f in incidents(digest(*steps))] == [
        ("dead_end", [f"Agent, before an edit: {said}"])
    ]


def test_a_report_is_told_with_its_turn():
    """What the last words name stands beside what the user asked for."""
    assert not list(incidents(digest(user("Why?"), run("make test", "FAIL", "failed", 2), agent(CAUSE), user("ok"))))


def test_words_on_the_way_that_name_nothing_are_passed_over():
    steps = [user("Why?"), agent("The parcels of April are read now."), edit("/work/shop/a.py"), agent("Done.")]
    assert not list(incidents(digest(*steps)))


def test_a_failure_says_nothing_by_itself():
    """It is shown beside the words that explain it, or not at all."""
    failed = run("make test", "FAIL: scale is missing", "failed", 2)
    steps = [user("Why?"), failed, agent(CAUSE), edit("/work/shop/a.py"), agent("Fixed."), user("ok")]
    (found,) = incidents(digest(*steps))
    assert [claim.leans for claim in found.claims] == [True, False]


def test_a_failure_whose_code_a_pipe_hid_is_one_too_and_a_cancelled_call_is_none():
    hidden = run("make test | tail -3", "FAIL: scale is missing")
    cancelled = run("make lint", "Cancelled: it failed", "cancelled")
    steps = [user("Why?"), hidden, cancelled, agent(CAUSE), edit("/work/shop/a.py"), agent("Fixed."), user("ok")]
    assert told(incidents(digest(*steps))) == [
        f"Failed: `make test`: FAIL: scale is missing Agent, before an edit: {CAUSE}"
    ]


PLAN = "The loop is easily made parallel, so I'll put the scale behind a pool and measure."


def test_what_was_given_up_is_told_with_what_had_been_planned():
    """\"That made it slower\" says nothing without it; and a plan that was given up is no conclusion."""
    back = agent("Hmm, that made it slower, from 4 to 7 seconds, as the parcels are tiny.")
    steps = [user("It takes 4 s"), agent(PLAN), edit("/work/shop/a.py"), run("make bench"), back, agent("One thread.")]
    found = digest(*steps, user("next"), agent("Next."))
    assert told(incidents(found)) == [
        f"Agent, just before: {PLAN} Agent, on the way: Hmm, that made it slower, from 4 to 7 seconds, as the parcels "
        "are tiny."
    ]
    assert not [line for line in told(episodes(found)) if "pool" in line]


@pytest.mark.parametrize("before", ["Let me check what the scale of the quay prints there.", "The scale prints twice."])
def test_a_look_is_no_plan_and_without_a_deed_nothing_was_tried(before):
    back = agent("Scrap that. The printer of the quay has no driver that the scale could use.")
    for steps in ([agent(before), run("make bench")], [agent(PLAN)]):
        found = told(incidents(digest(user("go"), *steps, back, agent("Done."), user("next"), agent("Next."))))
        assert found and not [line for line in found if "Agent, just before:" in line]


def test_a_job_that_is_dead_after_three_runs_is_no_dead_end():
    said = "A job of the quay is dead after three runs, and a wagon of the ferry is dead after two of them."
    assert not list(incidents(digest(user("How often?"), agent(said), run("make"), agent("Done."), user("ok"))))


def test_what_is_undone_for_a_moment_is_not_given_up():
    look = agent("Now I see whether it would fail, by temporarily reverting the change of the scale.")
    assert not list(incidents(digest(user("go"), run("make"), look, run("make"), agent("It fails."), user("next"))))


WRONG = "So I was wrong about the ledger."


def test_after_what_was_wrong_the_next_message_with_names_says_what_it_is():
    truth = "Here it is: `weigh()` reads the label and never asks `quay.kind`."
    steps = [user("Why?"), agent("The problem is the ledger."), edit("/work/shop/ledger.py"), run("make test")]
    for wrong in (WRONG, "No change at all, the output is the same."):
        for between in ((), (agent("I look at the labels next."), run("cat labels.py"))):
            said = [
                agent(wrong),
                run("make test"),
                *between,
                agent(truth),
                run("make test"),
                agent("Done."),
                user("ok"),
            ]
            found = [f for f in incidents(digest(*steps, *said)) if f.kind == "root_cause"]
            assert told(found)[-1].endswith(truth)
    pasted = [user("Weigh"), agent("Weighed."), user("make test\nTypeError: no weight"), run("make test")]
    found = list(incidents(digest(*pasted, agent(truth), run("make test"), agent("Done."), user("ok"))))
    assert [f.kind for f in found] == ["root_cause"] and told(found)[0].endswith(truth)
    without = [*steps, agent(truth), run("make test"), agent("Done."), user("ok")]
    assert not [line for line in told(incidents(digest(*without))) if truth in line]


def test_what_takes_back_and_names_the_cause_is_both():
    steps = [user("Why?"), run("make test")]
    took = "I have to take that back: the scale was a small hole, and not the cause."
    cause = "The actual cause is the clock of the quay: it is read once a day. So each parcel of the evening is late."
    for said in (f"{took} {cause}", f"{cause} It has nothing to do with the ferry, that theory was wrong."):
        found = list(incidents(digest(*steps, agent(said), run("make test"), agent("Done."), user("ok"))))
        kinds = {f.kind: line for f, line in zip(found, told(found), strict=True)}
        assert cause.split(":", maxsplit=1)[0] in kinds["root_cause"] and took not in kinds["root_cause"]
        assert cause.split(":", maxsplit=1)[0] not in kinds.get("dead_end", "")


@pytest.mark.parametrize(
    "said", ["{0} That is the real cause, and my first idea was wrong.", "That's the root cause, I was wrong. {0}"]
)
def test_that_is_the_cause_means_the_sentence_beside_it(said):
    cause = "The rollout waits for the pod, and the pod waits for the rollout."
    found = list(
        incidents(digest(user("Why?"), agent(said.format(cause)), run("make test"), agent("Done."), user("ok")))
    )
    assert [f.claims[0].text for f in found if f.kind == "root_cause"] == [cause]


def test_what_names_the_cause_comes_before_what_explains_it():
    named, explains = (
        "The real cause is the clock of the quay.",
        "So parcels never leave but at night, because it stands.",
    )
    [found] = incidents(digest(user("Why?"), agent(f"{explains} {named}"), run("make"), agent("Done."), user("ok")))
    assert max(found.claims, key=lambda claim: claim.weight / (20 + len(claim.text))).text == named


def test_a_cause_that_was_taken_back_since_comes_after_what_it_was():
    def weight(*later: Step) -> float:
        steps = [user("Why?"), agent(CAUSE), run("make test"), *later, agent("Done."), user("ok")]
        [first, *_] = incidents(digest(*steps))
        return first.claims[0].weight

    again = agent("The problem is the parcel table: the scale table is created after the parcel table twice.")
    assert weight(again, run("make test")) < 0.5 * weight(run("make test"))
