"""Commands that the user runs by hand: those that the agent says to run, and those pasted with their prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from segue.distil.digest import Digest, Turn
from segue.distil.records import FOR_THE_USER, TOLD_THE_USER, USER_RAN, Claim, Finding, at
from segue.distil.rules.clauses import sets_aside
from segue.distil.rules.last_checks import last_runs
from segue.distil.rules.shell import LONGEST, core, is_command_line, is_routine, unadorned
from segue.distil.rules.verdicts import failing
from segue.distil.signals import has
from segue.patterns import late

_SHELLS = ("```bash", "```sh", "```zsh", "```shell", "```console", "```terminal")
_TOLD = (
    r"(?:^|[.!?:;,(]\s+|(?:^|[\s—–-])(?:then|please|now|and|just|also|can you|could you|"
    r"you(?:['’]ll)? (?:can|could|should|must|may|need to|have to|want to)(?: now| then| also| always)?) )[*_]*"
)
"""Where a verb is an order: it opens a sentence, or follows a word that passes it on."""
_RUN = r"(?:re-?run|run|execute|type|try)(?:\s+running)?"
_INLINE = late(rf"{_TOLD}(?P<verb>{_RUN}|use):?[*_]*\s+`(?P<command>[^`\n]{{4,120}})`", re.I)
_LEADS = late(
    rf"{_TOLD}(?:{_RUN}|use|enter|launch|(?:re)?start|install|(?:re)?build|enable|check|verify|test|push|deploy|apply)\b",
    re.I,
)
"""The words before a block that say that it is there to be run."""
_MARKER = late(r"^(?:[-*+]|\d+[.)]|#+|>)\s+")
_PROMPT = late(
    r"^(?:[ \t]*(?:\$|❯|➜ +\S+|\S{1,60}@\S{1,80}[^$%#\n]{0,60}[$%#])|\S.*? [\w.-]+@[\w.-]+ \S+ [%$#])[ \t]+(\S.*)$",
    re.M,
)
_ENDS = ("$", "❯", "➜", "%", "#")
"""Signs of which every prompt has one: most messages have none."""
_COMMAND = late(r"(?:\./|~/|[a-z][\w.-]*(?: |$))[ -~]*[^:,.]")
_NO_QUOTE = late(r"(?<=\w)'(?=\w)|(?:^|(?<=\s))#.*|\\.")
_HOLE = late(r"[<>{}|;&()\[\]]|\.\.\.| # ")
"""A place to fill in, or more than one command."""
SHOWN = 6
WAITS = 2
"""Of the user's messages, the last so many: what the agent said to run before them may well have been run."""


def by_hand(digest: Digest) -> Iterator[Finding]:
    """One claim a command that the session itself never ran, by how often and how late it was named."""
    ran = {core(call.command) for call in digest.commands}
    programs = {name.split()[0] for name in ran if name}
    typed: dict[str, list[int]] = {}
    told: dict[str, list[int]] = {}
    ends: dict[str, str] = {}
    for turn in digest.turns:
        if turn.ask:
            for command, output in _pasted(turn.ask.text):
                ends.update(
                    (name, "not ok" if failing(output) else "") for name in _note(typed, turn.ask.line, [command])
                )
        named = list(for_the_user(turn.said[-1].text, programs)) if turn.said else []
        if named and not _turned_down(turn, digest):
            _note(told, turn.said[-1].line, named)
    done = {name for name, lines in told.items() if _is_done(name, lines[-1], digest)}
    claims = [*_claims(USER_RAN, typed, ran, digest, ends)]
    known = {*ran, *typed, *done}
    waits = digest.asks[-WAITS].ask if len(digest.asks) >= WAITS else None
    since = waits.line if waits else 0  # before that, nobody knows whether it was done
    claims += _claims(
        FOR_THE_USER, {name: lines for name, lines in told.items() if lines[-1] > since}, known, digest, {}
    )
    claims += _claims(
        TOLD_THE_USER, {name: lines for name, lines in told.items() if lines[-1] < since}, known, digest, {}
    )
    if claims:
        kept = sorted(claims, key=lambda c: -c.weight)[:SHOWN]
        yield Finding(kind="command", claims=tuple(sorted(kept, key=lambda c: c.lead)))


