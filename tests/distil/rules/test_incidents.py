"""What came to nothing on the way."""

from __future__ import annotations

import pytest

from segue.distil.rules.episodes import episodes
from segue.distil.rules.incidents import incidents
from tests.distil.sessions import agent, digest, edit, run, told, user


def test_what_the_agent_gave_up_on_the_way_is_no_conclusion():
    """It is told once, as a dead end."""
    steps = [user("Add retries"), agent("Sleeping blocks the worker. This does not work, so I'm reverting it.")]
    found = digest(*steps, edit("/work/shop/send.py"), agent("Retries go through the outbox."), user("next"))
    assert not [line for line in told(episodes(found)) if "reverting" in line]
    assert [f.kind for f in incidents(found)] == ["dead_end"]


CAUSE = "The root cause is that the scale table is created after the parcel table."


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


@pytest.mark.parametrize(
    "said",
    [
        "The release of the quay goes out with its changelog, as the one before it did.",
        "I made a view that doesn't hold a reference to the buffer of the scale.",
        "The parser scrolls the view back to the first row after each reload.",
    ],
)
def test_words_that_only_hold_those_of_a_retreat_give_nothing_up(said):
    steps = [user("Why?"), run("make test"), agent(said), run("make test"), agent("Done."), user("ok")]
    assert not list(incidents(digest(*steps)))


@pytest.mark.parametrize(
    "said",
    [
        "The lock buys nothing, so out with it.",
        "Not one parcel was weighed twice, so forget what I said about the ferry.",
        "This doesn't hold: with the tare of the second quay the sums go wrong.",
    ],
)
def test_a_way_that_is_given_up_is_known_by_its_words(said):
    steps = [user("Why?"), run("make test"), agent(said), run("make test"), agent("Done."), user("ok")]
    assert [line for line in told(incidents(digest(*steps))) if said in line]
