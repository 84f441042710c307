"""The rules engine: one small file a kind of finding, run in this order. No model, no network, no cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.distil.records import Evidence, Finding
from segue.distil.rules.asks import asks
from segue.distil.rules.commands import commands
from segue.distil.rules.files import files
from segue.distil.rules.threads import threads

Rule = Callable[[Evidence], Iterable[Finding]]
RULES: tuple[Rule, ...] = (asks, files, commands, threads)


def find(evidence: Evidence) -> tuple[Finding, ...]:
    """Everything the rules see in the evidence, in the order of the rules."""
    return tuple(finding for rule in RULES for finding in rule(evidence))
