"""What a brief must not hold: things the session never contained, forbidden text, and history instead of news."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from segue.evals.arms import Answer
from segue.evals.dataset import MustNot
from segue.evals.entries import Entry
from segue.evals.words import Corpus, holds, plain

LONG = 700
"""Characters from which an entry is a dump, whatever it says."""
TWICE = 60
PROGRAMS = (
    "bash bundle bun cargo cmake ctest curl deno docker gh git go gradle just kubectl make mix mvn mypy node npm npx "
    "php pip pnpm poetry psql pytest python python3 rails ruff sh sqlite3 swift terraform tox uv uvx yarn"
)
_PATH = re.compile(r"(?<![\w/.])(?:[\w.@-]+/)+[\w.@-]*\w\.\w{1,8}\b")
QUOTE = 20
"""Characters from which words in quotes are taken for somebody's."""
_SPAN = re.compile(r"`([^`\n]{4,200})`")
_END = re.compile(r"(?<=[.!?:])\s+|\n+")
_LABEL = re.compile(r"\b(?:User|Agent|Assistant):\s*")
_NARRATES = re.compile(
    r"(?:(?:ok(?:ay)?|great|good|perfect|now|alright)[,.!]? )*"
    r"(?:let me |i'll |i will |i'm going to |i am going to |(?:first|next|then|now),? i(?:'ll| |'m)|"
    r"i(?:'ve| have)? (?:now |then |first )?(?:read|looked at|checked|opened|started|ran|explored) |"
    r"(?:looking at|reading|checking|exploring|starting with) |"
    r"the (?:agent|user|assistant) (?:then|next|first|started|began|asked|said) |we (?:then|first|started|began) )"
)


class Fault(Struct, frozen=True, kw_only=True):
    """Something in the brief that should not be there."""

    kind: str
    """invented, forbidden, dump or history"""
    what: str
    why: str
    line: int = 0


def invented(answer: Answer, told: Sequence[Entry], corpus: Corpus) -> Iterable[Fault]:
    """Paths, quotes and commands that the session never contained."""
    for entry in told:
        bare = entry.bare.replace("\\", "")
        for path in dict.fromkeys(_PATH.findall(bare)):
            if not corpus.contains(path):
                yield Fault(kind="invented", what=path, why="no such path in the session", line=entry.number)
        for quote in (part for part in split_at_quotes(bare)[1::2] if len(part) >= QUOTE):
            if any(not corpus.contains(part.strip(" .…")) for part in re.split(r" ?… ?", quote) if part.strip(" .…")):
                yield Fault(kind="invented", what=quote, why="nobody said this in the session", line=entry.number)
        for span in _SPAN.findall(bare):
            if " " in span and span.split()[0] in PROGRAMS.split() and not corpus.contains(span):
                yield Fault(kind="invented", what=span, why="this command was never run", line=entry.number)
    yield from _never_ran(answer)


def _never_ran(answer: Answer) -> Iterable[Fault]:
    """Commands in a brief are those that were run, whole or in part: text of tool output or of a README is none."""
    ran = [plain(command) for command in answer.ran]
    parts = {part.strip() for command in ran for part in re.split(r"&&|\|\||[;|\n]", command) if len(part.strip()) > 2}
    for claimed in answer.claimed_commands:
        for said in map(plain, _SPAN.findall(claimed) or [claimed]):
            if not any(said in command for command in ran) and not any(part in said for part in parts):
                yield Fault(kind="invented", what=said, why="given as a command, but the session never ran it")


def split_at_quotes(text: str) -> list[str]:
    """Outside, inside, outside, …; one piece when the quotes do not pair up, as after a cut."""
    parts = text.translate(str.maketrans("“”", '""')).split('"')
    return parts if len(parts) % 2 else [text]


def forbidden(rules: Iterable[MustNot], text: str, found: Sequence[Entry]) -> Iterable[Fault]:
    lines = list(enumerate(text.split("\n"), 1))
    for rule in rules:
        if rule.as_structure:
            bad = [number for number, line in lines if _is_structure(line, rule.text)]
        elif rule.unless:
            bad = [entry.number for entry in found if _holds_openly(entry, rule)]
        else:
            bad = [number for number, line in lines if rule.text in line or plain(rule.text) in plain(line)]
        if bad:
            yield Fault(kind="forbidden", what=rule.text, why=rule.why, line=bad[0])


def _is_structure(line: str, text: str) -> bool:
    return line.startswith(text) if text[0] in "#`~>|" else text in line.replace("\\" + text, "")


def _holds_openly(entry: Entry, rule: MustNot) -> bool:
    """In an entry that does not say itself how the text is to be taken; what stands under dead ends is given up."""
    if not holds(entry.plain, plain(rule.text)) or "dead" in entry.section.casefold():
        return False
    return not any(holds(entry.plain, plain(word)) for word in rule.unless)


def history(told: Sequence[Entry], news: Iterable[str] = ()) -> Iterable[Fault]:
    """Sentences that narrate instead of telling: what somebody was about to do, dumps, and things said twice.

    `news` are words that the case asks for: "I'll store the deadline with the row" decides something there.
    """
    wanted = [plain(word) for word in news]
    seen: set[str] = set()
    for entry in told:
        if len(entry.text) > LONG:
            why = f"{len(entry.text)} characters long"
            yield Fault(kind="dump", what=entry.bare[:120], why=why, line=entry.number)
        for sentence in sentences(entry):
            words = plain(sentence)
            if len(words) >= TWICE and words in seen:
                yield Fault(kind="history", what=sentence, why="said twice", line=entry.number)
            elif _NARRATES.match(words) and not any(holds(words, word) for word in wanted):
                yield Fault(kind="history", what=sentence, why="tells what was done, not what is so", line=entry.number)
            seen.add(words)


def sentences(entry: Entry) -> list[str]:
    """What an entry says in its own name: without quotes, which are somebody's words, and without their labels."""
    bare = _LABEL.sub("", " ".join(split_at_quotes(entry.bare)[::2]))
    return [part.strip() for part in _END.split(bare) if len(part.strip()) > 8]
