"""The file trail: what was created, edited and deleted, and how it stands now."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import ONLY_READ, READ, READ_ELSEWHERE, Claim, Finding, at
from segue.distil.rules.shell import looks, pieces
from segue.distil.trails import BUILT, Trail
from segue.patterns import late
from segue.session.records import Call
from segue.session.steps import SCRATCH, is_home

SHOWN = 14
_GONE = {"deleted": "made here, then removed", "reverted": "edited here and reverted"}
"""In short words, which the records need not hold."""
_TRIES = ("tmp", "temp", "scratch")
"""Folders of files that were never meant to stay."""
_HOW = {
    "created": "Created:",
    "edited": "Updated:",
    "moved": "Moved:",
    "deleted": "Deleted:",
    "reverted": "Edited and put back as it was:",
}
"""What happened to a file, in the order of the list; said once for all of a kind."""
FOR_NOW = 0.5
"""Of a file in a folder of what programs make."""
TOGETHER = 3
"""Files that one command undid, of which so many are named."""
LOOKED = 4
_LOOKING = ("read", "search", "plan", "todo", "ask")
_WRITES = late(
    r">(?!&|\s*/dev/null)|\bsed\b[^|;&]*\s-(?:\w*i|-in)|\b(?:python3?|tee|xargs)\b|-exec|-delete|"
    r"\bgit branch (?!-[arv]|--(?:show|list|all|contains|merged))|\bgit remote (?!-v|show|get-url)|"
    r"\bgh api\b.*\s(?:-[XfF]|--(?:method|field|raw-field|input))\b"
)
"""What a command that looks may do all the same."""


def files(digest: Digest) -> Iterator[Finding]:
    kept = (trail for trail in digest.trails.values() if _inside(trail.path) and not _is_undone(trail))
    claims = [_claim(trail, digest) for trail in kept]
    shown = sorted(claims, key=lambda c: -c.weight)[:SHOWN]
    if shown:
        order = list(_HOW.values())
        yield Finding(kind="file", claims=tuple(sorted(shown, key=lambda c: order.index(c.lead))))
    read = [(p, calls) for p, calls in digest.reads.items() if p not in digest.trails and _inside(p) and not _hidden(p)]
    read.sort(key=lambda r: (-len(r[1]) - 2 * digest.late(r[1][-1].line), r[0]))
    lead = ONLY_READ if _changed_nothing(digest) else READ
    looked = [
        Claim(
            lead=READ_ELSEWHERE if lead == READ and _is_elsewhere(calls[-1], digest) else lead,
            text=f"`{path}`",
            pointers=(at(calls[-1].line),),
            standing="verified",
            weight=2.0 + 0.6 * min(len(calls), 4),
        )
        for path, calls in read[:LOOKED]
    ]
    if looked:
        yield Finding(kind="file", claims=tuple(looked))


def _changed_nothing(digest: Digest) -> bool:
    """No file was edited, and nothing was called that could have: no helper, no tool that we do not know, no command
    but such as look."""
    return not digest.trails and all(map(_harmless, digest.calls))


def _harmless(call: Call) -> bool:
    if call.act == "run":  # what is typed into one that runs already has no command
        return (
            bool(call.command)
            and not _WRITES.search(call.command)
            and all(looks(piece.text) for piece in pieces(call.command))
        )
    return call.act in _LOOKING and not call.side


def _inside(path: str) -> bool:
    return not path.startswith(SCRATCH) and "scratchpad" not in path


def _is_elsewhere(call: Call, digest: Digest) -> bool:
    """Read from a folder outside of the session's own: a name without its path is no file of this project."""
    cwd = digest.session.glance.cwd.rstrip("/")
    return bool(call.cwd) and not is_home(posixpath.normpath(posixpath.join(cwd, call.cwd)), cwd)


def _hidden(path: str) -> bool:
    """Outside of the project, in a folder that some program keeps its things in: an agent's skills and plugins."""
    return path.startswith(("/", "~")) and "/." in path.rpartition("/")[0]


def _claim(trail: Trail, digest: Digest) -> Claim:
    worth = 4 + 1.2 * min(len(trail.calls), 6) + 3 * digest.late(trail.last.line)
    worth *= FOR_NOW if trail.path.startswith(BUILT) else 1
    return Claim(
        lead=_HOW[trail.how],
        text=f"`{trail.path}`",
        pointers=(at(trail.last.line),),
        standing="verified",
        weight=worth,
    )


def _is_undone(trail: Trail) -> bool:
    return len(trail.calls) > 1 and (trail.how == "reverted" or (trail.how == "deleted" and trail.made))


def undone(digest: Digest) -> Iterator[Finding]:
    """What was made and unmade in the session: tried, and not kept. What one command undid is one thing."""
    together: dict[tuple[str, int], list[Trail]] = {}
    for trail in digest.trails.values():
        if _is_undone(trail) and trail.path.partition("/")[0] not in _TRIES:
            together.setdefault((trail.how, trail.last.line), []).append(trail)
    for (how, line), trails in together.items():
        names = ", ".join(f"`{trail.path}`" for trail in trails[:TOGETHER])
        more = f" and {len(trails) - TOGETHER} more" if len(trails) > TOGETHER else ""
        where = (at(trails[0].calls[0].line), at(line))
        text = f"{names}{more} {_GONE[how]}"
        claim = Claim(lead="Not kept:", text=text, pointers=where, standing="verified", weight=40.0)
        yield Finding(kind="dead_end", claims=(claim,))
