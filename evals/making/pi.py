"""A talk as pi writes its sessions: a tree of records, here with one branch."""

from __future__ import annotations

from typing import Any

from making.talk import Step
from making.writer import Record, Writer, side, todos


class Pi(Writer):
    def begin(self) -> None:
        self.parent: str | None = None
        self.put({"type": "session", "version": 3, "id": self.session, "timestamp": self.time(), "cwd": self.cwd})
        self.row("model_change", provider="anthropic", modelId="claude-sonnet-4-5")

    def row(self, kind: str, **fields: Any) -> None:
        id_ = self.id()[:8]
        self.put({"type": kind, "id": id_, "parentId": self.parent, "timestamp": self.time(), **fields})
        self.parent = id_

    def message(self, role: str, **fields: Any) -> None:
        self.row("message", message={"role": role, **fields})

    def says(self, block: Record, stop: str = "stop") -> None:
        usage = {"input": 700 + 300 * self.count, "output": 40, "cacheRead": 0, "cacheWrite": 0}
        usage["totalTokens"] = usage["input"] + 40
        self.message(
            "assistant", content=[block], provider="anthropic", model="claude-sonnet-4-5", usage=usage, stopReason=stop
        )

    def user(self, step: Step) -> None:
        self.message("user", content=[{"type": "text", "text": step.text}])

    queued = user

    def agent(self, step: Step) -> None:
        self.says({"type": "text", "text": step.text})

    def think(self, step: Step) -> None:
        self.says({"type": "thinking", "thinking": step.text})

    def stop(self, _step: Step) -> None:
        self.says({"type": "text", "text": ""}, stop="aborted")

    def compact(self, step: Step) -> None:
        self.row("compaction", summary=step.text, firstKeptEntryId=self.parent, tokensBefore=90000)

    def hand(self, step: Step) -> None:
        result = step.result
        code = (result.code or 1) if result and result.what == "fail" else 0
        output = result.text if result else ""
        self.message("bashExecution", command=step.text, output=output, exitCode=code, cancelled=False, truncated=False)

    def call(self, step: Step) -> None:
        name, given = self.tool(step)
        id_ = f"call_{self.id()[:8]}"
        self.says({"type": "toolCall", "id": id_, "name": name, "arguments": given}, stop="toolUse")
        if (told := self.told(step)) is not None:
            text, error, details = told
            content = [{"type": "text", "text": text}]
            self.message("toolResult", toolCallId=id_, toolName=name, content=content, details=details, isError=error)

    def tool(self, step: Step) -> tuple[str, Record]:
        path = self.path(step)
        edits = [{"oldText": side(step, "-"), "newText": side(step, "+")}]
        tools: dict[str, tuple[str, Record]] = {
            "run": ("bash", {"command": step.text}),
            "read": ("read", {"path": step.text}),
            "write": ("write", {"path": path, "content": step.rest + "\n"}),
            "edit": ("edit", {"path": path, "edits": edits}),
            "todo": ("todo", {"action": "set", "items": [text for _, text in todos(step)]}),
            "ask": ("ask", {"question": step.text}),
        }
        return tools[step.what]

    def told(self, step: Step) -> tuple[str, bool, Record] | None:
        """What came back, whether it is an error, and the details; None for a call that nobody answered."""
        result = step.result
        if step.what == "todo":
            return "List updated", False, {"todos": [{"text": t, "status": s} for s, t in todos(step)]}
        if result is None:
            return ("Done.", False, {}) if step.what in ("edit", "write") else None
        if result.what == "fail":
            text = (
                f"{result.text}\n\nCommand exited with code {result.code or 1}" if step.what == "run" else result.text
            )
            return text, True, {}
        if result.what == "reject":
            return "Tool call denied by user", True, {}
        return result.text, False, {"answer": result.text} if result.what == "answer" else {}
