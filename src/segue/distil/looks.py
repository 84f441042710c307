"""What git showed of a work tree: the files a status or a diff lists as not committed, and what it would not list."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from segue.patterns import late
from segue.session.branch import PATCH
from segue.session.records import Call
from segue.session.steps import Step, directory

CLEAN = "nothing to commit, working tree clean"
_LINES = 10
"""Lines that head and tail let through when nobody says how many."""
_CUT = late(r"[\[…<(][^\n]{0,40}(?:left out|truncated|omitted)")
_CUTTING = ("left out", "truncated", "omitted")
_SHORT = late(r"^(?:\?\?|[MADRCTU][ MADRCTU]| [MADRCTU]) (\S.*)$", re.M)
_LONG = late(
    r"^[ \t]+(?:modified|new file|deleted|renamed|copied|typechange|both \w+|(?:added|deleted) by \w+):\s+(\S.*)$", re.M
)
_SECTION = late(r"^(?:Changes (?:not staged|to be committed)|Untracked files|Unmerged paths)", re.M)
_UNTRACKED = late(r"^Untracked files:\n(?:  \(.*\n)?((?:\t.*(?:\n|$))+)", re.M)
_STAT = late(r"^ ?(\S[^|\n]*?)\s+\|\s+(?:\d+|Bin|Unmerged)", re.M)
_RENAMED = late(r"\{[^{}]* => ([^{}]*)\}")
_LOOKING = ("status", "diff", "commit", "stash")
_NAMES = ("--name-only", "--name-status")
_NOT_WORK = ("--cached", "--staged", "--no-index")
_UNREAD = ("-z", "--porcelain=v2", "--porcelain=2")


class Look(Struct, frozen=True, dict=True, kw_only=True):
    """One look at a work tree."""

    call: Call
    order: tuple[int, int]
    """The call's record, and which step of the command it was."""
    place: str
    verb: str
    files: tuple[str, ...]
    part: bool
    """Only some of the files may be listed: a path was named, or the output filtered or cut."""
    whole: bool
    """New files are listed too."""
    staged: bool

    @cached_property
    def listing(self) -> Listing:
        """Its files, ready to be asked; most looks never are."""
        return listed(self.place, self.files)


class Listing(Struct, frozen=True, gc=False):
    """What a look lists, ready to be asked."""

    paths: frozenset[str]
    folders: tuple[str, ...]
    """A new directory stands for all that is in it."""
    ends: tuple[str, ...]
    """Of a long name a diff tells the end only."""

    def has(self, path: str) -> bool:
        return path in self.paths or path.startswith(self.folders) or path.endswith(self.ends)


def listed(place: str, files: Sequence[str]) -> Listing:
    """Files as whole paths. Names are told from the directory or from the root above it."""
    bases = [place]
    while len(bases[-1]) > 1 and bases[-1] != posixpath.dirname(bases[-1]):
        bases.append(posixpath.dirname(bases[-1]))
    cut = tuple(file[3:] for file in files if file.startswith(".../"))
    named = [file for file in files if not file.startswith(".../")]
    whole = [(posixpath.normpath(posixpath.join(base, file)), file[-1] == "/") for base in bases for file in named]
    return Listing(frozenset(p for p, _ in whole), tuple(f"{p}/" for p, is_folder in whole if is_folder), cut)


def looks(asked: Sequence[tuple[Call, tuple[Step, ...]]], cwd: str) -> Iterator[Look]:
    """Every look that can be read, the last one first: nobody asks for all of a long session's."""
    for call, found in reversed(asked):
        if call.result_line is None:
            continue
        mine = [(n, step) for n, step in enumerate(found) if step.verb in _LOOKING and step.program == "git"]
        places = {directory(call, step, cwd) for _, step in mine if step.verb in ("status", "diff")}
        for number, step in reversed(mine) if len(places) < 2 else ():
            if step.printed and (look := _look(call, found[:number], step, cwd)):
                yield look


def _look(call: Call, before: tuple[Step, ...], step: Step, cwd: str) -> Look | None:
    shown, patch, _ = f"\n{call.output}".partition(PATCH)
    if patch and any(earlier.verb in ("diff", "show", "log") for earlier in before):
        return None  # what stands behind a patch is not told from it
    files = _files(step, shown, ended=call.outcome == "ok")
    if files is None:
        return None
    named = [word for word in step.words if not word.startswith(("-", ">", "2>"))]
    asked = step.verb in ("status", "diff") and (any(word != "HEAD" for word in named) or "--" in step.words)
    return Look(
        call=call,
        order=(call.line, len(before)),
        place=directory(call, step, cwd),
        verb=step.verb,
        files=tuple(filter(None, map(_plain, files))),
        part=asked or _is_cut(shown) or _is_filtered(step.piped, shown),
        whole=step.verb != "diff" and not {"-uno", "--untracked-files=no"} & set(step.words),
        staged=step.verb != "diff" or "HEAD" in named,
    )


def _files(step: Step, shown: str, *, ended: bool) -> list[str] | None:
    """The files that a step lists; None when it does not tell of the work tree."""
    if step.verb == "diff":
        return _of_diff(step, shown) if ended else None
    if step.verb == "status" and any(map(_is_short, step.words)):
        readable = ended and not set(_UNREAD) & set(step.words)
        return _SHORT.findall(shown) if readable else None
    if CLEAN not in shown and not _SECTION.search(shown):
        return None
    new = _UNTRACKED.search(shown)
    return [*_LONG.findall(shown), *(new[1].split("\n") if new else ())]


def _is_cut(shown: str) -> bool:
    low = shown.lower()
    return any(word in low for word in _CUTTING) and bool(_CUT.search(low))


def _is_short(word: str) -> bool:
    return word in ("--short", "--porcelain") or (word[:1] == "-" and word[1:2] != "-" and "s" in word)


def _of_diff(step: Step, shown: str) -> list[str] | None:
    """Of a diff of the work tree, not of branches or of the index."""
    options = {word.partition("=")[0] for word in step.words}
    if options & set(_NOT_WORK) or any(not word.startswith(("-", ">", "2>")) and word != "HEAD" for word in step.words):
        return None
    if options & set(_NAMES):
        return [line.split("\t")[-1] for line in shown.split("\n")]
    return _STAT.findall(shown) if "--stat" in options else None


def _is_filtered(piped: tuple[str, ...], shown: str) -> bool:
    """Whether some lines may have been held back."""
    if not piped or piped[0] in ("cat", "less", "tee"):
        return False
    if piped[0] not in ("head", "tail"):
        return True
    asked = next((int(digits) for word in piped[1:] if (digits := word.lstrip("-n")).isdigit()), _LINES)
    return shown.strip("\n").count("\n") + 1 >= asked


def _plain(file: str) -> str:
    """A listed name as a path: of a renamed file the new one, without quotes and remarks."""
    name = file.strip()
    if " => " in name:
        name = _RENAMED.sub(r"\1", name).rsplit(" => ", 1)[-1]
    return name.rsplit(" -> ", 1)[-1].partition(" (")[0].strip('"').replace("//", "/")
