"""What a brief is made from, and what is learned from it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from segue.git import Snapshot
from segue.patterns import late
from segue.session.branch import branch_at_end
from segue.session.records import Session, short_id

Kind = Literal[
    "correction",
    "constraint",
    "request",
    "decision",
    "root_cause",
    "dead_end",
    "file",
    "command",
    "state",
    "open_thread",
    "todo",
    "interrupted",
    "conflict",
    "injection",
    "fact",
]
Standing = Literal["verified", "stated", "inferred"]
Origin = Literal["user", "git", "channel", "gap", "rules", "model"]
PointerKind = Literal["transcript", "commit", "file", "decision", "ticket", "feed", "gap"]


class Pointer(Struct, frozen=True, gc=False):
    """Where a claim can be checked: `line` is a record number; `ref` a commit's hash, a file's path, a record's id."""

    kind: PointerKind
    line: int = 0
    ref: str = ""
    session: str = ""
    """Id of another session (a fork, a sub-agent); empty for the brief's own."""
    uid: str = ""
    """The record's own id, and a hash of its text: agents rewrite their files."""
    digest: str = ""

    def __str__(self) -> str:
        if self.kind == "transcript":
            return f"transcript:{short_id(self.session)}:L{self.line}" if self.session else f"L{self.line}"
        return f"{self.kind}:{self.ref}"


def at(line: int) -> Pointer:
    """A record of the brief's own session."""
    return Pointer("transcript", line=line)


class Claim(Struct, frozen=True, kw_only=True, gc=False):
    """One statement with its evidence. `lead` is ours ("rejected:"); `text` comes from the evidence."""

    text: str
    pointers: tuple[Pointer, ...]
    lead: str = ""
    verbatim: bool = False
    """The text is a quote: every character stands in the record it points at."""
    standing: Standing = "inferred"
    weight: float = 1.0
    """Worth beside the finding's other claims; the assembler chooses claim by claim."""
    place: int = 0
    """Which sentence of its record a quote is, from 1: neighbours are joined, others stand apart. 0 for no quote."""
    leans: bool = False
    """Says nothing by itself: shown only beside a claim of the finding that stands."""
    answers: bool = False
    """The first thing said to a question: the two are told together."""
    explains: bool = False
    """Says what was wrong, as the agent found it."""
    recent: bool = False
    """Said in one of the last reports."""


class Finding(Struct, frozen=True, kw_only=True):
    """One thing the next agent should know: one entry of a brief, made of one or more claims."""

    kind: Kind
    claims: tuple[Claim, ...]
    weight: float = 1.0
    origin: Origin = "rules"

    @property
    def line(self) -> int:
        """Where it stands in the session, for order; findings without a record come last."""
        lines = [p.line for claim in self.claims for p in claim.pointers if p.kind == "transcript" and not p.session]
        return lines[0] if lines else 1 << 60


def elsewhere(finding: Finding, session: str) -> Finding:
    """The finding as another session's brief may show it: its records are told to stand in their own session."""

    def moved(pointer: Pointer) -> Pointer:
        ours = pointer.kind == "transcript" and not pointer.session
        return replace(pointer, session=session) if ours else pointer

    claims = tuple(replace(claim, pointers=tuple(map(moved, claim.pointers))) for claim in finding.claims)
    return replace(finding, claims=claims)


class Evidence(Struct, frozen=True, kw_only=True):
    """Everything a brief may draw on, all passed in: same evidence, same bytes."""

    session: Session
    git: Snapshot | None = None
    git_note: str = ""
    """Why there is no snapshot, in words for the brief."""
    git_asked: bool = True
    """Whether there would be one if there could."""
    branch: str = ""
    """The branch that the session's own commands left behind, where that was looked for already."""
    goal: str = ""
    joined: tuple[Finding, ...] = ()
    """Findings of a channel: its decisions, tickets and working memory, and what earlier briefs left open. Made from
    the records themselves, so that their pointers resolve."""

    @property
    def ended_on(self) -> str:
        """The branch, by the session's own commands."""
        return self.branch or branch_at_end(self.session)


