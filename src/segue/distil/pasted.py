"""Which lines of a user's message are a program's: logs, listings, code, terminal output. Knows nothing of sessions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from segue.distil import signals
from segue.distil.likeness import SURELY, ruling
from segue.distil.records import flat
from segue.patterns import late

_MACHINE = late(
    r"^(?:(?!\d?\d:\d\d\b)[\"'\w./-]+\"?\s*:\s*[\[{\"\d]|[\w.$]+\(.*\)\s*[{;]?$|\s*[\w.]+\s*[:+]?=\s|"
    r"\s*at (?:async |new )?(?:\S*[(:/.<].*(?:\)|:\d+)|\S+ \(\S+:\d+\))$|"
    r"[+-]{3} |@@ |=+ |-{3,}|\[[^\]]*\]$|\[[\w:.@/-]+\] |(?:INFO|WARN|ERROR|DEBUG|FAIL|PASS)(?:[ :]|$)|"
    r"export (?:const|default|function|class|type) |ok\s+\S+[./]\S+\s+[\d.(]|ok\s{2}|"
    r"\S+\.(?:go|py|ts|js|rs):\d+|\w+@\S+ |"
    r"(?:Did you mean|Usage:|Operation stopped|Press (?:any|[Cc]trl|[Ee]nter|\W))|\"\"\"|[~./][\w./~-]+$|"
    r"[Uu]se ['\"][^'\"]*-[^'\"]*['\"] |"
    r"(?:\S+: )?(?:warning|error|fatal|hint|info): |>>> |\S+ (?:Error|Exception|Warning): |[\w-]+(?: [\w-]+)?:$)|"
    r"[{};]$|=>\s*[({]?$|; use 'git |"
    r"[\u2500-\u259f\u2714\u2718\u2713\u2717\u276f\u25cf\u2191\u2193\u274c\u2705]"
)
"""The shape of a line that a program wrote: how it begins, asked in one place only, and what may stand anywhere."""
_OF_MACHINES = late(
    r"\d\d:\d\d:\d\d|\w+\(.*\)\s*[{;]?$|/var/folders|node_modules|0x[0-9a-f]{6}|create mode \d|files? changed|"
    r"for more information"
)
"""What programs write, and people write of."""
_PARAGRAPHS = late(r"\n[ \t]*\n")
_PLAIN = late(r"[\"'(]*[^\W\d_][^\W\d_'’-]*[\"').,;!?…]*")
_GOES_ON = late(r"[^\W\d_]{2}[.!?] [a-z]+ [a-z]+")
"""A sentence that begins with a small letter: people type so, programs do not."""
PROSE = 5
"""Words of which a paragraph has at least so many, if someone speaks in it."""
_LETTERS = late(r"[^\W\d_]+")
MOSTLY, LOG = 3, 6
"""One in so many lines is a program's, and nobody speaks: a paste; and where the first and the last line are, too."""
TYPED = 30
"""Characters in which a person may give a number, or a few."""
_FIRST = r"i|i'm|i'd|i'll|i've|im|we|we're|we'll|my|our|let'?s|can (?:we|you)|could (?:we|you)|us|me"
_VOICE = rf"{_FIRST}|please|pls"


@lru_cache(maxsize=4096)
def pasted(text: str) -> bool:
    """The line is a log's, a program's or a file's rather than a person's. Remembered: a line is asked about by
    several rules."""
    if sum(map(len, _LETTERS.findall(text))) < 0.6 * len(text) and not voiced(text) and not _is_typed(text):
        return True
    if _MACHINE.search(text) or signals.NOISE.match(text):
        return True
    return bool(_OF_MACHINES.search(text)) and not own_voice(text)


def _is_typed(text: str) -> bool:
    """A few words with numbers among them: "look at line 1899"."""
    return len(text) < TYPED and sum(1 for word in text.split() if _PLAIN.fullmatch(word)) > 1


def marked(lines: Sequence[str]) -> list[bool]:
    """Which lines of one message are pasted: by their shape, or because they stand between two that are and nobody
    speaks in them."""
    flags = [pasted(line) for line in lines]
    enough = LOG if flags and flags[0] and flags[-1] else MOSTLY
    if enough * sum(flags) >= len(lines) > 2 and not any(signals.says(_VOICE, line) for line in lines):
        opens = not flags[0] and (lines[0][:1].islower() or lines[0].endswith(":"))
        rest = [flag or not own_voice(line) for line, flag in zip(lines, flags, strict=True)]
        return [not opens, *rest[1:]]  # nobody speaks, but for the words that introduce it
    return [
        flag or (0 < number < len(lines) - 1 and flags[number - 1] and flags[number + 1] and not own_voice(line))
        for number, (line, flag) in enumerate(zip(lines, flags, strict=True))
    ]


def own_ends(text: str) -> str:
    """The first and the last paragraph of a message with a paste in it, as far as they are prose: a person's words
    stand before or after what they paste."""
    paragraphs = [part for part in _PARAGRAPHS.split(text) if part.strip()]
    ends = [paragraphs[0], paragraphs[-1]] if len(paragraphs) > 1 else []
    return "\n".join(flat(part) for part in ends if _is_prose(part))


def _is_prose(text: str) -> bool:
    """Plain words, of which the first is a small one, or someone is spoken to."""
    said = text.split()
    plain = sum(1 for word in said if _PLAIN.fullmatch(word))
    goes_on = bool(_GOES_ON.search(text))
    if len(said) < PROSE or plain < 0.75 * len(said) or not (_PLAIN.fullmatch(said[0]) or goes_on):
        return False
    spoken = said[0][:1].islower() or goes_on or signals.says(rf"{_VOICE}|you|your", text)
    return spoken and not any(_MACHINE.search(line) or signals.NOISE.match(line) for line in text.split("\n"))


@lru_cache(maxsize=4096)
def voiced(text: str) -> bool:
    """A person speaks: as I or we, or with a wish."""
    return signals.says(_VOICE, text)


def speaks_up(text: str) -> bool:
    """A person speaks, as I or we, or asks for something: more than a polite order, which a review may hold."""
    return signals.says(_FIRST, text)


def own_voice(text: str) -> bool:
    """A person speaks: as I or we, with a wish, or in a rule."""
    return voiced(text) or ruling(text) > SURELY
