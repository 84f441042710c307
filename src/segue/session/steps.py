"""A shell command as the steps of git, gh and glab in it: what was asked, in which directory, and who saw the output.

Words in quotes, here-documents and substitutions are data: a commit message that says `git push` pushes nothing.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from segue.patterns import late
from segue.session.records import Call

PROGRAMS = ("git", "gh", "glab")
LONGEST = 8_000
"""A longer command is a document that somebody writes with the shell."""
_HEREDOC = late(r"(?<!<)<<(?!<)-?[ \t]*(['\"]?)(\w+)\1")
_TOKEN = late(
    r"(?<![^\s;&|()])#[^\n]*|(?P<word>'[^']*'|\"(?:\\.|[^\"\\])*\"|\$\([^()]*\)|`[^`]*`|\\\n|\\.|\d*>&\d|&>|[^\s'\"`\\;&|()$]+|[$'\"`])"
    r"|(?P<end>&&|\|\||[;&|\n()])",
    re.S,
)
_BEFORE = frozenset(("do", "then", "else", "if", "!", "{", "time", "command", "sudo", "env"))
FARTHEST = 4096
"""Characters that no path has more of."""
SCRATCH = ("/tmp/", "/private/", "/var/", "/dev/")
"""Where things are put for a try."""
_TAKING = ("-C", "-c", "--git-dir", "--work-tree")


class Placed(Struct, frozen=True):
    """A simple command: its words, what ends it, and the directory that was gone to before."""

    words: list[str]
    end: str
    place: str


class Step(Struct, frozen=True, gc=False):
    """One call of git, or of a forge's program."""

    program: str
    verb: str
    """`commit`; of gh and glab both words: `pr create`."""
    words: tuple[str, ...]
    place: str
    """The directory it names, with -C or a cd before it; empty for where the command began."""
    piped: tuple[str, ...]
    """The first program that its output went through, with its words."""

    @property
    def printed(self) -> bool:
        """Its output was not sent into a file."""
        return not any(word.startswith((">", "1>", "&>")) for word in self.words)


def asking(calls: Iterable[Call]) -> Iterator[tuple[Call, tuple[Step, ...]]]:
    """The calls that ask something of these programs, each with its steps."""
    for call in calls:
        command = call.command
        if ("git " in command or "gh " in command or "glab " in command) and (found := steps(command)):
            yield call, found


@lru_cache(maxsize=2048)
def steps(command: str) -> tuple[Step, ...]:
    """The steps in order; none of a command that asks nothing of these programs."""
    if len(command) > LONGEST or not any(f"{program} " in command for program in PROGRAMS):
        return ()
    return tuple(_steps(list(placed(without_documents(command)))))


def without_documents(command: str) -> str:
    """The command without the texts that it feeds to programs; one without an end stays."""
    if "<<" not in command:
        return command
    lines = command.split("\n")
    last = {line.strip(" \t"): number for number, line in enumerate(lines)}
    kept: list[str] = []
    until = ""
    for number, line in enumerate(lines):
        if until:
            until = "" if line.strip(" \t") == until else until
            continue
        found = _HEREDOC.search(line)
        if found and last.get(found[2], 0) > number:
            until = found[2]
            kept.append(f"{line[: found.start()]} {line[found.end() :]}")
        else:
            kept.append(line)
    return "\n".join(kept)


def simple(command: str) -> Iterator[tuple[list[str], str]]:
    """Each simple command as its words, and what ends it."""
    words: list[str] = []
    end = -1
    for token in _TOKEN.finditer(command):
        if token["end"]:
            yield words, token["end"]
            words = []
        elif not token["word"]:
            continue  # a comment
        elif token.start() == end and words:
            words[-1] += _bare(token["word"])
        else:
            words.append(_bare(token["word"]))
        end = token.end()
    yield words, ""


def _bare(word: str) -> str:
    if word == "\\\n":
        return ""
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word


def placed(command: str) -> Iterator[Placed]:
    """Each simple command from its program's name on, with where a `cd` before it has gone to."""
    place = ""
    for found, end in simple(command):
        words = begun([word for word in found if word])
        if words[:1] == ["cd"] and len(words) > 1:
            place = posixpath.join(place, words[1])[:FARTHEST]
        yield Placed(words, end, place)


def _steps(commands: list[Placed]) -> Iterator[Step]:
    for number, one in enumerate(commands):
        if one.words and one.words[0] in PROGRAMS:
            piped = tuple(commands[number + 1].words) if one.end == "|" and number + 1 < len(commands) else ()
            yield _step(one.words[0], one.words[1:], one.place, piped)


def begun(words: list[str]) -> list[str]:
    """The words from the program's name on."""
    first = 0
    while first < len(words) and (words[first] in _BEFORE or ("=" in words[first] and words[first][0] not in "-=")):
        first += 1
    return words[first:]


def _step(program: str, words: list[str], place: str, piped: tuple[str, ...]) -> Step:
    while words and words[0].startswith("-"):
        name, _, value = words[0].partition("=")
        taken = name in _TAKING and not value
        value = value or (words[1] if taken and len(words) > 1 else "")
        if name in ("-C", "--git-dir", "--work-tree"):
            place = posixpath.join(place, value)
        words = words[2 if taken else 1 :]
    length = 1 if program == "git" else 2
    return Step(program, " ".join(words[:length]), tuple(words[length:]), place, piped)


def directory(call: Call, step: Step, cwd: str) -> str:
    """Where a step ran, as a whole path; as it stands when the shell alone knows."""
    return _whole(cwd, call.cwd, step.place)


@lru_cache(maxsize=512)
def _whole(cwd: str, ran_in: str, place: str) -> str:
    named = posixpath.join(ran_in, place)
    if "$" in named or named.startswith("~"):
        return named
    return posixpath.normpath(posixpath.join(cwd, named)) if cwd or named else ""


def is_home(place: str, cwd: str) -> bool:
    """A directory of the session's own work tree, as far as names can tell."""
    if not cwd:
        return not place.startswith(("/tmp/", "$", "~"))
    if place == cwd:
        return True
    return cwd.startswith(f"{place}/") or (place.startswith(f"{cwd}/") and "worktree" not in place[len(cwd) :])
