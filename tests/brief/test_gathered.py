"""Short entries are joined, and the voices in them stay apart."""

from __future__ import annotations

from segue.brief.gathered import gathered
from segue.brief.render import entry
from segue.brief.verify import Witness
from segue.distil.records import Claim, Finding, Kind, at
from segue.session.records import Call, Said

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
    assert shown(told(3, 20)) == [f'- "{SAID[3]}" (L3)\n  · "{SAID[20]}" (L20)']
    assert shown(told(3, 20, kind="constraint")) == [f'- "{SAID[3]}" (L3)\n  · "{SAID[20]}" (L20)']


def test_short_things_that_are_open_are_one_entry():
    """Before they are filled up with what was said beside them, which is not open."""
    left = "Agent, near the end:"
    assert shown(told(3, 20, kind="open_thread", lead=left)) == [
        f'- {left} "{SAID[3]}" (L3)\n  · {left} "{SAID[20]}" (L20)'
    ]


def test_a_message_without_a_telling_word_is_not_lost_among_others():
    """Its pointer would support nothing of the entry."""
    assert len(shown(told(3, 40))) == 2


def test_a_short_message_is_joined_with_a_long_one_but_not_with_another_kind():
    assert shown(told(3, 60)) == [f'- "{SAID[3]}" (L3)\n  · "{SAID[60]}" (L60)']
    assert shown(told(3, 20, kind="correction")) == [f'- "{SAID[3]}" (L3)\n  · "{SAID[20]}" (L20)']
    assert len(shown([*told(3), *told(20, kind="constraint")])) == 2


def test_entries_that_are_long_enough_or_would_be_too_long_stand_by_themselves():
    words = "the parcels for the island are weighed a second time at the quay because the ferry has a limit of its own"
    said = {n: f"{words}, number {n}" for n in (5, 9)} | {
        7: f"{words}, {words}, {words}, {words}",
        8: "weigh them twice",
    }
    witness = Witness([Said(line=line, role="user", text=text) for line, text in said.items()])

    def one(line: int) -> Finding:
        return Finding(kind="decision", claims=(Claim(text=said[line], pointers=(at(line),), verbatim=True, place=1),))

    assert len(gathered([one(5), one(9)], witness)) == 2
    assert len(gathered([one(7), one(8)], witness)) == 2


def test_the_voices_in_a_joined_entry_are_told_apart():
    claim = Claim(text="I print the labels twice.", pointers=(at(20),), standing="stated")
    agent = Finding(kind="decision", claims=(claim,))
    assert shown([*told(3), agent]) == [f'- "{SAID[3]}" (L3)\n  · Agent: {claim.text} (L20)']
    again = told(20, 3)
    assert shown([*told(60), *again]) == [f'- "{SAID[60]}" (L60)\n  · "{SAID[20]}" (L20)\n  · "{SAID[3]}" (L3)']
    assert shown([agent, *told(3)]) == [f'- Agent: {claim.text} (L20)\n  · User: "{SAID[3]}" (L3)']
    assert shown([*told(20, lead="User chose:"), *told(3)]) == [
        f'- User chose: "{SAID[20]}" (L20)\n  · User: "{SAID[3]}" (L3)'
    ]


def test_short_lists_are_one_entry_wherever_they_stand():
    """Files, then a command: told apart, and not added to a line that says how the work stands."""
    ran = {3: "weigh all", 9: "src/labels.py", 21: "src/parcels/by/weight/and/size.py"}
    witness = Witness(
        [Call(line=line, name="Bash", act="run", command=text, outcome="ok") for line, text in ran.items()]
    )

    def one(kind: Kind, line: int, lead: str = "") -> Finding:
        claim = Claim(text=f"`{ran[line]}`", pointers=(at(line),), standing="verified", lead=lead)
        return Finding(kind=kind, claims=(claim,))

    found = [one("file", 9, "Read:"), one("file", 21, "Read:"), one("command", 3, "Ran:")]
    assert [entry(finding) for finding in gathered(found, witness)] == [
        "- Read: `src/labels.py` (L9); `src/parcels/by/weight/and/size.py` (L21)\n  Ran: `weigh all` (L3)"
    ]
    stands = (
        "Everything committed: one commit in this session, the scales are weighed; pushed, and nothing is left to do"
    )
    state = Finding(kind="state", claims=(Claim(text=stands, pointers=(at(3),), standing="verified"),))
    assert len(gathered([state, found[0]], witness)) == 2


def test_what_another_entry_quotes_is_not_quoted_again():
    """The one that says more about it stays."""
    (chosen,) = told(20, lead="User chose:")
    assert shown([*told(20), chosen]) == [f'- User chose: "{SAID[20]}" (L20)']
    more = Claim(text="It is printed twice.", pointers=(at(20),), standing="stated")
    longer = Finding(kind="decision", claims=(*chosen.claims, more))
    assert shown([*told(20), longer]) == [entry(longer)]
    assert shown([longer, *told(20)]) == [entry(longer)]


def test_things_to_do_are_a_list():
    """What they are is said once; they are not added to other lists."""

    def todo(text: str, lead: str = "To do:") -> Finding:
        return Finding(kind="todo", claims=(Claim(text=text, pointers=(at(3),), lead=lead),))

    found = [todo("sort the parcels", "Half done:"), todo("weigh the parcels"), todo("print labels by weight")]
    assert shown(found) == [
        "- Half done: sort the parcels (L3)\n  To do: weigh the parcels; print labels by weight (L3)"
    ]
    file = Finding(kind="file", claims=(Claim(text="`parcels/weight.py`", pointers=(at(3),), lead="Read:"),))
    assert len(shown([todo("weigh the parcels"), file])) == 2
