"""Short messages of the user's in one entry."""

from __future__ import annotations

from segue.brief.gathered import gathered
from segue.brief.render import entry
from segue.brief.verify import Witness
from segue.distil.records import Claim, Finding, Kind, at
from segue.session.records import Said

SAID = {
    3: "please sort the parcels by weight",
    20: "and print the labels twice",
    40: "ok then",
    60: "use the thermal printer for labels, the old one smears and nobody can read the street any more afterwards",
}
WITNESS = Witness([Said(line=line, role="user", text=text) for line, text in SAID.items()])


def told(*lines: int, kind: Kind = "decision", lead: str = "") -> list[Finding]:
    claims = (Claim(text=SAID[line], pointers=(at(line),), verbatim=True, place=1, lead=lead) for line in lines)
    return [Finding(kind=kind, claims=(claim,)) for claim in claims]


def shown(found: list[Finding]) -> list[str]:
    return [entry(finding) for finding in gathered(found, WITNESS)]


def test_short_messages_in_a_row_are_one_entry():
    assert shown(told(3, 20)) == [f'- "{SAID[3]}" (L3) "{SAID[20]}" (L20)']
    assert shown(told(3, 20, kind="constraint")) == [f'- Rule: "{SAID[3]}" (L3) "{SAID[20]}" (L20)']


def test_a_message_without_a_telling_word_is_not_lost_among_others():
    """Its pointer would support nothing of the entry."""
    assert len(shown(told(3, 40))) == 2


def test_a_long_message_and_an_objection_stand_by_themselves():
    assert len(shown(told(3, 60))) == 2
    assert len(shown(told(3, 20, kind="correction"))) == 2
    assert len(shown([*told(3), *told(20, kind="constraint")])) == 2


def test_what_the_agent_said_is_not_gathered():
    claim = Claim(text="Labels are printed twice.", pointers=(at(20),), standing="stated")
    assert len(shown([*told(3), Finding(kind="decision", claims=(claim,))])) == 2


def test_what_another_entry_quotes_is_not_quoted_again():
    """The one that says more about it stays."""
    (chosen,) = told(20, lead="User chose:")
    assert shown([*told(20), chosen]) == [f'- User chose: "{SAID[20]}" (L20)']
    more = Claim(text="It is printed twice.", pointers=(at(20),), standing="stated")
    longer = Finding(kind="decision", claims=(*chosen.claims, more))
    assert shown([*told(20), longer]) == [entry(longer)]
    assert shown([longer, *told(20)]) == [entry(longer)]