def _pasted(text: str) -> Iterator[tuple[str, str]]:
    """Each command that stands behind a prompt, and what stands between it and the next one."""
    if not has(_ENDS, text):
        return
    found = list(_PROMPT.finditer(text))
    for prompt, follows in zip_longest(found, found[1:]):
        yield prompt[1], text[prompt.end() : follows.start() if follows else len(text)]


def _is_done(name: str, line: int, digest: Digest) -> bool:
    """It was run after it was named, or the user speaks of it."""
    later = (ask for turn in digest.asks if (ask := turn.ask) and ask.line > line)
    spoken = name.replace("--", "-")
    return digest.once(last_runs).get(unadorned(name), 0) > line or any(
        spoken in ask.text.replace("--", "-") for ask in later
    )


def _turned_down(turn: Turn, digest: Digest) -> bool:
    """The user's next message wants nothing of it."""
    follows = digest.turns[turn.index + 1].ask if turn.index + 1 < len(digest.turns) else None
    return follows is not None and sets_aside(follows.text)


def _claims(
    lead: str, named: dict[str, list[int]], known: set[str], digest: Digest, ends: dict[str, str]
) -> Iterator[Claim]:
    for name, lines in named.items():
        if name not in known:
            often, late = min(len(lines), 6), digest.late(lines[-1])
            yield Claim(
                lead=lead,
                text=f"`{name}` {ends.get(name, '')}".rstrip(),
                pointers=(at(lines[-1]),),
                standing="stated",
                weight=(1.5 + often) * (0.7 + 0.6 * late) * 3,
            )


def for_the_user(text: str, programs: set[str]) -> Iterator[str]:
    """The commands that a message says to run: in a sentence, or in a block that such a sentence leads to.

    Of a block without a language, the lines that begin like a command of this session; of a message without blocks,
    those that read like one."""
    if "`" not in text and "\n" not in text:
        return
    block, lead, plain, inside = "", "", "```" not in text, False
    for line in text.split("\n"):
        bare = line.strip()
        if bare.startswith("```"):
            block, inside = "" if block else _kind(bare, lead), False
        elif plain and is_command_line(bare, programs):
            yield from (bare,) if _LEADS.search(lead) else ()
        elif not block:
            lead = _MARKER.sub("", bare) or lead
            yield from _in_sentence(lead, programs) if "`" in bare and not bare.startswith("|") else ()
        elif block == "shell" or (block == "plain" and (bare.startswith("./") or bare.split(" ", 1)[0] in programs)):
            code = _NO_QUOTE.sub("", bare)
            opens = any(code.count(sign) % 2 for sign in "\"'")  # a text in quotes goes on, or ends
            yield from () if inside or opens else (bare,)
            inside ^= opens


def _kind(fence: str, lead: str) -> str:
    if not _LEADS.search(lead):
        return "shown"
    return "shell" if fence.lower().startswith(_SHELLS) else "plain" if fence == "```" else "code"


def _in_sentence(line: str, programs: set[str]) -> Iterator[str]:
    """What it says to run is a command; what it says to use may be anything, and what one can use is explained."""
    for found in _INLINE.finditer(line):
        used = found["verb"].lower() == "use"
        if not used or (found["command"].split()[0] in programs and "you" not in found[0].lower().split()):
            yield found["command"]


def _note(named: dict[str, list[int]], line: int, found: Iterable[str]) -> list[str]:
    """Notes where commands are named; those that it took for one."""
    noted = []
    for text in found:
        name = core(text.strip().removeprefix("$ "))
        if len(name) <= LONGEST and _COMMAND.fullmatch(name) and not _HOLE.search(name) and not is_routine(name):
            named.setdefault(name, []).append(line)
            noted.append(name)
    return noted
