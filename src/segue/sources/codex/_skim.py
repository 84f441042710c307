"""Glancing at a rollout without decoding what a list does not show.

Most of a file is results, answers and instructions: those rows are known by their first bytes and passed over. The rest
goes to the same `Facts` that a full reading feeds. Rows with an unexpected head, torn rows and glued rows are decoded.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from segue.sources._jsonl import lenient, objects, raw_lines, spans
from segue.sources.codex._facts import Facts
from segue.sources.codex._rows import Row, body_of, type_of

_NOTHING_TO_LIST = re.compile(
    rb'\{"timestamp":"(?P<time>[^"\\]{20,32})",(?:"ordinal":\d+,)?"type":"(?:'
    rb'(?:world_state|token_usage_record)"'
    rb'|response_item","payload":\{"type":"(?:'
    rb'(?:function_call|custom_tool_call|local_shell_call|web_search_call|reasoning)[a-z_]*"'
    rb'|message",(?:"status":"[a-z_]+",)?(?:"id":"[^"\\]*",)?"role":"(?:assistant|developer)")'
    rb'|event_msg","payload":\{"type":"(?:'
    rb"(?:agent_message|agent_reasoning|exec_command_end|patch_apply_end|mcp_tool_call_end|thread_settings_applied)\""
    rb'|token_count","info":(?:null|(?P<tokens>\{))'
    rb'|item_completed","thread_id":"[^"\\]*","turn_id":"[^"\\]*","item":\{"type":"(?!UserMessage")\w+"))'
)
_GLUED = b'}{"'
_CLOSING = 0x7D
_decode = msgspec.json.Decoder(Row).decode


def skim(path: Path) -> Facts:
    """Everything that a list shows, as a full reading would find it."""
    facts = Facts(path)
    tokens, passed, before = b"", 0, ""
    number = 0
    for buffer, view, start, end in spans(path):
        number += 1
        head = _NOTHING_TO_LIST.match(buffer, start, end)
        if head and buffer[end - 1] == _CLOSING and buffer.find(_GLUED, start, end) < 0:
            passed, before = number, facts.last_time
            facts.at(head["time"].decode("ascii", "replace"))
            if head["tokens"]:
                tokens = bytes(view[start:end])  # only the last one before a compaction counts
        elif start < end:
            line = bytes(view[start:end])
            if tokens and b'"compacted"' in line:
                _take(facts, number, tokens)
                tokens = b""
            _take(facts, number, line)
    if passed == number and number:
        _check_last_time(facts, number, before)
    if tokens:
        last = facts.last_time
        _take(facts, number, tokens)
        facts.last_time = last
    return facts


def _take(facts: Facts, number: int, line: bytes) -> None:
    for row in _rows(line):
        facts.take(number, type_of(row), row, body_of(row))


def _rows(line: bytes) -> list[Row]:
    try:
        return [_decode(line)]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        text = line.strip(b" \t\r\n\0").removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
        return [lenient(value, Row) for value in objects(text) if isinstance(value, dict)]


def _check_last_time(facts: Facts, number: int, before: str) -> None:
    """The end of a session is the time of its last whole row: a passed row must turn out to be one."""
    for _, line in raw_lines(facts.path, number, number):
        if not _rows(line):
            facts.last_time = before
