"""Claude Code's rows as they stand on disk: only the fields we use, each of them optional.

Without `annotations` from the future: msgspec would have to compile each of them in every run."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from segue.patterns import late
from segue.sources._jsonl import Unreadable, objects
from segue.sources._text import HEAD, TAIL, bounded

NOTHING = Raw(b"null")
QUOTE = ord('"')
CUT = b',"toolUseResult":'
"""Tool results repeat here what the model saw as text, several times over: half the bytes of a long session."""


class Tokens(Struct, gc=False):
    input_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0

    @property
    def context(self) -> int:
        return self.input_tokens + self.cache_creation_input_tokens + self.cache_read_input_tokens


class Block(Struct, gc=False):
    type: str = ""
    id: str = ""
    name: str = ""
    input: Raw = NOTHING
    text: str = ""
    thinking: str = ""
    tool_use_id: str = ""
    content: Raw = NOTHING
    is_error: bool | None = None


class Message(Struct, gc=False):
    model: str = ""
    content: str | list[Block] | None = None
    usage: Tokens | None = None


class Attachment(Struct, gc=False):
    type: str = ""
    prompt: Any = None
    origin: Any = None


class Compact(Struct, gc=False):
    trigger: str = ""
    postTokens: int | None = None  # noqa: N815 - the vendor's spelling


class Row(Struct, rename="camel", gc=False):
    """Fields in the order in which the client writes them: msgspec looks for the next one where it found the last."""

    parent_uuid: str | None = None
    logical_parent_uuid: str | None = None
    is_sidechain: bool = False
    cwd: str = ""
    git_branch: str = ""
    type: str = ""
    message: Message | None = None
    is_meta: bool = False
    is_compact_summary: bool = False
    is_api_error_message: bool = False
    uuid: str = ""
    timestamp: str = ""
    entrypoint: str = ""
    subtype: str = ""
    compact_metadata: Compact | None = None
    attachment: Attachment | None = None
    operation: str = ""
    content: Raw = NOTHING
    custom_title: str = ""
    ai_title: str = ""
    summary: str = ""
    leaf_uuid: str = ""
    forked_from: Any = None
    interrupted_message_id: str = ""


class _Text(Struct, gc=False):
    type: str = ""
    text: str = ""


_texts = msgspec.json.Decoder(str | list[_Text] | None).decode
_anything = msgspec.json.Decoder().decode
_string = msgspec.json.Decoder(str).decode


def blocks(message: Message) -> list[Block]:
    """A message's content, a bare string as one text block."""
    if isinstance(message.content, str):
        return [Block(type="text", text=message.content)]
    return message.content or []


def anything(raw: Raw) -> Any:
    """A value of unknown shape; wrong encodings are mended, what is no JSON is None."""
    try:
        return _anything(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        value = next(objects(bytes(raw).decode("utf-8", "replace")), None)
        return None if isinstance(value, Unreadable) else value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def result_text(content: Raw, head: int = HEAD, tail: int = TAIL) -> str:
    """What a tool gave back, bounded. A long string is decoded at its two ends only."""
    data = memoryview(content)
    if _is_long(data, head, tail):
        return _ends(data, head, tail)
    try:
        value = _texts(content)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        mended = anything(content)
        found = [_Text(text=str(v.get("text", ""))) for v in _list(mended) if isinstance(v, dict)]
        value = mended if isinstance(mended, str) else found
    text = value if isinstance(value, str) else "\n".join(block.text for block in value or [] if block.text)
    return bounded(text, head, tail)


def kept_bytes(content: Raw) -> bytes:
    """The part of a result that `result_text` looks at, for whoever searches it: a long middle is not copied."""
    data = memoryview(content)
    return bytes(data[: HEAD + 1]) + bytes(data[-TAIL - 1 :]) if _is_long(data, HEAD, TAIL) else bytes(data)


def _is_long(data: memoryview, head: int, tail: int) -> bool:
    return len(data) > 3 * (head + tail) and data[0] == QUOTE


_ENDS = '"%b\\n[… about %d bytes left out …]\\n%b"'.encode()
_SAFE_START = late(rb"[^\"\\/bfnrtu0-9a-fA-F\x80-\xbf]")


def _ends(quoted: memoryview, head: int, tail: int) -> str:
    """Beginning and end of a JSON string without decoding its middle."""
    first, last = bytes(quoted[1 : 1 + head]), bytes(quoted[-tail - 1 : -1])
    start = _SAFE_START.search(last)  # a byte that cannot be the inside of an escape
    last = last[start.start() :] if start else b""
    left_out = len(quoted) - len(first) - len(last)
    try:
        if not first.endswith(b"\\"):  # half an escape: it would take our own first character for its other half
            return _string(_ENDS % (first, left_out, last))
    except (msgspec.DecodeError, UnicodeError):
        pass  # cut in the middle of a character
    return f"{_piece(first)}\n[… about {left_out} bytes left out …]\n{_piece(last)}"


def _piece(data: bytes) -> str:
    """A stretch of a JSON string's inside as text; a character or an escape cut in half at its end is dropped."""
    for shorter in range(12):
        try:
            return _string(b'"%b"' % data[: len(data) - shorter])
        except (msgspec.DecodeError, UnicodeError):
            continue
    value = next(objects(f'"{data.decode("utf-8", "replace")}"'), "")
    return value if isinstance(value, str) and not isinstance(value, Unreadable) else ""
