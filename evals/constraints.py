"""Do the user's rules survive? Puts each constraint of a list into real sessions and looks for it in the brief.

    python evals/constraints.py [LIST] [--gold ../shared/eval/dev] [--budget 2000] [--sessions 10]

LIST has one constraint a line (`constraints.txt` beside this script by default). Each is said once in every session, as
a turn of its own, after "ok," or inside a paste of 2,000 characters, at 5, 50 or 95 % of it, by turns; then all of them
in one session that is handed over five times, every time into another one. What is missing is printed. It judges by the
letter: the constraint, without its last dot, stands in the brief or it does not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from segue.distil.records import Evidence
from segue.handoff import write_brief
from segue.session.records import Item, Said, Session
from segue.sources import reader_for

PLACES = (0.05, 0.5, 0.95)
HANDOFFS = 5
NOTES = Path(__file__).with_name("notes.txt")
"""What somebody pasted, with a place for a rule in it."""


def after_ok(rule: str) -> str:
    return f"ok, {rule[0].lower()}{rule[1:]}"


def pasted(rule: str) -> str:
    return NOTES.read_text(encoding="utf-8").replace("{rule}", rule)


FORMS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("a turn of its own", str),
    ('after "ok,"', after_ok),
    ("inside a paste", pasted),
)


def moved(item: Item, by: int) -> Item:
    """The item so many records further on."""
    lines = {name: at + by for name in ("line", "result_line") if (at := getattr(item, name, None)) is not None}
    return msgspec.structs.replace(item, **lines)


def with_messages(session: Session, texts: Iterable[str], share: float) -> Session:
    """The session with these messages of the user's before the first one that stands so far into it."""
    spoken = [n for n, item in enumerate(session.items) if isinstance(item, Said) and item.role == "user"]
    at = next((n for n in spoken if n >= share * len(session.items)), len(session.items))
    line = session.items[at].line if at < len(session.items) else session.items[-1].line + 1
    said = [Said(line=line + n, role="user", text=text) for n, text in enumerate(texts)]
    rest = (moved(item, len(said)) for item in session.items[at:])
    return msgspec.structs.replace(session, items=(*session.items[:at], *said, *rest))


def brief_of(session: Session, budget: int) -> str:
    return write_brief(Evidence(session=session), template="session", budget=budget)[1]


def stands(rule: str, brief: str) -> bool:
    told = " ".join(brief.replace("\\", "").split())
    return rule.rstrip(".")[1:] in told  # a rule after "ok," begins in small letters


def singly(rules: list[str], sessions: list[Session], budget: int) -> Iterable[tuple[str, float, str, bool]]:
    for number, rule in enumerate(rules):
        for turn, session in enumerate(sessions):
            name, said = FORMS[(number + turn) % len(FORMS)]
            place = PLACES[(number + turn // len(FORMS)) % len(PLACES)]
            yield name, place, rule, stands(rule, brief_of(with_messages(session, [said(rule)], place), budget))


def handed_on(rules: list[str], sessions: list[Session], budget: int) -> list[str]:
    """Those that are lost when all are said in one session that is handed over again and again."""
    brief = brief_of(with_messages(sessions[0], rules, PLACES[1]), budget)
    for session in [*sessions[1:], *sessions][:HANDOFFS]:
        brief = brief_of(with_messages(session, [f"<handoff-context>\n{brief}\n</handoff-context>"], 0.0), budget)
    return [rule for rule in rules if not stands(rule, brief)]


def main() -> int:
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", type=Path, default=here / "constraints.txt")
    parser.add_argument("--gold", type=Path, default=here.parents[1] / "shared" / "eval" / "dev")
    parser.add_argument("--budget", type=int, default=2000)
    parser.add_argument("--sessions", type=int, default=10)
    given = parser.parse_args()
    rules = [line.strip() for line in given.rules.read_text(encoding="utf-8").splitlines() if line.strip()]
    names = [case["case"] for case in json.loads((given.gold / "cases.json").read_text(encoding="utf-8"))]
    paths = [given.gold / f"{name}.jsonl" for name in names[: given.sessions]]
    sessions = [reader_for(path).read(path) for path in paths]
    found: Counter[tuple[str, float]] = Counter()
    tried: Counter[tuple[str, float]] = Counter()
    out = sys.stdout
    for name, place, rule, survives in singly(rules, sessions, given.budget):
        tried[name, place] += 1
        found[name, place] += survives
        out.write("" if survives else f"lost, {name}, at {place:.0%}: {rule}\n")
    for name, _ in FORMS:
        cells = (f"{found[name, place]} of {tried[name, place]} at {place:.0%}" for place in PLACES)
        out.write(f"{name:20}" + "".join(f"{cell:>20}" for cell in cells) + "\n")
    out.write(f"{'in all':20}{f'{sum(found.values())} of {sum(tried.values())}':>20}\n")
    lost = handed_on(rules, sessions, given.budget)
    out.write(f"after {HANDOFFS} handoffs{'':4}{f'{len(rules) - len(lost)} of {len(rules)}':>20}\n")
    out.write("".join(f"lost after {HANDOFFS} handoffs: {rule}\n" for rule in lost))
    return 0


if __name__ == "__main__":
    sys.exit(main())
