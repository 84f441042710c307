"""A short entry is shown with what was said around it, in the room that there is or that others can spare."""

from __future__ import annotations

import msgspec

from segue.brief.company import in_company
from segue.brief.records import Brief, Header, Section
from segue.brief.render import entry, markdown
from segue.brief.tokens import line_tokens
from segue.brief.verify import Witness
from segue.distil.records import Claim, Finding, Kind, at
from segue.session.records import Call, Said

SAID = {
    3: "can the scales weigh parcels twice?",
    4: (
        "Yes, they weigh parcels twice. The second scales stand at the quay and are slower. "
        "The ferry has a limit, so the island parcels are weighed a second time."
    ),
    60: "sort the labels by street, the postman walks along them",
    61: "Sorting by street takes a map. The map of the island is in the drawer. Labels are sorted now.",
    90: "The printer at the quay was oiled, it prints. A label printer at the office is still broken. Drawers stick.",
}
SENTENCES = {line: text.split(". ") for line, text in SAID.items()}
RAN = Call(
    line=60,
    name="Bash",
    act="run",
    outcome="ok",
    command="cat src/parcels/labels/of_the_island/{0,1,2,3}.py src/parcels/labels/sorting/by_street.py "
    + " ".join(f"src/parcels/labels/of_the_island/{n}.py" for n in range(4)),
)
WITNESS = Witness([Said(line=n, role="agent" if n in (4, 61, 90) else "user", text=t) for n, t in SAID.items()])


def asked(line: int) -> Claim:
    return Claim(text=SAID[line], pointers=(at(line),), verbatim=True, place=1)


def told(line: int, place: int, weight: float = 1.0, lead: str = "") -> Claim:
    text = SENTENCES[line][place].rstrip(".") + "."
    return Claim(text=text, pointers=(at(line),), standing="stated", weight=weight, lead=lead)


def finding(*claims: Claim, kind: Kind = "decision") -> Finding:
    return Finding(kind=kind, claims=claims)


def brief(*entries: Finding, budget: int = 2000) -> Brief:
    section = Section(name="convergence", heading="Convergence", entries=entries)
    return Brief(header=Header(agent="claude", session="s"), template="session", budget=budget, sections=(section,))


def shown(made: Brief) -> list[str]:
    return [entry(one) for section in made.sections for one in section.entries]


def test_a_short_question_is_shown_with_what_was_said_to_it_first_and_as_much_as_it_takes():
    """Not with what is worth most, which may be one of two ways that were offered."""
    whole = finding(asked(3), told(4, 0), told(4, 1), told(4, 2, weight=9))
    assert shown(in_company(brief(finding(asked(3))), [whole], WITNESS)) == [
        f'- "{SAID[3]}" (L3)\n  Agent: {told(4, 0).text} {told(4, 1).text} (L4)'
    ]


def test_it_goes_where_its_finding_has_it_in_an_entry_of_several():
    whole = finding(asked(3), told(4, 1))
    beside = msgspec.structs.replace(asked(3), lead="· User:")
    first = Claim(text="sort the labels by street", pointers=(at(60),), verbatim=True)
    [line] = shown(in_company(brief(finding(first, beside)), [whole], WITNESS))
    assert line == f'- "sort the labels by street" (L60)\n  · User: "{SAID[3]}" (L3)\n  Agent: {told(4, 1).text} (L4)'


def test_a_short_wish_is_shown_with_what_is_worth_most_of_what_came_of_it():
    whole = finding(asked(60), told(61, 0), told(61, 1), told(61, 2, weight=9))
    assert shown(in_company(brief(finding(asked(60))), [whole], WITNESS)) == [
        f'- "{SAID[60]}" (L60)\n  Agent: {told(61, 2).text} (L61)'
    ]


def test_what_is_told_already_is_not_told_again():
    whole = finding(asked(60), told(61, 0), told(61, 2, weight=9))
    other = finding(told(61, 2), told(4, 1), told(4, 2))
    assert shown(in_company(brief(finding(asked(60)), other), [whole], WITNESS))[0].endswith(
        f"{told(61, 0).text} (L61)"
    )


def test_an_open_item_is_shown_after_what_its_record_says_on_the_same_thing():
    left = finding(told(90, 1, lead="Agent, near the end:"), kind="open_thread")
    more = finding(told(90, 0), told(90, 1), told(90, 2, weight=9))
    assert shown(in_company(brief(left), [more], WITNESS)) == [
        f"- Agent: {told(90, 0).text} (L90)\n  Agent, near the end: {told(90, 1).text} (L90)"
    ]


