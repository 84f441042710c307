"""Choosing under the budget: shares, duplicates, what may not stand alone."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from segue.brief.choice import Choice, parted, pool_of
from segue.brief.render import entry
from segue.brief.templates import LONGEST, POOLS, SESSION
from segue.brief.tokens import line_tokens
from segue.distil.records import LISTED, Claim, Finding, Kind, at


def said(text: str, line: int, weight: float = 50.0, **more: object) -> Claim:
    return Claim(text=text, pointers=(at(line),), standing="stated", weight=weight, **more)  # type: ignore[arg-type]


def finding(kind: Kind, *claims: Claim) -> Finding:
    return Finding(kind=kind, claims=claims)


def chosen(room: int, *findings: Finding) -> list[str]:
    return [entry(f) for f in Choice(findings, SESSION, room).made()]


def test_the_room_is_never_exceeded():
    """Counted as the lines will be counted, for every room."""
    pile = [
        finding("decision", said(f"Sentence {n} about the parcel of {n} kilograms and more", n)) for n in range(1, 40)
    ]
    for room in range(0, 300, 7):
        assert sum(map(line_tokens, chosen(room, *pile))) <= room


def test_the_users_plain_words_come_before_the_agents():
    """What they are worth is that of any clause that is neither a question nor in the middle of a paste."""
    words = Claim(text="i was looking for half a minute of it", pointers=(at(3),), verbatim=True, weight=8.8)
    answers = [
        said(f"The ferry number {n} leaves the quay at dawn, weighed and labelled.", n, 60.0) for n in range(5, 25)
    ]
    assert f'- "{words.text}" (L3)' in chosen(120, finding("decision", *answers), finding("decision", words))


def test_plain_questions_come_after_what_was_concluded():
    """Those that are worth little for their length; what binds or objects comes before it."""
    shares = [pool for pool, *_ in POOLS]
    asked, binds = (
        Claim(text="and how does the ferry know where the quay is?", pointers=(at(3),), verbatim=True, weight=weight)
        for weight in (14.0, 30.0)
    )
    plain, user = (pool_of(finding("decision", one), one) for one in (asked, binds))
    assert shares.index(user) < shares.index("agent") < shares.index(plain)


def test_what_hangs_on_an_aside_is_told_with_it():
    """Where there is room for both, whoever comes first."""
    words = Claim(text="Wire the bell.", pointers=(at(3),), verbatim=True, weight=5.0)
    names = Claim(lead="Edited:", text="bell.ts", pointers=(at(9),), standing="verified", weight=50.0, leans=True)
    assert chosen(100, finding("decision", words, names)) == ['- "Wire the bell." (L3)\n  Edited: bell.ts (L9)']


def test_what_was_refused_has_room_before_the_agents_other_sentences():
    """Whatever they are worth: "no, this is fine" says nothing alone."""
    offer = said("Shall I keep the weight of every parcel apart?", 2, 10.0, leans=True, lead="Agent offered:")
    words = Claim(text="no, this is fine", pointers=(at(3),), verbatim=True, weight=30.0, lead="User rejected:")
    assert pool_of(finding("correction", offer, words), offer) == "retreat"
    assert chosen(150, finding("correction", offer, words)) == [
        f'- Agent offered: {offer.text} (L2)\n  User rejected: "no, this is fine" (L3)'
    ]


def test_what_did_not_help_has_that_room_too_and_without_it_the_words_are_just_the_users():
    """ "User, after it:" says nothing alone."""
    tried = said(
        "I put the age of every parcel to the left of its name.", 2, 10.0, leans=True, lead="Agent, just before:"
    )
    words = Claim(text="nah, that looks weird", pointers=(at(3),), verbatim=True, weight=30.0, lead="User, after it:")
    both = finding("correction", tried, words)
    assert pool_of(both, tried) == "retreat"
    assert pool_of(finding("correction", tried), tried) == "agent"
    assert chosen(150, both) == [f'- Agent, just before: {tried.text} (L2)\n  User, after it: "{words.text}" (L3)']
    assert chosen(15, both) == [f'- "{words.text}" (L3)']


def test_what_was_acted_on_comes_after_what_still_stands():
    """Of two messages that are worth the same by their words."""
    handed_on, stands = (
        Claim(text=f"the scale on quay {n} weighs too much", pointers=(at(n),), verbatim=True, weight=20.0, lead=lead)
        for n, lead in ((3, "Reported, since changed:"), (9, ""))
    )
    assert chosen(25, finding("correction", handed_on), finding("decision", stands)) == [f'- "{stands.text}" (L9)']


def test_the_same_is_not_said_twice():
    twice = "The daily sum hides a parcel that is weighed twice by the old scale"
    assert len(chosen(500, finding("decision", said(twice, 3)), finding("root_cause", said(twice + " again", 9)))) == 1


def test_what_leans_is_dropped_with_what_it_leans_on():
    """An objection without the objector says nothing."""
    objection = said("I summed them per day", 2, leans=True)
    words = Claim(text="no, per parcel", pointers=(at(3),), verbatim=True, standing="stated", weight=90.0)
    assert "I summed them per day" in chosen(200, finding("correction", objection, words))[0]
    assert chosen(200, finding("correction", objection)) == []


def test_an_answer_without_the_objection_is_no_dead_end():
    """Nothing is labelled what it is not."""
    found = Choice([finding("correction", said("The scale table is created too late", 4))], SESSION, 100).made()
    assert [f.kind for f in found] == ["decision"]


def test_a_long_finding_becomes_two_entries():
    """Sentences without a word in common, more of them than an entry holds."""
    claims = [
        said(" ".join(f"{word}{n}" for word in ("parcel", "gate", "scale", "label", "crane", "dock")), n)
        for n in range(1, 20)
    ]
    found = chosen(1000, finding("decision", *claims))
    assert len(found) > 1
    assert all(len(text) <= LONGEST for text in found)


def test_the_answer_stays_beside_the_objection_where_an_entry_would_be_too_long():
    """What the objection met is left out for it; a question and its answer are never torn apart so."""
    offer = said("The scale is read " + "once in every hall of the harbour " * 6, 2, leans=True)
    words = Claim(
        text="but it drifts " + "in the cold and in the wind " * 5, pointers=(at(3),), verbatim=True, weight=90.0
    )
    answer = said("You are right, one reading cannot tell a drift from a heavy parcel", 4)
    (told,) = chosen(1000, finding("correction", offer, words, answer))
    assert "drifts" in told
    assert "You are right" in told
    assert "every hall" not in told
    listed = msgspec.structs.replace(offer, lead=LISTED)  # the reply names what stands in it by number
    assert "every hall" in chosen(1000, finding("correction", listed, words, answer))[0]
    asked = said("Which scales are read in the halls?", 2, leans=True), said("Who prints all labels?", 4, leans=True)
    chose = [said(f"number {n} " + "of those by the quay " * 9, n + 1, verbatim=True) for n in (2, 4)]
    pairs = chosen(1000, finding("decision", asked[0], chose[0], asked[1], chose[1]))
    assert [text.count("Agent:") for text in pairs] == [1, 1]


def test_what_leans_follows_what_it_leans_on():
    """However much it is worth by itself, it waits for what it belongs to, and then is taken."""
    asked = said("Should the tests be in a directory of their own?", 4, weight=90.0, leans=True)
    answer = said("Their own", 5, weight=9.0, verbatim=True)
    assert chosen(200, finding("decision", asked, answer)) == [
        '- Agent: Should the tests be in a directory of their own? (L4)\n  User: "Their own" (L5)'
    ]


def test_a_list_is_told_with_the_reply_that_names_its_items_or_not_at_all():
    listed = said("2. The ferry wants a slip of its own", 4, weight=90.0, leans=True, lead=LISTED)
    answer = said("The slips are printed now, because the ferry asks for them.", 6, weight=60.0)
    long = said("2 yes, " + "and the quay too " * 40, 5, weight=9.0, verbatim=True)
    (told,) = chosen(60, finding("decision", listed, long, answer))
    assert "slips are printed" in told and "The ferry wants" not in told


CLAIMS = st.lists(
    st.builds(
        said,
        text=st.text(alphabet="abcdef gh", min_size=1, max_size=300).map(lambda text: f"x{text}"),
        line=st.integers(1, 5),
        verbatim=st.booleans(),
        leans=st.booleans(),
    ),
    max_size=12,
)


@given(claims=CLAIMS, kind=st.sampled_from(("decision", "correction", "constraint", "dead_end")))
def test_parting_keeps_the_order_and_every_part_readable(claims, kind):
    """Whatever is said: no claim twice, none before its turn, and no entry too long that could be parted."""
    parts = list(parted(finding(kind, *claims), claims))
    kept = [id(claim) for part in parts for claim in part.claims]
    places = [next(n for n, claim in enumerate(claims) if id(claim) == one) for one in kept]
    assert places == sorted(set(places))
    for part in parts:
        assert any(not claim.leans for claim in part.claims)
        assert len(entry(part)) <= LONGEST or len(part.claims) <= 2


def test_what_was_said_before_is_left_out_where_both_would_be_too_long():
    """The user's own words come first."""
    met = said(
        "The second scale rounds the weights of the parcels, and " + "so does the first one " * 10,
        2,
        lead="Agent, just before:",
        leans=True,
    )
    objection = Claim(text=f"no, per parcel, {'and per quay ' * 14}please", pointers=(at(3),), verbatim=True)
    parts = list(parted(finding("correction", met, objection), [met, objection]))
    assert len(entry(finding("correction", met, objection))) > LONGEST >= max(len(entry(part)) for part in parts)
    assert any(objection in part.claims for part in parts)


