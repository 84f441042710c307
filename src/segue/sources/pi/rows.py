"""pi's records as they stand on disk: only the fields we use, each of them optional.

A record's message is decoded a second time, when somebody wants it: most of a file is tool results, and a list of
sessions looks at none of them.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from segue.patterns import late
from segue.sources._jsonl import lenient, objects

NOTHING = Raw(b"null")
Count = Annotated[int, Meta(ge=0, le=2**53)]
Code = Annotated[int, Meta(ge=-(2**31), lt=2**32)]
_ROLE = late(rb'\s*\{\s*"role"\s*:\s*"(\w+)"')


class Row(Struct, rename="camel", gc=False):
    type: str = ""
    id: str = ""
    parent_id: str | UnsetType | None = UNSET
    timestamp: str | int | float = ""
    message: Raw = NOTHING
    cwd: str = ""
    parent_session: str = ""
    title: str = ""
    name: str | None = None
    model_id: str = ""
    model: str = ""
    role: str = ""
    summary: str = ""
    from_id: str | None = None
    tokens_after: Count | None = None
    custom_type: str = ""
    attribution: str = ""
    content: Raw = NOTHING
    details: Raw = NOTHING


class Tokens(Struct, rename="camel", gc=False):
    input: Count = 0
    output: Count = 0
    cache_read: Count = 0
    cache_write: Count = 0
    total_tokens: Count = 0

    @property
    def context(self) -> int:
        return self.total_tokens or self.input + self.output + self.cache_read + self.cache_write


class Message(Struct, rename="camel", gc=False):
    role: str = ""
    content: Raw = NOTHING
    model: str = ""
    usage: Tokens | None = None
    stop_reason: str = ""
    error_message: str | None = None
    tool_call_id: str = ""
    tool_name: str = ""
    is_error: bool = False
    details: Raw = NOTHING
    command: str = ""
    code: str = ""
    output: str = ""
    exit_code: Code | None = None
    cancelled: bool = False
    summary: str = ""
    custom_type: str = ""
    attribution: str = ""
    synthetic: bool = False
    steering: bool = False


class Block(Struct, gc=False):
    type: str = ""
    text: str = ""
    thinking: str = ""
    id: str = ""
    name: str = ""
    arguments: Raw = NOTHING


class Details(Struct, rename="camel", gc=False):
    """What tools leave beside their text. Extensions put anything here, so nothing is taken for granted."""

    exit_code: Any = None
    todos: Any = None
    phases: Any = None
    results: Any = None
    answer: Any = None
    answers: Any = None
    selected_options: Any = None
    custom_input: Any = None
    note: Any = None
    timed_out: Any = None
    path: Any = None
    source_path: Any = None
    op: Any = None
    old_text: Any = None
    new_text: Any = None
    per_file_results: Any = None
    args: Any = None
    prompt: Any = None


Shape = TypeVar("Shape", bound=Struct)
_REFUSED = (msgspec.DecodeError, UnicodeError, RecursionError)
_message = msgspec.json.Decoder(Message).decode
_details = msgspec.json.Decoder(Details | None).decode
_blocks = msgspec.json.Decoder(str | list[Block] | None).decode
_anything = msgspec.json.Decoder().decode


def role_of(raw: Raw) -> str:
    """A message's role from its first bytes; empty when it does not stand there."""
    found = _ROLE.match(memoryview(raw)[:64])
    return found[1].decode() if found else ""


def message_of(raw: Raw) -> Message | None:
    try:
        return _message(raw)
    except _REFUSED:
        return _dict_as(anything(raw), Message)


def details_of(raw: Raw) -> Details:
    try:
        return _details(raw) or Details()
    except _REFUSED:
        return _dict_as(anything(raw), Details) or Details()


def blocks_of(raw: Raw) -> list[Block]:
    """A message's content, a bare string as one text block; what fits no block is left out."""
    try:
        value: str | list[Block] | None = _blocks(raw)
    except _REFUSED:
        loose = anything(raw)
        found = [_dict_as(v, Block) for v in loose] if isinstance(loose, list) else []
        value = loose if isinstance(loose, str) else [b for b in found if b]
    return [Block(type="text", text=value)] if isinstance(value, str) else value or []


def anything(raw: Raw) -> Any:
    """The value itself, damaged characters replaced; None when it makes no sense."""
    try:
        return _anything(raw)
    except _REFUSED:
        text = bytes(raw).replace(b"\0", b"").decode("utf-8", "replace")
        return next(objects(text), None)


def text_of(raw: Raw) -> str:
    """All text of a message's content."""
    return "\n".join(b.text for b in blocks_of(raw) if b.type == "text" and b.text)


def _dict_as(value: Any, shape: type[Shape]) -> Shape | None:
    return lenient(value, shape) if isinstance(value, dict) else None
