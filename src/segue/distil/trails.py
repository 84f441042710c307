"""Every file's way through a session: created, edited, moved, put back, removed; by its tools and by its commands."""

from __future__ import annotations

import posixpath

import msgspec

from segue.distil.by_shell import Undoing, undoings, with_written
from segue.patterns import late
from segue.session.records import Call, FileTouch

_PATH = late(r"[\w./@+-]+\w")
_LOOKS_LAST = late(r"(?:&&|;)\s*(?:grep|rg|diff|cmp)\b[^;&|]*$")
"""It ends by looking for something: that there was nothing is no failure of what came before."""
_PUT_BACK = late(r"(?m)^Updated \d+ paths? from the index$")
_SHELL = late(r"[$*?{}`~'\"\\]")
DEEP = 30
"""Folders of a path that are known."""
MOVED = 2
"""Words of a command that moves one file: from where, and to where."""
BUILT = ("build/", "dist/", "target/", "out/", "tmp/", "var/")
"""Folders of what programs make, or people for a moment: git mostly ignores them."""
_READS = ("cat ", "sed -n", "nl ", "head ", "tail ", "bat ")


class Trail:
    """One file's way through the session."""

    __slots__ = ("calls", "how", "last", "made", "path", "touch")

    def __init__(self, path: str) -> None:
        self.path = path
        self.how = ""
        self.made = False
        """It was not there before the session."""
        self.calls: list[Call] = []
        self.last: Call
        self.touch: FileTouch


