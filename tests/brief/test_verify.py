"""What a brief claims is held against the records, before and after the choice."""

from __future__ import annotations

import pytest

from segue.brief.render import entry
from segue.brief.verify import Witness, settled, supports, verified
from segue.distil.records import Claim, Evidence, Finding, Pointer, at
from segue.session.records import Said, Thought
from tests.distil.sessions import agent, run, session, user

TOLD = session(
    user("Sum the “big” parcels\n> per warehouse"),
    run("make test", "12 passed"),
    agent("The warehouse sums are right."),
)
EVIDENCE = Evidence(session=TOLD)


def one(**claim: object) -> Finding:
    return Finding(kind="decision", claims=(Claim(**claim),))  # type: ignore[arg-type]


def test_a_quote_is_compared_without_typography():
    kept, _ = verified([one(text='Sum the "big" parcels per warehouse', pointers=(at(1),), verbatim=True)], EVIDENCE)
    assert kept


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ({"text": "Sum all parcels", "pointers": (at(1),), "verbatim": True}, "quote not verbatim"),
        ({"text": "The sums are right", "pointers": (at(99),)}, "no record L99"),
        ({"text": "The sums are right", "pointers": ()}, "no pointer"),
        ({"text": "See src/never/seen.py for it", "pointers": (at(4),)}, "path not in the evidence"),
        ({"text": "It is in", "pointers": (Pointer("commit", ref="abc1234"),)}, "no such commit"),
    ],
)
def test_a_claim_that_does_not_hold_is_dropped_with_its_reason(claim, why):
    kept, dropped = verified([one(**claim)], EVIDENCE)
    assert not kept
    assert why in dropped[0]


def test_two_telling_words_near_the_record_support_a_claim():
    assert supports("warehouse sums differ", ["the warehouse sums are right"])
    assert not supports("invoices export finished yesterday evening", ["the warehouse sums are right"])


def test_a_pointer_that_its_entry_does_not_support_is_not_shown():
    """Even when the claim survives by another one."""
    steps = [user(f"Filler number {n} about nothing") for n in range(12)]
    told = session(*steps, agent("The warehouse sums are right."))
    claim = Claim(text="The warehouse sums are right", pointers=(at(2), at(13)), standing="stated")
    entries = list(settled(Finding(kind="decision", claims=(claim,)), Witness(told.items)))
    assert [str(p) for p in entries[0].claims[0].pointers] == ["L13"]


def test_thinking_supports_nothing():
    """It is readable in some sessions only, and a pointer leads a reader to what was said and done."""
    said = Said(line=9, role="agent", text="Done.")
    told = Witness([Thought(line=8, text="The warehouse sums are right."), said])
    assert not told.has(8) and not told.contains("warehouse")
    assert list(told.around(9)) == ["done."]


def test_an_item_of_a_list_that_the_line_does_not_support_gets_its_own():
    """One line for files that were touched far apart would point at records that know one of them only."""
    paths = ("warehouse/scale.py", "invoices/april.py", "parcels/weight.py")
    told = session(*[step for path in paths for step in (run(f"cat {path}", "x"), *[user("Filler")] * 9)])
    lines = [item.line for item in told.items if hasattr(item, "command")]
    claims = [
        Claim(lead="Updated:", text=f"`{path}`", pointers=(at(line),), standing="verified")
        for path, line in zip(paths, lines, strict=True)
    ]
    entries = list(settled(Finding(kind="file", claims=tuple(claims)), Witness(told.items)))
    assert [[claim.text for claim in one.claims] for one in entries] == [[f"`{path}`"] for path in paths]


def test_how_a_check_ended_keeps_its_pointer_in_a_line_of_its_own():
    """A claim without one behind a claim that has one reads as if both were shown there."""
    told = {2: "make test: everything passed in the warehouse", 30: "npm 1 failing"}
    witness = Witness([Said(line=line, role="user", text=text) for line, text in told.items()])
    stands = "Everything committed in the warehouse, everything passed and nothing is left to be done there by anyone"
    claims = [
        Claim(text=stands, pointers=(at(2),), standing="verified"),
        Claim(text="`npm test` not ok (1 failing)", pointers=(at(30),), standing="verified"),
    ]
    first, second = settled(Finding(kind="state", claims=tuple(claims)), witness)
    assert [[str(p) for c in one.claims for p in c.pointers] for one in (first, second)] == [["L2"], ["L30"]]


def test_words_of_a_few_letters_are_told_whatever_we_would_say_of_them():
    """No word of them is long enough to be looked for, and "corrected" stands in no record."""
    told = session(user("use rg not grep"), *[agent(f"Filler{n} about{n} parcels{n}") for n in range(9)])
    quote = Claim(text="use rg not grep", pointers=(at(1),), verbatim=True, standing="stated", lead="User corrected:")
    correction, decision = (
        entry(one)
        for finding in (Finding(kind="correction", claims=(quote,)), Finding(kind="decision", claims=(quote,)))
        for one in settled(finding, Witness(told.items))
    )
    assert (correction, decision) == ('- "use rg not grep" (L1)', '- "use rg not grep" (L1)')


def test_the_users_words_do_not_go_with_a_weak_neighbour():
    """A short message has few words beside the names of all that came of it."""
    told = session(user("do it all in one"), *[agent(f"Filler number {n} about nothing") for n in range(9)])
    quote = Claim(text="do it all in one", pointers=(at(1),), verbatim=True, standing="stated")
    names = Claim(text="scale.py, parcels.py, invoices.py", pointers=(at(9),), standing="verified", leans=True)
    entries = list(settled(Finding(kind="decision", claims=(quote, names)), Witness(told.items)))
    assert [[claim.text for claim in one.claims] for one in entries] == [["do it all in one"]]


def test_the_agents_next_words_may_come_after_it_looked_at_something():
    told = session(user("weigh it"), *[run("ls")] * 9, agent("I weigh it."), user("stop"), agent("Stopped."))
    found = Witness(told.items).reply(1)
    assert found is not None and found.text == "I weigh it."
    assert Witness(session(user("weigh it"), user("stop"), agent("Stopped.")).items).reply(1) is None
