"""Committed or not, pushed or not, on which branch: told by the session's own commands, where git cannot be asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from segue.distil.digest import Digest
from segue.distil.ledger import Ledger
from segue.distil.looks import Look
from segue.distil.records import Claim, Finding, Pointer, at, flat
from segue.distil.rules.repository import counted
from segue.distil.trails import BUILT, Trail
from segue.patterns import late
from segue.session.records import Call

NAMED = 4
LOOKED = 12
"""Looks back from the end, and how many places are told of."""
PLACES = 2
_AHEAD = late(r"\[ahead (\d+)|\bis ahead of '[^'\n]+' by (\d+) commit")
_DONE = late(
    r"(?:^|[,.;!] ?|(?<!whatever )(?<!what )(?<!when )(?<!everything )\b"
    r"(?:i|i've|ive|i have|just|it's|its|all|ok|okay|yes) )(pushed|committed|merged)\b"
    r"(?![^.!\n]{0,40}\?)",
    re.I,
)
"""A user's word that it was done; not the question whether."""


def committed(ledger: Ledger, digest: Digest) -> Iterator[Finding]:
    branch = digest.evidence.ended_on
    claims = list(_after_commits(ledger, branch, digest) if ledger.commits else _without(ledger, branch))
    if claims:
        first = claims[0]
        lead = _by_whom(digest) if ledger.commits or not _is_bare(ledger) else ""
        claims[0] = Claim(lead=lead, text=first.text, pointers=first.pointers, standing="verified")
        yield Finding(kind="state", claims=tuple(claims), weight=60.0)


def _by_whom(digest: Digest) -> str:
    """Why this is not git's word."""
    note = digest.evidence.git_note.rstrip(".")
    return f"{note[0].upper()}{note[1:]}; by its own commands:" if note else ""


def _after_commits(ledger: Ledger, branch: str, digest: Digest) -> Iterator[Claim]:
    pending = ledger.pending
    everything = not pending and not ledger.unseen() and not (ledger.look and ledger.look.files)
    yield _commits(ledger, branch, _pushed(ledger, digest), everything=everything)
    if pending:
        after = min(trail.last.line for trail in pending) > ledger.commits[-1].call.line
        text = f"Not committed{', edited after the last commit' if after else ''}: {listing(pending)}"
        yield Claim(text=text, pointers=_proofs(pending, ledger), standing="verified")
    if stopped := ledger.unseen():
        yield Claim(
            text="The end of the last git commit was not seen", pointers=(at(stopped.line),), standing="verified"
        )


def _commits(ledger: Ledger, branch: str, pushed: tuple[str, list[int]], *, everything: bool) -> Claim:
    last = ledger.commits[-1]
    where, hash_, subject = ledger.last
    where = where or branch
    name = f"{hash_} {_quoted(subject)}" if hash_ else ""
    places = [*dict.fromkeys([*ledger.branches, where])] if ledger.branches else [where]
    on = f" on {' and '.join(filter(None, places))}" if any(places) else ""
    if ledger.total == 0:
        total = f"The last commit was amended{on}{f', now {name}' if name else ''}"
    else:
        count = {None: "Commits made", 1: "One commit"}.get(ledger.total, f"{ledger.total} commits")
        total = f"{count} in this session{on}{f', last {name}' if name else ''}"
    ended = f"; ended on branch {branch}" if branch and branch not in places else ""
    clean = "Everything committed: " if ledger.look and ledger.look.whole else "All edits committed: "
    clean = "Nothing uncommitted as far as seen: " if ledger.gone else clean
    gone = f"; {listing(ledger.gone)} {_fate(ledger.gone)} outside the session" if ledger.gone else ""
    told = last.call.result_line if hash_ and last.call.result_line else last.call.line
    how, proof = pushed
    text = f"{clean if everything else ''}{total}; {how}{ended}{gone}"
    return Claim(text=text, pointers=tuple(map(at, dict.fromkeys([told, *proof]))), standing="verified")


def _pushed(ledger: Ledger, digest: Digest) -> tuple[str, list[int]]:
    """Whether the last commit was pushed, and where that is told: by the session, by git's own count, by the user."""
    first, last = ledger.commits[0].call.line, ledger.commits[-1]
    if ledger.unseen(push=True):
        return "the end of its push was not seen", []
    if pushed := [push for push in ledger.pushes if push.order >= last.order]:
        return "pushed", [pushed[-1].call.line]
    if ledger.look and (ahead := _AHEAD.search(ledger.look.call.output)):
        far = counted(int(ahead[1] or ahead[2]), "commit")
        return f"not pushed, {far} ahead of its remote", [_result(ledger.look.call).line]
    if said := done_by_hand("pushed", digest, first):
        after = said[-1] > last.call.line
        return ("the user says it is pushed" if after else "not pushed since the user did, as far as seen"), said[-1:]
    return ("not pushed since" if ledger.pushes else "not pushed as far as seen"), []


def done_by_hand(what: str, digest: Digest, since: int = 0) -> list[int]:
    """The records in which the user says to have pushed, committed or merged."""
    asks = (turn.ask for turn in digest.asks if turn.ask and turn.ask.line > since)
    return [ask.line for ask in asks if any(found[1].lower() == what for found in _DONE.finditer(ask.text))]


