"""What a user message is told as: a rule, a dead end, or what was asked for."""

from __future__ import annotations

import pytest

from segue.brief.render import entry
from segue.distil.rules.episodes import episodes
from tests.distil.sessions import agent, digest, told, user


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


@pytest.mark.parametrize(
    "rule", ["and never run the deploy yourself, i always do it by hand", "dont touch the faq, marie writes it"]
)
def test_a_rule_in_a_short_message_stands_with_the_rules(rule):
    """The rest of the message is what was asked for, and keeps its place."""
    request = "ok print the labels of the second and third parcel in two columns."
    found = episodes(digest(user("Sum"), agent("Summed."), user(f"{request} {rule}"), agent("Ok."), user("Stamps")))
    kinds = {c.text: f.kind for f in found for c in f.claims if c.verbatim}
    assert kinds.items() >= {rule: "constraint", request: "decision"}.items()


@pytest.mark.parametrize(
    "message",
    [
        "No, print both. Never print the name of a customer twice in this shop.",
        "Labels are printed without a margin (`print.py`, line 40), so that the last letter of a long name is cut off. "
        "Low Severity\n\nNever print the name of a customer twice in this shop. The loop over all of the names of a "
        "parcel writes the first one at the top as well as in the list below it, where nobody looks for it.",
    ],
)
def test_a_correction_stays_together_and_a_review_has_no_rules_of_the_users(message):
    steps = [user("Sum"), agent("Summed."), user(message), agent("Done."), user("Stamps")]
    assert "constraint" not in {f.kind for f in episodes(digest(*steps))}


def test_a_rule_within_a_request_does_not_make_it_one():
    """It stands with the rules, and the request by itself."""
    rule = "Never touch the sums that are stored in the ledger of the shop."
    asked = f"can you print the labels of all the parcels of April and of May in two columns for us? {rule} " + (
        "The labels of March were printed in three columns by the men of the town, as they told us in April."
    )
    found = episodes(digest(user("Sum"), agent("Summed."), user(asked), agent("Done."), user("Stamps")))
    kinds = {c.text: f.kind for f in found for c in f.claims}
    assert kinds.pop(rule) == "constraint" and set(kinds.values()) == {"decision"}


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
    assert entry(found).startswith("- User set aside later: ") == (kind == "correction")


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
