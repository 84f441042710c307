"""Commands that the user runs by hand: those the agent's answers name to be run, and those pasted with their prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from segue.distil.digest import Digest
from segue.distil.records import Claim, Finding, at
from segue.distil.rules.commands import LONGEST, core, is_routine
from segue.patterns import late

_SHELLS = ("```bash", "```sh", "```zsh", "```shell", "```console", "```terminal")
_INLINE = late(r"\b(?:re-?run|run|execute|type|try)\b:?\s+`([^`\n]{4,120})`", re.I)
_PROMPT = late(r"^\s*(?:\$|❯|➜ +\S+|\S+@\S+[^$%#\n]{0,60}[$%#])\s+(\S.*)$", re.M)
_COMMAND = late(r"(?:\./|~/|[a-z][\w.-]*(?: |$))[ -~]*[^:,.]")
_HOLE = late(r"[<>{}|;&()\[\]]|\.\.\.| # ")
"""A place to fill in, or more than one command."""
SHOWN = 4


def by_hand(digest: Digest) -> Iterator[Finding]:
    """One claim a command that the session itself never ran, by how often and how late it was named."""
    ran = {core(call.command) for call in digest.commands}
    programs = {name.split()[0] for name in ran if name}
    typed: dict[str, list[int]] = {}
    told: dict[str, list[int]] = {}
    for turn in digest.turns:
        if turn.ask:
            _note(typed, turn.ask.line, _PROMPT.findall(turn.ask.text))
        for said in turn.said[-2:]:
            if "`" in said.text:
                _note(told, said.line, [*_in_blocks(said.text, programs), *_INLINE.findall(said.text)])
    claims = [*_claims("User ran:", typed, ran, digest), *_claims("For the user to run:", told, {*ran, *typed}, digest)]
    if claims:
        kept = sorted(claims, key=lambda c: -c.weight)[:SHOWN]
        yield Finding(kind="command", claims=tuple(sorted(kept, key=lambda c: c.lead)))


def _claims(lead: str, named: dict[str, list[int]], known: set[str], digest: Digest) -> Iterator[Claim]:
    for name, lines in named.items():
        if name not in known:
            often, late = min(len(lines), 6), digest.late(lines[-1])
            yield Claim(
                lead=lead,
                text=f"`{name}`",
                pointers=(at(lines[-1]),),
                standing="stated",
                weight=(1.5 + often) * (0.7 + 0.6 * late) * 3,
            )


def _in_blocks(text: str, programs: set[str]) -> Iterator[str]:
    """The lines of a shell's block; of one without a language those that begin like a command of this session."""
    block = ""
    for line in text.split("\n"):
        bare = line.strip()
        if bare.startswith("```"):
            block = (
                "" if block else "shell" if bare.lower().startswith(_SHELLS) else "plain" if bare == "```" else "code"
            )
        elif block == "shell" or (block == "plain" and bare.startswith("./")) or bare.split(" ", 1)[0] in programs:
            yield from [bare] if block in ("shell", "plain") else []


def _note(named: dict[str, list[int]], line: int, found: Iterable[str]) -> None:
    for text in found:
        name = core(text.strip().removeprefix("$ "))
        if len(name) <= LONGEST and _COMMAND.fullmatch(name) and not _HOLE.search(name) and not is_routine(name):
            named.setdefault(name, []).append(line)
