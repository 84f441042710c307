"""One finding a user message."""

from __future__ import annotations

import pytest

from segue.brief.render import entry
from segue.distil.records import REPORTED
from segue.distil.rules.corrections import DROPPED, SOLVED, corrective
from segue.distil.rules.episodes import episodes
from tests.distil.sessions import agent, digest, edit, run, told, user


def test_the_reply_to_a_correction_stands_in_its_entry():
    """What was wrong, and why, in one place."""
    found = list(
        episodes(
            digest(
                user("Sum the parcels"),
                agent("I summed them per day."),
                user("no, sum them per parcel"),
                agent("You're right, the daily sum hides a parcel that is weighed twice."),
                user("now print the invoices of April too"),
            )
        )
    )
    correction = next(f for f in found if f.kind == "correction")
    assert "no, sum them per parcel" in told([correction])[0]
    assert "weighed twice" in told([correction])[0]


def test_a_question_overrules_only_when_the_agent_gives_way():
    """And even then it is called a question."""
    told_before = [user("Sum the parcels"), agent("I look at the suffix to tell whether it is a binary.")]
    question = user("doesn't git know if it is a binary file?")
    assert corrective(digest(*told_before, question, agent("It does not.")).turns[1]) < 0.5
    found = list(episodes(digest(*told_before, question, agent("Good catch, git knows."), user("print it"))))
    assert [c.lead for f in found for c in f.claims if c.verbatim and "binary" in c.text] == [
        "User asked, agent agreed:"
    ]


def test_a_review_passed_on_is_not_the_users_correction():
    """It is told as reported; as changed too when the agent gave way and edited, or edited what it names."""
    review = "The gosec comment is inaccurate: the name is passed from the command line, not derived. " * 3
    start = [user("Sum the parcels"), agent("Summed.")]
    acted = list(episodes(digest(*start, user(review), agent("Good catch."), edit("/work/shop/a.py"), user("Stamps"))))
    assert {(f.kind, c.lead) for f in acted for c in f.claims if "gosec" in c.text and c.verbatim} == {
        ("correction", "Reported, since changed:")
    }
    named = user(f"High: src/scale.py:4 rounds twice. {review}")
    mended = list(
        episodes(digest(*start, named, edit("/work/shop/src/scale.py"), agent("Rounded once."), user("Stamps")))
    )
    assert "Reported, since changed:" in {c.lead for f in mended for c in f.claims if c.verbatim}
    left = list(episodes(digest(*start, user(review), edit("/work/shop/a.py"), agent("I see."), user("Stamps"))))
    assert {f.kind for f in left for c in f.claims if "gosec" in c.text and c.verbatim} == {"decision"}


def test_a_cause_found_in_the_turn_of_a_rule_is_a_conclusion():
    """The rule stays with the rules."""
    cause = "The cause: the scale rounds half to even, so the sums differ."
    found = list(episodes(digest(user("Never touch the stored sums."), agent(cause), user("Stamps"))))
    assert [(f.kind, c.text) for f in found for c in f.claims][:2] == [
        ("constraint", "Never touch the stored sums."),
        ("decision", cause),
    ]


def test_a_turn_says_which_files_it_changed():
    """Where a decision can be looked up."""
    found = told(
        episodes(digest(user("Round the sums, please"), edit("/work/shop/scale.py"), agent("Done."), user("Stamps")))
    )
    assert found[0].endswith("Edited: scale.py")


@pytest.mark.parametrize(("said", "shown"), [("sounds good, go on", False), ("yes, but in cents", True)])
def test_a_nod_is_not_quoted(said, shown):
    found = told(episodes(digest(user("Sum"), agent("Summed per day."), user(said), agent("Done."), user("Stamps"))))
    assert any(said in line for line in found) is shown


def test_what_a_correction_objects_to_is_told_before_it():
    """The agent's sentences that share its words, in their order."""
    before = "The labels are printed in two columns. The parcels are summed per day in the ledger."
    steps = [user("Sum the parcels"), agent(before), user("no, the parcels are summed per customer"), agent("Changed.")]
    found = next(f for f in episodes(digest(*steps, user("Stamps"))) if f.kind == "correction")
    line = told([found])[0]
    assert line.startswith("Agent, just before:") and "The parcels are summed per day in the ledger." in line
    assert line.index("summed per day") < line.index("no, the parcels")
    assert all(claim.leans for claim in found.claims if claim.pointers[0].line == 2)


def test_an_objection_is_not_paired_with_what_it_does_not_mean():
    """Two telling words at least are shared with it, or with the answer to it."""
    before = "The labels are printed in two columns. The gate closes at night."
    steps = [
        user("Sum the parcels"),
        agent(before),
        user("no, customers pay postage for every stamp"),
        agent("Changed."),
    ]
    found = next(f for f in episodes(digest(*steps, user("Stamps"))) if f.kind == "correction")
    assert "Agent, just before:" not in told([found])[0]


