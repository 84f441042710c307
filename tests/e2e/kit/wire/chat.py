"""OpenAI Chat Completions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.e2e.kit.script import Asked, Event, Kind, Reply
from tests.e2e.kit.vocabulary import BLOCKS
from tests.e2e.kit.wire import _parts

EVENTS_ARE_NAMED = False
ENDS_WITH_DONE = True
ROLES: dict[str, Kind] = {"user": "user", "assistant": "agent", "tool": "result"}


def read(body: dict[str, Any]) -> Asked:
    functions = [tool["function"] for tool in body.get("tools") or [] if "function" in tool]
    events = [
        Event(ROLES[message["role"]], _parts.flat(message.get("content")))
        for message in body.get("messages", [])
        if message["role"] in ROLES
    ]
    tools = {function["name"]: function.get("parameters", {}) for function in functions}
    told = (_parts.flat(message.get("content")) for message in body.get("messages", []) if message["role"] == "system")
    return Asked(events, tools or ({BLOCKS: {}} if any(BLOCKS in text for text in told) else {}))


def wants_stream(body: dict[str, Any], path: str) -> bool:
    return bool(body.get("stream"))


def whole(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.calls:
        message["tool_calls"] = _calls(reply)
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
    return {**_head(body), "object": "chat.completion", "choices": [choice], "usage": _usage(body, reply)}


def stream(body: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    head = {**_head(body), "object": "chat.completion.chunk"}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}]}

    yield chunk({"role": "assistant", "content": ""})
    for piece in _parts.pieces(reply):
        yield chunk({"content": piece})
    for index, call in enumerate(_calls(reply)):
        yield chunk({"tool_calls": [{"index": index, **call}]})
    yield chunk({}, _finish(reply))
    yield {**head, "choices": [], "usage": _usage(body, reply)}


def failure(status: int) -> dict[str, Any]:
    return {"error": {"message": "scripted error", "type": "server_error", "code": str(status)}}


def _head(body: dict[str, Any]) -> dict[str, Any]:
    return {"id": _parts.new_id("chatcmpl-"), "created": 1_800_000_000, "model": body.get("model")}


def _finish(reply: Reply) -> str:
    return "tool_calls" if reply.calls else "stop"


def _calls(reply: Reply) -> list[dict[str, Any]]:
    functions = [{"name": call.name, "arguments": json.dumps(call.arguments)} for call in reply.calls]
    return [{"id": _parts.new_id("call_"), "type": "function", "function": function} for function in functions]


def _usage(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    used = _parts.context_tokens(body, reply)
    return {
        "prompt_tokens": used,
        "completion_tokens": _parts.OUTPUT_TOKENS,
        "total_tokens": used + _parts.OUTPUT_TOKENS,
        "prompt_tokens_details": {"cached_tokens": 0},
    }
