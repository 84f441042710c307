"""Anthropic Messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.e2e.kit.script import Asked, Event, Kind, Reply
from tests.e2e.kit.wire import _parts

EVENTS_ARE_NAMED = True
ENDS_WITH_DONE = False
ROLES: dict[str, Kind] = {"user": "user", "assistant": "agent"}


def read(body: dict[str, Any]) -> Asked:
    tools = {tool["name"]: tool.get("input_schema", {}) for tool in body.get("tools") or [] if "name" in tool}
    return Asked([event for message in body.get("messages", []) for event in _events(message)], tools)


def _events(message: dict[str, Any]) -> Iterator[Event]:
    role = ROLES.get(message["role"])
    content = message["content"]
    for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
        if block.get("type") == "tool_result":
            yield Event("result", _parts.flat(block.get("content")))
        elif block.get("type") == "text" and role:
            yield Event(role, block["text"])


def wants_stream(body: dict[str, Any], path: str) -> bool:
    return bool(body.get("stream"))


def whole(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    return {
        "id": _parts.new_id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": _blocks(reply),
        "stop_reason": "tool_use" if reply.calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": _parts.context_tokens(body, reply),
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": _parts.OUTPUT_TOKENS,
        },
    }


def _blocks(reply: Reply) -> list[dict[str, Any]]:
    said = [{"type": "text", "text": reply.text}] if reply.text else []
    return said + [
        {"type": "tool_use", "id": _parts.new_id("toolu_"), "name": call.name, "input": call.arguments}
        for call in reply.calls
    ]


def stream(body: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    full = whole(body, reply)
    opening = {**full, "content": [], "stop_reason": None, "usage": {**full["usage"], "output_tokens": 1}}
    yield {"type": "message_start", "message": opening}
    for index, block in enumerate(full["content"]):
        yield from _stream_block(index, block, reply)
    end = {"stop_reason": full["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": end, "usage": full["usage"]}
    yield {"type": "message_stop"}


def _stream_block(index: int, block: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    empty = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
    yield {"type": "content_block_start", "index": index, "content_block": empty}
    for delta in _deltas(block, reply):
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _deltas(block: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    if block["type"] == "text":
        yield from ({"type": "text_delta", "text": piece} for piece in _parts.pieces(reply))
    else:
        yield {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}


def failure(status: int) -> dict[str, Any]:
    kind = "overloaded_error" if status == 529 else "api_error"
    return {"type": "error", "error": {"type": kind, "message": "scripted error"}}
