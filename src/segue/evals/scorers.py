"""Judging one brief against one case: what was found, what was missed and why, what should not be there.

Pure functions over texts. No weights and no headline number: a case passes or it does not, and says why not.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from segue.brief.tokens import tokens
from segue.evals.arms import Answer
from segue.evals.checks import Check, check_fact, check_text
from segue.evals.dataset import USERS_WORD, Case, Enough
from segue.evals.entries import PREAMBLE, entries
from segue.evals.faults import Fault, forbidden, history, invented, sentences
from segue.evals.words import Corpus

TELLING = 5
"""Letters from which a word of an anchor is about the case and not about anything."""


class Score(Struct, frozen=True, kw_only=True):
    case: str
    kind: str
    agent: str
    budget: int
    tokens: int
    checks: tuple[Check, ...]
    faults: tuple[Fault, ...]
    entries: int
    sentences: int
    failures: tuple[str, ...] = ()
    """Why the case did not pass; empty when it did."""

    @property
    def passed(self) -> bool:
        return not self.failures

    def share(self, *kinds: str) -> float | None:
        """How much of these kinds was found; None when the case expects none."""
        mine = [check.found for check in self.checks if check.kind in kinds]
        return sum(mine) / len(mine) if mine else None

    @property
    def users_word(self) -> float | None:
        return self.share(*USERS_WORD)

    @property
    def facts(self) -> float | None:
        return self.share(*(c.kind for c in self.checks if c.kind not in ("file", "command")))

    @property
    def files(self) -> float | None:
        return self.share("file")

    @property
    def commands(self) -> float | None:
        return self.share("command")

    def count(self, kind: str) -> int:
        return sum(fault.kind == kind for fault in self.faults)

    @property
    def history(self) -> float:
        return self.count("history") / self.sentences if self.sentences else 0.0


def score(case: Case, answer: Answer, corpus: Corpus, *, budget: int, enough: Enough) -> Score:
    """The whole judgement of one brief."""
    found = entries(answer.text)
    checks = (
        *(check_fact(fact, found) for fact in case.expected.fact),
        *(check_text("file", path, found) for path in case.expected.files),
        *(check_text("command", command, found) for command in case.expected.commands),
    )
    told = [entry for entry in found if entry.section not in (PREAMBLE, "Goal")]
    faults = (*invented(answer, told, corpus), *forbidden(case.expected.must_not, answer.text, found))
    news = [word for fact in case.expected.fact for group in fact.anchors for word in group if len(word) >= TELLING]
    bare = Score(
        case=case.name,
        kind=case.expected.kind,
        agent=case.expected.agent,
        budget=budget,
        tokens=tokens(answer.text),
        checks=checks,
        faults=(*faults, *history(told, news)),
        entries=len(told),
        sentences=sum(len(sentences(entry)) for entry in told),
    )
    return msgspec.structs.replace(bare, failures=tuple(shortfalls(bare, enough)))


def shortfalls(score: Score, enough: Enough) -> Iterable[str]:
    """One line for each way in which a case falls short of what is enough."""
    for name in ("users_word", "facts", "files", "commands"):
        got, needed = getattr(score, name), getattr(enough, name)
        if got is not None and got < needed:
            yield f"{name.replace('_', ' ')} {got:.0%}, needs {needed:.0%}"
    for name in ("invented", "forbidden", "dump"):
        if score.count(name) > getattr(enough, name):
            yield f"{score.count(name)} {name}"
    if score.history > enough.history:
        yield f"history {score.history:.0%} of its sentences, at most {enough.history:.0%}"
    if score.tokens > score.budget:
        yield f"{score.tokens} tokens, more than {score.budget}"
