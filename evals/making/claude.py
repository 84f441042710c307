"""A talk as Claude Code writes its sessions."""

from __future__ import annotations

from typing import Any

from making.talk import Step
from making.writer import Record, Writer, side, todos

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)
SUMMARY = "This session is being continued from a previous conversation that ran out of context. "


class Claude(Writer):
    def begin(self) -> None:
        self.parent: str | None = None

    def row(self, kind: str, **fields: Any) -> None:
        record = {"parentUuid": self.parent, "isSidechain": False, "type": kind, "uuid": self.id(), **fields}
        record |= {"timestamp": self.time(), "userType": "external", "entrypoint": "cli", "cwd": self.cwd}
        self.put(record | {"sessionId": self.session, "version": "2.1.325", "gitBranch": self.branch})
        self.parent = str(record["uuid"])

    def says(self, block: Record) -> None:
        usage = {"input_tokens": 900 + 400 * self.count, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
        message = {"id": f"msg_{self.count}", "type": "message", "role": "assistant", "model": "claude-opus-4-5"}
        self.row("assistant", message=message | {"content": [block], "usage": usage})

    def user(self, step: Step) -> None:
        self.row("user", message={"role": "user", "content": step.text})

    def queued(self, step: Step) -> None:
        self.row("attachment", attachment={"type": "queued_command", "prompt": step.text})

    def inject(self, step: Step) -> None:
        self.row("user", isMeta=True, message={"role": "user", "content": step.text})

    def agent(self, step: Step) -> None:
        self.says({"type": "text", "text": step.text})

    def think(self, step: Step) -> None:
        self.says({"type": "thinking", "thinking": step.text, "signature": ""})

    def stop(self, _step: Step) -> None:
        self.row(
            "user", message={"role": "user", "content": [{"type": "text", "text": "[Request interrupted by user]"}]}
        )

    def compact(self, step: Step) -> None:
        old, self.parent = self.parent, None
        self.row("system", subtype="compact_boundary", content="Conversation compacted", logicalParentUuid=old)
        self.row("user", isCompactSummary=True, message={"role": "user", "content": SUMMARY + step.text})

    def hand(self, step: Step) -> None:
        self.row("user", message={"role": "user", "content": f"<bash-input>{step.text}</bash-input>"})
        if step.result:
            out = f"<bash-stdout>{step.result.text}</bash-stdout><bash-stderr></bash-stderr>"
            self.row("user", message={"role": "user", "content": out})

    def call(self, step: Step) -> None:
        tool, given = self.tool(step)
        id_ = f"toolu_{self.count:04}{self.session[:8]}"
        self.says({"type": "tool_use", "id": id_, "name": tool, "input": given})
        told = self.told(step)
        if told is not None:
            text, error = told
            block = {"tool_use_id": id_, "type": "tool_result", "content": text, "is_error": error}
            self.row("user", message={"role": "user", "content": [block]})

    def tool(self, step: Step) -> tuple[str, Record]:
        first, path = step.text.split("\n")[0], self.path(step)
        tools: dict[str, tuple[str, Record]] = {
            "run": ("Bash", {"command": step.text}),
            "read": ("Read", {"file_path": path}),
            "write": ("Write", {"file_path": path, "content": step.rest + "\n"}),
            "edit": ("Edit", {"file_path": path, "old_string": side(step, "-"), "new_string": side(step, "+")}),
            "todo": ("TodoWrite", {"todos": [{"content": t, "status": s, "activeForm": t} for s, t in todos(step)]}),
            "task": ("Task", {"description": first, "prompt": step.text, "subagent_type": "general-purpose"}),
            "plan": ("ExitPlanMode", {"plan": step.text}),
            "ask": ("AskUserQuestion", {"questions": [{"question": step.text, "header": "Choice", "options": []}]}),
        }
        return tools[step.what]

    def told(self, step: Step) -> tuple[str, bool] | None:
        """What came back, and whether it is an error; None for a call that nobody answered."""
        result = step.result
        if result is None:
            return (self.answers_itself(step), False) if step.what in ("edit", "write", "todo") else None
        match result.what:
            case "fail":
                return f"Exit code {result.code or 1}\n{result.text}" if step.what == "run" else result.text, True
            case "reject":
                return REFUSED + result.text, True
            case "approve":
                return "User has approved your plan. You can now start coding.", False
            case "answer":
                return f'User has answered your questions: "{step.text}"="{result.text}". You can now continue.', False
        return result.text, False

    def answers_itself(self, step: Step) -> str:
        if step.what == "write":
            return f"File created successfully at: {self.path(step)}"
        return "The file has been updated." if step.what == "edit" else "Todos have been modified successfully."