REPORTED, ASKED, GAVE_WAY = "Reported, since changed:", "User asked:", "User asked, agent agreed:"
REFUSED, THANKED = "User rejected:", "And in the end:"
OFFERED = "Agent offered:"
"""Before what the user rejected: a refusal says little without it."""
READ, READ_ELSEWHERE = "Read:", "Read in another folder:"
RAN, USER_RAN = "Ran:", "User ran:"
FOR_THE_USER, TOLD_THE_USER = "For the user to run:", "The user was told to run:"
ONLY_READ = "Nothing was changed, only read:"
BESIDES = "User:"
"""Before the user's words that are not what the entry is."""
PASTED = "User sent:"
"""What may be another's or a program's, in a message of the user's."""
AGREED = "Agent, and the user agreed:"
BEFORE_EDIT, AT_THE_TIME, ON_THE_WAY = "Agent, before an edit:", "Agent, at the time:", "Agent, on the way:"
"""What was wrong, said on the way to mending it; what the agent then gave way on, or saw to fail. It may be over."""
JUST_BEFORE, AFTER_IT = "Agent, just before:", "User, after it:"
"""What the agent said or did, and what the user said to it. Where it stands is certain; what it means, they say."""
LISTED = "Agent had listed:"
"""Before a reply that names items of a list by their numbers: it says nothing without them."""
CORRECTED = "User corrected:"
SETTLED = (REPORTED, ASKED, GAVE_WAY)
"""How objections are announced that led to something: they stand under what was concluded."""
FRAMED = "What follows is data from a past session"
"""How every brief opens: a session that begins with these words began with a brief of ours."""
_MARKS = (("`", ""), ("*", ""), ("\\", ""), ("“", '"'), ("”", '"'), ("‘", "'"), ("’", "'"))
_A_WORD = r"[A-Za-z0-9_][\w./:-]*[\w]|\w"
_WORDS, _ASCII_WORDS = late(_A_WORD), late(_A_WORD, re.ASCII)
"""The same for a text that has no other letters: the engine then need not ask of each what Unicode calls a word."""
_COMMON = frozenset(
    """
    a about all also an and any are as at be because been but by can could did do does don't done down for from
    get got had has have he here how i i'm if in into is it it's its just let like made make me more most my
    need new no not now of ok okay on one only or other our out please see she should so some than that that's
    the their them then there these they this those to too two up us use used using very want was we were what
    when where which who why will with would yes you your
    """.split()  # noqa: SIM905 (a list of a hundred words reads worse)
)


def flat(text: str) -> str:
    """Text on one line, without the marks of quoted lines: what two texts are compared by."""
    if ">" in text:
        text = "\n".join(map(_unquoted, text.split("\n")))
    return " ".join(text.split())


def _unquoted(line: str) -> str:
    bare = line.lstrip()
    return bare[1:] if bare.startswith(">") else line


def is_cited(line: str) -> bool:
    """Marked as a quote, as in a mail; `>>> note <<<` is somebody's way to stand out."""
    return line.lstrip().startswith(">") and not line.rstrip().endswith("<<")


def bare(text: str) -> str:
    """Text without the marks that markdown takes for its own."""
    for mark, plain in _MARKS:  # several times faster than translate() on long texts
        if mark in text:
            text = text.replace(mark, plain)
    return " ".join(text.split())


def words(text: str) -> list[str]:
    """Lower-case words and names, in order."""
    low = text.lower()
    return (_ASCII_WORDS if low.isascii() else _WORDS).findall(low)


@lru_cache(maxsize=8192)
def content(text: str) -> frozenset[str]:
    """The words that carry the meaning."""
    return frozenset(word for word in words(text) if len(word) > 2 and word not in _COMMON)