def test_what_is_only_to_be_undone_has_to_be_said():
    """`revert that` says nothing by itself."""

    def weight(objection: str) -> float:
        steps = [user("Sum them"), agent("The parcels are summed per day."), user(objection), agent("Done.")]
        found = next(f for f in episodes(digest(*steps, user("Stamps"))) if f.kind == "correction")
        return next(claim.weight for claim in found.claims if claim.lead == "Agent, just before:")

    assert weight("no, revert that") > weight("no, not this way")


def test_the_words_of_a_rejection_are_a_correction():
    """Whatever they say, they came with a refusal."""
    refused = edit("/work/shop/a.py", outcome="rejected")
    steps = [user("Sum them"), agent("I write the sums."), refused, user("the ledger has them", "rejection")]
    found = list(episodes(digest(*steps, agent("I read them there."), user("Stamps"))))
    assert [f.kind for f in found for c in f.claims if c.text == "the ledger has them"] == ["correction"]


def test_a_cause_named_after_a_correction_stands_apart():
    """It holds, whatever was objected to."""
    cause = "The root cause is that the ledger is written before the scale has settled."
    steps = [user("Sum them"), agent("Summed per day."), user("no, per parcel"), agent(f"Changed. {cause}")]
    kinds = [f.kind for f in episodes(digest(*steps, user("Stamps"))) for c in f.claims if c.text == cause]
    assert kinds == ["decision"]


def test_a_turn_with_many_files_names_three_and_counts_the_rest():
    """Each once; what was read or refused was not changed."""
    names = ["a.py", "b.py", "b.py", "c.py", "d.py"]
    edits = [edit(f"/work/shop/{name}") for name in names]
    edits += [edit("/work/shop/e.py", "read"), edit("/work/shop/f.py", outcome="rejected")]
    found = told(episodes(digest(user("Round the sums, please"), *edits, agent("Done."), user("Stamps"))))
    assert found[0].endswith("Edited: a.py, b.py, c.py and 1 more")


def test_the_last_request_is_not_told_twice():
    """It stands at the head of the brief; with a goal of its own the brief needs it here."""
    steps = [user("Sum them"), agent("Summed."), user("Print the invoices of April"), agent("Printed.")]
    assert not [line for line in told(episodes(digest(*steps))) if "Print the invoices" in line]
    assert [line for line in told(episodes(digest(*steps, goal="Ship"))) if "Print the invoices" in line]


def test_an_agent_that_speaks_first_is_heard():
    """A session may begin with its report; nobody asked for it."""
    said = "The ledger is written twice because two jobs hold it."
    (found, *_) = episodes(digest(agent(said), user("Stamps")))
    assert (told([found]), found.kind, found.origin) == ([said], "decision", "rules")


def test_of_a_long_past_the_likeliest_rules_are_read():
    """Eighty turns are looked at closely, not four hundred."""
    rule = "Never touch the stored sums."
    chat = [step for n in range(200) for step in (user(f"look at parcel {n} once more"), agent("Looked."))]
    found = told(episodes(digest(user("Sum them"), agent("Summed."), user(rule), agent("Noted."), *chat)))
    assert any(rule in line for line in found)
    assert len(found) <= 80


def test_a_review_is_a_correction_only_when_the_agent_gave_way_and_acted():
    """One without the other may be politeness, or other work."""
    review = "The gosec comment is inaccurate: the name is passed on the command line, not derived. " * 3
    start, work = [user("Sum the parcels"), agent("Summed.")], edit("/work/shop/a.py")
    for after in ([agent("Good catch.")], [agent("I see."), work], [agent("Good catch."), run("make")]):
        found = episodes(digest(*start, user(review), *after, user("Stamps")))
        assert {f.kind for f in found for c in f.claims if "gosec" in c.text and c.verbatim} == {"decision"}


def test_the_users_word_on_a_report_is_the_users():
    """The report is another's."""
    review = "The gosec comment is inaccurate: the name is passed on the command line, not derived. " * 3
    mine = "I want this fixed before the release of the shop."
    steps = [user("Sum"), agent("Summed."), user(f"{review}\n\n{mine}"), agent("Good catch."), edit("/work/shop/a.py")]
    leads = {c.text: c.lead for f in episodes(digest(*steps, user("Stamps"))) for c in f.claims if c.verbatim}
    assert leads[mine] == "User:" and "Reported, since changed:" in leads.values()


def test_a_cause_found_for_a_request_stays_with_it():
    """Only after a rule or a correction does it stand apart."""
    cause = "The root cause is that the ledger is written before the scale has settled."
    (found, *_) = episodes(digest(user("find out why the sums differ"), agent(cause), user("Stamps")))
    assert [claim.text for claim in found.claims] == ["find out why the sums differ", cause]


