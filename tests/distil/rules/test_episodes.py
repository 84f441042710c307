"""One finding a user message."""

from __future__ import annotations

import pytest

from segue.brief.render import entry
from segue.distil.rules.corrections import corrective
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


def test_a_standing_rule_is_a_constraint():
    """Rules belong under Basics, even without an answer."""
    steps = [
        user("Sum them"),
        agent("Done."),
        user("Always round to two digits."),
        agent("Noted."),
        user("Print April"),
    ]
    assert [told([f]) for f in episodes(digest(*steps)) if f.kind == "constraint"] == [["Always round to two digits."]]


@pytest.mark.parametrize(
    "next_thing",
    ["nice. now keep the labels of the quay short, all of them", "ok now the gate, never print there twice"],
)
def test_the_next_thing_to_do_is_no_standing_rule(next_thing):
    """Whatever is said of how to do it."""
    steps = [user("Sum them"), agent("Done."), user(next_thing), agent("Printed."), user("Print April")]
    assert not [f for f in episodes(digest(*steps)) if f.kind == "constraint"]


def test_a_question_overrules_only_when_the_agent_gives_way():
    """And even then it is called a question."""
    told_before = [user("Sum the parcels"), agent("I look at the suffix to tell whether it is a binary.")]
    question = user("doesn't git know if it is a binary file?")
    assert corrective(digest(*told_before, question, agent("It does not.")).turns[1]) < 0.5
    found = list(episodes(digest(*told_before, question, agent("Good catch, git knows."), user("print it"))))
    assert [c.lead for f in found for c in f.claims if c.verbatim and "binary" in c.text] == [
        "User asked, agent gave way:"
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


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Never touch the numbers that are stored.", "constraint"),
        ("can we write a summary and keep it in the repo", "decision"),
        ("wait i want to test setup", "decision"),
    ],
)
def test_only_a_standing_directive_is_a_rule(said, kind):
    found = list(
        episodes(digest(user("Sum the parcels"), agent("Summed."), user(said), agent("Done."), user("Stamps")))
    )
    assert [f.kind for f in found for c in f.claims if c.text == said] == [kind]


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


def test_a_rule_within_a_request_does_not_make_it_one():
    """It is told with what was asked for."""
    rule = "Never touch the sums that are stored in the ledger of the shop."
    asked = f"can you print the labels of all the parcels of April and of May in two columns for us? {rule} " + (
        "The labels of March were printed in three columns by the men of the town, as they told us in April."
    )
    found = episodes(digest(user("Sum"), agent("Summed."), user(asked), agent("Done."), user("Stamps")))
    assert [f.kind for f in found for c in f.claims if c.text == rule] == ["decision"]


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


def test_a_request_with_one_rule_in_it_is_not_called_a_rule():
    wish = (
        "I look at the slips of last year on one page, sorted by the street and by the name of the customer. "
        "The others are in a box under the stairs, and some of them were lost when we moved to the other hall. "
    )
    rule = "Never print the name of a customer twice, that must not happen again."
    steps = [user("Sum"), agent("Summed."), user(f"{wish}{rule}"), agent("Ok."), user("Stamps")]
    (found,) = [f for f in episodes(digest(*steps)) if any(c.text == rule for c in f.claims)]
    assert found.kind == "decision" and len([c for c in found.claims if c.verbatim]) == 3


def test_a_long_message_with_a_rule_in_it_stands_with_the_rules_if_half_of_it_binds():
    rule = "the weekly sums should not be in the output folder it should be in the ledger folder"
    once = "spawn agent to move all their dated sums to the ledger folder, that fits the big scale better"
    for text, kind in (("Never print a label twice.", "constraint"), (f"{once}. that means {rule}", "decision")):
        steps = [user("Sum them"), agent("Done."), user(text), agent("Noted."), user("Print April")]
        found = [f for f in episodes(digest(*steps)) if any(text[:20] in claim.text for claim in f.claims)]
        assert [(f.kind, f.claims[0].lead) for f in found] == [(kind, "")]


