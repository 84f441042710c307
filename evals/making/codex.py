"""A talk as Codex writes its rollouts: most words stand twice, once for the model and once for the screen."""

from __future__ import annotations

import json

from making.talk import Step
from making.writer import Record, Writer, todos


class Codex(Writer):
    in_turn = False

    def row(self, kind: str, payload: Record) -> None:
        self.put({"timestamp": self.time(), "type": kind, "payload": payload})

    def event(self, what: str, **fields: object) -> None:
        self.row("event_msg", {"type": what, **fields})

    def item(self, what: str, **fields: object) -> None:
        self.row("response_item", {"type": what, **fields})

    def begin(self) -> None:
        git = {"branch": self.branch, "commit_hash": self.session.replace("-", "") + "00000000"}
        meta = {"id": self.session, "timestamp": self.time(), "cwd": self.cwd, "originator": "codex_cli_rs"}
        self.row("session_meta", meta | {"cli_version": "0.120.0", "source": "cli", "git": git})
        text = f"<environment_context>\n  <cwd>{self.cwd}</cwd>\n  <shell>bash</shell>\n</environment_context>"
        self.item("message", role="user", content=[{"type": "input_text", "text": text}])

    def end(self) -> None:
        if self.in_turn and not self.waiting:
            self.event("task_complete")

    waiting = False
    """The last call was never answered."""

    def user(self, step: Step) -> None:
        self.end()
        self.in_turn, self.waiting = True, False
        self.event("task_started", model_context_window=258400)
        self.row("turn_context", {"cwd": self.cwd, "model": "gpt-5.2-codex", "approval_policy": "on-request"})
        self.queued(step)

    def queued(self, step: Step) -> None:
        self.item("message", role="user", content=[{"type": "input_text", "text": step.text}])
        self.event("user_message", message=step.text, kind="plain")

    def inject(self, step: Step) -> None:
        self.item("message", role="user", content=[{"type": "input_text", "text": step.text}])

    def agent(self, step: Step) -> None:
        self.event("agent_message", message=step.text)
        self.item("message", role="assistant", content=[{"type": "output_text", "text": step.text}])

    def think(self, step: Step) -> None:
        self.item("reasoning", summary=[{"type": "summary_text", "text": step.text}], encrypted_content="")

    def stop(self, _step: Step) -> None:
        self.event("turn_aborted", reason="interrupted")
        self.in_turn = False

    def compact(self, step: Step) -> None:
        self.row("compacted", {"message": step.text})

    def edit(self, step: Step) -> None:
        lines = ["@@", *("-" + line[2:] if line.startswith("-") else "+" + line[2:] for line in step.body)]
        self.patch(f"*** Update File: {step.text.split(chr(10))[0]}", lines, step)

    def write_file(self, step: Step) -> None:
        self.patch(f"*** Add File: {step.text.split(chr(10))[0]}", ["+" + line for line in step.body], step)

    def patch(self, head: str, lines: list[str], step: Step) -> None:
        text = "\n".join(["*** Begin Patch", head, *lines, "*** End Patch"])
        id_ = f"call_{self.id()[:8]}"
        self.item("custom_tool_call", status="completed", call_id=id_, name="apply_patch", input=text)
        path = step.text.split("\n")[0]
        told = f"Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\nM {path}\n"
        if step.result:
            told = "patch rejected by user" if step.result.what == "reject" else step.result.text
        self.item("custom_tool_call_output", call_id=id_, output=told)
        if step.result and step.result.what == "reject":
            self.refused(step.result)

    def refused(self, words: Step) -> None:
        """A refusal ends the turn; what the user says to it is the next prompt."""
        self.stop(words)
        if words.text:
            self.user(words)

    def call(self, step: Step) -> None:
        if step.what == "write":
            self.write_file(step)
            return
        name, given = self.tool(step)
        id_ = f"call_{self.id()[:8]}"
        self.item("function_call", name=name, arguments=json.dumps(given, ensure_ascii=False), call_id=id_)
        result = step.result
        if step.what == "todo":
            self.item("function_call_output", call_id=id_, output="Plan updated")
        elif result is None:
            self.waiting = True
        elif result.what == "reject":
            self.item("function_call_output", call_id=id_, output="exec command rejected by user")
            self.refused(result)
        elif result.what == "answer":
            answers = {"answers": {"choice": {"answers": [result.text]}}}
            self.item("function_call_output", call_id=id_, output=json.dumps(answers, ensure_ascii=False))
        else:
            code = (result.code or 1) if result.what == "fail" else 0
            head = f"Chunk ID: {id_[-6:]}\nWall time: 0.4 seconds\nProcess exited with code {code}\nOutput:\n"
            self.item("function_call_output", call_id=id_, output=head + result.text + "\n")

    def tool(self, step: Step) -> tuple[str, Record]:
        match step.what:
            case "run":
                return "exec_command", {"cmd": step.text}
            case "read":
                return "exec_command", {"cmd": f"sed -n '1,200p' {step.text}"}
            case "todo":
                return "update_plan", {"plan": [{"step": text, "status": status} for status, text in todos(step)]}
            case "ask":
                return "request_user_input", {"questions": [{"id": "choice", "question": step.text}]}
        raise NotImplementedError(f"codex has no {step.what}")
