"""The rules engine: one small file a kind of finding, run in this order. No model, no network, no cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.distil.digest import Digest
from segue.distil.records import Evidence, Finding
from segue.distil.rules.answers import answers
from segue.distil.rules.attempts import attempts
from segue.distil.rules.by_hand import by_hand
from segue.distil.rules.carried import carried
from segue.distil.rules.commands import commands
from segue.distil.rules.conflicts import conflicts
from segue.distil.rules.ending import ending
from segue.distil.rules.environment import environment
from segue.distil.rules.episodes import episodes
from segue.distil.rules.files import files, undone
from segue.distil.rules.in_passing import in_passing
from segue.distil.rules.incidents import incidents
from segue.distil.rules.injections import injections
from segue.distil.rules.left_open import left_open
from segue.distil.rules.numbers import numbers
from segue.distil.rules.opened import opened
from segue.distil.rules.options import options
from segue.distil.rules.put_off import put_off
from segue.distil.rules.rejections import rejections
from segue.distil.rules.repository import repository
from segue.distil.rules.request import request
from segue.distil.rules.standing import standing
from segue.distil.rules.todos import todos

Rule = Callable[[Digest], Iterable[Finding]]
RULES: tuple[Rule, ...] = (
    request,
    carried,
    answers,
    attempts,
    episodes,
    incidents,
    options,
    repository,
    standing,
    opened,
    numbers,
    files,
    undone,
    rejections,
    commands,
    by_hand,
    todos,
    ending,
    left_open,
    in_passing,
    put_off,
    conflicts,
    injections,
    environment,
)


def find(evidence: Evidence) -> tuple[Finding, ...]:
    """Everything the rules see in the evidence, in the order of the rules."""
    digest = Digest(evidence)
    return tuple(finding for rule in RULES for finding in rule(digest))
