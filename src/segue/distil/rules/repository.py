"""The repository as git shows it now: branch, head, what came since the session began, what is not committed."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, Pointer, flat
from segue.git import Snapshot

COMMITS = 5
CHANGES = 6


def repository(digest: Digest) -> Iterator[Finding]:
    git = digest.evidence.git
    if git is None or not git.head:
        return
    yield Finding(kind="state", claims=tuple(_claims(git, digest.session.glance.ended)), weight=60.0, origin="git")


def _claims(git: Snapshot, ended: str) -> Iterator[Claim]:
    head = Pointer("commit", ref=git.head[:7])
    where = f"branch {git.branch}" if git.branch else "a detached head"
    text = f"Git now: {where} at {_subject(git.head_subject)}; {_distance(git)}"
    text += f"; a {git.in_progress} is in progress" if git.in_progress else ""
    text += f"; {git.stashes} stashed" if git.stashes else ""
    yield Claim(text=f"{text}.", pointers=(head,), standing="verified", weight=1.5)
    later = [c for c in git.commits if ended and c.time > ended[:19] + "Z"]
    if later:
        last = _subject(later[0].subject)
        text = f"It moved since the session ended: {counted(len(later), 'commit')}, last {last}."
        yield Claim(text=text, pointers=(Pointer("commit", ref=later[0].hash[:7]),), standing="verified", weight=1.2)
    for commit in [c for c in git.commits if c not in later][:COMMITS]:
        yield Claim(
            lead="Committed since it began:",
            text=f"{_subject(commit.subject)}.",
            pointers=(Pointer("commit", ref=commit.hash[:7]),),
            standing="verified",
            weight=0.6,
        )
    if git.changes:
        names = ", ".join(f"{c.path} ({c.code})" for c in git.changes[:CHANGES])
        more = f" and {len(git.changes) - CHANGES} more" if len(git.changes) > CHANGES else ""
        yield Claim(text=f"Uncommitted now: {names}{more}.", pointers=(head,), standing="verified", weight=1.4)
    else:
        yield Claim(text="Nothing is uncommitted.", pointers=(head,), standing="verified", weight=0.5)


def _subject(subject: str) -> str:
    """Somebody's words, not ours: marked off, and unable to end the mark."""
    return f"`{flat(subject)[:80].replace('`', chr(39)).rstrip('.')}`"


def _distance(git: Snapshot) -> str:
    if not git.upstream:
        return "no upstream"
    far = [f"{git.ahead} ahead of {git.upstream}" if git.ahead else "", f"{git.behind} behind it" if git.behind else ""]
    return ", ".join(filter(None, far)) or "nothing to push"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
