"""One pass over a chat of Aider's. Without `whole` only what a list of sessions shows is made."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from segue.session.records import Call, FileTouch, Glance, Item, Said, Session, Usage
from segue.sources._calls import with_interruptions
from segue.sources._text import one_line, title_of
from segue.sources._turns import spoken_up, with_finals
from segue.sources.aider.answers import pieces
from segue.sources.aider.chats import Chat, iso, moment
from segue.sources.aider.inputs import times_of
from segue.sources.aider.lines import Told, texts, told
from segue.sources.aider.work import Work
from segue.sources.pi.window import window_of

_COMMAND = re.compile(r"(?P<name>/[a-z][\w-]*|!)\s*(?P<rest>.*)", re.DOTALL)
_QUESTION = re.compile(r".*\(Y\)es/\(N\)o.*\]: ?\w*", re.DOTALL)
"""A question that Aider answers by itself after *All* or *Skip all*: it writes that down as the user's."""
HEADLESS = re.compile(r" (?:--message|--msg|-m|--message-file|-f) ")


class Scan:
    def __init__(self, path: Path, chat: Chat, *, whole: bool) -> None:
        self.path = path
        self.chat = chat
        self.whole = whole
        self.work = Work()
        self.model = self.form = self.command_line = self.cwd = ""
        self.restored = False
        self.used: int | None = None
        self.times = times_of(chat)
        self.subject: list[str] = []
        """Lines of Aider's that no pattern knows: what its next question is about."""
        self.own: set[int] = set()
        """Lines of Aider's: what it does after an answer is no step of the agent's."""

    def run(self) -> Session:
        for one in told(texts(self.chat)):
            SPEAKERS[one.who](self, one)
        items = self._in_order()
        return Session(glance=self._glance(items), items=items if self.whole else ())

    def _in_order(self) -> tuple[Item, ...]:
        said: list[Item] = []
        after: list[Item] = []
        for item in sorted(self.work.items, key=lambda item: item.line):
            (after if isinstance(item, Call) and item.line in self.own else said).append(item)
        return tuple(sorted([*with_finals(with_interruptions(said)), *after], key=lambda item: item.line))

    # --- the user -------------------------------------------------------------------------------------------------

    def _user(self, one: Told) -> None:
        self.subject, self.work.asked = [], 0
        command = _COMMAND.fullmatch(one.text)
        if one.text in ("", "<blank>") or _QUESTION.fullmatch(one.text):
            return
        if command:  # the words of /ask, /code and the like stand again below, as the prompt that they are
            self.times.next(f"{command['name']} {command['rest']}".strip())
            self.work.commanded(one.line, command["name"], command["rest"].strip())
            return
        self.work.items.append(Said(line=one.line, role="user", text=one.text, time=self.times.next(one.text)))

    # --- the model ------------------------------------------------------------------------------------------------

    def _model(self, one: Told) -> None:
        self.subject = []
        self.work.answered(pieces(one.line, one.text, whole_files=self.form == "whole"))

    # --- Aider itself ---------------------------------------------------------------------------------------------

    def _aider(self, one: Told) -> None:
        self.own.add(one.line)
        for pattern, handle in SAYS:
            if found := pattern.match(one.text):
                handle(self, one, found)
                self.subject = []
                return
        self.subject.append(one.text)

    def _version(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        """The line before it is the command with which the chat was begun."""
        self.command_line = self.subject[-1] if self.subject else ""

    def _announced(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.model, self.form = found["model"], found["form"].removeprefix("editor-")

    def _place(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.cwd = found["place"]

    def _restored(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.restored = True

    def _spent(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.used = _count(found["sent"]) + _count(found["received"])

    def _added(self, one: Told, found: re.Match[str]) -> None:
        self.work.did(one, "read", FileTouch(found["path"], "read"))

    def _applied(self, one: Told, found: re.Match[str]) -> None:
        if not self.work.settle(found["path"], "ok", one):  # in a form that names its files elsewhere
            self.work.did(one, "edit", FileTouch(found["path"], "edited"))

    def _skipped(self, one: Told, found: re.Match[str]) -> None:
        self.work.settle(found["path"], "failed" if found["why"] else "rejected", one)

    def _unmatched(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.work.unmatched(one)

    def _created(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.work.created(self.subject[-1] if self.subject else "")

    def _run_asked(self, one: Told, found: re.Match[str]) -> None:
        """Nobody is asked under `--yes-always`, and nothing is run then."""
        if found["answer"].lower().startswith("y") or " --yes-always" in f" {self.command_line} ":
            return
        for command in filter(None, map(str.strip, self.subject)):
            self.work.ran(one, command, "rejected")

    def _running(self, one: Told, found: re.Match[str]) -> None:
        self.work.ran(one, found["command"], "unanswered")

    def _output(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.work.printed(one)

    def _committed(self, one: Told, found: re.Match[str]) -> None:
        self.work.committed(one, found["subject"])

    def _cleared(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.used = None
        self.work.mark(one.line, "cleared")

    def _undone(self, one: Told, found: re.Match[str]) -> None:
        self.work.mark(one.line, "rewind", one_line(f"commit {found['commit']} was taken back"))

    def _stopped(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.work.mark(one.line, "interrupted")

    def _failed(self, one: Told, found: re.Match[str]) -> None:  # noqa: ARG002
        self.work.failed(one)

    def _nothing(self, one: Told, found: re.Match[str]) -> None:
        """Known, and no subject of a question."""

    # --- the whole ------------------------------------------------------------------------------------------------

    def _glance(self, items: tuple[Item, ...]) -> Glance:
        spoken = spoken_up(items)
        started = moment(self.chat.started)
        ended = self.chat.file.stat().st_mtime if self.chat.newest else max(started, self.times.last)
        return Glance(
            agent="aider",
            id=self.chat.id,
            path=str(self.path),
            cwd=self.cwd or str(self.chat.file.parent),
            title=title_of(next(iter(spoken), "")),
            model=self.model,
            started=iso(started),
            ended=iso(max(started, ended)) if started else "",
            human_turns=len(spoken),
            usage=Usage(self.used, window_of(self.model, self.used)),
            helper=bool(HEADLESS.search(f"{self.command_line} ")),
            parent=self.chat.before if self.restored else "",
        )


def _count(words: str) -> int:
    """Aider rounds: 2.6k."""
    number = float(words.rstrip("kM"))
    return round(number * {"k": 1e3, "M": 1e6}.get(words[-1], 1))


SPEAKERS: dict[str, Callable[[Scan, Told], None]] = {"user": Scan._user, "model": Scan._model, "aider": Scan._aider}
Handler = Callable[[Scan, Told, re.Match[str]], None]
_TABLE: tuple[tuple[str, Handler], ...] = (
    (r"Aider v\d", Scan._version),
    (r"(?:Main model|Model): (?P<model>\S+) with (?P<form>[\w-]+) edit format", Scan._announced),
    (r"Git working dir: (?P<place>/.*)", Scan._place),
    (r"Restored previous conversation history", Scan._restored),
    (r"Tokens: (?P<sent>[\d.]+[kM]?) sent,.*?(?P<received>[\d.]+[kM]?) received", Scan._spent),
    (r"Added \d+ lines? of output to the chat", Scan._output),
    (r"Added (?P<path>.+?) to (?:the chat(?: \(read-only\))?\.?|read-only files\.)$", Scan._added),
    (r"Applied edit to (?P<path>.+)", Scan._applied),
    (r"Skipping edits to (?P<path>.+?)(?P<why> that matches \w+ spec\.)?$", Scan._skipped),
    (r"Did not apply edit to (?P<path>.+?)(?P<why> \(--dry-run\))$", Scan._skipped),
    (r"# \d+ SEARCH/REPLACE blocks? failed to match!", Scan._unmatched),
    (r"Create new file\? .*: y", Scan._created),
    (r"Run shell commands?\? .*: (?P<answer>\w+)", Scan._run_asked),
    (r"Running (?P<command>.+)", Scan._running),
    (r"All (?:files dropped and )?chat history cleared", Scan._cleared),
    (r"Removed: (?P<commit>.+)", Scan._undone),
    (r"\^C (?:again to exit|KeyboardInterrupt)", Scan._stopped),
    (r"litellm\.\w+|Empty response received from LLM", Scan._failed),
    (r"Commit [0-9a-f]{7,} (?P<subject>.+)", Scan._committed),
    (r"Retrying in |The API provider|Repo-map: |Git repo: ", Scan._nothing),
)
SAYS: tuple[tuple[re.Pattern[str], Handler], ...] = tuple((re.compile(words), handle) for words, handle in _TABLE)
"""What Aider says, in its own words."""
