"""The last thing the user asked for."""

from __future__ import annotations

import pytest

from segue.distil.records import Evidence
from segue.distil.rules.request import request
from segue.handoff import write_brief
from tests.distil.sessions import agent, digest, interrupted, run, session, told, user


def test_the_last_request_is_the_last_message_that_says_more_than_yes():
    """With how it was answered, because nobody reacted yet."""
    added = "Added the date column to the report header."
    found = told(request(digest(user("Add the date to the report"), agent("Shall I?"), user("yes"), agent(added))))
    assert found == [f"Add the date to the report Answered, no reaction yet: {added}"]


def test_a_turn_that_did_not_end_has_no_answer():
    """Interrupted, still at work, or silent."""
    said = agent("The dates of the report are in another column.")
    for steps in ([said, interrupted()], [said, run("make test")], []):
        assert told(request(digest(user("Add the date to the report"), *steps))) == ["Add the date to the report"]


def test_a_slash_command_and_a_nod_ask_for_nothing_new():
    steps = [user("Add the date"), agent("Shall I?"), user("yes please"), agent("Ok."), user("compact it", "command")]
    assert told(request(digest(*steps)))[0].startswith("Add the date")


@pytest.mark.parametrize("nod", ["fine by me", "mhm ok", "Works for me!", "alright, go on then"])
def test_consent_in_other_words_asks_for_nothing_new(nod):
    assert told(request(digest(user("Add the date"), agent("Shall I?"), user(nod), run("make test")))) == [
        "Add the date"
    ]


def test_a_short_yes_that_goes_on_is_a_request():
    assert told(request(digest(user("Add the date"), agent("Shall I?"), user("ok, use ISO")))) == ["ok, use ISO"]


def test_a_yes_that_goes_on_is_a_request():
    asked = "yes, and put the name of the customer beside it"
    assert told(request(digest(user("Add the date"), agent("Shall I?"), user(asked))))[0] == asked


def test_when_nobody_said_more_than_yes_that_is_the_request():
    assert told(request(digest(agent("Shall I?"), user("yes")))) == ["yes"]


def test_of_a_long_request_its_best_clauses_are_kept_in_their_order():
    """As many as fit in an entry."""
    filler = "The report was begun in April and the columns were drawn by hand in those days. " * 6
    text = f"Add the date to the report. {filler}Never touch the sums of the ledger."
    (found,) = request(digest(user(text)))
    texts = [claim.text for claim in found.claims]
    assert texts[0] == "Add the date to the report." and texts[-1] == "Never touch the sums of the ledger."
    assert sum(map(len, texts)) <= 320
    assert found.kind == "request" and all(claim.verbatim for claim in found.claims)


def test_a_session_in_which_nobody_spoke_has_no_request():
    assert not list(request(digest(agent("The sums are right."))))


def test_an_answer_that_follows_its_work_is_told():
    said = "The report has the date of each parcel now."
    assert told(request(digest(user("Add the date to the report"), run("make report"), agent(said)))) == [
        f"Add the date to the report Answered, no reaction yet: {said}"
    ]


@pytest.mark.parametrize(
    "thanks",
    [
        "Thanks, that is what I meant.",
        "no that is all, bye",
        "Perfect, that is exactly what I wanted.",
        "thx!",
        "nice nice",
    ],
)
def test_thanks_are_no_request_and_end_the_one_before(thanks):
    steps = [user("Add the date"), agent("The date is added to every slip."), user(thanks), agent("You are welcome.")]
    assert told(request(digest(*steps))) == [f"Add the date And in the end: {thanks}"]


@pytest.mark.parametrize("more", ["no, that is not what I meant", "great, now the stamps", "is that all?"])
def test_a_word_more_than_thanks_is_a_request(more):
    assert told(request(digest(user("Add the date"), agent("Added the date."), user(more)))) == [more]


def test_with_a_goal_only_an_open_request_is_told():
    """What was answered is told as what it came to."""
    steps = [user("Add the date"), agent("The date is added to every slip now.")]
    assert not list(request(digest(*steps, goal="print the stamps")))
    assert told(request(digest(*steps[:1], run("make"), goal="print the stamps"))) == ["Add the date"]


def test_what_a_bare_yes_was_said_to_is_asked_for():
    """The yes says nothing, and the message before it is not what is under way."""
    offer = agent("Summed per day. Shall I round the sums of the whole week as well?")
    found = told(request(digest(user("Add the date"), offer, user("yes"), run("make test"))))
    assert found == ["Add the date Then agreed to: Shall I round the sums of the whole week as well?"]
    thanks = [user("Add the date"), offer, user("perfect, thanks!")]
    assert "agreed" not in told(request(digest(*thanks)))[0]


def test_a_last_request_of_several_questions_is_told_whole():
    """The next agent is to answer all of them, however plain they are."""
    asks = [f"how does the scale of the quay deal with parcels of the size {n}?" for n in range(9)]
    wish = "I'm sure that there are others, but these should never be missing from the readme of the scale."
    (found,) = request(digest(user("go"), agent("Done."), user("\n".join([*asks, wish])), agent("I look.")))
    told = " ".join(claim.text for claim in found.claims if claim.verbatim)
    assert all(text in told for text in [*asks, wish])


def test_a_last_request_of_few_words_is_told():
    """Even where it is a paste, so that the only telling word of its line would be ours."""
    told_last = session(user("Why is it slow?"), agent("It reads twice."), user("ls -l 42"))
    assert '- User sent: "ls -l 42" (L3)' in write_brief(Evidence(session=told_last), template="session", budget=700)[1]


def test_of_a_pasted_log_the_beginning_is_told_and_lines_of_one_shape_once():
    """Its first lines say what is wrong; a hundred colours that are missing say it again and again."""
    rows = "\n".join(f"  - /colors/box{n}: Expected required property" for n in range(60))
    log = f'[Theme conflicts]\n  ~/.quay/dusk.json\n    Invalid theme "/quay/dusk.json":\n\nOther errors:\n{rows}'
    (found,) = request(digest(user("Make it dusk"), agent("Made."), user(log), agent("Mended the theme of the quay.")))
    told = [claim.text for claim in found.claims if claim.verbatim]
    assert 'Invalid theme "/quay/dusk.json":' in told
    assert [text for text in told if "required" in text] == ["/colors/box0: Expected required property"]
