"""Glancing at a rollout without decoding what a list does not show.

Most of a file is results, answers and instructions: those rows are known by their first bytes and passed over. The rest
goes to the same `Facts` that a full reading feeds. Rows with an unexpected head, torn rows and glued rows are decoded.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec

from segue.sources._jsonl import lenient, objects, spans
from segue.sources.codex._facts import Facts
from segue.sources.codex._rows import Row, body_of, type_of

_NOTHING_TO_LIST = re.compile(
    rb'\{"timestamp":"(?P<time>[^"\\]{20,32})",(?:"ordinal":\d+,)?"type":"(?:'
    rb'(?:world_state|token_usage_record)"'
    rb'|response_item","payload":\{(?:"content":null,"summary":|"type":"(?:'
    rb'(?:function_call|custom_tool_call|local_shell_call|web_search_call|reasoning)[a-z_]*"'
    rb'|message",(?:"status":"[a-z_]+",)?(?:"id":"[^"\\]*",)?"role":"(?:assistant|developer)"))'
    rb'|event_msg","payload":\{"type":"(?:'
    rb"(?:agent_message|agent_reasoning|exec_command_end|patch_apply_end|mcp_tool_call_end|thread_settings_applied)\""
    rb'|token_count","info":(?:null|(?P<tokens>\{))'
    rb'|item_completed","thread_id":"[^"\\]*","turn_id":"[^"\\]*","item":\{"type":"(?!UserMessage")\w+"))'
)
_GLUED = b'}{"timestamp":"'
_CLOSING = 0x7D
_decode = msgspec.json.Decoder(Row).decode


def skim(path: Path) -> Facts:
    """Everything that a list shows, as a full reading would find it."""
    facts = Facts(path)
    tokens = time = earlier = b""
    number = size = 0
    for buffer, view, start, end in spans(path):
        number += 1
        head = _NOTHING_TO_LIST.match(buffer, start, end)
        if head and buffer[end - 1] == _CLOSING and buffer.find(_GLUED, start, end) < 0:
            earlier, time, size = time, head["time"], end - start
            if head["tokens"]:
                tokens = bytes(view[start:end])
            if not facts.first_time:
                facts.at(time.decode("utf-8", "replace"))
        elif start < end:
            time = b""
            line = bytes(view[start:end])
            if tokens and (b'"compacted"' in line or b'_started"' in line):
                tokens = _take(facts, number, tokens)  # both say something newer about the context window
            _take(facts, number, line)
    last = facts.last_time
    _take(facts, number, tokens)
    facts.last_time = last
    if time:
        facts.at(_whole_time(path, size) or earlier.decode("utf-8", "replace"))
    return facts


def _take(facts: Facts, number: int, line: bytes) -> bytes:
    for row in _rows(line):
        facts.take(number, type_of(row), row, body_of(row))
    return b""


def _rows(line: bytes) -> list[Row]:
    try:
        return [_decode(line)]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        text = line.strip(b" \t\r\n\0").removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
        return [lenient(value, Row) for value in objects(text) if isinstance(value, dict)]


def _whole_time(path: Path, size: int) -> str:
    """The time of the file's last row, which was passed over; nothing when that row is no whole one."""
    with path.open("rb") as file:
        file.seek(-min(size + 1, file.seek(0, os.SEEK_END)), os.SEEK_END)
        line = file.read().rstrip(b"\n").rpartition(b"\n")[2]
    return next((row.timestamp or "" for row in _rows(line)), "")
