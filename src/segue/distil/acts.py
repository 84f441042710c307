"""The steps of git and of forges that a session took, and what each of them does."""

from __future__ import annotations

import re

from msgspec import Struct

from segue.patterns import late
from segue.session.records import Call
from segue.session.steps import Step

MADE = late(r"^\[([\w./-]+|detached HEAD)(?: \(root-commit\))? ([0-9a-f]{7,40})\] ([^\n]{1,120})", re.M)
"""What a commit prints: branch, hash and subject."""
HEAD = late(r"^(?:\* )?([0-9a-f]{7,40}) (?:\([^)\n]*\) )?(\S[^\n]*)$", re.M)
"""A commit in a log of one line each."""
Order = tuple[int, int]


class Act(Struct, frozen=True, gc=False):
    """One step of git's or a forge's, and where it ran."""

    call: Call
    step: Step
    order: Order
    place: str


def is_logged(act: Act) -> bool:
    """A log in the same call shows it, so that it was made, however the call ended."""
    return any(subject in act.step.words for _, subject in HEAD.findall(act.call.output))


def pushes(step: Step) -> bool:
    forge = step.program != "git" and step.verb in ("pr create", "pr merge", "mr create", "mr merge")
    return (step.verb == "push" and "--dry-run" not in step.words) or forge


def clears(step: Step) -> bool:
    """It throws away what is not committed; new files stay."""
    return (step.verb == "reset" and "--hard" in step.words) or (
        step.verb in ("checkout", "restore") and step.words[-1:] == (".",)
    )


def is_of_head(step: Step) -> bool:
    """A log from HEAD on, one line a commit."""
    named = [w for w in step.words if not w.startswith(("-", "2>")) and not w.isdigit() and not w.endswith("..")]
    skips = ("--skip", "--author", "--grep", "--reverse", "--all", "--since", "-S", "-G")
    return not named and step.printed and not any(word.startswith(skips) for word in step.words)
