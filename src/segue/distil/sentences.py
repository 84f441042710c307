"""Text into sentences that can be quoted. Knows nothing of sessions; every sentence is a piece of its text, verbatim
but for white space, emphasis marks and the markers at a line's beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from segue.distil.records import flat, is_cited
from segue.patterns import late

_END = late(
    r"(?<=[.!?…。！？])(?:"  # asked first: at nearly every place this is all there is to ask
    r"(?<=[.!?…])(?<!\bProf\.)(?<!\b[DM]r\.)(?<!\b[Ee]\.g\.)(?<!\bi\.e\.)(?<!\bz\.B\.)(?<!\bNr\.)(?<!^\d\.)"
    r"[\"'”’)*`]*\s+(?=[\"'“‘(*`\[]*[A-Z0-9@/`~\[])|(?<=\.\.)\s+(?=\w)|(?<=[!?])\s+|(?<=[。！？])|"
    r"(?<=[\w)`\"'][\w)`\"']\.)(?<!\b(?:vs|eg|ie|cf|ca|al|dr|mr|ms|st|no|zb)\.)"
    r"(?<!\b(?:etc|esp|aka|min|max|fig|sec|bzw|usw|ggf)\.)(?<!\b(?:incl|resp|dept|evtl|inkl)\.)(?<!\bapprox\.)"
    r"\s+(?=[a-z]))"  # many people write no capitals
)
_MARKER = late(
    r"^\s*(?:>\s?)*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,2}[.)]\s+|\d{1,2}(?:\.\d{1,2}){1,3}[.)]?\s+(?=[A-Z])|#{1,6}\s+)?"
)
_FENCE = late(r"```|~{3,}[ \w+-]*$")
"""A line that opens or closes code; what underlines an error in a trace does neither."""
_JOINT = late(
    r"\s+(?=(?:but|btw|also|so|because|cause|oh|ok|then|when|if|please|pls|just|dont|now|"
    r"(?:and|or) (?:i|we|you|it|he|she|they|there|this|that|these|then|also|if|when|the|please|now|so|not|no|never|"
    r"always|dont|do|maybe|is|are))\b)(?!so (?:far|that)\b)",
    re.I,
)
"""Where a speaker takes breath."""
_ANEW = late(
    r"\s(?=(?:Could|Can|Would|Should|Please|The|These|We|This|That|My|Our|Then|What|Why|How) [a-z])(?<=[a-z0-9`)]\s)"
)
"""Where a sentence begins though nothing ends the one before it; what ends the one before is asked last."""
ANEW = 60
"""Characters that may be two."""
LONGEST = 320
WRAPPED = 50
SPOKEN, UNMARKED, BREATH = 200, 120, 80
"""Characters of what may be several sentences said in one go, of them without any sign, and of each at least."""
_LEANS = frozenset(
    """
    i we you they he she it and but or so then the a an to of in on for with that if when because
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
BACK = 60
"""Characters that a cut goes back for a word that belongs to the next one."""
CODE = 80
"""Characters within which code between backticks ends."""


_CONTRARY = late(r"(?:however|but|though|although|that said|unfortunately|except)\b", re.I)
BOTH = 260
"""Characters of two sentences that are told as one."""


class Sentence(Struct, frozen=True, gc=False):
    text: str
    place: int
    """Its number in the text, from 1; a gap in the numbers is a gap in the text."""
    cited: bool = False
    """In a line marked as a quote: somebody's words, or a draft."""
    heading: bool = False
    bullet: bool = False
    lead_in: bool = False
    """Ends with a colon: it announces what follows."""
    stem: str = ""
    """Of an item in a list: what announced the list."""


@lru_cache(maxsize=1024)
def sentences(text: str, longest: int = LONGEST) -> tuple[Sentence, ...]:
    """The sentences of prose; code blocks and tables are passed over, and leave a gap in the numbers.

    Remembered, because several rules read the same messages."""
    return tuple(_sentences(text, longest))


def _sentences(text: str, longest: int) -> Iterator[Sentence]:
    place, fenced, stem = 0, False, ""
    for line in _unwrapped(text.split("\n")):
        bare = line.strip()
        if _FENCE.match(bare):
            fenced = not fenced
            place += 1
            continue
        if fenced or not bare or bare.startswith("|"):
            place += bool(fenced or bare)
            continue
        marker = _MARKER.match(line)
        mark = marker[0].strip() if marker else ""
        rest = line[marker.end() :] if marker else line
        place += bool(mark)
        bullet = bool(mark) and not mark.startswith("#")
        stem = stem if bullet else ""
        line_text, end = flat(unmarked(rest)), 0
        for part in split(line_text, longest):
            place += 1 if end and line_text.startswith(f" {part}", end) else 2
            end = line_text.find(part, end) + len(part)
            yield Sentence(
                part,
                place,
                cited=mark.startswith(">") and is_cited(line),
                heading=mark.startswith("#"),
                bullet=bullet and mark != ">",
                lead_in=part.endswith(":"),
                stem=stem,
            )
            if not bullet:
                stem = part if part.endswith(":") else ""


