"""One pass over a Claude Code file. With `whole` it builds the items; without, only what a list of sessions shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from segue.session.records import Call, Item, Mark, Said, Session, Thought, Via
from segue.sources._subagents import notification
from segue.sources._text import bounded, one_line, words_of_command
from segue.sources._tree import Entry, kept
from segue.sources._turns import with_finals
from segue.sources.claude import prompts, tools
from segue.sources.claude.facts import Facts
from segue.sources.claude.rows import Block, Message, Row, anything, blocks
from segue.sources.claude.sides import Sides
from segue.sources.claude.tools import Open, Result
from segue.sources.claude.walk import Rows

DROPPED = 0


class Scan:
    def __init__(self, path: Path, *, whole: bool) -> None:
        self.path = path
        self.whole = whole
        self.walk = Rows(path)
        self.entries: list[Entry[Open]] = []
        self.names: dict[str, str] = {}
        """Tool names by call id: what a result means depends on its tool."""
        self.results: dict[str, Result] = {}
        self.parents: dict[str, str] = {}
        self.again: dict[str, int] = {}
        """Rows that were written more than once, and where last."""
        self.prompt_rows: list[str] = []
        self.leaf = ""
        self.sides = Sides(path)
        self.tasks = tools.Tasks()
        self.queued: dict[str, Entry[Open]] = {}
        self.mid_run: set[int] = set()
        """Interruptions of something that ran, as against a no to a question."""
        self.shell = ""
        self.facts = Facts()

    def run(self) -> Session:
        for line, row in self.walk:
            self._row(line, row)
        entries = self._kept()
        items = with_finals(self._interrupted([self._finished(e) for e in entries]))
        glance = self.facts.glance(self.path, items, known=self.parents)
        return Session(glance=glance, items=items if self.whole else (), gaps=tuple(self.walk.gaps))

    # --- rows -----------------------------------------------------------------------------------------------------

    def _row(self, line: int, row: Row) -> None:
        uuid = row.uuid
        if uuid:
            if uuid in self.parents:
                self.again[uuid] = line
            self.parents[uuid] = row.parent_uuid or row.logical_parent_uuid or ""
            self.facts.envelope(row)
        kind, message = row.type, row.message
        if row.is_sidechain:
            if self.whole and message:
                self.sides.add(line, row, message)
        elif kind == "assistant" and message:
            self._assistant(line, row, message)
        elif kind == "user" and message:
            self._user(line, row, message)
        elif kind == "attachment" and row.attachment and row.attachment.type == "queued_command":
            if words := prompts.human(_joined(row.attachment.prompt)):
                self._speak(line, row, words, "queued")
        elif kind == "queue-operation" and row.operation == "enqueue":
            self._enqueued(line, row)
        elif kind == "system" and row.subtype == "compact_boundary":
            self.facts.used = row.compact_metadata.postTokens if row.compact_metadata else None
            self._add(row.uuid, line, Mark(line=line, kind="compaction", time=row.timestamp))
        else:
            self.facts.title(row)

    def _assistant(self, line: int, row: Row, message: Message) -> None:
        self.leaf = row.uuid or self.leaf
        if row.is_api_error_message or message.model == "<synthetic>":
            text = one_line(" ".join(b.text for b in blocks(message)))
            if text and text != "No response requested.":
                self._add(row.uuid, line, Mark(line=line, kind="error", text=text, time=row.timestamp))
            return
        self.facts.answer(message)
        for block in blocks(message) if self.whole else ():
            kind = block.type
            if kind == "tool_use" and block.name:
                self._call(line, row, block)
            elif kind == "text" and block.text.strip():
                said = Said(line=line, role="agent", text=block.text, time=row.timestamp, uid=row.uuid)
                self._add(row.uuid, line, said)
            elif kind == "thinking" and block.thinking.strip():
                self._add(row.uuid, line, Thought(line=line, text=block.thinking, uid=row.uuid))

    def _call(self, line: int, row: Row, block: Block) -> None:
        given, name = anything(block.input), block.name
        made = Open(block.id, name, given if isinstance(given, dict) else {}, row.timestamp)
        made.cwd = row.cwd if row.cwd != self.facts.cwd else ""
        if name in tools.TODO:
            made.todos = tools.todos(made.given) or self.tasks.after(name, made.given, line)
        self.names[block.id] = name
        self._add(row.uuid, line, made)

    def _user(self, line: int, row: Row, message: Message) -> None:
        if row.is_compact_summary:
            self._summary(line, row, message)
            return
        if row.is_meta:
            return
        self.leaf = row.uuid or self.leaf
        texts = []
        for block in blocks(message):
            if block.type == "text":
                texts.append(block.text)
            elif block.type == "tool_result" and self.whole:
                self._result(line, row, block)
        if texts:
            self._prompt(line, row, texts)

    def _summary(self, line: int, row: Row, message: Message) -> None:
        """A boundary and the summary after it are one compaction; it stands where the words are."""
        last = self.entries[-1] if self.entries else None
        if last and isinstance(last.item, Mark) and last.item.kind == "compaction" and not last.item.text:
            last.line = DROPPED
        text = "\n".join(b.text for b in blocks(message))
        self._add(row.uuid, line, Mark(line=line, kind="compaction", text=text, time=row.timestamp))

    def _prompt(self, line: int, row: Row, texts: list[str]) -> None:
        whole = "\n".join(texts)
        if prompts.INTERRUPTED.match(whole):
            if row.interrupted_message_id:
                self.mid_run.add(line)
            self._add(row.uuid, line, Mark(line=line, kind="interrupted", time=row.timestamp))
        elif told := notification(whole):
            self.sides.told(told)
        elif called := prompts.command(whole):
            if words := words_of_command(*called):
                self._speak(line, row, words, "command")
        elif typed := prompts.shell(whole):
            self.shell = row.uuid
            self._add(row.uuid, line, Open(row.uuid, tools.USER_SHELL, {"command": typed}, row.timestamp))
        elif whole.lstrip().startswith(("<bash-stdout>", "<bash-stderr>")):
            self.results[self.shell] = Result(line, False, bounded(whole))
        elif words := "\n".join(filter(None, map(prompts.human, texts))):
            self._speak(line, row, words, "typed")

    def _speak(self, line: int, row: Row, words: str, via: Via) -> None:
        waiting = self.queued.pop(words, None)
        if waiting:  # the queue's row and this one are the same message
            via = "queued" if waiting is not self.entries[-1] else via
            waiting.line = DROPPED
        self.prompt_rows.append(row.uuid)
        self._add(row.uuid, line, Said(line=line, role="user", text=words, time=row.timestamp, uid=row.uuid, via=via))

    def _enqueued(self, line: int, row: Row) -> None:
        """A prompt on its way: delivered at once, mid-turn as an attachment, later as a user row, or never."""
        words = prompts.human(tools.text_of(anything(row.content)))
        if words and not words.lstrip().startswith(("<", "/")):
            self._speak(line, row, words, "queued")
            self.queued[words] = self.entries[-1]

    def _result(self, line: int, row: Row, block: Block) -> None:
        name = self.names.get(block.tool_use_id)
        if name is None:
            return  # an orphan: its call was rewritten away or belongs to a sub-agent
        is_error = block.is_error is True
        output = tools.shown(name, is_error, block.content)
        self.results[block.tool_use_id] = Result(line, is_error, output)
        words, via = tools.users_words(name, output)
        if words:
            self._add(
                row.uuid, line, Said(line=line, role="user", text=words, time=row.timestamp, uid=row.uuid, via=via)
            )

    # --- after the walk -------------------------------------------------------------------------------------------

    def _add(self, uuid: str, line: int, item: Item | Open) -> None:
        self.entries.append(Entry(uuid, line, item))

    def _kept(self) -> list[Entry[Open]]:
        """The entries without rows written twice and without what a rewind took back."""
        once = [e for e in self.entries if e.line != DROPPED and self.again.get(e.uuid, e.line) == e.line]
        return kept(once, self.prompt_rows, self.leaf, self.parents)

    def _finished(self, entry: Entry[Open]) -> Item:
        made = entry.item
        if not isinstance(made, Open):
            return made
        call = tools.call(made, entry.line, entry.uuid, self.results.get(made.id))
        return self.sides.joined(call, tools.text_of(made.given.get("prompt"))) if call.act == "delegate" else call

    def _interrupted(self, items: list[Item]) -> list[Item]:
        """Calls without a result before an interruption were interrupted; those at the very end stay unanswered.

        A command stopped while it ran is written as refused; only the interruption after it tells the two apart."""
        waiting: list[int] = []
        for at, item in enumerate(items):
            if isinstance(item, Call) and item.outcome in ("unanswered", "rejected"):
                waiting.append(at)
            elif isinstance(item, Said) and item.role == "user":
                waiting = [place for place in waiting if _outcome(items[place]) == "unanswered"]
            elif isinstance(item, Mark) and item.kind == "interrupted":
                stopped = ("unanswered", "rejected") if item.line in self.mid_run else ("unanswered",)
                for place in waiting:
                    if _outcome(items[place]) in stopped:
                        items[place] = replace(items[place], outcome="interrupted")
                waiting = []
        return items


def _outcome(item: Item) -> str:
    return item.outcome if isinstance(item, Call) else ""


def _joined(prompt: Any) -> str:
    """A queued prompt is a text, or blocks when it has pictures."""
    if isinstance(prompt, str):
        return prompt
    found = (b.get("text") for b in prompt or () if isinstance(b, dict)) if isinstance(prompt, list) else ()
    return "\n".join(t for t in found if isinstance(t, str))
