"""What the user refused to let happen: a call that was turned down is a dead end, whatever was said about it."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest, one_line
from segue.distil.records import Claim, Finding, at, flat
from segue.distil.rules.ending import named, what
from segue.distil.rules.shell import looks
from segue.session.records import Call, FileTouch

SHOWN = 6
LONGEST = 70
WORTH = 60.0
REJECTED, SENT_BACK = "Rejected by the user:", "Rejected by the user as it was:"
"""A plan that is turned down is mostly to be changed, not given up."""


def rejections(digest: Digest) -> Iterator[Finding]:
    """The last of them, each once; the one that ends the session is told as open."""
    told: set[str] = set()
    refused = [call for call in digest.calls if call.outcome == "rejected" and call is not digest.calls[-1]]
    for call in reversed(refused):
        text = _told(call, digest.session.glance.cwd.rstrip("/") + "/")
        if text in told or len(told) == SHOWN or looks(call.command):
            continue
        told.add(text)
        claim = Claim(
            lead=SENT_BACK if call.act == "plan" else REJECTED,
            text=text,
            pointers=(at(call.line),),
            standing="verified",
            weight=WORTH,
        )
        yield Finding(kind="dead_end", claims=(claim,))


def _told(call: Call, cwd: str) -> str:
    if not call.files:
        return f"{named(call)} {one_line(what(call), 160)}"
    touch = call.files[0]
    return f"{call.name} of `{touch.path.removeprefix(cwd)}`{_change(touch)}"


def _change(touch: FileTouch) -> str:
    """The first line that the edit would have changed, before and after."""
    old, new = touch.old.splitlines(), touch.new.splitlines()
    for before, after in zip(old, new, strict=False):
        if before != after:
            pair = flat(before), flat(after)
            return f", `{pair[0]}` → `{pair[1]}`" if all(0 < len(side) <= LONGEST for side in pair) else ""
    return ""
