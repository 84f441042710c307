"""One pass over a Claude Code file. With `whole` it builds the items; without, only what a list of sessions shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from segue.session.records import Call, Glance, Item, Mark, Said, Session, Thought, Usage, Via
from segue.sources._jsonl import Walk
from segue.sources._text import bounded, one_line
from segue.sources._turns import spoken_up, with_finals
from segue.sources.claude import prompts, tools, tree
from segue.sources.claude.rows import CUT, Block, Row, anything, blocks, result_text
from segue.sources.claude.sides import Sides
from segue.sources.claude.window import window_of

HEADLESS = ("sdk-cli", "sdk-ts", "sdk-py")
DROPPED = 0


class Entry(Struct):
    """One item-to-be, under its row."""

    uuid: str
    line: int
    item: Item


class Scan:
    def __init__(self, path: Path, *, whole: bool) -> None:
        self.path = path
        self.whole = whole
        self.walk = Walk(path, Row, cut=CUT, needs="uuid")
        self.entries: list[Entry] = []
        self.calls: dict[str, int] = {}
        """Call id to its place among the entries, to join the result by id and never by adjacency."""
        self.parents: dict[str, str] = {}
        self.last_line: dict[str, int] = {}
        self.prompt_rows: list[str] = []
        self.leaf = ""
        self.sides = Sides(path)
        self.tasks = tools.Tasks()
        self.queued: dict[str, Entry] = {}
        self.facts: dict[str, Any] = {}
        self.used: int | None = None
        self.titles: dict[str, str] = {}
        self._shell_call = -1

    def run(self) -> Session:
        for line, row in self.walk:
            self._row(line, row)
        entries = self._kept()
        if self.whole:
            entries = self._with_interruptions(entries)
        items = with_finals([self.sides.joined(e.item) if isinstance(e.item, Call) else e.item for e in entries])
        return Session(glance=self._glance(items), items=items if self.whole else (), gaps=tuple(self.walk.gaps))

    # --- rows -----------------------------------------------------------------------------------------------------

    def _row(self, line: int, row: Row) -> None:
        if row.uuid:
            self.parents[row.uuid] = row.parent_uuid or row.logical_parent_uuid or ""
            self.last_line[row.uuid] = line
            self._envelope(row)
        if row.is_sidechain:
            if self.whole and row.message:
                self.sides.add(line, row)
        elif row.type == "assistant" and row.message:
            self._assistant(line, row)
        elif row.type == "user" and row.message:
            self._user(line, row)
        elif row.type == "attachment" and row.attachment and row.attachment.type == "queued_command":
            if words := prompts.human(_joined(row.attachment.prompt)):
                self._speak(line, row, words, "queued")
        elif row.type == "queue-operation" and row.operation == "enqueue":
            self._enqueued(line, row)
        elif row.type == "system" and row.subtype == "compact_boundary":
            self.used = row.compact_metadata.postTokens if row.compact_metadata else None
            self._add(row.uuid, line, Mark(line=line, kind="compaction", time=row.timestamp))
        else:
            self._title(row)

    def _envelope(self, row: Row) -> None:
        facts = self.facts
        if row.timestamp:
            facts.setdefault("started", row.timestamp)
            facts["ended"] = max(row.timestamp, facts.get("ended", ""))
        if row.cwd:
            facts.setdefault("cwd", row.cwd)
        if row.git_branch:
            facts["branch"] = row.git_branch
        if row.entrypoint:
            facts.setdefault("helper", row.entrypoint in HEADLESS)
        facts.setdefault("side", row.is_sidechain)
        if isinstance(row.forked_from, dict):
            facts.setdefault("parent", tools.text_of(row.forked_from.get("sessionId")))

    def _title(self, row: Row) -> None:
        for kind, value in (("custom", row.custom_title), ("ai", row.ai_title)):
            if value:
                self.titles[kind] = value
        if row.type == "summary" and row.summary:
            self.titles[f"summary {row.leaf_uuid}"] = row.summary

    def _assistant(self, line: int, row: Row) -> None:
        message = row.message
        assert message is not None
        self.leaf = row.uuid or self.leaf
        if row.is_api_error_message or message.model == "<synthetic>":
            text = one_line(" ".join(b.text for b in blocks(message.content))) if self.whole else ""
            if text and text != "No response requested.":
                self._add(row.uuid, line, Mark(line=line, kind="error", text=text, time=row.timestamp))
            return
        if message.model:
            self.facts["model"] = message.model
        if message.usage and message.usage.context:
            self.used = message.usage.context
        for block in blocks(message.content) if self.whole else ():
            self._said_or_done(line, row, block)

    def _said_or_done(self, line: int, row: Row, block: Block) -> None:
        if block.type == "text" and block.text.strip():
            self._add(row.uuid, line, Said(line=line, role="agent", text=block.text, time=row.timestamp, uid=row.uuid))
        elif block.type == "thinking" and block.thinking.strip():
            self._add(row.uuid, line, Thought(line=line, text=block.thinking, uid=row.uuid))
        elif block.type == "tool_use" and block.name:
            self._call(line, row, block)

    def _call(self, line: int, row: Row, block: Block) -> None:
        given = anything(block.input)
        given = given if isinstance(given, dict) else {}
        act = tools.TOOLS.get(block.name, tools.UNKNOWN).act
        todos = (
            tools.todos(given)
            if block.name == "TodoWrite"
            else self.tasks.after(block.name, given)
            if act == "todo"
            else ()
        )
        call = Call(
            line=line,
            name=block.name,
            act=act,
            id=block.id,
            uid=row.uuid,
            time=row.timestamp,
            about=tools.about(block.name, given),
            command=tools.text_of(given.get("command")) if act == "run" else "",
            files=tools.files(block.name, given),
            todos=todos,
        )
        self.calls[block.id] = len(self.entries)
        self._add(row.uuid, line, call)
        if act == "delegate":
            self.sides.called(call, tools.text_of(given.get("prompt")))

    def _user(self, line: int, row: Row) -> None:
        message = row.message
        assert message is not None
        if not self.whole and b'"tool_result"' in bytes(message.content)[:400]:
            self.leaf = row.uuid or self.leaf
            return
        if row.is_compact_summary:
            text = "\n".join(b.text for b in blocks(message.content))
            self._add(row.uuid, line, Mark(line=line, kind="compaction", text=text, time=row.timestamp))
            return
        if row.is_meta:
            return
        self.leaf = row.uuid or self.leaf
        texts = []
        for block in blocks(message.content):
            if block.type == "tool_result":
                self._result(line, row, block)
            elif block.type == "text":
                texts.append(block.text)
        if texts:
            self._prompt(line, row, texts)

    def _prompt(self, line: int, row: Row, texts: list[str]) -> None:
        whole = "\n".join(texts)
        if prompts.INTERRUPTED.match(whole):
            self._add(row.uuid, line, Mark(line=line, kind="interrupted", time=row.timestamp))
        elif told := prompts.notification(whole):
            self.sides.told(told)
        elif called := prompts.command(whole):
            if called[1]:
                self._speak(line, row, called[1], "command")
        elif typed := prompts.shell(whole):
            self._shell_call = len(self.entries)
            self._add(
                row.uuid,
                line,
                Call(line=line, name="user-bash", act="run", command=typed, uid=row.uuid, time=row.timestamp),
            )
        elif whole.lstrip().startswith(("<bash-stdout>", "<bash-stderr>")) and self._shell_call >= 0:
            self._shell_result(line, whole)
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
        """A prompt on its way. It may be delivered at once, mid-turn as an attachment, later as a user row, or never."""
        words = prompts.human(tools.text_of(anything(row.content)))
        if words and not words.lstrip().startswith(("<", "/")):
            self._speak(line, row, words, "queued")
            self.queued[words] = self.entries[-1]

    def _shell_result(self, line: int, text: str) -> None:
        entry = self.entries[self._shell_call]
        assert isinstance(entry.item, Call)
        entry.item = msgspec.structs.replace(entry.item, outcome="ok", result_line=line, output=bounded(text))
        self._shell_call = -1

    def _result(self, line: int, row: Row, block: Block) -> None:
        at = self.calls.get(block.tool_use_id)
        if at is None:
            return  # an orphan: its call was rewritten away or belongs to a sub-agent
        entry = self.entries[at]
        call = entry.item
        assert isinstance(call, Call)
        output = result_text(block.content)
        outcome, code = tools.outcome(call.name, block.is_error is True, output)
        files = tools.created(call.files, output) if call.name == "Write" else call.files
        entry.item = msgspec.structs.replace(
            call, outcome=outcome, exit_code=code, result_line=line, output=output, files=files
        )
        words = (
            tools.rejection_words(output)
            if outcome == "rejected"
            else tools.answers(output)
            if call.act == "ask"
            else ""
        )
        if words:
            via: Via = "answer" if call.act == "ask" else "rejection"
            self._add(
                row.uuid, line, Said(line=line, role="user", text=words, time=row.timestamp, uid=row.uuid, via=via)
            )

    # --- after the walk -------------------------------------------------------------------------------------------

    def _add(self, uuid: str, line: int, item: Item) -> None:
        self.entries.append(Entry(uuid, line, item))

    def _kept(self) -> list[Entry]:
        """The entries without rows written twice and without what a rewind took back."""
        once = [e for e in self.entries if e.line != DROPPED and (not e.uuid or self.last_line[e.uuid] == e.line)]
        gone = tree.abandoned([p for p in self.prompt_rows if p], self.leaf, self.parents)
        if not gone:
            return once
        known: dict[str, bool] = {}
        out = []
        for entry in once:
            if entry.uuid in gone and isinstance(entry.item, Said):
                text = one_line(entry.item.text)
                out.append(Entry("", entry.line, Mark(line=entry.line, kind="rewind", text=text, time=entry.item.time)))
            elif not entry.uuid or not tree.below(entry.uuid, gone, self.parents, known):
                out.append(entry)
        return out

    def _with_interruptions(self, entries: list[Entry]) -> list[Entry]:
        """Calls without a result before an interruption were interrupted; those at the very end stay unanswered."""
        open_calls: list[Entry] = []
        for entry in entries:
            if isinstance(entry.item, Call) and entry.item.outcome == "unanswered":
                open_calls.append(entry)
            elif isinstance(entry.item, Mark) and entry.item.kind == "interrupted":
                for waiting in open_calls:
                    assert isinstance(waiting.item, Call)
                    waiting.item = msgspec.structs.replace(waiting.item, outcome="interrupted")
                open_calls = []
        return entries

    def _glance(self, items: tuple[Item, ...]) -> Glance:
        facts = self.facts
        model = facts.get("model", "")
        spoken = spoken_up(items)
        return Glance(
            agent="claude",
            id=self.path.stem,
            path=str(self.path),
            cwd=facts.get("cwd", ""),
            title=one_line(self._best_title() or next(iter(spoken), ""), 80),
            model=model,
            branch=facts.get("branch", ""),
            started=facts.get("started", ""),
            ended=facts.get("ended", ""),
            human_turns=len(spoken),
            usage=Usage(self.used, window_of(model)),
            helper=bool(facts.get("helper")) or bool(facts.get("side")),
            parent=facts.get("parent", ""),
        )

    def _best_title(self) -> str:
        ours = [text for key, text in self.titles.items() if key.partition("summary ")[2] in self.last_line]
        return self.titles.get("custom") or self.titles.get("ai") or (ours[-1] if ours else "")


def _joined(prompt: Any) -> str:
    """A queued prompt is a text, or blocks when it has pictures."""
    if isinstance(prompt, str):
        return prompt
    found = (b.get("text") for b in prompt or () if isinstance(b, dict)) if isinstance(prompt, list) else ()
    return "\n".join(t for t in found if isinstance(t, str))