def test_a_rule_in_a_long_request_stands_with_the_rules():
    """Whatever the rest of it is, and however much."""
    seen = "can you look at the labels of quay {}, and at the sums of April that the scale of its hall {} has printed? "
    asks = "".join(map(seen.format, range(7), range(7)))
    rule = "Never name the harbour in the ledger, because it is public."
    steps = [user("Sum it"), agent("Summed."), user(f"{asks}{rule}"), agent("I look."), user("Stamps")]
    found = [f for f in episodes(digest(*steps)) if f.kind == "constraint"]
    assert [claim.text for f in found for claim in f.claims] == [rule]


def test_of_a_long_message_only_what_binds_stands_with_the_rules():
    """The rest of it asks for something, once."""
    seen = "The runs of April lie in the old folder of the office, and I would like to see who put them there {}?"
    when = ("in the spring", "at night, by hand", "for the office of the quay", "without a word", "last week, again")
    asks = " ".join(map(seen.format, when))
    rule = "Never name the harbour in the ledger, because it is public."
    more = "The labels of the last week were printed on the small printer of the office, who needs them?"
    steps = [user("Sum it"), agent("Summed."), user(f"{asks} {rule} {more}"), agent("I look."), user("Stamps")]
    found = {claim.text: (f.kind, claim.lead) for f in episodes(digest(*steps)) for claim in f.claims if claim.verbatim}
    assert found.pop(rule) == ("constraint", "")
    assert set(found.values()) == {("decision", "")}


DROPS = [
    "scratch that idea, now weigh them on the ferry",
    "yeah okay scractch that idea now i want them on the ferry",
    "nvm, drop that plan. weigh them on the ferry",
    "forget it, weigh them on the ferry",
    "never mind that and weigh them on the ferry",
]
GOES_ON = [
    "drop that column from the table of weights",
    "forget that scale's cache when it restarts",
    "scrap metal weighs more, doesn't it",
    "don't drop that idea",
    "yes, do that, and weigh them on the ferry",
]


@pytest.mark.parametrize(
    ("later", "kind"), [*((one, "correction") for one in DROPS), *((one, "decision") for one in GOES_ON)]
)
def test_what_the_user_asked_and_then_dropped_is_a_dead_end(later, kind):
    asks = user("will it work if the parcels go by post?"), agent("Yes, by post is possible, but it is slow.")
    [found, *_] = episodes(digest(*asks, user(later), agent("Weighed on the ferry."), user("next"), agent("Next.")))
    assert found.kind == kind
    assert entry(found).startswith("- User dropped later: ") == (kind == "correction")


@pytest.mark.parametrize(
    "said",
    [
        "The porting idea is off the table till you bring it up.",
        "The lookups take 0.4 ms, so that rules out the network.",
        "The listeners are flat, so that was a false lead.",
    ],
)
def test_what_a_report_gives_up_is_a_dead_end(said):
    report = f"All three labels come out now, with one letter changed. {said}"
    found = list(episodes(digest(user("why no labels?"), agent(report), user("print the rest"), agent("Printed."))))
    assert [entry(one) for one in found if one.kind == "dead_end"] == [f"- Agent: {said} (L2)"]


PROPOSAL = "Cleanest is a second scale on the ferry: every parcel is weighed twice. I can have a proof up today."


@pytest.mark.parametrize(
    "words",
    [
        "too heavy for us",
        "tried that last year, was hell. the postmen blocked it",
        "no appetite for that before the audit, leave the rest alone",
        "hm not convinced",
    ],
)
def test_a_proposal_that_is_turned_down_without_a_no_is_told_with_that(words):
    found = digest(user("ideas?"), agent(PROPOSAL), user(words), agent("Then one."), user("print them"), agent("Done."))
    lines = [entry(one) for one in episodes(found)]
    assert not [line for line in lines if "Cleanest" in line and "rejected" not in line]
    assert [line for line in lines if line.startswith("- Agent, just before: Cleanest is") and "User rejected:" in line]


def test_of_several_ways_the_one_that_is_named_is_turned_down():
    ways = "I'd suggest one of these:\n- A redis store, which both share.\n- Memory in each of the two scales."
    found = digest(
        user("a limit?"), agent(ways), user("leave redis out of it"), agent("Memory."), user("print"), agent("Ok.")
    )
    (line,) = [entry(one) for one in episodes(found) if "rejected" in entry(one)]
    assert "redis store" in line and "Memory in each" not in line


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
