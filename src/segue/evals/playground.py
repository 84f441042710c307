"""One case, looked at closely: what was expected beside the line of the brief that earned it, or why there is none.

A missed thing has one of three causes, and each is mended in another place: no rule finds it, verification took it
out, or the budget did. `diagnosed` tells them apart by asking once more with much more room.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from segue.evals.arms import Answer, arm_named
from segue.evals.checks import Check
from segue.evals.dataset import Case, Dataset
from segue.evals.entries import entries
from segue.evals.report import budget_of
from segue.evals.scorers import Score, score
from segue.evals.words import corpus_of, plain

MUCH_MORE = 16


class View(Struct, frozen=True, kw_only=True):
    case: Case
    engine: str
    score: Score
    brief: tuple[str, ...]
    """The brief's lines as they stand."""


def look(dataset: Dataset, case: Case, *, engine: str = "rules", budget: int | None = None) -> View:
    room = budget_of(dataset, case, budget)
    arm, corpus, enough = arm_named(engine), corpus_of(case.transcript), dataset.about.case
    answer = arm(case, room)
    judged = score(case, answer, corpus, budget=room, enough=enough)
    roomy = arm(case, MUCH_MORE * room)
    there = {_key(c) for c in score(case, roomy, corpus, budget=MUCH_MORE * room, enough=enough).checks if c.found}
    checks = tuple(diagnosed(c, case, answer, found_with_room=_key(c) in there) for c in judged.checks)
    return View(
        case=case,
        engine=engine,
        score=msgspec.structs.replace(judged, checks=checks),
        brief=tuple(answer.text.rstrip("\n").split("\n")),
    )


def diagnosed(check: Check, case: Case, answer: Answer, *, found_with_room: bool) -> Check:
    """A missed check with its cause added to the reason."""
    if check.found:
        return check
    if found_with_room:
        cause = "the engine has it, the budget left it out"
    elif reason := _dropped(check, case, answer):
        cause = f"verification took it out: {reason}"
    else:
        cause = "no rule finds it"
    return msgspec.structs.replace(check, why=f"{check.why}; {cause}")


def _dropped(check: Check, case: Case, answer: Answer) -> str:
    wanted = [f.verbatim for f in case.expected.fact if f.gist == check.wanted and f.verbatim] or [check.wanted]
    return next((d for d in answer.dropped if any(plain(w)[:40] in plain(d) for w in wanted)), "")


def _key(check: Check) -> tuple[str, str]:
    return check.kind, check.wanted


def as_text(view: View) -> str:
    """For a terminal: every expected thing, and under it the brief's line or the reason."""
    judged = view.score
    verdict = "pass" if judged.passed else "FAIL: " + "; ".join(judged.failures)
    out = [
        f"{judged.case} ({judged.kind}, {judged.agent}, engine {view.engine}): {verdict}",
        view.case.expected.intent,
        f"{judged.tokens} of {judged.budget} tokens, {judged.entries} entries",
        "",
    ]
    for check in judged.checks:
        out.append(f"{'found ' if check.found else 'MISSED'}  {check.kind}: {check.wanted}")
        if check.needs:
            out.append(f"        needs: {check.needs}")
        if not check.found:
            out.append(f"        why: {check.why}")
        if check.line:
            out.append(f"        {'line' if check.found else 'near'} {check.line}: {_line(view, check.line)}")
    for fault in judged.faults:
        where = f" (line {fault.line})" if fault.line else ""
        out.append(f"{fault.kind.upper()}  {fault.why}{where}: {fault.what}")
    return "\n".join(out) + "\n"


def _line(view: View, number: int) -> str:
    """The entry on one line, as far as a screen goes."""
    found = next((e.text for e in entries("\n".join(view.brief)) if e.number == number), "")
    flat = " ".join(found.split())
    return flat if len(flat) <= 300 else flat[:299] + "…"
