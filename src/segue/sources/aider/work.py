"""What was done in a chat of Aider's: how it ended is told lines later, in words that name a file or nothing at all."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from msgspec.structs import replace

from segue.session.records import Act, Call, FileTouch, Item, Mark, MarkKind, Outcome, Said
from segue.sources._calls import EDIT_CHARACTERS
from segue.sources._text import bounded
from segue.sources.aider.answers import Commands, Edit, Piece, Words
from segue.sources.aider.lines import Told

RUNS = ("/run", "/test", "!")


class Work:
    def __init__(self) -> None:
        self.items: list[Item] = []
        self.open: list[int] = []
        """Where the edits that nobody has told the end of stand among the items."""
        self.offered: list[Commands] = []
        """Commands that the last answer suggests."""
        self.asked = 0
        """Where the user's own command stands, while what follows is about it."""

    def commanded(self, line: int, name: str, rest: str) -> None:
        """`/test` tells of its command only when that failed, the others never how it ended."""
        if name in RUNS and rest:
            self.asked = len(self.items) + 1
            known: Outcome = "ok" if name == "/test" else "unanswered"
            end = line if name == "/test" else None
            call = Call(line=line, name="user-bash", act="run", command=rest, outcome=known, result_line=end)
            self.items.append(call)

    def answered(self, pieces: Iterator[Piece]) -> None:
        self.offered, self.open, self.asked = [], [], 0
        for piece in pieces:
            if isinstance(piece, Words):
                self.items.append(Said(line=piece.line, role="agent", text=piece.text))
            elif isinstance(piece, Edit):
                self.open.append(len(self.items))
                self.items.append(_edit(piece))
            else:
                self.offered.append(piece)

    # --- edits ----------------------------------------------------------------------------------------------------

    def did(self, one: Told, act: Act, touch: FileTouch) -> None:
        name = "add" if act == "read" else act
        call = Call(line=one.line, name=name, act=act, files=(touch,), outcome="ok", result_line=one.line)
        self.items.append(call)

    def settle(self, path: str, outcome: Outcome, one: Told) -> bool:
        """Tell the end of the edits of a file; False when there are none."""
        mine = [at for at in self.open if self._call(at).files[0].path == path]
        for at in mine:
            self._end(at, outcome, one)
        self.open = [at for at in self.open if at not in mine]
        return bool(mine)

    def unmatched(self, one: Told) -> None:
        """The message shows what it did not find; of the other edits it says whether they were made."""
        rest: Outcome = "ok" if "applied successfully" in one.text else "failed"
        for at in self.open:
            old = self._call(at).files[0].old
            self._end(at, "failed" if old and old in one.text else rest, one)
        self.open = []

    def created(self, path: str) -> None:
        for at in self.open:
            call = self._call(at)
            if call.files[0].path == path:
                self.items[at] = replace(call, files=(replace(call.files[0], how="created"),))

    # --- commands -------------------------------------------------------------------------------------------------

    def ran(self, one: Told, command: str, outcome: Outcome) -> None:
        """Under the line where the answer suggested it. How it ended is not told."""
        line = next((offer.line for offer in self.offered if command in offer.text.split("\n")), one.line)
        end = one.line if outcome == "rejected" else None
        call = Call(line=line, name="shell", act="run", command=command, outcome=outcome, result_line=end)
        self.items.append(call)

    def printed(self, one: Told) -> None:
        """`/test` puts a command's output into the chat only when it failed."""
        if self.asked and self._call(self.asked - 1).outcome == "ok":
            self._end(self.asked - 1, "failed", one)
        self.asked = 0

    def committed(self, one: Told, subject: str) -> None:
        """Aider commits what it edits, by git and by itself."""
        command = f"git commit -m {shlex.quote(subject)}"
        self.items.append(Call(line=one.line, name="commit", act="run", command=command))
        self._end(len(self.items) - 1, "ok", one)

    # --- the rest -------------------------------------------------------------------------------------------------

    def failed(self, one: Told) -> None:
        """It tries again and again: the same words once."""
        last = self.items[-1] if self.items else None
        if not (isinstance(last, Mark) and last.text == bounded(one.text)):
            self.mark(one.line, "error", bounded(one.text))

    def mark(self, line: int, kind: MarkKind, words: str = "") -> None:
        self.items.append(Mark(line=line, kind=kind, text=words))

    def _end(self, at: int, outcome: Outcome, one: Told) -> None:
        self.items[at] = replace(self._call(at), outcome=outcome, result_line=one.line, output=bounded(one.text))

    def _call(self, at: int) -> Call:
        call = self.items[at]
        assert isinstance(call, Call)
        return call


def _edit(piece: Edit) -> Call:
    old, new = (bounded(text, EDIT_CHARACTERS, 0) for text in (piece.old, piece.new))
    return Call(line=piece.line, name="edit", act="edit", files=(FileTouch(piece.path, "edited", old, new),))
