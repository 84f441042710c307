"""Which clauses of a user's message are not the user's: a program's, shown as an example, or the agent's own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from segue.distil.digest import Digest, Turn
from segue.distil.pasted import MOSTLY, marked, own_ends, own_voice, pasted, voiced
from segue.distil.records import bare, flat, is_cited
from segue.distil.rules.clauses import PASTE, clauses
from segue.distil.sentences import Sentence, unmarked
from segue.distil.signals import has
from segue.patterns import late

LATELY = 4
"""Turns back to which a user quotes the agent."""
ECHO = 40
"""Characters by which it is known: fewer may be said by two."""
ALIKE = 3
"""Lines of one shape that a person may write."""
_SHOWS = late(
    r"\b(?:(?:here'?s|here is|here are|this is|these are|see|like|for) (?:an? |some |the |my |another )?"
    r"(?:examples?|samples?|references?|inspiration|drafts?|templates?)|says? this|goes like this|as follows|"
    r"(?:take|consider|given|look at) the following (?:scenario|example|case|situation|output|log|error|session))\W*$|"
    r"\b(?:i|it|he|she|they|this|that|which) (?:now |just |still |only )?(?:see|sees|says?|get|gets|got|shows?|prints?|"
    r"outputs?)(?: now| this| here)?\s*:$|\b(?:research|output|logs?|errors?|trace|response|review|feedback|findings)\b"
    r"(?: (?:is|are|was|from|of|i|got|get|here|this|the|\w+))?(?: below)?\s*:$|"
    r"\b(?:commented|wrote|replied|answered|complains?|complained)(?: this| that| me)?\s*:$",
    re.I,
)
"""The words before something that is shown."""
_SHOWING = ("example", "sample", "reference", "inspiration", "draft", "template", "this", "follow")
"""One of them stands in such words, or a colon: looked for first."""
_PROMPT = late(r"^\w[\w.-]*@\S+ \S* ?[%$#] ")


_CHAT = late(
    r"\s*[A-Z][\w.'’-]+(?:(?: [A-Z][\w.'’-]+){1,2},? {1,4}[\[(]?|,? {2,4}|,? ?[\[(])"
    r"\d{1,2}[:.]\d{2}(?: ?[AaPp][Mm])?[\])]?\s*:?\s*$"
)
"""The line above what somebody wrote in a chat."""
_CHAT_LINE = late(
    r"\s*(?:>\s*)?(?:\[\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AaPp][Mm])?\]|\d{1,2}[:.]\d{2}(?: ?[AaPp][Mm])?)[ ,-]*"
    r"<?@?([A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){0,2})>?:\s+\S"
)
"""What somebody wrote in a chat, behind the time and their name."""
_ME = late(r"\b(?:[Ii]['’]?m|[Ii] am|[Mm]y name is) ([A-Z][\w'’-]+)")
"""Who the user is, said beside the chat."""
_MINE = late(r"\b(?:my|mine)\b[^\n]{0,60}\b(?:start|begin|marked|behind|after|with)\b[^\n]{0,30}>", re.I)
"""Where the user says that the marked lines are their own: "my remarks are the lines that start with >>"."""
_MAIL = late(r"\s*(?:>\s*)?(?:From|Von|De|Da): \S")
_HANDS_ON = late(r"\b(?:past(?:e[ds]?|ing)|below|forward\w*|(?:wrote|sent|left) (?:me|us|this|it)|handover)\b", re.I)
_REVIEW = late(
    r"(?i)^[\W_]*(?:potential issue|nitpick|suggestion)\b.*\||\bseverity: \w+\W*$|\.\w+`?,? lines? \d+(?:-\d+)?\W*$|"
    r"^[\W_]*(?:low|minor|medium|high|major|critical) severity\b"
)
"""How a reviewing program begins a remark: what kind it is, how bad, and where."""
_HINTS = ("severity", " line", "issue", "nitpick", "suggestion")
_SIGNED = late(
    r"(?i)\s*(?:>\s*)?(?:(?:kind|best|warm|many|with|viele|liebe|beste|schöne|mit freundlichen|met|vriendelijke)\s+)*"
    r"(?:(?:regards|wishes|cheers|thanks|thank you|sincerely|greetings|best|cordialement|saludos|groet(?:en|jes)?|"
    r"gr[uü](?:ß|ss)e?n?|lg|vg|mfg)\b[\s,.!]*(?:\w+\s*)?|(?:thanks|thank you)\b[^.?!]{0,60},\s*)$"
)
"""The words above a name at the end of a mail."""
_RULE = late(r"\s*[-_=*]{3,}\s*$")


class Borrowed(Struct, frozen=True):
    """Of each clause of a message: whether it is shown rather than said, and whether it may be either: an order or a
    plain statement amid the lines of a program, or below the line under which something was pasted."""

    shown: tuple[bool, ...]
    amid: tuple[bool, ...]
    whole: bool
    """Nobody speaks in the message, or it announces something: its points are no reviewer's."""


def borrowed(found: Sequence[Sentence], text: str) -> Borrowed:
    """Which clauses are a program's, or what the user shows. Remembered: several rules read the same messages."""
    return _borrowed(tuple(found), text)


