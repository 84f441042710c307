"""The user's rules survive the budget, wherever and however they were said, and any number of handoffs."""

from __future__ import annotations

import msgspec
import pytest

from segue.distil.records import Evidence
from segue.handoff import write_brief
from segue.session.records import Session
from tests.distil.sessions import Step, agent, edit, run, session, user

RULES = (
    "Never touch the billing tables without asking Dana first.",
    "All timestamps in the API must be UTC with a trailing Z.",
    "Please keep every public function under forty lines.",
    "Do not add new dependencies, we ship to an air-gapped site.",
    "Use tabs in the Makefile and spaces everywhere else.",
    "The command has to keep working on Python 3.9.",
    "Log messages must never contain customer names.",
    "Stick to the existing error codes; no new ones this quarter.",
    "I want the migrations to be reversible, every single one.",
    "Only the release branch gets version bumps.",
    "Don't rename anything that is part of the plugin interface.",
    "Under no circumstances should the worker write to the shared cache.",
    "Prefer boring SQL over clever tricks in the mapper.",
    "Tests may not depend on the network.",
    "Whatever you do, leave the legacy importer alone.",
)
PROSE = (
    "The nightly job ran at 02:14 and processed 18234 rows in 41 seconds. Most of it went into the join of orders "
    "and shipments, as before. The dashboard shows a small dip on Tuesday which the team explains with the holiday. "
    "Memory stayed flat at 1.2 GB and the queue was empty at the end. "
)


def pasted(rule: str) -> str:
    return f"{PROSE * 3}{rule} {PROSE * 3}"


def after_ok(rule: str) -> str:
    return f"ok, {rule[0].lower()}{rule[1:]}"


def work(number: int) -> list[Step]:
    """One plain exchange that has nothing to do with any rule."""
    return [
        user(f"Can you look at the parcel report number {number} and tell me what it prints?"),
        run(f"cat reports/parcel-{number}.txt", f"parcel {number} weighs {number * 3} kilograms"),
        edit(f"/work/shop/reports/parcel_{number}.py"),
        run("make test", "ok, 41 passed"),
        agent(
            f"Report {number} prints the weight because the table joins it. I changed `parcel_{number}.py` to round."
        ),
    ]


def written(told: Session) -> str:
    return write_brief(Evidence(session=told), template="session", budget=2000)[1]


def plain(text: str) -> str:
    return " ".join(text.replace("\\", "").split())


@pytest.mark.parametrize("said", [str, pasted, after_ok])
@pytest.mark.parametrize("at", [0.05, 0.5, 0.95])
def test_fifteen_rules_survive_verbatim(said, at):
    """Fifteen rules said at one place of a session of forty exchanges, each in a message of its own."""
    steps = [step for number in range(40) for step in work(number)]
    place = int(len(steps) * at) // 5 * 5
    rules = [said(rule) for rule in RULES]
    steps[place:place] = [user(rule) for rule in rules]
    brief = plain(written(session(*steps)))
    wanted = [rule if said is not after_ok else rule[0].lower() + rule[1:] for rule in RULES]
    assert [rule for rule in wanted if rule.rstrip(".") not in brief] == []


def test_rules_outlive_five_handoffs():
    """Each session starts from the brief before it; the rules were said once, in the first."""
    steps = [step for number in range(6) for step in work(number)]
    steps[10:10] = [user(rule) for rule in RULES]
    brief = written(session(*steps))
    for generation in range(5):
        opening = user(f"<handoff-context>\n{brief}\n</handoff-context>")
        later = [step for number in range(3) for step in work(100 * generation + number)]
        brief = written(session(opening, *later))
        assert brief.count("# Handoff:") == 1
    assert [rule for rule in RULES if rule.rstrip(".") not in plain(brief)] == []


def test_a_rule_taken_back_is_not_handed_on():
    """The user's last word wins over what an earlier brief carried."""
    rule = user("Never touch the billing tables without asking Dana first.")
    first = written(session(*work(1), rule, agent("Understood.")))
    assert "billing tables" in first
    change = user("Actually you can now touch the billing tables without asking Dana, she is fine with it.")
    second = written(session(user(first), *work(2), change, agent("Understood.")))
    assert "Never touch the billing tables" not in second
    assert "Actually you can now touch the billing tables" in second


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (
            "Use Redis for the lock, with SET NX.",
            "hm, no. forget what I said about Redis: take Postgres advisory locks",
        ),
        ("let's name it --dry", "last word: call it --preview"),
        ("Never add new tables to the schema.", "forget what I said about the tables"),
        ("Never use docker for the tests.", "hm, scratch that about docker"),
        ("Don't add a second table.", "ok, one table is fine"),
        ("no docker. we cannot rely on docker here", "ok, docker is fine"),
    ],
)
def test_a_wish_taken_back_is_not_shown_as_current(first, last):
    """In one session: the later message wins."""
    brief = written(session(*work(1), user(first), agent("Done."), *work(2), user(last), agent("Done."), *work(3)))
    assert first.rstrip(".") not in brief
    assert last in brief


def test_of_a_message_only_what_is_taken_back_goes():
    """The rule beside it stays."""
    first = user("that is too much. and no extra packages please, the app must stay quick on old phones. folders stay")
    last = user("stop. asked Lena, nobody would ever make folders. so no folders either, just hearts")
    brief = written(session(*work(1), first, agent("Done."), *work(2), last, agent("Done."), *work(3)))
    assert "no extra packages please, the app must stay quick on old phones." in brief
    assert "folders stay" not in brief


@pytest.mark.parametrize(
    "odd", ["| please always use tabs | in every file", "```please use tabs", "~~~ please never use tabs"]
)
def test_a_message_without_a_sentence_hurts_nobody(odd):
    """A row of a table, or a fence: whatever is taken back later."""
    last = user("actually name it foo instead, and carry on with the parser work")
    assert "carry on with the parser work" in written(session(user(odd), agent("ok"), last, agent("Done."), *work(1)))


@pytest.mark.parametrize(
    ("said", "later"),
    [
        (
            "Please delete the old rows of the orders table every night. But not the rows that the audit export of "
            "finance still reads.",
            "thanks. now use the audit export of finance to draw a revenue chart on the dashboards page, with labels",
        ),
        (
            "Never change the public function names of the parser module.",
            "looks good. actually, list the public function names of the parser module in the readme",
        ),
        ("Never skip a failing test.", "ignore the failing test for now, it is being fixed upstream"),
        ("Do not put secrets in the config file.", "ok, config is fine. go on"),
        ("Tests first. The migrations stay.", "run it without migrations now, I only want the unit tests to be quick"),
    ],
)
def test_a_harmless_message_takes_nothing_back(said, later):
    brief = written(session(user(said), agent("ok"), user(later), agent("Done."), *work(1)))
    assert said.rstrip(".") in brief


def test_a_rule_below_a_pasted_log_survives():
    """It begins in small letters, right under a line of the log."""
    log = "\n".join(
        f"2026-11-0{n}T10:0{n}:00Z INFO http method=GET path=/v1/orders status=200 id=req-10{n}" for n in range(1, 9)
    )
    rule = "whatever you do, /healthz must never be rate limited or the load balancer kills us"
    brief = written(session(user(f"Here is the log:\n{log}\n{rule}"), agent("I see the limiter."), *work(1)))
    assert rule in brief
    assert "method=GET" not in brief


def test_the_same_session_gives_the_same_bytes():
    """Nothing depends on hashing or on the order of sets."""
    told = session(*[step for number in range(8) for step in work(number)])
    assert written(told) == written(msgspec.json.decode(msgspec.json.encode(told), type=Session))
