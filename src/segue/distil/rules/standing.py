"""Where the work stands by what was run: committed or not, pushed or not, checked or not since the last edit."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from segue.distil.digest import Digest, Trail
from segue.distil.records import Claim, Finding, Pointer, at, flat
from segue.distil.rules.commands import last_checks, outcome
from segue.patterns import late
from segue.session.records import Call

_COMMIT = late(r"\bgit (?:-C \S+ )?commit\b")
_PUSH = late(r"\bgit (?:-C \S+ )?push\b|\bgh pr (?:create|merge)\b")
_MADE = late(r"\[([\w./-]+)(?: \([^)]*\))? ([0-9a-f]{7,12})\] ([^\n]{3,120})")
_STATUS = late(r"^(?:\?\?|[MADRCU][ MADRCU]| [MADRCU]) (\S.*)$", re.M)
_LOOK = late(r"\bgit (?:-C \S+ )?(?:status|diff|stash)\b")
_MOVED = late(r"cd (/\S+)")
_ELSEWHERE = late(r"git -C (\S+)|cd (\S+) &&")
NAMED = 4
_TELLS = late(r"(?i)\b(?:ok|pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|issues?|problems?|warnings?|finished|done)\b")
_PART = late(r"[\s/]")
TOLD = 30
"""Characters of what a check printed last that may be told: a count is short, of a path the end will do."""


def standing(digest: Digest) -> Iterator[Finding]:
    git = [
        call for call in digest.commands if call.outcome == "ok" and ("git " in call.command or "gh pr" in call.command)
    ]
    commits = [call for call in git if _COMMIT.search(call.command) and not _elsewhere(call, digest)]
    pushes = [call for call in git if _PUSH.search(call.command)]
    if digest.evidence.git is not None:
        yield from _checks(digest, commits, named=True)
        return
    made = list(_commits(digest, commits, pushes))
    yield from _together(made, list(_checks(digest, commits, named=not made)))
    yield from _seen(git, commits, digest)


def _together(made: list[Finding], checks: list[Finding]) -> Iterator[Finding]:
    """Committed and checked in one entry: where the work stands."""
    if not made:
        yield from checks
        return
    (finding,) = made
    checked = (
        msgspec.structs.replace(claim, weight=claim.weight * check.weight / finding.weight)
        for check in checks
        for claim in check.claims
    )
    yield msgspec.structs.replace(finding, claims=(*finding.claims, *checked))


def _elsewhere(call: Call, digest: Digest) -> bool:
    """A commit in a repository made for a try."""
    moved = _MOVED.match(call.command)
    return "git init" in call.command or bool(moved and not moved[1].startswith(digest.session.glance.cwd or "/"))


def _commits(digest: Digest, commits: list[Call], pushes: list[Call]) -> Iterator[Finding]:
    last = commits[-1].line if commits else 0
    later = [
        t
        for t in digest.trails.values()
        if t.last.line > last and not t.path.startswith(("/tmp/", "/private/", "/var/"))
    ]
    claims = []
    if commits:
        claims.append(_committed(commits, pushes, digest, everything=not later))
        if later:
            text = f"Not committed, edited after the last commit: {_names(later)}"
            claims.append(Claim(text=text, pointers=_edits(later), standing="verified"))
    elif later:
        claims.append(_uncommitted(later, digest))
    if claims:
        yield Finding(kind="state", claims=tuple(claims), weight=60.0)


def _uncommitted(later: list[Trail], digest: Digest) -> Claim:
    looks = [c for c in digest.commands if "git " in c.command and c.outcome == "ok" and _LOOK.search(c.command)]
    if len(later) == 1 and not looks:  # its name is all that the record can prove: more words would bury it
        return Claim(text=f"Uncommitted: {_names(later)}", pointers=_edits(later), standing="verified")
    branch = digest.session.glance.branch
    where = f" on branch {branch}" if branch else ""
    return Claim(
        lead=_by_whom(digest),
        text=f"Nothing committed in this session{where}; uncommitted: {_names(later)}",
        pointers=(*_edits(later), *(at(c.line) for c in looks[-1:])),
        standing="verified",
    )


def _by_whom(digest: Digest) -> str:
    """Why this is not git's word."""
    note = digest.evidence.git_note.rstrip(".")
    return f"{note[0].upper()}{note[1:]}; by its own commands:" if note else ""