@lru_cache(maxsize=64)
def _borrowed(found: tuple[Sentence, ...], text: str) -> Borrowed:
    lines = [clause.text for clause in found]
    if len(found) == 1:
        typed = bool(_PROMPT.match(lines[0])) and not voiced(text)
        alone = typed or all(marked([line.strip() for line in text.split("\n") if line.strip()]))
        return Borrowed((alone,), (False,), whole=alone)
    theirs = forwarded(text)
    foreign = [flag or (bool(theirs) and line in theirs) for flag, line in zip(marked(lines), lines, strict=True)]
    mostly = MOSTLY * sum(map(pasted, lines)) >= len(lines)
    ends = own_ends(text) if any(foreign) or len(text) > PASTE else ""
    own = ends if any(foreign) else ""
    after = _announced(found, ends) if len(text) > PASTE else [False] * len(found)
    shapes = [*map(shape, lines)]
    often = Counter(shapes)
    shown = [
        (flag and line not in own) or announced or often[mine] > ALIKE
        for flag, announced, mine, line in zip(foreign, after, shapes, lines, strict=True)
    ]
    first, last = (shown.index(True), len(shown) - shown[::-1].index(True)) if any(shown) else (len(shown), 0)
    between = (mostly and first < n < last and line not in own for n, line in enumerate(lines))
    below = _below(text)
    amid = [
        (flag and not own_voice(line)) or (bool(below) and line in below)
        for flag, line in zip(between, lines, strict=True)
    ]
    return Borrowed(tuple(shown), tuple(amid), whole=any(after) or (mostly and not any(map(voiced, lines))))


@lru_cache(maxsize=8)
def forwarded(text: str) -> str:
    """What others wrote in a message: under a name and a time of a chat, or in a mail up to the line that closes it,
    or to the name under it. Who says which of the names is theirs speaks under it."""
    lines = text.split("\n")
    if not any(_CHAT.match(line) or _CHAT_LINE.match(line) or _MAIL.match(line) for line in lines):
        return ""
    theirs: list[str] = []
    until = ""
    mine = tuple(_ME.findall(text))
    ruled, signed = (max((n for n, line in enumerate(lines) if end.match(line)), default=0) for end in (_RULE, _SIGNED))
    for number, line in enumerate(lines):
        if _MAIL.match(line) and number < max(ruled, signed):
            until = "rule" if number < ruled else "name"
        elif (until == "name" and _SIGNED.match(line)) or (until != "rule" and _speaks(line, mine)):
            until = "blank"
        elif until == "blank" and mine and _speaks(line, ()):
            until = ""
        if (until == "rule" and _RULE.match(line)) or (until == "blank" and not line.strip()):
            until = ""
        elif until:
            theirs.append(line)
    return flat("\n".join(theirs))


def _speaks(line: str, mine: tuple[str, ...]) -> bool:
    """It opens what somebody wrote in a chat, other than the user."""
    found = _CHAT_LINE.match(line)
    name = found[1] if found else line.lstrip() if _CHAT.match(line) else ""
    return bool(name) and name.split()[0].rstrip(",") not in mine


def _below(text: str) -> str:
    """What stands under a line across the message, if the words above it say that it was pasted or who wrote it; or
    in the paragraph that begins with the head of a review."""
    lines = text.split("\n")
    ruled = next((number for number, line in enumerate(lines) if _RULE.match(line)), 0)
    if ruled and _HANDS_ON.search("\n".join(lines[:ruled])):
        return flat("\n".join(lines[ruled:]))
    if not has(_HINTS, text.lower()):
        return ""
    reviewed = (part for part in text.split("\n\n") if _REVIEW.search(part.partition("\n")[0]))
    return flat(unmarked("\n".join(reviewed)))


def _announced(found: Sequence[Sentence], own: str) -> list[bool]:
    """All after the words that announce it, or after a shell's prompt, but for what a person says at the end."""
    after = (n for n, (one, two) in enumerate(pairwise(found), 1) if two.place > one.place + 1 and _shows(one.text))
    first = next(after, len(found))
    prompt = next((n for n, one in enumerate(found) if _PROMPT.match(one.text)), len(found))
    last = len(found)
    while last > min(first, prompt):
        opens = last - 1
        while opens and found[opens].place == found[opens - 1].place + 1:
            opens -= 1
        if not any(own_voice(one.text) or one.text in own for one in found[opens:last]):
            break
        last = opens
    typed = (not voiced(one.text) for one in found)  # between the lines of a terminal
    return [first <= n < last or (prompt <= n < last and flag) for n, flag in enumerate(typed)]


def _shows(text: str) -> bool:
    """It announces what is shown after it."""
    return (":" in text or has(_SHOWING, text.lower())) and bool(_SHOWS.search(text))


def shape(text: str) -> str:
    """Lines of one shape are a program's."""
    return " ".join(text.split()[-3:])


def echoes(found: Sequence[Sentence], turn: Turn, digest: Digest) -> frozenset[int]:
    """Which clauses the agent had written not long before, or are marked as a quote."""
    assert turn.ask is not None
    if len(found) == 1:
        return frozenset()
    before = digest.turns[max(turn.index - LATELY, 0) : turn.index]
    written = bare(" ".join(said.text for earlier in before for said in earlier.said))
    may_quote = ">" in turn.ask.text and not _MINE.search(turn.ask.text)
    marked_lines = filter(is_cited, turn.ask.text.split("\n")) if may_quote else ()
    quoted = flat(unmarked("\n".join(marked_lines)))
    cited = {n for n, clause in enumerate(found) if quoted and clause.text in quoted}
    echoed = {n for n, clause in enumerate(found) if len(clause.text) >= ECHO and bare(clause.text)[:ECHO] in written}
    return frozenset(echoed | cited)


def own_clauses(turn: Turn, digest: Digest) -> Iterator[Sentence]:
    """The clauses of a message that are the user's own."""
    assert turn.ask is not None
    said = clauses(turn.ask)
    others, echoed = borrowed(said, turn.ask.text), echoes(said, turn, digest)
    return (one for n, one in enumerate(said) if not others.shown[n] and n not in echoed)
