"""On which branch a quiet commit was made: by what its own command had taken, else by what git had told before it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from segue.distil.acts import Act
from segue.session.branch import branches_told, taken_by
from segue.session.records import Session


class Branches:
    def __init__(self, acts: Sequence[Act], session: Session) -> None:
        self._by_call: defaultdict[int, list[Act]] = defaultdict(list)
        for act in acts:
            self._by_call[id(act.call)].append(act)
        self._told = list(branches_told(session))
        self._told_at = [one.line for one in self._told]
        self._back_at = [act.call.line for act in acts if _goes_back(act)]

    def of(self, commit: Act) -> str:
        """Empty where nothing tells."""
        before = (act for act in self._by_call[id(commit.call)] if act.order < commit.order)
        taken = [name for act in before if (name := taken_by(act.step)) or _goes_back(act)]
        if taken:
            return taken[-1]
        told, back = (bisect_left(lines, commit.call.line) - 1 for lines in (self._told_at, self._back_at))
        if told < 0 or (back >= 0 and self._back_at[back] > self._told_at[told]):
            return ""
        return self._told[told].name


def _goes_back(act: Act) -> bool:
    """`git switch -`, which a quiet one does without a word of where to."""
    return act.step.verb in ("switch", "checkout") and act.step.words[-1:] == ("-",)
