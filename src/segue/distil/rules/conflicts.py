"""What was said against what git shows, and against what was run: flags to verify, never verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, Pointer, at
from segue.distil.rules.committed import done_by_hand
from segue.distil.rules.repository import counted
from segue.distil.sentences import Sentence, sentences
from segue.distil.trails import Trail
from segue.patterns import late
from segue.session.records import Said

_SAYS = late(
    r"(?:^|\b(?:i|i['’]ve|have|has|is|are|was|were|been|everything|changes|all|and|now|successfully)\s+(?:\w+\s+){0,2}?)"
    r"(committed|pushed|merged)\b(?!:)",
    re.I,
)
_CODE = late(r"`[^`]*`")
_UNSURE = late(
    r"\b(?:not|n['’]t|never|nothing|yet|already|if|once|before|after|should|will|want|would|until|unless|when|ready|"
    r"uncommitted|to be|can be)\b|\?",
    re.I,
)
RECENT = 5
_GONE, _THERE = ("missing",), ("clean", "committed", "uncommitted", "untracked")


def conflicts(digest: Digest) -> Iterator[Finding]:
    said = list(_said_done(digest))
    yield from _against_git(digest, said) if digest.evidence.git else _against_commands(digest, said)
    yield from _files(digest)


def _said_done(digest: Digest) -> Iterator[tuple[Said, Sentence, str]]:
    for turn in digest.turns[-RECENT:]:
        for said in turn.said[-1:]:
            for one in sentences(said.text):
                if (found := _SAYS.search(_CODE.sub("", one.text))) and not _UNSURE.search(one.text):
                    yield said, one, found[1].lower()


def _against_git(digest: Digest, said: list[tuple[Said, Sentence, str]]) -> Iterator[Finding]:
    git = digest.evidence.git
    assert git is not None
    dirty = [t for t in digest.trails.values() if git.states.get(t.touch.path) in ("uncommitted", "untracked")]
    for record, one, word in said[-2:]:
        if dirty and word == "committed":
            shows = f"git shows {dirty[0].path} {git.states[dirty[0].touch.path]}"
            yield _flag(one, record, shows, Pointer("file", ref=dirty[0].path))
        elif word == "pushed" and git.ahead:
            yield _flag(
                one,
                record,
                f"git is {counted(git.ahead, 'commit')} ahead of {git.upstream}",
                Pointer("commit", ref=git.head[:7]),
            )


def _against_commands(digest: Digest, said: list[tuple[Said, Sentence, str]]) -> Iterator[Finding]:
    """Without git: nothing that was run in the session could have done it, and the user does not speak of it."""
    ran = " ".join(call.command for call in digest.commands if "git " in call.command or "gh " in call.command)
    for record, one, word in said[-1:]:
        verb = {"committed": "commit", "pushed": "push", "merged": "merge"}[word]
        if verb not in ran and digest.trails and not done_by_hand(word, digest):
            yield _flag(one, record, f"no {verb} was run in this session", None)


def _files(digest: Digest) -> Iterator[Finding]:
    git = digest.evidence.git
    for trail in digest.trails.values() if git else ():
        assert git is not None
        now = git.states.get(trail.touch.path)
        if trail.how == "deleted" and now in _THERE:
            yield _moved(trail, f"was deleted in the session; git shows it {now}, so it is back")
        elif trail.how in ("created", "edited") and now in _GONE:
            yield _moved(trail, f"was {trail.how} in the session; it is missing now")


def _moved(trail: Trail, what: str) -> Finding:
    claim = Claim(
        lead="Verify:",
        text=f"`{trail.path}` {what}.",
        pointers=(at(trail.last.line), Pointer("file", ref=trail.path)),
        standing="verified",
    )
    return Finding(kind="conflict", claims=(claim,), weight=18.0)


def _flag(one: Sentence, said: Said, shows: str, pointer: Pointer | None) -> Finding:
    claims = [Claim(lead="Verify: the agent said", text=one.text[:200], pointers=(at(said.line),), standing="stated")]
    claims.append(
        Claim(
            lead="but",
            text=f"{shows}.",
            pointers=(pointer,) if pointer else (at(said.line),),
            standing="verified",
            leans=False,
        )
    )
    return Finding(kind="conflict", claims=tuple(claims), weight=22.0)