def _committed(commits: list[Call], pushes: list[Call], digest: Digest, *, everything: bool) -> Claim:
    last = commits[-1]
    made = _MADE.search(last.output)
    where = made[1] if made else digest.session.glance.branch
    name = f', last {made[2]} "{flat(made[3])}"' if made else ""
    pushed = [p for p in pushes if p.line >= last.line]
    said = "pushed" if pushed else "not pushed since" if pushes else "not pushed in this session"
    total = f"{len(commits)} commits in this session" if len(commits) > 1 else "One commit in this session"
    text = f"{'Everything committed: ' if everything else ''}{total}{f' on {where}' if where else ''}{name}; {said}"
    told = last.result_line if made and last.result_line else last.line
    lines = dict.fromkeys([told, *(p.line for p in pushed[-1:])])
    return Claim(lead=_by_whom(digest), text=text, pointers=tuple(map(at, lines)), standing="verified")


def _seen(git: list[Call], commits: list[Call], digest: Digest) -> Iterator[Finding]:
    """What git status last showed in each directory, when nothing was committed after it and the edits do not say
    the same."""
    edited = {path.rsplit("/", 1)[-1] for path in digest.trails}
    looks = [c for c in git if " status" in c.command and (not commits or c.line > commits[-1].line)]
    shown: set[str] = set()
    for call in reversed(looks[-12:]):
        where = _ELSEWHERE.search(call.command)
        place = (where[1] or where[2]).rstrip("/").rsplit("/", 1)[-1] if where else ""
        found = _STATUS.findall(call.output)
        if place in shown or not found or len(shown) > 1:
            continue
        shown.add(place)
        if not place and {flat(line).rsplit("/", 1)[-1] for line in found} <= edited:
            continue
        files = ", ".join(f"`{flat(line)}`" for line in found[:NAMED])
        text = f"Uncommitted when git status was last run{f' in {place}' if place else ''}: {files}"
        claim = Claim(text=text, pointers=(at(call.result_line or call.line),), standing="verified")
        yield Finding(kind="state", claims=(claim,), weight=45.0)


def _names(trails: list[Trail]) -> str:
    names = [t.path.rsplit("/", 1)[-1] for t in sorted(trails, key=lambda t: -t.last.line)]
    return ", ".join(dict.fromkeys(names[:NAMED])) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")


def _edits(trails: list[Trail]) -> tuple[Pointer, ...]:
    lines = [t.last.line for t in sorted(trails, key=lambda t: -t.last.line)[:2]]
    return tuple(map(at, dict.fromkeys(lines)))


def _checks(digest: Digest, commits: list[Call], *, named: bool) -> Iterator[Finding]:
    """How each check last ended, and the edits that none has seen."""
    edited = sorted(digest.trails.values(), key=lambda t: t.last.line)
    last = last_checks(digest)
    if not last:
        if edited:
            text = "Not verified, no test, lint or build was run"
            text += f": {_names(edited)}" if named or len(edited) == 1 else ""
            yield Finding(
                kind="state", claims=(Claim(text=text, pointers=_edits(edited), standing="inferred"),), weight=16.0
            )
        return
    newest = list(last.values())[-1]
    names = [name for name, call in last.items() if call is not digest.calls[-1] or call.outcome != "unanswered"]
    claims = [
        Claim(
            lead="" if n else "Checks:",
            text=f"`{name}` {_ended(last[name])}",
            pointers=(at(last[name].result_line or last[name].line),),
            standing="verified",
            weight=0.5 + 0.5 * (name == names[-1]),
        )
        for n, name in enumerate(names)
    ]
    after = [t for t in edited if t.last.line > newest.line]
    if after:
        made = _MADE.search(commits[-1].output) if commits and commits[-1].line > newest.line else None
        text = f"Not verified since the edit: {_names(after)}"
        text += f' (commit {made[2]} "{flat(made[3])}")' if made else ""
        claims.append(Claim(text=text, pointers=_edits(after), standing="verified", weight=1.4))
    if claims:  # the call that the session stops in is told as open
        yield Finding(kind="state", claims=tuple(claims), weight=24.0 if after or newest.outcome != "ok" else 20.0)


def _ended(call: Call) -> str:
    """Passed or failed, with the end of the last line it printed that tells so: what its pointer can be checked by."""
    word = "passed" if call.outcome == "ok" else outcome(call)
    lines = [line.strip() for line in call.output[-400:].splitlines() if line.strip()]
    told = flat(next(filter(_TELLS.search, reversed(lines)), lines[-1])) if lines else ""
    if len(told) > TOLD:
        told = "…" + _PART.split(told[-TOLD:], maxsplit=1)[-1]
    return f"{word} ({told})" if len(told) > 4 else word