class Trails:
    def __init__(self, cwd: str) -> None:
        self.by_path: dict[str, Trail] = {}
        self.reads: dict[str, list[Call]] = {}
        self._cwd = cwd
        self._named: dict[str, list[Trail]] = {}
        """The trails again, by the last part of their path."""
        self._below: dict[str, dict[str, Trail]] = {}
        """And by each folder that they are in, until they are put back there."""
        self._committed = 0
        """The last commit: what was edited before it is kept in it."""

    def followed(self, call: Call) -> Call:
        """The call with the files that its command wrote; what it did to any file is on that file's trail."""
        call = with_written(call, self._cwd, self.by_path, self.reads)
        if call.command:
            self._by_command(call)
        for touch in call.files:
            self._touched(call, touch)
        return call

    def _by_command(self, call: Call) -> None:
        ok = call.outcome == "ok"
        if ok and "git commit" in call.command:
            self._committed = call.line
        if ok and call.command.startswith(_READS) and "<" not in call.command:
            self._read_by_command(call)
        if ok or (call.exit_code == 1 and call.outcome != "cancelled" and _LOOKS_LAST.search(call.command)):
            undone = list(undoings(call, self._cwd))
            put_back = bool(undone) and _is_put_back(call, len(undone))
            for one in undone:
                self._undone(call, one, put_back=put_back)

    def _read_by_command(self, call: Call) -> None:
        """Agents without a reading tool read with the shell."""
        for word in call.command[:300].split():
            if word in ("|", "&&", ";", ">"):
                break
            if "." in word and not word.startswith(("-", ".", "/tmp/")) and _PATH.fullmatch(word):
                self.reads.setdefault(word.removeprefix(self._cwd), []).append(call)

    def _undone(self, call: Call, undone: Undoing, *, put_back: bool) -> None:
        """A file that a command removes, moves, or puts back as it was: its edits are no longer there."""
        verb, words = undone.verb, undone.named
        if not words or ("--" in words[1:] and words[0] != "HEAD") or "--staged" in undone.words:
            return  # brought from elsewhere: that may be the very edit; or only git's list is put back
        moves = verb.endswith("mv")
        several = len(words) > MOVED and words[-1].endswith("/")
        if moves and ((len(words) != MOVED and not several) or _SHELL.search(words[-1])):
            return  # where to, only the shell knows
        for word in words[:-1] if moves else words:
            folder = not moves and (verb != "git checkout" or "--" in undone.words or word[-1] in "./" or put_back)
            for trail in self._meant(word, folder=folder):
                fresh = trail.calls[0].line > self._committed
                if trail.made and fresh and verb in ("git checkout", "git restore"):
                    continue  # git does not know it
                if not moves and "rm" not in verb and not fresh:
                    self._back_to_commit(trail)
                    continue
                trail.calls.append(call)
                trail.last = call
                if moves:
                    self._moved(trail, word, words[-1])
                elif "rm" in verb:
                    trail.how = "deleted"
                else:
                    trail.how = "reverted"
                    self._filed(trail, out=True)

    def _back_to_commit(self, trail: Trail) -> None:
        """What was edited since the last commit is gone; what that one holds stays."""
        trail.calls = [one for one in trail.calls if one.line <= self._committed]
        trail.last = trail.calls[-1]
        if trail.how == "deleted":
            trail.how = "created" if trail.made else "edited"

    def _meant(self, word: str, *, folder: bool) -> list[Trail]:
        """The files that a word of a command names, or all below the folder that it names."""
        named = self._named.get(word.rpartition("/")[2], ()) if len(word) > 3 else ()
        found = [t for t in named if t.path == word or t.path.endswith(f"/{word}") or word.endswith(f"/{t.path}")]
        if found or not folder:
            return found
        inside = "" if word in (".", "./") else word.removeprefix("./").rstrip("/") or "/"
        return list(self._below.get(inside, {}).values())

    def _filed(self, trail: Trail, *, out: bool = False) -> None:
        """It is in each of its folders, the work tree (which has no name) among them, or is there no more."""
        parts = trail.path.split("/")[:-1]
        first = 2 if trail.path.startswith("/") else 0
        for folder in ("/".join(parts[:n]) for n in range(first, min(len(parts), DEEP) + 1)):
            inside = self._below.setdefault(folder, {})
            if out:
                inside.pop(trail.path, None)
            else:
                inside[trail.path] = trail

    def _moved(self, trail: Trail, word: str, to: str) -> None:
        """The same file under its new name, written as the old one was."""
        path, name = trail.path, trail.path.rpartition("/")[2]
        last = to.rstrip("/").rpartition("/")[2]
        if to.endswith("/") or last in (".", "..") or "." not in last:
            to = posixpath.join(to, name)
        if path.endswith(f"/{word}"):
            to = posixpath.join(path.removesuffix(word), to)
        to = to.removeprefix(word.removesuffix(path)) if len(word) > len(path) else to
        self._named[name].remove(trail)
        self.by_path.pop(path, None)
        self._filed(trail, out=True)
        trail.path = posixpath.normpath(to)
        trail.touch = msgspec.structs.replace(trail.touch, path=trail.path)
        self.by_path[trail.path] = trail
        self._filed(trail)
        self._named.setdefault(trail.path.rpartition("/")[2], []).append(trail)

    def _touched(self, call: Call, touch: FileTouch) -> None:
        path = touch.path.removeprefix(self._cwd) if len(self._cwd) > 1 else touch.path
        if touch.how == "read":
            if call.outcome == "ok":
                self.reads.setdefault(path, []).append(call)
            return
        if call.outcome in ("failed", "rejected", "cancelled"):
            return
        trail = self.by_path.get(path)
        gone = trail is None or trail.how == "reverted"
        if trail is None:
            trail = self.by_path[path] = Trail(path)
            self._named.setdefault(path.rpartition("/")[2], []).append(trail)
            known = touch.how == "created" and path in self.reads  # written anew, over what was read
            trail.how = "edited" if known else touch.how
            trail.made = trail.how == "created"
        elif touch.how == "moved" and trail.last is call:
            return  # told by the command that moved it, above
        elif not (trail.how == "created" and touch.how == "edited"):
            anew = touch.how == "created" and not trail.made  # it was there before the session
            again = trail.made and trail.how == "deleted"
            trail.how = "created" if again else "edited" if anew else touch.how
        if gone:
            self._filed(trail)
        trail.calls.append(call)
        trail.last, trail.touch = call, touch


def _is_put_back(call: Call, commands: int) -> bool:
    """Git says so of each of them. A branch may have a folder's name."""
    return "Switched to" not in call.output and len(_PUT_BACK.findall(call.output)) == commands
