"""From findings to a brief: within the budget, in five sections, inert, without a secret."""

from __future__ import annotations

import time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segue.brief.assemble import assemble
from segue.brief.render import FRAME, markdown
from segue.brief.templates import SESSION
from segue.brief.tokens import line_tokens
from segue.distil.records import FRAMED, Evidence
from segue.distil.rules import find
from segue.handoff import write_brief
from segue.session.records import Session
from tests.brief.test_every_transcript import plain
from tests.distil.sessions import agent, edit, run, session, snapshot, user

HEADINGS = ["Convergence", "Dead-ends", "Code-state", "Open-threads & conflicts", "Basics"]
HOSTILE = st.text(
    alphabet=st.one_of(
        st.sampled_from(list('"“”`<>#-*|\\@!~[]()\n…. ')), st.characters(codec="utf-8", categories=["L", "N"])
    ),
    max_size=300,
)


def written(told: Session, budget: int = 2000, goal: str = "") -> str:
    return write_brief(Evidence(session=told, goal=goal), template="session", budget=budget)[1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(HOSTILE, HOSTILE), min_size=1, max_size=6), st.integers(300, 1200))
def test_any_text_makes_a_brief_within_its_budget(turns, budget):
    """The gate refuses forged structure, so passing it is the proof; quotation marks pair up in every entry."""
    steps = [step for said, answer in turns for step in (user(said), run("make test", answer), agent(answer))]
    text = written(session(*steps), budget)
    assert line_tokens(text) <= budget
    assert [line[3:] for line in text.split("\n") if line.startswith("## ")] == HEADINGS
    said = plain(" ".join(part for turn in turns for part in turn))
    for line in text.split("\n"):
        if line.startswith("- "):
            assert sum(map(line.count, '"“”')) % 2 == 0, line
            quotes = line.replace("“", '"').replace("”", '"').split('"')[1::2]
            assert [q for q in quotes if plain(q).rstrip(".…") not in said] == []


def test_a_request_without_room_is_not_called_nothing():
    last = user("please add retries to the webhook client and write tests for it because the old ones fail on monday")
    told = session(user("fix " + "the parser of the module " * 8), agent("ok"), last, agent("I added tests. " * 9))
    long = msgspec.structs.replace(
        told, glance=msgspec.structs.replace(told.glance, title="a title of many words " * 9)
    )
    roomy, tight = written(told, 200), written(long, 200)
    assert "Last request:" in roomy and "See the last request." in roomy
    assert "Last request:" not in tight and "The last request has no room in this budget." in tight


@pytest.mark.parametrize("budget", [200, 400, 2000])
def test_an_answer_without_a_space_leaves_the_rest_its_room(budget):
    """A last request that fits into no header is not told there."""
    title = "/work/a-folder-with-a-long-name" * 6
    for last in (user("y" * 9000, "answer"), user("word " * 2000), user("?" * 9000)):
        text = written(
            session(user("Sum the parcels"), agent("Summed."), last, agent("Done: " + "z" * 500), cwd=title), budget
        )
        assert line_tokens(text) <= budget and "yyyy" not in text


def test_the_header_names_the_branch_that_the_session_ended_on():
    """Where git can be asked, it tells the branch of today, and the header the one of the session's own record."""
    switched = session(user("go"), run("git switch -c rounding", "Switched to a new branch 'rounding'"))
    assert "branch rounding" in written(switched)
    asked = Evidence(session=switched, git=snapshot("parcels"))
    assert "· branch main ·" in write_brief(asked, template="session", budget=2000)[1]


def test_a_secret_in_the_name_of_a_branch_is_masked():
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    shown = written(session(user("go"), run(f"git switch -c {token}", f"Switched to a new branch '{token}'")))
    assert token not in shown


def test_a_pull_request_that_was_opened_is_in_every_brief():
    """With its address and a pointer that holds, however small the brief."""
    address = "https://forge.example/shop/parcels/pull/56"
    work = [edit(f"/work/shop/{n}.py") for n in range(30)]
    shown = written(session(user("go"), *work, run("gh pr create --fill", address), agent("Opened.")), 500)
    assert f"Pull request opened: {address} (L" in shown


def test_the_frame_opens_every_brief():
    """It is also how a later session knows that it began with one."""
    assert written(session(user("go"))).startswith(FRAME)
    assert FRAMED in FRAME


def test_a_goal_is_kept_verbatim_at_the_bottom_and_ranks_what_fits():
    """Words of the goal lift what shares them."""
    steps = [
        s
        for n in range(30)
        for s in (user(f"Sum warehouse {n} of the shop"), agent(f"Warehouse {n} was summed because of gate {n}."))
    ]
    steps[20:20] = [
        user("The invoice export wants a header"),
        agent("The invoice export writes its header because the bank asks for it."),
    ]
    told = session(*steps)
    with_goal = written(told, 500, goal="finish the invoice export")
    assert with_goal.rstrip().endswith("> finish the invoice export")
    assert "the bank asks for it" in with_goal


