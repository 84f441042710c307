"""How a tool call ended: Codex has no error flag, so the words of the result and the events beside it are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from segue.patterns import late
from segue.session.records import BETWEEN_ANSWERS, Outcome
from segue.sources._text import bounded
from segue.sources.codex._rows import Body, loose, mapping, string

_HEADER = late(
    r"(?:Chunk ID: \S+\n)?(?:Exit code: (?P<exit>-?\d{1,9})\n)?Wall time: [\d.]+ seconds?\n"
    r"(?:Process exited with code (?P<code>-?\d{1,9})\n|Process running with session ID (?P<process>\d{1,19})\n)?"
    r"(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?(?:Output:\n)?"
)
_NESTED = 3
_ABORTED = late(r"aborted by user(?: after [\d.]+s)?\s*\Z")
_REJECTED = late(r"(?:exec command |patch )?rejected by user(?! approval settings)[\s.:,-]*")
_FAILED = (
    "apply_patch verification failed",
    "unsupported call",
    "failed to ",
    "unable to ",
    "execution error",
    "exec_command failed",
    "write_stdin failed",
    "patch rejected",
    "error:",
    "Error:",
    "tool call error",
    "err: ",
    "invalid patch",
    "Unknown process id",
)
_EVENT_OUTCOMES: dict[str, Outcome] = {"declined": "rejected", "failed": "failed", "completed": "ok"}


class Result(Struct):
    """One result; events and later polls of a running process add to it."""

    line: int
    output: str = ""
    outcome: Outcome = "ok"
    exit_code: int | None = None
    process: str = ""
    """Set while the command runs on in the background."""
    words: str = ""
    """What the user said when rejecting the call."""


def judged(line: int, text: str) -> Result:
    """A result from the text that the model was given."""
    exit_code, process, body = _unpacked(text)
    if _ABORTED.match(body):
        return Result(line, bounded(body), "interrupted", exit_code)
    if rejected := _REJECTED.match(body):
        return Result(line, bounded(body), "rejected", exit_code, words=body[rejected.end() :].strip())
    failed = exit_code not in (None, 0) or (exit_code is None and body.startswith(_FAILED))
    return Result(line, bounded(body), "failed" if failed else "ok", exit_code, process)


def judged_by_event(line: int, body: Body, output: str) -> Result:
    """A result from an event: exact about exit code and status, where the version writes one."""
    outcome = _EVENT_OUTCOMES.get(string(body.status))
    if outcome is None:
        outcome = "ok" if body.success is not False and body.exit_code in (None, 0) else "failed"
    result = mapping(body.result)
    if "Err" in result or loose(body.error) is not None or _says_error(result):
        outcome = "failed"
    return Result(line, bounded(output), outcome, body.exit_code)


def merged(told: Result | None, event: Result) -> Result:
    """What the model was told, corrected by what the event knows."""
    if told is None:
        return event
    if told.outcome == "ok" and event.outcome != "ok":
        told.outcome = event.outcome
    if told.exit_code is None:
        told.exit_code = event.exit_code
    return told


def continued(first: Result, later: Result) -> None:
    """Add to a command's result what a later look at its process brought."""
    first.output = bounded(f"{first.output}{later.output}")
    if later.exit_code is not None or later.outcome == "interrupted":
        first.line, first.outcome, first.exit_code, first.process = later.line, later.outcome, later.exit_code, ""


def answers(text: str) -> str:
    """The user's words in the result of the question tool."""
    given = loose(text.encode("utf-8", "replace"))
    found = given.get("answers") if isinstance(given, dict) else None
    return BETWEEN_ANSWERS.join(_answer_lines(found)) if isinstance(found, dict) else ""


def endings(value: Any) -> dict[str, str]:
    """Last words or errors of sub-agents, by id, from any `{id: status}` map."""
    found = {}
    for id_, status in value.items() if isinstance(value, dict) else ():
        words = [status.get(key) for key in ("completed", "errored", "message")] if isinstance(status, dict) else []
        if said := next((word for word in words if isinstance(word, str) and word), ""):
            found[str(id_)] = bounded(said)
    return found


def _unpacked(text: str) -> tuple[int | None, str, str]:
    """Exit code, background process and bare output; headers can stand one in the other."""
    exit_code, process = None, ""
    if text.startswith('{"'):
        packed = loose(text.encode("utf-8", "replace"))
        if isinstance(packed, dict) and isinstance(packed.get("output"), str):
            metadata = packed.get("metadata")
            code = metadata.get("exit_code") if isinstance(metadata, dict) else None
            return code if isinstance(code, int) else None, "", packed["output"]
    for _ in range(_NESTED):
        head = _HEADER.match(text)
        if head is None:
            break
        code = head["code"] or head["exit"]
        exit_code = int(code) if code else exit_code
        process = head["process"] or process
        text = text[head.end() :]
    return exit_code, process, text


def _says_error(result: dict[str, Any]) -> bool:
    inner = result.get("Ok", result)
    return isinstance(inner, dict) and (inner.get("isError") is True or inner.get("is_error") is True)


def _answer_lines(found: dict[str, Any]) -> Iterator[str]:
    for one in found.values():
        given = one.get("answers") if isinstance(one, dict) else one
        for answer in given if isinstance(given, list) else [given]:
            if isinstance(answer, str) and answer.strip():
                yield answer.removeprefix("user_note: ")
