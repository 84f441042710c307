"""The rows of a Codex rollout, as far as we use them: one flat record, every field optional.

Codex wraps a row as `{timestamp, type, payload}`; version 0.20 wrote the payload bare. `Row` has the fields of both,
and `body_of` gives the one that holds the content. Nothing here knows what a row means.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from segue.sources._jsonl import lenient, objects

ABSENT = Raw(b"null")
Kind = TypeVar("Kind", bound=Struct)


class Body(Struct):
    """A payload, an item of `item_completed`, or a whole unwrapped row. Raw parts are decoded only where needed."""

    type: str | None = None
    id: str | None = None
    timestamp: str | None = None
    # messages and reasoning
    role: str | None = None
    content: Raw = ABSENT
    summary: Raw = ABSENT
    phase: str | None = None
    internal_chat_message_metadata_passthrough: Raw = ABSENT
    # calls and their results
    name: str | None = None
    namespace: str | None = None
    arguments: Raw = ABSENT
    input: Raw = ABSENT
    action: Raw = ABSENT
    call_id: str | None = None
    output: Raw = ABSENT
    status: Raw = ABSENT
    # events, and the items of item_completed
    message: Raw = ABSENT
    kind: str | None = None
    item: Raw = ABSENT
    info: Raw = ABSENT
    num_turns: int | None = None
    thread_name: str | None = None
    model_context_window: int | None = None
    command: Raw = ABSENT
    exit_code: int | None = None
    aggregated_output: Raw = ABSENT
    source: Raw = ABSENT
    success: bool | None = None
    changes: Raw = ABSENT
    stdout: Raw = ABSENT
    stderr: Raw = ABSENT
    result: Raw = ABSENT
    error: Raw = ABSENT
    agents_states: Raw = ABSENT
    # session_meta and turn_context
    cwd: str | None = None
    model: str | None = None
    git: Raw = ABSENT
    thread_source: Raw = ABSENT
    forked_from_id: str | None = None
    parent_thread_id: str | None = None
    history_base: Raw = ABSENT
    instructions: Raw = ABSENT


class Row(Body):
    ordinal: int | None = None
    record_type: str | None = None
    payload: Raw = ABSENT


class Part(Struct):
    """One piece of a message's content."""

    type: str | None = None
    text: str | None = None


_DECODERS: dict[Any, Any] = {}
_UNDECODABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


def decode(raw: Raw, kind: type[Kind]) -> Kind:
    """A struct from a raw part; what does not fit counts as absent, and nothing raises."""
    try:
        return _decoder(kind)(raw)  # type: ignore[no-any-return]
    except _UNDECODABLE:
        value = loose(raw)
        return lenient(value, kind) if isinstance(value, dict) else kind()


def _decoder(kind: Any) -> Any:
    found = _DECODERS.get(kind)
    if found is None:
        found = _DECODERS[kind] = msgspec.json.Decoder(kind).decode
    return found


def loose(raw: Raw | bytes) -> Any:
    """The plain value of a raw part, wrong characters replaced; None where it is no JSON."""
    try:
        return _decoder(Any)(raw)
    except _UNDECODABLE:
        value = next(objects(bytes(raw).decode("utf-8", "replace")), None)
        return value if type(value) in (dict, list, str, int, float, bool) else None


def mapping(raw: Raw) -> dict[str, Any]:
    value = loose(raw)
    return value if isinstance(value, dict) else {}


def parts(raw: Raw) -> list[Part]:
    """The pieces of a message's content; a bare string is one piece."""
    try:
        value = _decoder(list[Part] | str | None)(raw)
    except _UNDECODABLE:
        value = loose(raw)
        if isinstance(value, list):
            return [lenient(one, Part) for one in value if isinstance(one, dict)]
    if isinstance(value, str):
        return [Part(type="input_text", text=value)]
    return value if isinstance(value, list) else []


def string(raw: Raw) -> str:
    """A text that is a string, or a list of pieces, or anything else as JSON; empty when absent."""
    try:
        found = _decoder(str)(raw)
    except _UNDECODABLE:
        pass
    else:
        return str(found)
    value = loose(raw)
    if isinstance(value, list):
        return "\n".join(part.text for part in parts(raw) if part.text)
    return value if isinstance(value, str) else "" if value is None else msgspec.json.encode(value).decode()


def body_of(row: Row) -> Body:
    """Where the content of a row stands: in its payload, or in the row itself (0.20)."""
    return row if row.payload == ABSENT else decode(row.payload, Body)


def type_of(row: Row) -> str:
    """The kind of a row; an unwrapped one gets the kind that its wrapped sister has."""
    if row.payload != ABSENT:
        return row.type or ""
    if row.type:
        return "response_item"
    if row.record_type:
        return "state"
    return "session_meta" if row.id and row.timestamp else ""
