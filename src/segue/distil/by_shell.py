"""Files that a command of the shell wrote: many agents edit with `sed -i`, a here-document or a few lines of Python.

Only what a command names in so many words: no pattern, no variable, no name that a program makes up. And where it
removes or puts back files; which of them are known is the digest's.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Container, Iterator
from functools import lru_cache
from itertools import takewhile

import msgspec

from segue.distil.signals import has
from segue.patterns import late
from segue.session.records import Call, FileTouch, How
from segue.session.steps import LONGEST, SCRATCH, is_home, placed, without_documents

Written = tuple[str, How, str]
"""The name as the command has it, what happened, and the directory that the command went to before."""
_HINTS = ("sed ", "perl ", ">", "tee ", "touch ", "cp ", "mv ", "write", "open(")
_SCRIPTS = ("python", "node", "uv run", "bun ", "deno ")
_BY_SCRIPT = late(
    r"\bPath\(\s*(?P<a>['\"])(?P<path>[^'\"\n]+)(?P=a)\s*\)\.write_(?:text|bytes)\("
    r"|\bopen\(\s*(?P<b>['\"])(?P<opened>[^'\"\n]+)(?P=b)\s*,\s*(?:mode\s*=\s*)?['\"][wa]"
    r"|\bwriteFileSync\(\s*(?P<c>['\"`])(?P<sync>[^'\"`\n]+)(?P=c)"
)
_BY_NAME = late(
    r"(?:^|[;\n]|-c ['\"])[ \t]*(?P<name>\w+)[ \t]*=[ \t]*(?:(?:pathlib\.)?Path\(\s*)?"
    r"(['\"])(?P<path>[^'\"\n]+)\2\s*\)?(?=[ \t]*(?:[;\n#]|$))|"
    r"\bopen\(\s*(?P<opened>[A-Za-z_]\w*)\s*,\s*(?:mode\s*=\s*)?['\"][wa]|"
    r"\b(?P<written>[A-Za-z_]\w*)\.write_(?:text|bytes)\(|"
    r"(?:^|[;\n])[ \t]*(?:for )?(?P<anew>\w+)(?:[ \t]*\+?=(?!=)| in\b)"
)
"""A name that is given to a path, `p = "a.py"`, or to anything; or where what a name stands for is written."""
_REDIRECTED = ("cat", "echo", "printf")
_ODD = late(r"[$*?\[\]{}`~<>|&;=,()'\"\s]")
_EXTENSIONLESS = ("Makefile", "Dockerfile", "Justfile", "justfile", "Gemfile", "Procfile", "LICENSE", "README")
_UNDOES = ("rm", "git rm", "git checkout", "git restore", "mv", "git mv")
_UNDOING = ("rm ", "mv ", "git checkout", "git restore")
"""Looked for first: most commands hold none."""
PAIR = 2
"""Words of a command that names from where and to where."""


class Undoing(msgspec.Struct, frozen=True):
    """What removes, moves or puts back, and the words it is given."""

    verb: str
    words: list[str]

    @property
    def named(self) -> list[str]:
        """The words behind its options."""
        options = list(takewhile(lambda word: word.startswith("-"), self.words))
        return self.words[len(options) :]


def with_written(call: Call, cwd: str, *known: Container[str]) -> Call:
    """The call with the files that its command wrote, named as the project names them; some are known already."""
    if call.files or call.outcome != "ok" or not (told := written(call.command)):
        return call
    found: dict[str, FileTouch] = {}
    for word, how, place in told:
        path = _path(word, posixpath.join(call.cwd, place), cwd)
        is_known = any(path in names for names in known)
        if is_known or (path in call.command and _is_told(path)):
            found[path] = FileTouch(path, "edited" if how == "moved" and is_known else how)
    return msgspec.structs.replace(call, files=tuple(found.values())) if found else call


@lru_cache(maxsize=2048)
def written(command: str) -> tuple[Written, ...]:
    if not has(_HINTS, command):
        return ()
    bare = without_documents(command)
    script = any(name in bare for name in _SCRIPTS)
    found: list[Written] = [(path, "edited", "") for path in _by_script(command)] if script else []
    if len(bare) <= LONGEST and "<<" not in bare:  # a document without an end: all that follows is in it
        found += _by_shell(bare)
    return tuple(one for one in found if one[0] and not _ODD.search(one[0]))


def _by_shell(bare: str) -> list[Written]:
    """What it writes, but for what it removes again: that was for a try."""
    found: list[Written] = []
    for simple in placed(bare):
        words, place = simple.words, simple.place
        if words[:1] == ["rm"]:
            found = [one for one in found if one[0] not in words or one[2] != place]
        elif words:
            writes = _WRITERS.get(words[0], _nothing)
            redirected = _redirected(words) if words[0] in _REDIRECTED else ()
            found += [(word, how, place) for word, how in (*writes(words[1:]), *redirected)]
    return found


def _by_script(command: str) -> Iterator[str]:
    for found in _BY_SCRIPT.finditer(command):
        yield found["path"] or found["opened"] or found["sync"]
    named: dict[str, str] = {}
    for found in _BY_NAME.finditer(command):
        if found["anew"]:
            named.pop(found["anew"], None)
        elif found["name"]:
            named[found["name"]] = found["path"]
        elif path := named.get(found["opened"] or found["written"]):
            yield path


def _redirected(words: list[str]) -> Iterator[tuple[str, How]]:
    for number, word in enumerate(words):
        sign = ">>" if word.startswith(">>") else ">" if word.startswith(">") and not word.startswith(">&") else ""
        if sign:
            name = word.removeprefix(sign) or "".join(words[number + 1 : number + 2])
            yield name, "edited" if sign == ">>" else "created"


def _nothing(_: list[str]) -> Iterator[tuple[str, How]]:
    return iter(())


def _in_place(words: list[str]) -> Iterator[tuple[str, How]]:
    """Of `sed` and `perl`: the files behind the script, if they are edited where they stand."""
    options = [word for word in words if word.startswith("-")]
    if not any(word.startswith("--in-place") or (word[1:2] != "-" and "i" in word[1:4]) for word in options):
        return
    rest, has_script, takes = [], False, False
    for word in words:
        if takes or word.startswith("-"):
            takes = not takes and word[1:2] != "-" and word[-1:] in ("e", "f")  # the next word is a script
            has_script = has_script or takes
        else:
            rest.append(word)
    for word in rest if has_script else rest[1:]:
        yield word, "edited"


def _by_tee(words: list[str]) -> Iterator[tuple[str, How]]:
    how: How = "edited" if "-a" in words else "created"
    yield from ((word, how) for word in words if not word.startswith((">", "-")) and not word.isdigit())


def _made_by_touch(words: list[str]) -> Iterator[tuple[str, How]]:
    if not any(word.startswith("-") for word in words):
        yield from ((word, "created") for word in words)


def _copied(words: list[str]) -> Iterator[tuple[str, How]]:
    yield from _second(words, "created")


def _moved(words: list[str]) -> Iterator[tuple[str, How]]:
    yield from _second(words, "moved")


def _second(words: list[str], how: How) -> Iterator[tuple[str, How]]:
    """Where to, if that is one file; where several go is a folder."""
    names = [word for word in words if not word.startswith("-")]
    folders = any(word[:1] == "-" and not {"r", "R", "a"}.isdisjoint(word) for word in words)
    if len(names) == PAIR and not folders and not names[1].endswith(("/", ".")):
        yield names[1], how


_WRITERS: dict[str, Callable[[list[str]], Iterator[tuple[str, How]]]] = {
    "sed": _in_place,
    "perl": _in_place,
    "tee": _by_tee,
    "touch": _made_by_touch,
    "cp": _copied,
    "mv": _moved,
}


def _path(word: str, place: str, cwd: str) -> str:
    """The name as seen from where the session works; as it stands where the shell alone knows."""
    if "$" in place or place.startswith("~"):
        return word
    return posixpath.normpath(posixpath.join(cwd, place, word)).removeprefix(cwd)


def _is_told(path: str) -> bool:
    """What has no ending may be a folder, and what is written for a try is nobody's work."""
    name = path.rpartition("/")[2]
    return ("." in name[1:] or name in _EXTENSIONLESS) and not path.startswith(SCRATCH)


def undoings(call: Call, cwd: str) -> Iterator[Undoing]:
    """Where a command removes, moves or puts back files of the work tree: not behind a `cd` out of it, where a file may
    have the name of one here."""
    if not has(_UNDOING, call.command) or len(bare := without_documents(call.command)) > LONGEST:
        return
    for one in placed(bare):
        words, place = one.words, one.place
        length = 2 if words[:1] == ["git"] else 1
        verb = " ".join(words[:length])
        if verb in _UNDOES and _is_ours(posixpath.join(cwd, call.cwd, place), cwd):
            yield Undoing(verb, [word for word in words[length:] if ">" not in word])


def _is_ours(place: str, cwd: str) -> bool:
    """A folder of the work tree, as far as its name can tell."""
    return not {"$", "~"} & {*place} and is_home(posixpath.normpath(place), posixpath.normpath(cwd))
