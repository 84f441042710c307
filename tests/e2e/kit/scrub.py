"""Takes the vendors' own texts out of a transcript and leaves its structure: same rows, same keys, same types.

System prompts, tool schemas and instructions are not ours to publish. What a reader needs to tell such rows apart
(types, ids, short markers) stays. `leftover` finds what was overlooked, so that a new version cannot slip something in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

Row = dict[str, Any]

SCRUBBED = "scrubbed"
SHORT = 40
LONGEST = 700
OURS = re.compile(r"\[\[|@@|installed by segue|segue handoff --resume")
"""Our own prompts, of whatever length: those with a script in them, and what segue says in a client."""

SHELLS_OF_PROSE = (
    (re.compile(r"(Async agent launched successfully\.).*?(\nagentId: \S+).*", re.S), r"\1\2"),
    (re.compile(r"(Background agent launched successfully\.\ntask_id: \S+).*", re.S), r"\1 scrubbed"),
    (re.compile(r"(\[Subagent hand-back\]).*?(The report follows:)", re.S), r"\1 scrubbed \2"),
    (re.compile(r"(\nContinue the conversation from where it left off).*", re.S), r"\1 scrubbed"),
    (re.compile(r"(<note>).*?(</note>)", re.S), r"\1scrubbed\2"),
)
"""Prose around something that readers look for: the frame stays, the prose goes."""


def scrub_line(agent: str, line: str) -> str:
    if agent == "aider":  # no rows, but lines of text
        return AIDER_PROGRAM.sub(r"> /usr/bin/aider", line)
    row = json.loads(line)
    scrubbed = _through(SCRUBBERS[agent](row), _frame_only)
    if scrubbed == json.loads(line):
        return line  # byte for byte as the client wrote it
    return json.dumps(scrubbed, ensure_ascii=False, separators=(",", ":"))


def leftover(line: str) -> list[str]:
    """Long texts that are not ours."""
    try:
        row = json.loads(line)
    except ValueError:
        row = line
    return [text for text in _texts(row) if len(text) > LONGEST and not OURS.search(text)]


def _claude(row: Row) -> Row:
    kind = row.get("type", "")
    if kind.startswith("api-request"):
        return _hollow(row)
    if kind == "attachment" and row["attachment"].get("type") not in CLAUDE_KEEPS:
        rendered = {"rendered": [{"content": SCRUBBED}]} if "rendered" in row else {}
        return {**row, "attachment": _hollow(row["attachment"]), **rendered}
    return row


CLAUDE_KEEPS = ("queued_command", "hook_additional_context", "hook_success", "edited_text_file", "file")
"""Attachments that hold words of people and files, not of the vendor."""


def _codex(row: Row) -> Row:
    payload = _without_instructions(row.get("payload", {}))
    kind = row.get("type")
    if kind == "world_state":
        payload = _hollow(payload)
    elif kind == "compacted":
        history = [_codex_item(item) for item in payload.get("replacement_history") or []]
        payload = {**payload, "replacement_history": history}
    elif kind == "response_item":
        payload = _codex_item(payload)
    return {**row, "payload": payload} if "payload" in row else row


INSTRUCTIONS = ("base_instructions", "instructions", "developer_instructions", "user_instructions")


def _without_instructions(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _blank(inner) if key in INSTRUCTIONS else _without_instructions(inner) for key, inner in value.items()
        }
    return value


def _codex_item(item: Row) -> Row:
    return {**item, "content": _blank(item["content"])} if item.get("role") == "developer" else item


def _pi(row: Row) -> Row:
    message = row.get("message", {})
    if message.get("role") == "system":
        return {**row, "message": {key: _blank(value) if key != "role" else value for key, value in message.items()}}
    if row.get("type") == "compaction" and row.get("systemMessage"):
        return {**row, "systemMessage": _blank(row["systemMessage"])}
    return row


GEMINI_OPENING = re.compile(r"\A<session_context>.*?(- \*\*Workspace Directories:\*\*\n[^\n]*\n).*", re.S)
"""The text about the place, with which each chat opens: the line that names the folder stays."""


def _gemini(row: Row) -> Row:
    return dict(_through(row, lambda text: GEMINI_OPENING.sub(r"<session_context>\n\1</session_context>", text)))


def _copilot(row: Row) -> Row:
    kind, data = row.get("type", ""), row.get("data", {})
    if kind.startswith("model."):
        return {**row, "data": _hollow(data)}
    return {**row, "data": {**data, "content": SCRUBBED}} if kind == "system.message" else row


def _unchanged(row: Row) -> Row:
    """Of those that keep no text of their own in a session."""
    return row


AIDER_PROGRAM = re.compile(r"\A> /\S*/aider(?= )")
"""The line with which it was started, as far as it tells of this machine."""
GOOSE_NOTE = re.compile(r"\A(Your context was compacted).*", re.S)
"""What it tells the agent after a compaction."""


def _goose(row: Any) -> Any:
    """A record there is a list of parts."""
    return _through(row, lambda text: GOOSE_NOTE.sub(r"\1 scrubbed", text))


SCRUBBERS: dict[str, Callable[[Row], Row]] = {
    "claude": _claude,
    "codex": _codex,
    "pi": _pi,
    "omp": _pi,
    "gemini": _gemini,
    "copilot": _copilot,
    "opencode": _unchanged,
    "qwen": _unchanged,
    "goose": _goose,
}


def _hollow(row: Row) -> Row:
    """The same keys and types: short values stay, long texts go, containers are emptied."""
    return {key: _hollow_value(value) for key, value in row.items()}


def _hollow_value(value: Any) -> Any:
    if isinstance(value, dict | list):
        return type(value)()
    return SCRUBBED if len(str(value)) > SHORT else value


def _blank(value: Any) -> Any:
    """Every text in it replaced, except the `type` that says what a part is."""
    if isinstance(value, dict):
        return {key: inner if key in ("type", "role") else _blank(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_blank(inner) for inner in value]
    return SCRUBBED if isinstance(value, str) and value else value


def _frame_only(text: str) -> str:
    for pattern, frame in SHELLS_OF_PROSE:
        text = pattern.sub(frame, text)
    return text


def _through(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {key: _through(inner, change) for key, inner in value.items()}
    if isinstance(value, list):
        return [_through(inner, change) for inner in value]
    return change(value) if isinstance(value, str) else value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
