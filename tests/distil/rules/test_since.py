"""What the agent said and is no longer so."""

from __future__ import annotations

import pytest

from segue.distil.records import AT_THE_TIME, BEFORE_EDIT, ON_THE_WAY
from segue.distil.rules.since import Since, since_of
from segue.distil.rules.words_of_agent import agent_claims
from tests.distil.sessions import agent, digest, edit, run, user


def test_a_question_that_the_user_answered_is_not_repeated():
    """It was settled; the answer is told in the user's words."""
    asked = "Shall I sum the parcels per day or per customer?"
    open_end = digest(user("Sum them"), agent(asked))
    assert [c.text for c in agent_claims(open_end.turns[0], open_end)] == [asked]
    answered = digest(user("Sum them"), agent(asked), user("per day"), agent("Done."))
    assert not list(agent_claims(answered.turns[0], answered))


def test_what_the_users_next_word_refuses_is_left_to_the_objection():
    """The rest of the report stays, for less."""
    report = "The parcels are summed per customer now. The labels of April are printed in two columns."
    kept = "The labels of April are printed in two columns."

    def weights(reply: str) -> dict[str, float]:
        found = digest(user("Sum them"), agent(report), user(reply), agent("Done."), user("next"), agent("Next."))
        return {claim.text: claim.weight for claim in agent_claims(found.turns[0], found)}

    refused, taken = weights("no, the parcels are not summed per customer"), weights("now the invoices of May")
    assert list(refused) == [kept] and len(taken) == 2
    assert refused[kept] < taken[kept]


def test_an_objection_leaves_alone_what_was_said_on_the_way():
    """Only the report that it answers is refused by it."""
    on_the_way, report = "The parcels of April are summed per customer.", "The parcels of May are summed per customer."
    steps = [user("Sum them"), agent(on_the_way), edit("/work/shop/a.py"), agent(report)]
    found = digest(*steps, user("no, the parcels are not summed per customer"), agent("Changed."))
    assert [claim.text for claim in agent_claims(found.turns[0], found)] == [on_the_way]


def test_a_report_that_tests_pass_is_out_of_date_once_they_ran_again():
    said = "All fifteen tests of the scale pass now, it seems."
    steps = [user("Sum"), run("make test"), agent(said), user("And round"), run("make test", outcome="failed", code=1)]
    assert said not in [claim.text for claim in agent_claims(digest(*steps).turns[0], digest(*steps))]
    kept = digest(*steps[:3])
    assert said in [claim.text for claim in agent_claims(kept.turns[0], kept)]


def test_a_sentence_that_the_user_quotes_back_is_no_conclusion():
    """They dispute it, or ask about it: what came of that is told."""
    said = "The ledger keeps the sum of every day because **the scale** rounds only once a week."
    bare = said.replace("*", "")
    before = digest(user("Why?"), agent(said), user("And the labels, are they printed too?"), agent("They are."))
    after = digest(user("Why?"), agent(said), user(f'"{bare}" is not fully true, it rounds daily'), agent("It does."))
    assert said.replace("**", "") in {claim.text for claim in agent_claims(before.turns[0], before)}
    assert not list(agent_claims(after.turns[0], after))


@pytest.mark.parametrize(
    "passing",
    ["I'm also checking the sums of the ledger, because they may differ.", "You'll need to weigh the parcels again."],
)
def test_what_was_so_only_while_it_was_said_is_no_conclusion(passing):
    """Work under way; and what the user was told to do, once they have answered."""
    kept = "The scale keeps the sums of a week in the ledger."
    found = digest(user("go"), agent(f"{kept} {passing}"), user("and the labels"), agent("Printed."))
    assert [claim.text for claim in agent_claims(found.turns[0], found)] == [kept]


def test_how_a_pull_request_stood_is_no_conclusion_once_it_was_said_anew():
    steps = [
        agent("PR #12 is green, but I would not merge it yet."),
        user("and now?"),
        agent("PR #12 was merged early today."),
    ]
    found = digest(user("Open it"), *steps)
    assert not list(agent_claims(found.turns[0], found))
    assert [claim.text for claim in agent_claims(found.turns[1], found)] == ["PR #12 was merged early today."]


