"""How the session stopped."""

from __future__ import annotations

from segue.distil.digest import Digest
from segue.distil.records import Evidence
from segue.distil.rules.ending import ending
from segue.session.records import Call, Said, Session
from tests.distil.sessions import agent, digest, edit, interrupted, run, session, told, user


def test_a_call_without_a_result_is_to_be_verified():
    """Nobody knows whether it happened."""
    found = told(ending(digest(user("go"), agent("I push it now."), run("git push", outcome="unanswered"))))
    assert found[0].startswith("Bash has no result, so verify what it did: `git push`")
    assert "I push it now." in found[0]


def test_a_refused_call_at_the_end_waits_for_the_user():
    found = told(ending(digest(user("go"), run("rm -r build", outcome="rejected"))))
    assert found[0].startswith("Bash was rejected by the user at the end; wait for the user's word: `rm -r build`")


def test_an_interrupted_call_is_to_be_verified():
    """With what the agent was saying; a finished call before it is not."""
    steps = [agent("I migrate the sums."), run("make sums"), run("make migrate", outcome="interrupted")]
    (found,) = told(ending(digest(user("go"), *steps)))
    assert found == (
        "Bash was interrupted, so verify what it did: `make migrate` Last words before it: I migrate the sums."
    )


def test_words_that_an_interruption_cut_off_are_told():
    """Even when every call had its result."""
    found = told(ending(digest(user("go"), agent("I rename the columns of the ledger."), interrupted())))
    assert found == ["Interrupted, not finished; the agent was saying: I rename the columns of the ledger."]


def test_a_call_is_named_by_its_command_or_its_file():
    """In one line that is not cut within a word."""
    found = told(ending(digest(user("go"), edit("/work/shop/a.py", outcome="unanswered"))))
    assert found == ["Edit has no result, so verify what it did: /work/shop/a.py"]
    found = told(ending(digest(user("go"), run(f"make {'part ' * 60}", outcome="unanswered"))))
    assert found == [f"Bash has no result, so verify what it did: `make {'part ' * 38}part`"]


def test_a_call_refused_at_the_end_for_the_second_time_is_said_to_be():
    """Trying it a third time would be rude."""
    no = run("rm -r build", outcome="rejected")
    found = told(ending(digest(user("go"), no, agent("I try again."), no)))
    assert found[0].startswith("Bash was rejected by the user at the end, again (it had been rejected before);")


def test_a_refusal_that_the_agent_answered_is_not_the_end():
    found = told(
        ending(digest(user("go"), run("rm -r build", outcome="rejected"), agent("I leave the build as it is.")))
    )
    assert not [line for line in found if "rejected" in line]


def test_an_interruption_within_a_call_is_told_once():
    steps = [agent("I migrate the sums."), run("make migrate", outcome="interrupted"), interrupted()]
    assert len(list(ending(digest(user("go"), *steps)))) == 1


def test_another_tool_or_a_call_that_passed_was_not_rejected_before():
    for before in (run("rm -r build"), edit("/work/shop/a.py", outcome="rejected")):
        steps = [before, agent("I clean up."), run("rm -r build", outcome="rejected")]
        assert "again" not in told(ending(digest(user("go"), *steps)))[0]


def test_a_session_that_stops_in_mid_work_says_so():
    """A closed lid or an empty account: no report, and nobody stopped it."""
    steps = [user("weigh it"), agent("I weigh the first one."), agent("Now the second one."), run("weigh 2")]
    assert told(ending(digest(*steps))) == [
        "The session stops in mid-work, without a report. Last step: Bash `weigh 2` "
        "Last words: I weigh the first one. Last words: Now the second one."
    ]
    assert told(ending(digest(*steps, agent("Both are weighed.")))) == []


def test_what_was_left_running_is_to_be_looked_at():
    left = Call(line=2, id="x", name="exec_command", act="run", command="make serve", result_line=3)
    told_by = Evidence(session=Session(glance=session().glance, items=(left, Said(line=4, role="agent", text="Up."))))
    assert told(ending(Digest(told_by))) == [
        "exec_command was still running at the end, so look how it went: `make serve`"
    ]


def test_a_cancelled_call_is_not_the_step_that_the_session_stops_in():
    steps = [agent("I weigh both."), run("weigh 1", "stuck", "failed", 1), run("weigh 2", "", "cancelled")]
    assert told(ending(digest(user("weigh"), *steps)))[0].startswith(
        "The session stops in mid-work, without a report. Last step: Bash `weigh 1`"
    )


def test_of_a_long_command_that_has_no_end_nobody_misses_the_push():
    stages = " && ".join(f"git add src/parcels/part{n}/scale.py" for n in range(8))
    long = run(f"{stages} && git commit -m 'Round' && git push origin HEAD", outcome="unanswered")
    (first, *_) = told(ending(digest(user("go"), agent("I push it."), long)))
    assert "and then git commit, git push" in first
    short = run("git commit -m 'Round' && git push", outcome="unanswered")
    assert "and then" not in told(ending(digest(user("go"), agent("I push it."), short)))[0]


def test_a_session_that_ended_with_a_report_did_not_stop_in_anything():
    assert not list(ending(digest(user("go"), run("make test"), agent("The scale rounds now."))))
    assert not list(ending(digest()))


def test_what_was_announced_and_then_done_was_not_cut_off():
    """Nor is it told twice when the user's refusal says it."""
    announced = [user("go"), agent("Let me put the scale into the plan.")]
    assert told(ending(digest(*announced, interrupted()))) == [
        "Interrupted, not finished; the agent was saying: Let me put the scale into the plan."
    ]
    assert not list(ending(digest(*announced, edit("/work/shop/plan.md"), interrupted())))
    refused = told(ending(digest(*announced, run("rm -r build", outcome="rejected"), interrupted())))
    assert len(refused) == 1 and "rejected by the user at the end" in refused[0]


def test_last_words_end_with_a_sentence():
    """Words cut off in the middle say something else, or nothing."""
    words = "The scale rounds twice. " * 18 + "Then the ledger is read again, and that is what I am about to change."
    (found,) = told(ending(digest(user("Sum them"), agent(words), run("make sums", outcome="interrupted"))))
    assert found.endswith("The scale rounds twice.")


def test_another_file_was_not_rejected_before():
    refused = [edit(path, outcome="rejected") for path in ("/work/shop/a.py", "/work/shop/b.py", "/work/shop/b.py")]
    other = told(ending(digest(user("go"), *refused[:2])))
    same = told(ending(digest(user("go"), *refused[1:])))
    assert "again" not in other[0] and "again" in same[0]