def test_where_there_is_no_room_a_longer_entry_gives_its_least_sentence():
    """But not one that is all that was said to something, while there is another."""
    whole = finding(asked(3), told(4, 2))
    long = finding(asked(60), told(61, 1, weight=2), told(61, 2, weight=3))
    answered = finding(told(90, 0), told(90, 1, weight=0.5))
    before = brief(finding(asked(3)), long, answered)
    tight = msgspec.structs.replace(before, budget=line_tokens(markdown(before)) + 20)
    made = in_company(tight, [whole], WITNESS)
    assert line_tokens(markdown(made)) <= tight.budget
    assert shown(made)[0].endswith(f"{told(4, 2).text} (L4)")
    assert shown(made)[1:] == [f'- "{SAID[60]}" (L60)\n  Agent: {told(61, 2).text} (L61)', entry(answered)]


def test_where_nothing_can_be_spared_it_stays_short():
    """Words said by the way are left out of a full brief: alone they say nothing."""
    for weight, left in ((30.0, 1), (1.0, 0)):
        words = msgspec.structs.replace(asked(3), weight=weight)
        before = brief(finding(words))
        tight = msgspec.structs.replace(before, budget=line_tokens(markdown(before)))
        assert len(shown(in_company(tight, [finding(words, told(4, 2))], WITNESS))) == left


def test_what_finds_no_company_goes_to_an_entry_of_its_section():
    """The nearest that has room for it; it says whose words they are, and that they came at another time."""
    gave_up = finding(told(90, 1), kind="dead_end")
    rule = finding(
        msgspec.structs.replace(asked(60), text="sort the labels by street", lead="User corrected:"), kind="correction"
    )
    full = finding(
        asked(60), *(told(line, n) for line, n in ((4, 0), (4, 1), (4, 2), (61, 0), (61, 1), (61, 2), (90, 0)))
    )
    before = brief(rule, full, gave_up)
    tight = msgspec.structs.replace(before, budget=line_tokens(markdown(before)) + 1)
    made = shown(in_company(tight, [], Witness([Said(line=n, role="user", text=t) for n, t in SAID.items()])))
    assert made == [f"{entry(rule)}\n  · {entry(gave_up)[2:]}", entry(full)]


def test_a_secret_does_not_come_in_with_it():
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    said = {3: SAID[3], 4: f"Yes, the scales can weigh parcels twice with the token {token} of the quay."}
    witness = Witness([Said(line=n, role="user", text=text) for n, text in said.items()])
    whole = finding(asked(3), Claim(text=said[4], pointers=(at(4),), standing="stated"))
    assert shown(in_company(brief(finding(asked(3))), [whole], witness)) == [f'- "{SAID[3]}" (L3)']


def test_words_that_nothing_was_found_for_are_shown_with_the_agents_next_words():
    """Be it only that it goes to work: it says that it was heard."""
    said = {3: ("user", "let's weigh them all in one large go"), 5: ("agent", "I start with a branch. Then I weigh.")}
    witness = Witness([Said(line=3, role="user", text=said[3][1]), Said(line=5, role="agent", text=said[5][1])])
    chose = Claim(
        text=said[3][1], pointers=(at(3),), verbatim=True, place=1, lead="User chose, of three ways to do it:"
    )
    [line] = shown(in_company(brief(finding(chose)), [], witness))
    assert line == f'- User chose, of three ways to do it: "{said[3][1]}" (L3)\n  Agent: I start with a branch. (L5)'
    both = [Said(line=3, role="user", text=said[3][1]), Said(line=5, role="agent", text=said[5][1])]
    witness = Witness([*both, Said(line=60, role="user", text=SAID[60])])
    beside = brief(finding(chose), finding(asked(60)))
    [line] = shown(in_company(beside, [], witness))  # before that, with what stands next to it
    assert "I start" not in line and "the postman" in line