def test_a_secret_is_masked_and_reported():
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    brief, text = write_brief(
        Evidence(
            session=session(user(f"Use the token {secret} for the push, always."), agent("Noted."), user("go on"))
        ),
        template="session",
        budget=2000,
    )
    assert secret not in text
    assert brief.masked


def test_a_secret_in_the_title_does_not_stop_the_brief():
    """Titles are made from the first prompt."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    told = session(user("go"), agent("Done."))
    titled = msgspec.structs.replace(told.glance, title=f"push with {secret}")
    text = written(msgspec.structs.replace(told, glance=titled))
    assert secret not in text
    assert "# Handoff: push with" in text


def test_what_is_shown_is_stamped_with_its_record():
    """Agents rewrite their files: the checksum tells whether the record is still the same."""
    brief, _ = write_brief(Evidence(session=session(user("go"), agent("Done."))), template="session", budget=2000)
    assert brief.last_request is not None
    assert len(brief.last_request.claims[0].pointers[0].digest) == 8


def test_one_turn_is_a_turn():
    assert " · 1 user turn · " in written(session(user("go")))


@pytest.mark.parametrize("budget", [400, 1000, 2000])
def test_a_larger_session_fills_the_budget_and_does_not_exceed_it(budget):
    steps = [
        s
        for n in range(80)
        for s in (
            user(f"Never ship parcel {n} without label {n}, it belongs to customer {n}."),
            edit(f"/work/shop/parcel_{n}.py"),
            agent(f"Parcel {n} failed because label {n} was missing; I changed gate {n} instead of scale {n}."),
        )
    ]
    used = line_tokens(written(session(*steps), budget))
    assert 0.9 * budget <= used <= budget


def test_the_plan_has_at_most_four_hundred_lines():
    assert SESSION.lines == 400


def test_a_brief_of_many_short_entries_has_no_more_lines_than_the_plan():
    """However much room there is: a session of eighty turns may have more to say."""
    told = [
        step
        for n in range(90)
        for step in (
            user(f"no, never weigh parcel{n} twice because harbour{n} is small. is quay{n} open?"),
            agent(f"The cause is that scale{n} rounds twice because ledger{n} sums it up again."),
            edit(f"/work/shop/quay{n}.py"),
            agent(f"I kept half{n} in module{n} rather than in table{n}, because export{n} needs it."),
        )
    ]
    plan = msgspec.structs.replace(SESSION, lines=120)
    evidence = Evidence(session=session(*told), git_asked=False)
    brief = assemble(find(evidence), evidence, plan, 100_000)
    assert 60 < markdown(brief).count("\n") <= plan.lines
    assert markdown(assemble(find(evidence), evidence, SESSION, 100_000)).count("\n") > plan.lines


def test_a_last_request_is_open_until_thanks_were_given_for_it():
    """An answer that nobody has reacted to may leave anything open: "none found" would say too much."""
    asked = [user("weigh the parcels of the second quay"), agent("They are weighed, 37 of them one gram off.")]
    assert "## Open-threads & conflicts\n\nSee the last request." in written(session(*asked))
    assert "## Open-threads & conflicts\n\nNone found." in written(session(*asked, user("perfect, thanks!")))


def test_the_room_is_blamed_only_where_there_was_none():
    """A larger budget would change nothing about what is said already."""
    said = "The scale rounds every weight of the hall down."
    rule = "Never touch the scale of the hall, whatever it prints on its labels in April or in any other month."
    told = session(user(f"{rule} {said}"), agent(said), user("Weigh the stamps"), agent("I weigh the stamps."))
    assert "Nothing more to add." in written(told, 2000)
    assert "No room in this budget." not in written(told, 2000)
    long = "because the gate of the hall closes before the scale has settled, in the cold even twice a day"
    full = [
        step
        for n in range(30)
        for step in (
            user(f"Never ship parcel {n} without a label."),
            agent(f"Bell {n} is the cause, {long} {n} times."),
        )
    ]
    assert "No room in this budget." in written(session(*full, user("Go on"), run("make")), 200)


UNITS = (
    "\n", " ", "x", "a b ", "`", "```\n", "- a\n", "# ", "? ", "no ", "a@b ", "$ x\n", "PR #1 is open. ", "still ", "(",
    "](", '"', "a/b.py ", "L12 ", ": ", "&& ", "FAIL\n", "you're right ", "Option 1: a\n", "<a>", "\\", "\t\n",
    "-", "I ", "?",
)  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_no_text_takes_long(unit):
    """Processor time, far above what it takes and far below what grows with the square of a length."""
    text = (unit * 40_000)[:40_000]
    steps = [
        user("go"),
        agent("It should now work."),
        user(text),
        run("make test", text),
        agent(text),
        user("and now?"),
    ]
    begun = time.process_time()
    written(session(*steps))
    assert time.process_time() - begun < 5
