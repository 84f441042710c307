"""No list is too short for a line of its own where another can take its things, or has some to spare."""

from __future__ import annotations

import msgspec

from segue.brief.gathered import gathered
from segue.brief.lists import balanced, is_command
from segue.brief.render import entry
from segue.brief.verify import Witness
from segue.distil.records import Claim, Finding, Kind, at
from segue.session.records import Call

RAN = {
    10: "src/parcels/weights.py",
    20: "src/parcels/labels/printing.py",
    30: "src/parcels/labels/sorting/by_street.py",
    40: "src/parcels/labels/sorting/by_weight_and_size.py",
    50: "docs/parcels.md",
    80: "src/parcels/labels/sorting/by_weight_and_size_and_then_by/street_and_number.py",
    90: "src/parcels/labels/sorting/by_street_and_number_and_weight_of_parcel.py",
    70: "weigh --all --twice parcels/island.csv",
}
WITNESS = Witness([Call(line=n, name="Bash", act="run", command=text, outcome="ok") for n, text in RAN.items()])


def listed(kind: Kind, *lines: int, lead: str = "") -> Finding:
    claims = (Claim(text=f"`{RAN[n]}`", pointers=(at(n),), standing="verified", lead=lead) for n in lines)
    return Finding(kind=kind, claims=tuple(claims))


def shown(*found: Finding) -> list[str]:
    return [entry(one) for one in gathered(found, WITNESS)]


def test_a_short_list_gets_what_a_longer_one_can_spare():
    """Five paths in one line would leave each pointer with a fifth of its words, so they cannot be one entry."""
    assert shown(listed("file", 30, 40, 20, lead="Read:"), listed("file", 10, 50, lead="Read:")) == [
        f"- Read: `{RAN[30]}` (L30); `{RAN[40]}` (L40)",
        f"- Read: `{RAN[10]}` (L10); `{RAN[50]}` (L50); `{RAN[20]}` (L20)",
    ]


def test_or_changes_a_thing_for_a_longer_one():
    """Without anything in return the long one would be too short itself."""
    assert shown(listed("file", 80, 90, lead="Read:"), listed("file", 10, 50, lead="Read:")) == [
        f"- Read: `{RAN[80]}` (L80); `{RAN[10]}` (L10)",
        f"- Read: `{RAN[50]}` (L50); `{RAN[90]}` (L90)",
    ]


def test_a_command_alone_goes_to_where_the_work_stands_and_says_that_it_ran():
    state = Finding(
        kind="state",
        claims=(
            Claim(
                text="`weigh --all --twice parcels/island.csv` passed (all parcels were weighed twice, none moved)",
                pointers=(at(70),),
                standing="verified",
                lead="Checks:",
            ),
        ),
    )
    witness = Witness(
        [
            Call(line=70, name="Bash", act="run", command=RAN[70], outcome="ok", output="parcels weighed twice"),
            Call(line=60, name="Bash", act="run", command="weigh parcels/island.csv", outcome="ok"),
        ]
    )
    alone = Finding(
        kind="command",
        claims=(Claim(text="`weigh parcels/island.csv` ok", pointers=(at(60),), standing="verified", lead="Ran:"),),
    )
    [line] = [entry(one) for one in gathered([state, alone], witness)]
    assert line.startswith("- Checks: `weigh --all")
    assert line.endswith("\n  Ran: `weigh parcels/island.csv` ok (L60)")


def test_what_was_changed_comes_before_what_was_read_and_run():
    """Whichever of them took the others in."""
    done = {10: "created docs/quay.md", 20: "read docs/scales.md, created", 30: "weigh parcels.csv, created"}
    witness = Witness([Call(line=n, name="Bash", act="run", command=text, outcome="ok") for n, text in done.items()])

    def one(kind: Kind, line: int, text: str, lead: str = "") -> Finding:
        return Finding(kind=kind, claims=(Claim(text=text, pointers=(at(line),), lead=lead),))

    ran = one("command", 30, "`weigh parcels.csv`", "Ran:")
    files = [one("file", 20, "`docs/scales.md`", "Read:"), one("file", 10, "`docs/quay.md`", "Created:")]
    assert [entry(found) for found in gathered([ran, *files], witness)] == [
        "- Created: `docs/quay.md` (L10)\n  Read: `docs/scales.md` (L20)\n  Ran: `weigh parcels.csv` (L30)"
    ]


def test_a_list_that_nothing_can_help_stays_as_it_is():
    assert shown(listed("file", 50, lead="Created:")) == [f"- Created: `{RAN[50]}` (L50)"]


def test_how_the_work_stands_is_filled_up_with_what_a_list_can_spare():
    passed = Claim(text=f"`{RAN[70]}` passed, not since the last edit", pointers=(at(70),), standing="verified")
    told = [
        entry(one)
        for one in balanced(
            [Finding(kind="state", claims=(passed,)), listed("file", 40, 30, 10, lead="Read:")], WITNESS
        )
    ]
    assert told[0] == f"- `{RAN[70]}` passed, not since the last edit (L70)\n  Read: `{RAN[10]}` (L10)"
    assert told[1] == f"- Read: `{RAN[40]}` (L40); `{RAN[30]}` (L30)"


def test_a_short_list_whose_things_stand_in_others_anyway_is_not_told():
    ran = Claim(text=f"`shellcheck {RAN[50]} && weigh --all --twice` passed", pointers=(at(70),), standing="verified")
    checks = Finding(kind="state", origin="git", claims=(msgspec.structs.replace(ran, lead="Checks:"),))
    assert balanced([checks, listed("file", 50, lead="Created:")], WITNESS) == [checks]
    assert len(balanced([checks, listed("file", 10, lead="Created:")], WITNESS)) == 2


def test_and_what_was_merely_run_goes_with_them():
    """But not alone: then it is all that the line says."""
    ran = Claim(text=f"`shellcheck {RAN[50]} && weigh --all --twice` passed", pointers=(at(70),), standing="verified")
    checks = Finding(kind="state", origin="git", claims=(msgspec.structs.replace(ran, lead="Checks:"),))
    tasks = Claim(text="`mise tasks` ok", pointers=(at(70),), standing="verified", lead="Ran:")
    short = listed("file", 50, lead="Created:")
    assert balanced([checks, msgspec.structs.replace(short, claims=(*short.claims, tasks))], WITNESS) == [checks]
    assert len(balanced([checks, Finding(kind="command", claims=(tasks,))], WITNESS)) == 2


def test_a_command_is_told_from_a_file_in_one_list_with_it():
    """The harness asks which of them were really run."""
    (mixed,) = gathered([listed("file", 10, lead="Updated:"), listed("command", 70, lead="Ran:")], WITNESS)
    assert [is_command(claim, mixed) for claim in mixed.claims] == [False, True]