def _without(ledger: Ledger, branch: str) -> Iterator[Claim]:
    """Where the session's edits are when it committed nothing itself."""
    pending, gone, look = ledger.pending, ledger.gone, ledger.look
    on = f" on branch {branch}" if branch else ""
    if stopped := ledger.unseen():
        before = f"; uncommitted before it{on}: {listing(pending)}" if pending else ""
        text = f"The end of the last git commit was not seen{before}"
        yield Claim(text=text, pointers=(at(stopped.line), *edits(pending)[:1]), standing="verified")
    elif gone and look:
        yield Claim(text=_outside(pending, gone, look, on), pointers=_proofs(pending, ledger), standing="verified")
    elif pending and _is_bare(ledger):  # its name is all that the record can prove: more words would bury it
        yield Claim(
            text=f"Uncommitted as far as seen: {listing(pending)}", pointers=edits(pending), standing="verified"
        )
    elif pending:
        text = f"{_nobody(ledger, on)}; uncommitted as far as seen: {listing(pending)}"
        yield Claim(text=text, pointers=_proofs(pending, ledger), standing="verified")


def _is_bare(ledger: Ledger) -> bool:
    """One file, and nothing that git ever showed of it."""
    return (
        len(ledger.pending) == 1 and not ledger.looks and not ledger.gone and not ledger.unseen() and not ledger.moved
    )


def _nobody(ledger: Ledger, on: str) -> str:
    moved = ledger.moved
    if moved:
        return f"Not committed by this session{on}, though HEAD moved to {moved.hash} {_quoted(moved.subject)}"
    return f"No commit seen in this session{on}"


def _quoted(subject: str) -> str:
    """Somebody's words, unable to end the quote; git's own around those of a commit that was taken back are told."""
    told = flat(subject)[:120]
    back = told.removeprefix('Revert "').removesuffix('"')
    return '{}"{}"'.format("the revert of " if back != told else "", back.replace('"', "'"))


def _outside(pending: list[Trail], gone: list[Trail], look: Look, on: str) -> str:
    """Somebody committed what the session edited; of a new file git may only have been told to ignore it."""
    fate = _fate(gone)
    if not pending:
        clean = f"The work tree{on} was clean at the last git {look.verb}"
        how = clean if look.whole and not look.files else f"Not listed any more by the last git {look.verb}{on}"
        return f"{how}; {fate} outside the session: {listing(gone)}"
    after = " and the edits after it" if pending[0].last.line > look.call.line else ""
    listed = f"Uncommitted{on} by the last git {look.verb}{after}: {listing(pending)}"
    return f"{listed}; {listing(gone)} {fate} outside the session"


def _fate(gone: list[Trail]) -> str:
    return "committed, ignored or undone" if any(trail.made for trail in gone) else "committed or undone"


def _proofs(pending: list[Trail], ledger: Ledger) -> tuple[Pointer, ...]:
    """The last edits, and where git showed how things stand."""
    shown = [ledger.look.call] if ledger.look else [ledger.moved.call] if ledger.moved else []
    return (*edits(pending), *map(_result, shown))


def _result(call: Call) -> Pointer:
    return at(call.result_line or call.line)


def seen(ledger: Ledger) -> Iterator[Finding]:
    """What git status last showed in each directory beside the session's own edits, if no commit came after."""
    since = ledger.commits[-1].order if ledger.commits else (-1, -1)
    recent = [look for look in ledger.looks if look.verb == "status" and look.order > since][-LOOKED:]
    shown: set[str] = set()
    for look in reversed(recent):
        place = ledger.name_of(look.place)
        if place in shown or not look.files or len(shown) == PLACES or ledger.is_scratch(look.place):
            continue
        shown.add(place)
        files = ledger.not_edited(look)
        if not files:
            continue
        also = "Also uncommitted" if len(files) < len(look.files) else "Uncommitted"
        listed = ", ".join(f"`{flat(file)}`" for file in files[:NAMED])
        more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
        text = f"{also} when git status was last run{f' in {place}' if place else ''}: {listed}{more}"
        claim = Claim(text=text, pointers=(_result(look.call),), standing="verified")
        yield Finding(kind="state", claims=(claim,), weight=45.0)


def listing(trails: Sequence[Trail]) -> str:
    """The files, the last edit first and what is made for a try last, each with as much of its path as tells it from
    the others."""
    paths = [t.path for t in sorted(trails, key=lambda t: (t.path.startswith(BUILT), -t.last.line))]
    told = [_told_apart(path, [other for other in paths if other != path]) for path in paths[:NAMED]]
    return ", ".join(told) + (f" and {len(paths) - NAMED} more" if len(paths) > NAMED else "")


def _told_apart(path: str, others: list[str]) -> str:
    parts = path.strip("/").split("/")
    for length in range(1, len(parts) + 1):
        name = "/".join(parts[-length:])
        if not any(f"/{other}".endswith(f"/{name}") for other in others):
            return name
    return path


def edits(trails: Sequence[Trail]) -> tuple[Pointer, ...]:
    lines = [t.last.line for t in sorted(trails, key=lambda t: -t.last.line)[:2]]
    return tuple(map(at, dict.fromkeys(lines)))