def test_before_a_short_entry_stays_alone_a_list_gives_what_was_merely_read():
    whole = finding(asked(3), told(4, 2))
    files = [
        Claim(text=f"`src/parcels/labels/of_the_island/{n}.py`", pointers=(at(60),), lead="Read:") for n in range(4)
    ]
    kept = Claim(text="`src/parcels/labels/sorting/by_street.py`", pointers=(at(60),), lead="Updated:", weight=0.1)
    listed = finding(kept, *files, kind="file")
    before = brief(finding(asked(3)), listed)
    tight = msgspec.structs.replace(before, budget=line_tokens(markdown(before)) + 5)
    witness = Witness([*(Said(line=n, role="user", text=SAID[n]) for n in (3, 4)), RAN])
    made = shown(in_company(tight, [whole], witness))
    assert made[0].endswith(f"{told(4, 2).text} (L4)")
    assert made[1].startswith("- Updated: `src/parcels/labels/sorting/by_street.py`") and len(made[1]) < len(
        entry(listed)
    )


def test_and_what_was_merely_run_which_a_list_of_files_may_hold():
    whole = finding(asked(3), told(4, 2))
    changed = [
        Claim(text=f"`src/parcels/labels/of_the_island/{n}.py`", pointers=(at(60),), lead="Updated:") for n in range(3)
    ]
    ran = Claim(text=f"`{RAN.command}`", pointers=(at(60),), lead="Ran:", weight=9)
    before = brief(finding(asked(3)), finding(*changed, ran, kind="file"))
    tight = msgspec.structs.replace(before, budget=line_tokens(markdown(before)) + 5)
    made = shown(in_company(tight, [whole], Witness([*(Said(line=n, role="user", text=SAID[n]) for n in (3, 4)), RAN])))
    assert made[0].endswith(f"{told(4, 2).text} (L4)") and made[1] == entry(finding(*changed, kind="file"))


def test_a_cause_gives_no_room():
    """What it was is more than a short line's company."""
    whole = finding(asked(3), told(4, 2))
    kinds: tuple[tuple[Kind, bool], ...] = (("decision", True), ("root_cause", False))
    for kind, is_given in kinds:
        long = finding(asked(60), told(61, 1, weight=2), told(61, 2, weight=3), kind=kind)
        before = brief(finding(asked(3)), long)
        tight = msgspec.structs.replace(before, budget=line_tokens(markdown(before)) + 20)
        made = "\n".join(shown(in_company(tight, [whole], WITNESS)))
        assert (told(61, 1).text not in made) == is_given


def test_at_the_end_a_list_of_what_was_merely_run_goes_whole():
    """What was changed stays; then the short question goes."""
    whole = finding(asked(3), told(4, 2))
    for lead, is_given in (("Ran:", True), ("Updated:", False)):
        ran = finding(Claim(text=f"`{RAN.command}`", pointers=(at(60),), lead=lead), kind="command")
        before = brief(finding(asked(3)), ran)
        tight = msgspec.structs.replace(before, budget=line_tokens(markdown(before)) + 5)
        witness = Witness([*(Said(line=n, role="user", text=SAID[n]) for n in (3, 4)), RAN])
        made = shown(in_company(tight, [whole], witness))
        assert len(made) == 1 and (told(4, 2).text in made[0]) == is_given


def test_the_agents_next_words_are_not_those_to_another_message_nor_said_twice():
    user, other = (
        Said(line=n, role="user", text=text) for n, text in ((3, "weigh them all in one large go"), (4, "wait"))
    )
    reply = Said(line=5, role="agent", text="I start with a branch of the large scale. Then I weigh.")
    chose = Claim(text=user.text, pointers=(at(3),), verbatim=True, place=1, lead="User chose, of the three ways:")
    said = Claim(text="I start with a branch of the large scale.", pointers=(at(5),), standing="stated", place=1)
    long = finding(said, Claim(text="Then I weigh.", pointers=(at(5),), standing="stated", place=2))
    assert reply.text.startswith(said.text)
    assert "Agent:" in shown(in_company(brief(finding(chose)), [], Witness([user, reply])))[0]
    assert "Agent:" not in shown(in_company(brief(finding(chose)), [], Witness([user, other, reply])))[0]
    both = in_company(brief(finding(chose), long), [], Witness([user, reply]))
    assert "".join(shown(both)).count(said.text) == 1


def test_what_another_entry_tells_with_its_title_is_no_company():
    titled = msgspec.structs.replace(told(4, 2), text=f"{told(4, 0).text} {told(4, 2).text}")
    around = [finding(told(4, 1), told(4, 2))]
    alone = finding(told(4, 1), kind="root_cause")
    assert told(4, 2).text in shown(in_company(brief(alone), around, WITNESS))[0]
    made = shown(in_company(brief(finding(titled, kind="dead_end"), alone), around, WITNESS))
    assert sum(line.count(told(4, 2).text) for line in made) == 1
