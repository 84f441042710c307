"""Which files a patch in Codex's own patch language touches, and how."""

from __future__ import annotations

from collections.abc import Iterator

from segue.patterns import late
from segue.session.records import FileTouch, How
from segue.sources._text import bounded

_FILE = late(r"\*\*\* (Add|Update|Delete) File: (.+)")
_MOVE = "*** Move to: "
_HOW: dict[str, How] = {"Add": "created", "Update": "edited", "Delete": "deleted"}
_PROGRAM = late(r"\bapply_?patch\b")
_BEGIN, _END = "*** Begin Patch", "*** End Patch"


def in_shell(command: str) -> str:
    """The patch that a shell command feeds to apply_patch through a heredoc, or nothing."""
    start = command.find(_BEGIN)
    if start < 0 or "<<" not in command[:start] or not _PROGRAM.search(command, 0, start):
        return ""
    end = command.find(_END, start)
    return command[start : end if end > 0 else len(command)]


def touches(patch: str) -> tuple[FileTouch, ...]:
    """One touch a file, in the patch's order; a move leaves its old path as deleted."""
    found: list[FileTouch] = []
    for verb, path, moved, lines in _sections(patch):
        old = bounded("\n".join(line[1:] for line in lines if line.startswith("-")))
        new = bounded("\n".join(line[1:] for line in lines if line.startswith("+")))
        if moved:
            found.append(FileTouch(path, "deleted"))
            found.append(FileTouch(moved, "moved", old, new))
        else:
            found.append(FileTouch(path, _HOW[verb], old, new))
    return tuple(found)


def _sections(patch: str) -> Iterator[tuple[str, str, str, list[str]]]:
    verb, path, moved, lines = "", "", "", list[str]()
    for line in patch.split("\n"):
        if head := _FILE.match(line):
            if verb:
                yield verb, path, moved, lines
            verb, path, moved, lines = head[1], head[2].strip(), "", []
        elif line.startswith(_MOVE):
            moved = line.removeprefix(_MOVE).strip()
        elif not line.startswith("***"):
            lines.append(line)
    if verb:
        yield verb, path, moved, lines