def test_the_answer_to_a_correction_weighs_more_than_to_a_request():
    """It says what was wrong."""
    answer = "The sums are read from the ledger of the shop now."

    def weight(message: str) -> float:
        found = digest(user("Sum"), agent("Summed."), user(message), agent(answer), user("Stamps"), agent("Next."))
        return next(c.weight for f in episodes(found) for c in f.claims if c.text == answer)

    assert weight("no, not per day") > 1.2 * weight("print the labels")


def test_thanks_correct_nothing():
    steps = [user("Sum it"), agent("Summed per day."), user("Thanks, that is what I meant."), agent("You are welcome.")]
    assert not [f for f in episodes(digest(*steps, goal="print stamps")) if f.kind == "correction"]


def test_only_the_refusing_words_are_called_a_refusal():
    offer = agent("The boxes are weighed. Want me to weigh the pallets too?")
    reply = (
        "no, this is fine as it is today. The slips are printed on both sides, in the hall. Nobody reads the back "
        "of them in winter. They are blue, and those of last year were green or grey; some had none, as far as I know."
    )
    found = episodes(digest(user("Weigh"), offer, user(reply), agent("Ok."), user("Stamps")))
    leads = [
        claim.lead for finding in found if finding.kind == "correction" for claim in finding.claims if claim.verbatim
    ]
    assert leads[0] == "User rejected:" and set(leads[1:]) == {"User:"}


def test_a_reviewers_polite_order_is_not_the_users():
    """Of one message that hands a review on, the whole is the reviewer's, unless somebody says I or we."""
    review = (
        "High: the comment above the scale is inaccurate, the name of the parcel is passed by whoever calls it and "
        "does not come from the ledger at all. Please either check the name of the parcel first or put the comment "
        "right, so that the next reader knows what the scale may be given by those who call it."
    )
    steps = user("weigh"), agent("Weighed."), user(review), edit("/work/shop/scale.py"), agent("You're right, fixed.")
    found = [one for one in episodes(digest(*steps, user("print them"), agent("Printed."))) if "Please" in entry(one)]
    assert found and all("User:" not in entry(one) for one in found)


def test_what_hands_a_report_on_is_the_users():
    review = (
        "In weigh(), the error of the scale is returned without a word about the parcel that it was raised for. " * 3
    )
    steps = [
        user("Sum"),
        agent("Summed."),
        user(f"pushed, the bot left a comment.\n\n{review}"),
        edit("/work/shop/a.py"),
    ]
    found = digest(*steps, agent("Good catch, it names the parcel now."), user("Stamps"))
    leads = {claim.text[:6]: claim.lead for one in episodes(found) for claim in one.claims if claim.verbatim}
    assert leads["pushed"] == "User:" and leads["In wei"] == "Reported, since changed:"


REVIEW = (
    "Weighing twice in the evening count. Low severity. The evening count never asks whether a parcel was weighed "
    "before, so that every parcel on the second belt is always weighed twice and the sum of the day is too high."
)


@pytest.mark.parametrize(
    ("report", "lead"),
    [
        ("Fixed. The evening count asks first.", REPORTED),
        ("The evening count is a nightly job of the depot.", ""),
    ],
)
def test_a_fault_that_was_handed_on_and_mended_is_told_as_mended(report, lead):
    """All of it: that something is "always" so makes no rule of it."""
    steps = [user("count the parcels"), agent("They are counted."), user(REVIEW), edit("/work/shop/count.py")]
    found = episodes(digest(*steps, agent(report), user("and now the labels"), agent("Printed.")))
    leads = {claim.lead for finding in found for claim in finding.claims if claim.text in REVIEW and claim.verbatim}
    assert leads == {lead}


def test_a_rule_beside_what_the_user_found_after_all_stays_one():
    """Neither set aside nor solved."""
    rule = "never touch schema.sql again. and where is the new button?"
    steps = [user(rule), agent("At the bottom."), user("no worries, i see it now"), agent("Fine."), user("go on")]
    found = episodes(digest(user("weigh"), agent("ok"), *steps, agent("Done.")))
    assert {claim.lead for one in found for claim in one.claims if "schema.sql" in claim.text} == {""}


@pytest.mark.parametrize(
    ("next_word", "lead", "kind"),
    [
        ("no, ignore this part. go on with the labels", DROPPED, "correction"),
        ("whoah wait no no haha i see it now", SOLVED, "decision"),
        ("ignore this part of the file, it is generated", DROPPED, "correction"),
        ("ignore the warnings of the printer", "", "decision"),
        ("i see it now, and the labels are too small", "", "decision"),
        ("no, as i see it now the page has two of them, fix that", "", "decision"),
    ],
)
def test_what_the_user_takes_back_at_once_is_told_so(next_word, lead, kind):
    """Or that it was well after all: nothing was set aside."""
    asked = "can you see whether the scale of the second belt can be switched off at night?"
    found = episodes(digest(user("weigh"), agent("ok"), user(asked), agent("It can."), user(next_word), agent("Sure.")))
    told_as = [(claim.lead, one.kind) for one in found for claim in one.claims if claim.text == asked]
    assert told_as == [(lead, kind)]