def test_what_was_proposed_and_then_given_up_is_no_conclusion():
    """It is told with the correction; what was found out stays."""
    found_out = "The labels are read twice because both scales print them."
    steps = [agent(f"{found_out} I'd drop the second scale of the quay then."), user("no, nobody wants that")]
    kept = digest(user("go"), *steps, agent("I look for another way, then."))
    given_up = digest(user("go"), *steps, agent("You're right, both are needed."))
    assert "I'd drop the second scale of the quay then." in [c.text for c in agent_claims(kept.turns[0], kept)]
    assert [c.text for c in agent_claims(given_up.turns[0], given_up)] == [found_out]


@pytest.mark.parametrize("report", ["still this is what i see", "Traceback (most recent call):", "it doesn't work"])
def test_a_promise_that_did_not_hold_is_not_repeated(report):
    promise = "The header of the labels should now be in the middle of the page."
    found = digest(user("go"), agent(f"The width was read once only. {promise}"), user(report), agent("I look."))
    assert promise not in [claim.text for claim in agent_claims(found.turns[0], found)]
    held = digest(user("go"), agent(promise), user("and print them"), agent("Printed."))
    assert promise in [claim.text for claim in agent_claims(held.turns[0], held)]


def test_a_failure_is_not_repeated_once_every_check_has_passed():
    red = "The test of the scale fails because the sums are rounded twice."
    steps = [user("go"), run("pytest -q", "1 failed", "failed", 1), agent(red), edit("/work/shop/a.py")]
    passed = digest(*steps, run("pytest -q", "12 passed"), agent("It is mended."), user("ok"))
    assert red not in [claim.text for claim in agent_claims(passed.turns[0], passed)]
    failing = digest(*steps, run("pytest -q", "1 failed", "failed", 1), agent("Not yet."), user("ok"))
    assert red in [claim.text for claim in agent_claims(failing.turns[0], failing)]


def test_nothing_came_after_the_last_turn():
    found = digest(user("go"), agent("You'll need to weigh the parcels again. Shall I print them?"))
    since = Since(found.turns[-1], found)
    assert not since.objected and not since.taken_up
    assert not since.voids("You'll need to weigh the parcels again.", 2) and not since.refutes("Shall I print them?")


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("The change of the scale isn't pushed, it waits here.", "git push origin main"),
        ("The ledger of April is not committed on this branch.", "git add -A && git commit -m ledger"),
        ("`main` is two commits behind the remote of the quay.", "git pull --ff-only"),
        ("Committed the change of the scale as `64bc3a3b` on main.", "git commit --amend --no-edit"),
    ],
)
def test_how_the_work_tree_stood_is_not_told_once_git_moved_on(said, then):
    def told(step) -> bool:
        found = digest(user("Sum"), agent(said), user("go on"), step, agent("Done."), user("next"), agent("Next."))
        return said in [claim.text for claim in agent_claims(found.turns[0], found)]

    assert not told(run(then))
    assert told(run(then, "rejected", "failed", 1)) and told(run("git status"))


def test_an_objection_to_a_plan_leaves_the_cause_beside_it_alone():
    """Nobody objected to that."""
    cause = agent("The cause: the scale rounds half to even, so the sums of the quay are off by one.")
    plan = agent("I could migrate the whole ledger of the harbour to decimals.")
    no = user("no, don't migrate the ledger of the harbour")
    found = digest(user("Why?"), cause, plan, no, agent("You're right, the ledger stays."))
    leads = {claim.text.split()[0]: claim.lead for claim in agent_claims(found.turns[0], found)}
    assert leads["The"] == ON_THE_WAY and leads.get("I", AT_THE_TIME) == AT_THE_TIME


