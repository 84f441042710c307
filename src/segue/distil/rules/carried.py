"""What earlier sessions of the chain handed down: the user's standing words and open items, until they are closed."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, Kind, at, content
from segue.distil.rules.binding import is_standing
from segue.distil.rules.clauses import clause_worth, declares, is_rule, requests
from segue.distil.signals import RULE, has, says

DONE = ("done", "fixed", "closed", "completed", "resolved", "merged", "finished", "passes now", "implemented")
LASTING = 2.0
"""How much more a rule of an earlier session matters than what was asked for there and is likely done."""


def carried(digest: Digest) -> Iterator[Finding]:
    for line, items in digest.handed_down:
        for number, item in enumerate(items):
            if item.open:
                if not _closed(item.text, digest):
                    claim = Claim(
                        lead="Open before this session:", text=item.text, pointers=(at(line),), standing="stated"
                    )
                    yield Finding(kind="open_thread", claims=(claim,), weight=12.0)
            elif not overruled(item.text, digest):
                kind: Kind = "constraint" if is_standing(item.text) else "fact"
                worth = (LASTING if _lasts(item.text) else 1.0) * clause_worth(item.text, 0.0)
                claim = Claim(
                    text=item.text,
                    pointers=(at(line),),
                    verbatim=True,
                    standing="stated",
                    weight=worth,
                    place=2 * number + 2,
                )
                yield Finding(kind=kind, claims=(claim,), origin="user")


def _lasts(text: str) -> bool:
    """It sounds like a rule, however weakly, and asks for nothing."""
    if text.endswith("?") or requests(text):
        return False
    return is_rule(text) or declares(text) or says(RULE, text)


def _closed(text: str, digest: Digest) -> bool:
    """A report of this session says of the same matter that it is done."""
    mine = content(text)
    for turn in digest.turns:
        for said in turn.said[-1:]:
            if len(mine & content(said.text)) >= max(3, 0.6 * len(mine)) and has(DONE, said.text.lower()):
                return True
    return False


def overruled(text: str, digest: Digest) -> bool:
    """The user has since said something else about the same thing."""
    return any(later.overrules(text) for later in digest.reversals)
