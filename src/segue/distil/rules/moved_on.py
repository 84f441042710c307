"""Whether git was told to do what a sentence says is not yet done: "not pushed" is over once it was."""

from __future__ import annotations

import re

from segue.distil import signals
from segue.distil.digest import Digest
from segue.distil.rules.shell import pieces, unadorned
from segue.distil.rules.verdicts import ended
from segue.patterns import late

_BY_GIT = (
    ("commit", late(r"\buncommitted\b|(?:\bnot|n['’]t)(?: \w+){0,2} (?:committed|staged)\b", re.I)),
    ("push", late(r"\bunpushed\b|(?:\bnot|n['’]t)(?: \w+){0,2} pushed\b", re.I)),
    ("pull", late(r"\bcommits? behind\b|\bbehind `?(?:origin|upstream|main|master)\b", re.I)),
    ("commit --amend", late(r"\bcommitted\b.*`[0-9a-f]{7,40}`", re.I)),
)
"""What git was told to do, and what that ends."""
_NAMED = ("commit", "push", "staged", "behind")
"""Looked for first: few sentences hold one."""


def acted_at(digest: Digest) -> dict[str, int]:
    """The record in which git last did each of these."""
    done: dict[str, int] = {}
    for call in digest.commands:
        if "git " in call.command and ended(call) == "ok":
            told = [unadorned(piece.text) for piece in pieces(call.command)]
            done.update((act, call.line) for act, _ in _BY_GIT if any(one.startswith(f"git {act}") for one in told))
    return done


def moved_on(text: str, line: int, digest: Digest) -> bool:
    """It tells how the work tree stood before git was told to do something about it."""
    if not signals.has(_NAMED, text.lower()):
        return False
    done = digest.once(acted_at)
    return any(line < done.get(act, 0) and state.search(text) for act, state in _BY_GIT)
