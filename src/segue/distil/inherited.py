"""A session that began with a brief of ours: which of the user's words and open items it carried over.

The brief in the first message is taken apart only as far as its quotes and its open items: they stand, verbatim, in
that record of this session, and that is what their pointers say. Nothing else of an earlier brief is carried, so that
briefs are collapsed and not stacked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from segue.distil.records import FRAMED, flat
from segue.patterns import late

_QUOTED = late(r'"((?:[^"]|"(?![ ]?(?:…|\())){3,600}?)"(?= … "| \((?:L\d|transcript:))')
_ONE = r"(?:L\d+|(?:transcript|commit|file):[^\s,]+)"
_POINTERS = late(rf" ?\({_ONE}(?:, {_ONE})*\)")
_WRAPPER = late(r"</?handoff-context[^<>]*>")
_OPEN = "## Open-threads"
_GOAL = "## Goal"


class Carried(Struct, frozen=True):
    """One item of an earlier brief: the user's words, or something left open."""

    text: str
    open: bool = False


class Inheritance(Struct, frozen=True):
    carried: tuple[Carried, ...]
    own: str
    """What the user said beside the brief, in the same message; the goal stated in it included."""


def inheritance(text: str) -> Inheritance | None:
    """What a first message inherits; None when there is no brief in it."""
    if FRAMED not in text or "# Handoff:" not in text:
        return None
    before, _, rest = text.partition(FRAMED)
    lines = _WRAPPER.sub("", rest).split("\n")
    carried: list[Carried] = []
    own, section = [_WRAPPER.sub("", before).rstrip("> \n")], ""
    for line in _entries(lines[1:]):
        if line.startswith("## "):
            section = line
        elif section.startswith(_GOAL) and line.startswith("> "):
            own.append(plain(line[2:]))
        elif line.startswith("- "):
            carried += _items(line, open_item=section.startswith(_OPEN))
        elif line.strip() and section.startswith(_GOAL):
            own.append(line)
    return Inheritance(tuple(dict.fromkeys(carried)), "\n".join(filter(None, own)).strip())


def _entries(lines: Iterable[str]) -> list[str]:
    """The lines, each entry with what hangs below it as one; but for what came at another time."""
    whole: list[str] = []
    for line in lines:
        if line.startswith("  ") and whole and whole[-1].startswith("- "):
            if (told := line.strip()).startswith("· "):
                whole.append(f"- {told[2:]}")
            else:
                whole[-1] += f" {told}"
        else:
            whole.append(line)
    return whole


def _items(line: str, *, open_item: bool) -> Iterator[Carried]:
    quotes = [plain(quote) for quote in _QUOTED.findall(line)]
    yield from (Carried(quote) for quote in quotes if quote)
    if open_item and not quotes:
        bare = plain(_POINTERS.sub("", line.removeprefix("- "))).strip()
        if bare:
            yield Carried(bare[:300], open=True)


def plain(text: str) -> str:
    """Rendered text as it was before it was made inert."""
    return flat(re.sub(r"\\([<@!`~\\(])", r"\1", text))
