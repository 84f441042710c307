"""Glancing at a rollout without decoding what a list does not show.

Most of a file is results, answers and instructions: those rows are known by their first bytes and passed over. The rest
goes to the same `Facts` that a full reading feeds. Rows with an unexpected head, torn rows and glued rows are decoded.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from segue.patterns import late
from segue.sources._jsonl import lenient, objects, spans
from segue.sources.codex._facts import Facts, is_time
from segue.sources.codex._rows import Row, body_of, type_of

_NOTHING_TO_LIST = late(
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
_NEWER = (b'"compacted"', b'_started"', b"token_count")
"""Rows that may say something newer about the context than the token counts passed over before them."""
_decode = msgspec.json.Decoder(Row).decode


def skim(path: Path) -> Facts:
    """Everything that a list shows, as a full reading would find it."""
    facts = Facts(path)
    tokens: list[bytes] = []
    passed: list[tuple[int, int]] = []
    offset = 0
    for number, (buffer, view, start, end) in enumerate(spans(path), 1):
        head = _NOTHING_TO_LIST.match(buffer, start, end) if facts.first_time else None
        if head and buffer[end - 1] == _CLOSING and buffer.find(_GLUED, start, end) < 0:
            passed.append((offset, end - start))
            if head["tokens"]:
                tokens.append(bytes(view[start:end]))
        elif start < end:
            line = bytes(view[start:end])
            if tokens and any(word in line for word in _NEWER):
                _count(facts, tokens)
            if _take(facts, number, line):
                passed.clear()
        offset += end - start + 1
    _count(facts, tokens)
    _end(facts, passed)
    return facts


def _take(facts: Facts, number: int, line: bytes) -> bool:
    """Hand a line's rows on; True when they say what time it was."""
    rows = _rows(line)
    for row in rows:
        facts.take(number, type_of(row), row, body_of(row))
    return any(row.timestamp and is_time(row.timestamp) for row in rows)


def _rows(line: bytes) -> list[Row]:
    try:
        return [_decode(line)]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        text = line.strip(b" \t\r\n\0").removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
        return [lenient(value, Row) for value in objects(text) if isinstance(value, dict)]


def _count(facts: Facts, tokens: list[bytes]) -> None:
    """Take the last sound token count; a damaged one leaves the word to those before it."""
    counts: list[Row] = []
    while tokens and not (counts and facts.counts(body_of(counts[-1]))):
        counts += reversed(_rows(tokens.pop()))
    for row in reversed(counts):
        facts.count(body_of(row))
    tokens.clear()


def _end(facts: Facts, passed: list[tuple[int, int]]) -> None:
    """A session ends with its last whole row: of those passed over at the end, the last one that is whole."""
    if not passed:
        return
    with facts.path.open("rb") as file:
        for offset, size in reversed(passed):
            file.seek(offset)
            for row in _rows(file.read(size)):
                if row.timestamp and is_time(row.timestamp):
                    facts.last_time = row.timestamp
                    return
