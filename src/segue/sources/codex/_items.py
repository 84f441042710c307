"""From rows to items: everything said and done in one rollout, in the order of its lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from segue.session.records import Call, Gap, Item, Mark, MarkKind, Said, Thought
from segue.sources._text import bounded
from segue.sources.codex import _calls, _results
from segue.sources.codex._facts import Facts
from segue.sources.codex._results import Result
from segue.sources.codex._rows import Body, Row, decode, loose, mapping, parts, string
from segue.sources.codex._speech import Voices

KNOWN_ROWS = {
    "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state", "state",
    "inter_agent_communication", "inter_agent_communication_metadata", "token_usage_record", "security_risk_score",
}  # fmt: skip
_CALLS = {
    "function_call",
    "custom_tool_call",
    "local_shell_call",
    "web_search_call",
    "tool_search_call",
    "image_generation_call",
}
_SELF_ANSWERED = {"web_search_call", "image_generation_call"}
_OUTPUTS = {"function_call_output", "custom_tool_call_output", "tool_search_output", "local_shell_call_output"}
_QUIET = {"compaction", "compaction_trigger", "context_compaction", "agent_message", "ghost_snapshot", "other"}
_PREAMBLE, _PREAMBLE_END = "Another language model started to solve this problem", "own analysis:"
_NOTICE, _NOTICE_END = "<subagent_notification>", "</subagent_notification>"


class Items:
    """Fed with every row; `finish` joins calls with results and words with their copies."""

    def __init__(self, path: Path) -> None:
        self.facts = Facts(path)
        self.gaps: list[Gap] = []
        self._done: list[Thought | Call | Mark | Said] = []
        self._words = Voices()
        self._phases: dict[str, str] = {}
        self._results: dict[str, Result] = {}
        self._events: dict[str, Result] = {}
        self._arguments: dict[str, tuple[str, dict[str, Any]]] = {}
        """Tool name and arguments of every call, by its id, for results that need them."""
        self._processes: dict[str, str] = {}
        """Which call started a process that still runs."""
        self._turn: list[str] = []
        """Calls of the running turn."""
        self._interrupted: set[str] = set()
        self._endings: dict[str, str] = {}
        self._turn_ends: list[int] = []
        self._unknown: set[str] = set()

    def take(self, line: int, kind: str, row: Row, body: Body) -> None:
        self.facts.take(line, kind, row, body)
        if kind == "response_item":
            self._response(line, row, body)
        elif kind == "event_msg":
            self._event(line, row, body)
        elif kind == "compacted":
            self._compacted(line, row, string(body.message))
        elif kind == "turn_context":
            self._words.new_turn()
        elif kind not in KNOWN_ROWS:
            self._not_understood(line, f"unknown record type {kind[:40]!r}" if kind else "a record without a type")

    def finish(self) -> tuple[Item, ...]:
        """Every item with its result, in order. Call it once."""
        for id_, result in self._results.items():
            if id_ and id_ not in self._arguments:
                self.gaps.append(Gap(result.line, "a result without its call"))
        done: list[Item] = [self._answered(item) if isinstance(item, Call) else item for item in self._done]
        done += [*self.facts.prompts.said, *self._words.said]
        done.sort(key=lambda item: item.line)
        return tuple(self._with_finals(done))

    # --- what the model saw ---

    def _response(self, line: int, row: Row, body: Body) -> None:
        kind = body.type or ""
        if kind == "message":
            self._message(line, row, body)
        elif kind in _CALLS:
            self._call(line, _calls.made(line, row.timestamp or "", body), _calls.arguments(body))
            if kind in _SELF_ANSWERED:
                self._results[body.call_id or body.id or f"L{line}"] = _results.judged_by_event(line, body, "")
        elif kind in _OUTPUTS:
            self._result(line, row, body.call_id or "", string(body.output))
        elif kind == "reasoning":
            readable = [part.text for part in [*parts(body.summary), *parts(body.content)] if part.text]
            if readable:
                self._done.append(Thought(line=line, text="\n\n".join(readable), uid=body.id or ""))
        elif kind not in _QUIET:
            self._not_understood(line, f"unknown response item {kind[:40]!r}")

    def _message(self, line: int, row: Row, body: Body) -> None:
        text = "".join(part.text or "" for part in parts(body.content))
        if body.role == "assistant" and text.strip():
            self._speaks(line, row, text, body, heard=False)
        elif body.role == "user" and text.startswith(_NOTICE):
            told = _object(text.removeprefix(_NOTICE).partition(_NOTICE_END)[0].strip())
            self._endings |= _results.endings({told.get("agent_id") or told.get("agent_path"): told.get("status")})

    def _speaks(self, line: int, row: Row, text: str, body: Body, *, heard: bool) -> None:
        said = Said(line=line, role="agent", text=text, time=row.timestamp or "", uid=body.id or "")
        if body.phase:
            self._phases[text.strip()] = body.phase
        (self._words.heard if heard else self._words.written)(said)

    def _call(self, line: int, call: Call, given: dict[str, Any]) -> None:
        id_ = call.id or f"L{line}"
        if id_ in self._arguments:
            return
        self._arguments[id_] = call.name.rpartition(".")[2], given
        self._turn.append(id_)
        self._done.append(call if call.id else msgspec.structs.replace(call, id=id_))

    def _result(self, line: int, row: Row, id_: str, text: str) -> None:
        result = self._results[id_] = _results.judged(line, text)
        name, given = self._arguments.get(id_, ("", {}))
        if result.words:
            self._user_says(line, row, result.words, "rejection")
        if name == "request_user_input" and (words := _results.answers(text)):
            self._user_says(line, row, words, "answer")
        elif name == "spawn_agent" or name.startswith(("wait", "close")):
            self._endings |= _results.endings(_object(text).get("status"))
        elif name == "write_stdin":
            owner = self._processes.get(str(given.get("session_id")), "")
            if owner in self._results:
                _results.continued(self._results[owner], result)
        elif result.process:
            self._processes[result.process] = id_

    def _user_says(self, line: int, row: Row, words: str, via: Any) -> None:
        self._done.append(Said(line=line, role="user", text=words, time=row.timestamp or "", via=via))

    # --- what the screen saw ---

    def _event(self, line: int, row: Row, body: Body) -> None:
        match body.type:
            case "agent_message":
                if (text := string(body.message)).strip():
                    self._speaks(line, row, text, body, heard=True)
            case "item_completed":
                self._item(line, row, decode(body.item, Body))
            case "exec_command_end":
                self._ran(line, row, body.call_id or "", body)
            case "patch_apply_end":
                self._patched(line, row, body.call_id or "", body)
            case "mcp_tool_call_end":
                self._events[body.call_id or ""] = _results.judged_by_event(line, body, "")
            case "task_started" | "turn_started":
                self._turn.clear()
                self._words.new_turn()
            case "task_complete" | "turn_complete":
                self._turn_ended(line, row, mapping(body.error).get("message"))
            case "turn_aborted":
                self._interrupted.update(self._turn)
                self._mark(line, row, "interrupted")
            case "error":
                self._mark(line, row, "error", bounded(string(body.message)))
            case "thread_rolled_back":
                self._rolled_back(line, row, body.num_turns or 0)

    def _item(self, line: int, row: Row, item: Body) -> None:
        id_ = item.id or ""
        match item.type:
            case "AgentMessage":
                if (text := "".join(part.text or "" for part in parts(item.content))).strip():
                    self._speaks(line, row, text, item, heard=True)
            case "CommandExecution":
                self._ran(line, row, id_, item)
            case "FileChange":
                self._patched(line, row, id_, item)
            case "McpToolCall" | "DynamicToolCall":
                self._events[id_] = _results.judged_by_event(line, item, "")
            case "CollabAgentToolCall":
                self._endings |= _results.endings(mapping(item.agents_states))

    def _ran(self, line: int, row: Row, id_: str, body: Body) -> None:
        """A command ended. One that no response item asked for was typed by the user, or run from a script cell."""
        self._events[id_] = _results.judged_by_event(line, body, string(body.aggregated_output))
        if id_ not in self._arguments:
            name = string(body.source) or "command"
            command = _calls.shell_text(loose(body.command))
            self._call(
                line, Call(line=line, name=name, act="run", id=id_, time=row.timestamp or "", command=command), {}
            )

    def _patched(self, line: int, row: Row, id_: str, body: Body) -> None:
        self._events[id_] = _results.judged_by_event(line, body, string(body.stdout) + string(body.stderr))
        if id_ not in self._arguments:
            files = _calls.patched(body.changes)
            self._call(
                line, Call(line=line, name="apply_patch", act="edit", id=id_, time=row.timestamp or "", files=files), {}
            )

    # --- what happened to the conversation ---

    def _mark(self, line: int, row: Row, kind: MarkKind, text: str = "") -> None:
        self._done.append(Mark(line=line, kind=kind, text=text, time=row.timestamp or ""))

    def _turn_ended(self, line: int, row: Row, error: Any) -> None:
        self._turn_ends.append(line)
        if error:
            self._mark(line, row, "error", bounded(str(error)))

    def _compacted(self, line: int, row: Row, message: str) -> None:
        """The summary was first written down as if the agent had said it: those words go."""
        said = self._words.said
        if said and message.rstrip().endswith(said[-1].text.strip()):
            self._words.drop_from(said[-1].line)
        if message.startswith(_PREAMBLE):
            message = message.partition(_PREAMBLE_END)[2].strip() or message
        self._mark(line, row, "compaction", message)

    def _rolled_back(self, line: int, row: Row, turns: int) -> None:
        cut = self.facts.cut_from
        if cut:
            self._done = [item for item in self._done if item.line < cut]
            self._words.drop_from(cut)
        self._mark(line, row, "rewind", f"the last {turns} user turns were taken back")

    def _not_understood(self, line: int, what: str) -> None:
        if what not in self._unknown:
            self._unknown.add(what)
            self.gaps.append(Gap(line, f"{what}, here for the first time"))

    # --- joining ---

    def _answered(self, call: Call) -> Call:
        told, event = self._results.get(call.id), self._events.get(call.id)
        result = _results.merged(told, event) if event else told
        if result is None:
            return msgspec.structs.replace(call, outcome="interrupted") if call.id in self._interrupted else call
        if result.process and call.command:
            result.outcome = "unanswered"  # it was left running
        side = call.side
        if side is not None:
            id_ = str(_object(result.output).get("agent_id") or "")
            side = msgspec.structs.replace(side, session=id_, outcome=self._endings.get(id_, ""))
        return msgspec.structs.replace(
            call,
            outcome=result.outcome,
            exit_code=result.exit_code,
            result_line=result.line,
            output=result.output,
            side=side,
        )

    def _with_finals(self, items: list[Item]) -> list[Item]:
        """Mark the agent's last words of every turn: nothing was done after them before the turn ended."""
        last: int | None = None
        ends = iter([*self._turn_ends, 1 << 62])
        end = next(ends)
        for at, item in enumerate([*items, None]):
            asked = item is None or (isinstance(item, Said) and item.role == "user" and item.via in ("typed", "queued"))
            ended = item is None or item.line > end
            if (asked or ended) and last is not None:
                self._finish_turn(items, last)
            last = None if asked or ended else last
            while item is not None and end < item.line:
                end = next(ends)
            if isinstance(item, Said) and item.role == "agent":
                last = at
            elif isinstance(item, Call) or (isinstance(item, Mark) and item.kind == "interrupted"):
                last = None
        return items

    def _finish_turn(self, items: list[Item], at: int) -> None:
        said = items[at]
        if isinstance(said, Said) and self._phases.get(said.text.strip()) != "commentary":
            items[at] = msgspec.structs.replace(said, final=True)


def _object(text: str) -> dict[str, Any]:
    value = loose(text.encode("utf-8", "replace")) if text.startswith("{") else None
    return value if isinstance(value, dict) else {}
