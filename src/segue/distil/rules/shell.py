"""A shell command as it is told: its core, its pieces, and whether it only looks or keeps house."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import NamedTuple

from segue.patterns import late
from segue.session.steps import without_documents

LONGEST = 170
SCRIPT = 2000
"""A longer command is a script: nobody is shown it, whatever its output went through."""
_REST = r"(?:'[^']*'|\"[^\"]*\"|[^;&|'\"]|&(?!&))*"
_TAIL = late(
    r"\s*(?:2>&1|2>/dev/null|\|\s*(?:tail|head|grep|rg|sed|cat|less|wc|jq|sort|tee)\b"
    rf"{_REST}|;\s*echo\b{_REST}|\|\| (?:true|echo\b{_REST}))\s*;?\s*$"
)
_PLACE = r"cd (?:\"[^\"]*\"|'[^']*'|\S+?)(?: && |; ?)|set -[-\w ]+(?: && |; ?)|export \S+(?: && |; ?)"
_HEAD = late(rf"^(?:{_PLACE}|timeout \d+[smh]? |time )+")
_AROUND = late(rf"^(?:{_PLACE}|timeout \d+[smh]? |time |env (?:-i |-u ?\S+ )*|sudo |\w+=(?:\"[^\"]*\"|'[^']*'|\S*) )+")
_JOINTS = late(r"(?:(?<=\s)|\A)#[^\n]*|'[^']*'?|\"(?:\\.|[^\"\\])*\"?|\\.|\$?\(|\)|[<>]&|&>|&&|\|\||\|&|[;\n|&]", re.S)
_HERE = late(r"<<-?\s*['\"]?\w")
_BEFORE = ("cd ", "set ", "export ", "timeout ", "time ")
_SIGNS = frozenset("|;&<>()'\"\\\n`$")
_DEEPER = ("(", "$(")
_BETWEEN = {"&&": "&&", "||": "||", "|": "|", "|&": "|", ";": ";", "\n": ";", "&": ";"}
ASKING = ("--help", "-h", "version", "--version")
LOOKING = (
    "cat ", "ls", "rg ", "grep ", "sed ", "find ", "echo ", "head ", "tail ", "pwd", "wc ", "nl ", "which ", "cd ",
    "python3 - <<", "sleep", "jq ", "awk ", "test -", "[ ", "stat ", "file ",
    "tree", "type ", "command -v", "printenv", "whoami", "date", "ps ", "open ", "diff ",
    "git diff", "git log", "git show", "git status", "git branch", "git rev-parse", "git grep", "git blame",
    "git ls-files", "git check-ignore", "git remote", "git fetch",
    "git merge-base", "git rev-list", "git reflog", "git describe", "git worktree list", "git cat-file",
    "gh api", "gh pr view", "gh pr list", "gh pr diff", "gh pr checks", "gh issue view", "gh issue list", "gh run view",
    "gh run list", "gh repo view", "gh search", "gh auth",
)  # fmt: skip
KEEPING = (
    "mkdir", "rm ", "chmod", "cp ", "mv ", "touch ", "ln ",
    "git add", "git commit", "git stash", "git config", "git tag", "git checkout", "git switch", "git worktree",
    "git reset",
)  # fmt: skip
"""They look, or keep house: nothing that the next agent must be told how to do."""


PROGRAMS = frozenset(
    """
    apt apt-get bash brew bun bunx cargo cd chmod command cp curl docker echo export gh git go gradle just ls make mise
    mkdir mv mvn node npm npx pip pip3 pipx pnpm poetry python python3 rm sh source sudo systemctl task uv uvx yarn
    """.split()  # noqa: SIM905
)
"""Whose name opens a line that is a command, though no mark says so."""
_PROSE = frozenset(
    """
    a an and are as at back by for from if in into is it of on or sure that the them this through to up we with you your
    """.split()  # noqa: SIM905
)


class Piece(NamedTuple):
    """One program of a command with its words, and what joins it to the next one: `&&`, `||`, `|`, `;` or nothing."""

    text: str
    joint: str


@lru_cache(maxsize=2048)
def core(command: str) -> str:
    """The command without where it ran and what its output went through; a piece of it, verbatim."""
    bare = command.strip()
    if bare.startswith(_BEFORE):
        bare = _HEAD.sub("", bare)
    if is_plain(bare):
        return bare.strip()
    while len(bare) < SCRIPT and (shorter := _TAIL.sub("", bare)) != bare:
        bare = shorter
    return bare.strip()


def is_short(command: str) -> bool:
    """It may be told whole."""
    return bool(command) and "\n" not in command and len(command) <= LONGEST


def is_plain(command: str) -> bool:
    """One program and its words: most commands are, and need no pattern."""
    return _SIGNS.isdisjoint(command)


@lru_cache(maxsize=2048)
def pieces(command: str) -> tuple[Piece, ...]:
    """The programs of a command, without the texts it feeds to them and as far as the first one that has no end; quotes
    and brackets are not looked into."""
    if is_plain(command) and "#" not in command:
        return (Piece(command[:SCRIPT].strip(), ""),) if command.strip() else ()
    command = without_documents(command)
    here = _HERE.search(command)
    text = command[: min(here.start() if here else SCRIPT, SCRIPT)]
    found, start, depth = [], 0, 0
    for joint in _JOINTS.finditer(text):
        depth += (joint[0] in _DEEPER) - (joint[0] == ")" and depth > 0)
        if depth == 0 and (between := _BETWEEN.get(joint[0])):
            found.append(Piece(text[start : joint.start()].strip(), between))
            start = joint.end()
    found.append(Piece(text[start:].strip(), ""))
    return tuple(piece for piece in found if piece.text and not piece.text.startswith("#"))


def unadorned(piece: str) -> str:
    """A piece without what stands around it: where it runs, its environment, where its output goes."""
    bare = piece.strip("( )").removeprefix("do ").removeprefix("then ").removeprefix("else ")
    adorned = bare.startswith((*_BEFORE, "env ", "sudo ")) or "=" in bare.partition(" ")[0]
    return core(_AROUND.sub("", bare) if adorned else bare)


def looks(command: str) -> bool:
    """It only looks, or asks for help."""
    low = core(command).lower()
    return f"{low} ".startswith(LOOKING) or low.endswith(ASKING)


def is_routine(command: str) -> bool:
    """It looks, or keeps house."""
    return looks(command) or core(command).lower().startswith(KEEPING)


def is_command_line(line: str, programs: Container[str] = ()) -> bool:
    """A command on a line of its own, without a mark of one: a program's name, and no sentence behind it."""
    name, _, rest = line.partition(" ")
    if not name.startswith("./") and name not in PROGRAMS and name not in programs:
        return False
    if line.endswith((".", ":", ",", "!", "?")) or "`" in line or line.count("'") % 2 or line.count('"') % 2:
        return False
    return name.startswith("./") or (bool(rest) and rest.split(" ")[0] not in _PROSE)