def unmarked(line: str) -> str:
    """Without marks of emphasis; within code two stars are code."""
    if "**" not in line or "`" not in line:
        return line.replace("**", "")
    parts = line.split("`")
    return "`".join(part if number % 2 else part.replace("**", "") for number, part in enumerate(parts))


def _unwrapped(lines: list[str]) -> Iterator[str]:
    """Lines as they were before someone's editor broke them: long prose that goes on in small letters is one."""
    held, width = "", 0
    for number, line in enumerate(lines):
        if not line.strip() or not number or not lines[number - 1].strip():
            width = _width(lines, number)
        if held and line.lstrip()[:1].islower() and _goes_on(held, line, width):
            held += f"\n{line}"
            continue
        if held:
            yield held
        held = line
        if not held:
            yield held
    if held:
        yield held


def _width(lines: list[str], start: int) -> int:
    """Of the paragraph's longest line."""
    widest = 0
    for number in range(start, len(lines)):  # no slice: a message may have a hundred thousand paragraphs
        if not lines[number].strip():
            break
        widest = max(widest, len(lines[number].rstrip()))
    return widest


def _goes_on(held: str, line: str, width: int) -> bool:
    """The line before was broken for want of room: the next word would not have fitted."""
    last = held[held.rfind("\n") + 1 :].rstrip()
    if len(last) < WRAPPED or last.endswith((".", ":", "?", "!")) or len(last) + len(line.split(maxsplit=1)[0]) < width:
        return False
    return sum(letter.isalpha() or letter.isspace() for letter in last) > 0.75 * len(last)


def _cut(line: str) -> Iterator[str]:
    """A line's sentences. No cut falls into code, as far as its end can be seen."""
    start = seen = ticks = 0
    for end in _END.finditer(line):
        ticks += line.count("`", seen, end.end())
        seen = end.end()
        if ticks % 2 and line.find("`", seen, seen + CODE) >= 0:
            continue
        yield line[start : end.start()]
        start, ticks = end.end(), 0
    yield line[start:]


def _between_words(text: str, start: int, most: int) -> int:
    """The last place to cut at, but not behind a word that belongs to the next one: "I", "and", "the"."""
    at = text.rfind(" ", start, most)
    before = text.rfind(" ", start, max(at, start))
    while before > max(start, most - BACK) and text[before + 1 : at].lower() in _LEANS:
        at, before = before, text.rfind(" ", start, before)
    return max(at, start)


def _breaths(part: str) -> Iterator[str]:
    """What was said in one go, without a comma, where a speaker would take breath."""
    if len(part) < SPOKEN or sum(map(part.count, ",;:()")) * UNMARKED > len(part):
        yield part
        return
    start = 0
    for joint in _JOINT.finditer(part):
        if joint.start() - start >= BREATH and len(part) - joint.end() >= BREATH:
            yield part[start : joint.start()]
            start = joint.end()
    yield part[start:]


def split(line: str, longest: int = LONGEST) -> Iterator[str]:
    """One line's sentences; one that is too long for an entry is cut where its parts join."""
    parts = (anew for part in _cut(line) for anew in (_ANEW.split(part) if len(part) > ANEW else (part,)))
    for bare in (" ".join(breath.split()) for part in parts for breath in _breaths(part)):
        start = 0
        while len(bare) - start > longest:
            most = start + longest
            at = max(bare.rfind(sign, start + longest // 3, most) for sign in ("; ", ", ", " - ", " – ", ": "))
            at = at + 1 if at > 0 else _between_words(bare, start, most)
            at = at if at > start else most
            yield bare[start:at].strip()
            start = at + (bare[at] == " ")
        if start < len(bare):
            yield bare[start:]


def with_turn(found: Sequence[Sentence]) -> list[Sentence]:
    """A sentence with the one behind it that turns it round: half of "it is safe. But not here" says the contrary."""
    kept: list[Sentence] = []
    for one in found:
        before = kept[-1] if kept else None
        if before and one.place == before.place + 1 and _turns_round(before, one):
            kept[-1] = replace(before, text=f"{before.text} {one.text}", place=one.place)
        else:
            kept.append(one)
    return kept


def _turns_round(before: Sentence, one: Sentence) -> bool:
    return not before.lead_in and len(before.text) + len(one.text) < BOTH and bool(_CONTRARY.match(one.text))


def shortened(text: str, most: int) -> str:
    """As many whole words as fit, and one at least: a word that is cut may be half a secret, and nobody would know."""
    if len(text) <= most:
        return text
    cut = text.rfind(" ", 0, most)
    first = text.find(" ")
    return f"{text[: cut if cut > 0 else first if first > 0 else len(text)]}…"


def opening(text: str, longest: int) -> str:
    """How a text begins, on one line: whole sentences, as many as fit, and at least the words that do."""
    line = flat(text)
    if len(line) <= longest:
        return line
    ends = [end.start() for end in _END.finditer(line, 0, longest)]
    space = line.rfind(" ", 0, longest)
    return line[: ends[-1]] if ends else line[: space if space > 0 else longest]  # some languages write no spaces