def test_an_objection_that_led_to_something_is_a_conclusion():
    """A review that was acted on, a question that the agent gave way to."""
    for lead, kind in (("Reported, since changed:", "decision"), ("User sent:", "decision"), ("", "correction")):
        words = said("the scale of the quay rounds twice", 3, verbatim=True, lead=lead)
        (found,) = Choice([finding("correction", words)], SESSION, 200).made()
        assert found.kind == kind


def test_what_else_was_said_with_a_refusal_is_no_dead_end():
    """It may stand in an entry of its own, where both are too long together."""
    no = "no, " + "the scale of the quay rounds twice and the ledger does so too " * 4
    also = "and " + "every label of the second ship is printed in two columns " * 4
    claims = [
        said(no.strip(), 3, verbatim=True, lead="User rejected:", place=1),
        said(also.strip(), 3, verbatim=True, lead="User:", place=9),
    ]
    assert [part.kind for part in Choice([finding("correction", *claims)], SESSION, 900).made()] == [
        "correction",
        "decision",
    ]


def test_a_yes_or_a_no_is_told_with_its_question_before_anything_else():
    """A longer answer has to be worth its room."""
    asked = Claim(text="and does the ferry know where the quay is?", pointers=(at(3),), verbatim=True, weight=60.0)
    other = finding(
        "decision", said("The labels are printed on Mondays because the printer is shared by two.", 9, 55.0)
    )
    for answer, is_told in (("No, it asks.", True), (f"No, it asks{' whoever stands there' * 3}.", False)):
        reply = said(answer, 4, 1.0, answers=True)
        told = chosen(45, finding("decision", asked, reply), other)
        assert any(answer in one for one in told) == is_told


def test_a_report_of_the_last_turns_has_room_of_its_own():
    """However much was said before it that is worth more."""
    before = [said(f"Ferry{n} waits, then quay{n} floods pier{n} at tide{n}.", n, 90.0) for n in range(5, 95)]
    report = said("The bell rings again, and the lamp of the harbour wants a fuse.", 99, 20.0)

    def is_told(claim: Claim) -> bool:
        told = chosen(1400, *(finding("decision", one) for one in (*before, claim)))
        return any(claim.text in one for one in told)

    assert is_told(msgspec.structs.replace(report, recent=True)) and not is_told(report)


def test_what_room_is_left_goes_to_the_last_reports_first():
    """A session with a short user leaves room: not to what was said on the way."""
    before = [said(f"Ferry{n} waits, then quay{n} floods pier{n} at tide{n}.", n, 90.0) for n in range(5, 25)]
    words = (
        "The bell rings again before noon.",
        "A lamp of the harbour wants its fuse.",
        "Nobody painted island signs.",
    )
    reports = [said(text, 99, 20.0, recent=True) for text in words]
    told = "\n".join(chosen(300, *(finding("decision", one) for one in (*before, *reports))))
    assert all(report.text in told for report in reports)