@pytest.mark.parametrize(
    ("reply", "lead"),
    [
        ("nice. but no scalelib, we weigh without any library", AT_THE_TIME),
        ("drop `scalelib` and weigh by hand", AT_THE_TIME),
        ("nice, and scalelib is fast", ""),
        ("no labels today", ""),
    ],
)
def test_what_names_a_thing_that_the_user_says_no_to_was_said_at_the_time(reply, lead):
    """The user's last word wins: it is not told as if it still stood."""
    said = "I added `scalelib` to the quay for the weighing of parcels, because it knows all the units."
    found = digest(user("Weigh them"), agent(said), user(reply), agent("Done."), user("next"), agent("Next."))
    assert [claim.lead for claim in agent_claims(found.turns[0], found)] == [lead]


def test_a_review_that_is_handed_on_objects_to_nothing_that_was_said():
    """The agent gives way to the reviewer, not to a word against its report."""
    report = "The scale of the quay now rounds every parcel once, and the ledger keeps the sum."
    review = (
        "The scale of the quay is asked without a timeout. Since it stands outdoors, the call may hang for hours in "
        "winter. Consider a limit as the ledger of the harbour has one, so that every call is sure to end, with a "
        "message that says what happened."
    )
    fixed = [edit("/work/shop/scale.py"), agent("You're right, that may hang. Both calls now end after a minute.")]
    found = digest(user("Round"), agent(report), user(review), *fixed)
    assert {claim.lead for claim in agent_claims(found.turns[0], found)} == {""}


@pytest.mark.parametrize(
    "passing",
    [
        "State now: revision 41 of the scale is the one that weighs, because 42 was refused.",
        "Still waiting for the ferry, because the quay is full of parcels.",
        "The label worker is running in the hall, because the office is closed.",
        "The scale is ready, but it is not yet used in the hall, because the crane is on the quay.",
    ],
)
def test_how_things_stood_for_the_moment_is_told_of_the_last_turn_only(passing):
    steps = [user("Go"), agent(passing), user("And the labels?"), agent("They are printed at the quay by the ferry.")]
    assert passing not in [c.text for turn in digest(*steps).turns for c in agent_claims(turn, digest(*steps))]
    last = digest(*steps[:2])
    assert passing in [claim.text for claim in agent_claims(last.turns[0], last)]


def test_nobody_agrees_to_the_last_words():
    offer = "The quay should be weighed twice, because the ferry asks for it. Shall I do so?"
    found = digest(user("Go"), agent(offer))
    assert {claim.lead for claim in agent_claims(found.turns[0], found)} == {""}


FIRST = "The issue is that the scale is read before the gate has closed."
SECOND = "The real issue is that the gate never closes on Sundays."
FAILS, PASSES = run("make test", "1 failed", "failed", 1), run("make test", "12 passed")


@pytest.mark.parametrize(
    ("between", "voice"),
    [
        ([], AT_THE_TIME),
        ([run("cat gate.log")], AT_THE_TIME),
        ([edit("/work/shop/scale.py"), FAILS], AT_THE_TIME),
        ([edit("/work/shop/scale.py"), PASSES, FAILS], BEFORE_EDIT),
        ([edit("/work/shop/scale.py"), PASSES], BEFORE_EDIT),
    ],
)
def test_a_cause_that_was_named_anew_before_anything_passed_was_a_guess(between, voice):
    """The last one named is what holds; a fault that was mended is no guess because another was found."""
    steps = [agent(FIRST), *between, agent(SECOND), edit("/work/shop/gate.py"), PASSES, agent("It closes now.")]
    told = digest(user("why is the sum wrong?"), *steps)
    found = {claim.text: claim.lead for claim in agent_claims(told.turns[0], told)}
    assert (found[FIRST], found[SECOND]) == (voice, BEFORE_EDIT)


def test_what_the_agent_bids_to_forget_was_said_at_the_time():
    """Turns later, and about the same thing."""
    first = agent("The cause is `fold`: the scale of the quay reads the doubled hour of the night twice.")
    later = agent("Not one parcel lies in the doubled hour of the night, so forget what I said about `fold`.")
    found = digest(user("Why?"), run("look"), first, user("hm, at night nobody weighs"), run("look"), later, user("ok"))
    assert since_of(found.turns[0], found).voice_of(found.turns[0].said[-1]) == AT_THE_TIME
