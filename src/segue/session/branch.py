"""The branch that a session ended on, by what its own git commands printed."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from msgspec import Struct

from segue.patterns import late
from segue.session.records import Call, Said, Session
from segue.session.steps import Step, asking, directory, is_home

_TELLING = frozenset(
    ("switch", "checkout", "status", "commit", "branch", "stash", "rebase", "pull", "merge", "pr checkout")
)
_QUIET = ("switch", "checkout", "branch")
"""These tell by how they were asked, too; the others only by what they printed."""
_SWITCHING = ("switch", "checkout", "pr checkout")
_NAMED = late(
    r"\n(?:Switched to (?:a new |and reset )?branch '(?P<switched>[^'\s]{1,200})'"
    r"|Already on '(?P<already>[^'\s]{1,200})'"
    r"|Successfully rebased and updated refs/heads/(?P<rebased>\S{1,200}?)\.$"
    r"|On branch (?P<on>\S{1,200})|\[(?P<committed>[\w./-]+)(?: \(root-commit\))? [0-9a-f]{7,}\] "
    r"|## (?:No commits yet on )?(?P<status>[^\s.]+(?:\.[^\s.]+)*)(?:\.\.\.\S+)?(?: \[[^\]\n]*\])?[ \t]*$)",
    re.M,
)
_MAY_NAME = late(r"\n[SAO\[#]")
"""How a line that names a branch begins: most outputs have none, which a pattern as small as this finds at once."""
_MADE = ("-c", "-C", "-b", "-B", "--create", "--force-create")
_USUAL = ("main", "master", "develop", "trunk")
NOTING = ("claude", "qwen", "copilot")
"""Agents that write the branch down as they go, not only where the session begins."""
PATCH = "\ndiff --git "
"""From here on an output shows the content of files."""


class Told(Struct, frozen=True, gc=False):
    """A branch, where a command tells of it, and whether that command took it."""

    line: int
    name: str
    switched: bool


def branch_at_end(session: Session) -> str:
    """The last branch that the session's own work tree was seen on; the one it noted itself when no command tells.

    An agent that notes the branch as it goes knows of a switch in another terminal, too: what it noted wins over mere
    looks, unless the session switched itself and the user has not spoken since."""
    noted = session.glance.branch
    told = list(branches_told(session))
    switched = max((one.line for one in told if one.switched), default=0)
    spoken = max((item.line for item in session.items if isinstance(item, Said) and item.role == "user"), default=0)
    later = bool(noted) and session.glance.agent in NOTING and (not switched or spoken > switched)
    return noted if not told or later else told[-1].name


def branches_told(session: Session) -> Iterator[Told]:
    """The branches of the session's own work tree, each where a command tells of it."""
    cwd = session.glance.cwd.rstrip("/")
    known = {session.glance.branch, *_USUAL}
    for call, asked in asking([item for item in session.items if isinstance(item, Call)]):
        telling = [step for step in asked if step.verb in _TELLING]
        switches = [step for step in telling if step.verb in _SWITCHING]
        if len(switches) == 2 and switches[1].words[-1:] == ("-",):
            continue  # there and back again
        if telling and (found := _after(call, telling, cwd, known)):
            known.add(found)
            yield Told(call.line, found, bool(switches))


def _after(call: Call, telling: list[Step], cwd: str, known: set[str]) -> str:
    """The branch that a command leaves behind; empty when it does not tell."""
    printed = f"\n{call.output}"
    named = _MAY_NAME.search(printed)
    if not named and not any(step.verb in _QUIET for step in telling):
        return ""
    if any(not is_home(directory(call, step, cwd), cwd) for step in telling):
        return ""
    if named:
        shown = printed.partition(PATCH)[0]
        names = [found[found.lastgroup or 0] for found in _NAMED.finditer(shown) if _is_status(found, telling)]
        if names:
            return names[-1]
    moved = [name for step in telling if (name := taken_by(step, known))] if call.outcome == "ok" else []
    return moved[-1] if moved else _asked_for(call, telling)


def _is_status(found: re.Match[str], telling: list[Step]) -> bool:
    """`## main` is a heading anywhere but in a status."""
    return found.lastgroup != "status" or any(step.verb == "status" for step in telling)


def taken_by(step: Step, known: Container[str] = ()) -> str:
    """Where a quiet switch went. A bare name after checkout may be a file, unless it is known as a branch."""
    if step.verb not in ("switch", "checkout"):
        return ""
    made = next((n for n, word in enumerate(step.words) if word in _MADE), None)
    if made is not None:
        return step.words[made + 1] if made + 1 < len(step.words) else ""
    names = [word for word in step.words if not word.startswith(("-", ">", "2>"))]
    bare = len(names) == 1 and "--" not in step.words and "--detach" not in step.words
    return names[0] if bare and (names[0] in known or (step.verb == "switch" and "$" not in names[0])) else ""


def _asked_for(call: Call, telling: list[Step]) -> str:
    """The answer to `git branch --show-current`, when nothing else was asked."""
    if len(telling) > 1 or telling[0].words != ("--show-current",) or call.outcome != "ok":
        return ""
    lines = call.output.split() if telling[0].verb == "branch" else []
    return lines[0] if len(lines) == 1 else ""
