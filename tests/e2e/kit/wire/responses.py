"""OpenAI Responses, with the plain-text ("custom") tools and the tool namespaces that Codex uses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.e2e.kit.script import Asked, Event, Kind, Reply
from tests.e2e.kit.vocabulary import RAW, Call, Tools
from tests.e2e.kit.wire import _parts

EVENTS_ARE_NAMED = True
ENDS_WITH_DONE = False
ROLES: dict[str, Kind] = {"user": "user", "assistant": "agent"}
SPACE = "::"
"""Between a namespace and a tool's name, in our own spelling of it."""
SEARCH = "tool_search"
"""The tool that brings the others, which are not offered until they were found; it has no name of its own."""


def read(body: dict[str, Any]) -> Asked:
    items = body.get("input", [])
    if isinstance(items, str):
        items = [{"role": "user", "content": items}]
    tools: Tools = {}
    found = [tool for item in items if item.get("type") == f"{SEARCH}_output" for tool in item.get("tools") or []]
    for tool in [*(body.get("tools") or []), *found]:
        tools.update(_offered(tool))
    return Asked([event for item in items for event in _events(item)], tools)


def _events(item: dict[str, Any]) -> Iterator[Event]:
    kind = item.get("type", "message")
    if kind.endswith("_output"):
        yield Event("result", _parts.flat(item.get("output")))
    elif kind == "message" and item.get("role") in ROLES:
        yield Event(ROLES[item["role"]], _parts.flat(item.get("content")))


def _offered(tool: dict[str, Any]) -> Tools:
    if tool.get("type") == "namespace":
        return {f"{tool['name']}{SPACE}{one['name']}": one.get("parameters", {}) for one in tool.get("tools", [])}
    if tool.get("type") == "custom":
        return {tool["name"]: RAW}
    if tool.get("type") == SEARCH:
        return {SEARCH: tool.get("parameters", {})}
    return {tool["name"]: tool.get("parameters", {})} if tool.get("type") == "function" else {}


def wants_stream(body: dict[str, Any], path: str) -> bool:
    return bool(body.get("stream"))


def whole(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    used = _parts.context_tokens(body, reply)
    usage = {
        "input_tokens": used,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": _parts.OUTPUT_TOKENS,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": used + _parts.OUTPUT_TOKENS,
    }
    full = {**_head(body), "status": "completed", "output": _items(reply), "usage": usage}
    return {**full, "error": None, "incomplete_details": None}


def _head(body: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": _parts.new_id("resp_"),
        "object": "response",
        "created_at": 1_800_000_000,
        "model": body.get("model"),
        "parallel_tool_calls": True,
        "tools": [],
        "tool_choice": "auto",
    }


def _items(reply: Reply) -> list[dict[str, Any]]:
    said = {"type": "output_text", "text": reply.text, "annotations": []}
    message = {"type": "message", "id": _parts.new_id("msg_"), "role": "assistant", "status": "completed"}
    return ([{**message, "content": [said]}] if reply.text else []) + [_call_item(call) for call in reply.calls]


def _call_item(call: Call) -> dict[str, Any]:
    item = {"call_id": _parts.new_id("call_"), "status": "completed"}
    if isinstance(call.arguments, str):
        custom = {"type": "custom_tool_call", "id": _parts.new_id("ctc_"), "name": call.name}
        return {**custom, "input": call.arguments, **item}
    if call.name == SEARCH:
        search = {"type": f"{SEARCH}_call", "id": _parts.new_id("tsc_"), "execution": "client"}
        return {**search, "arguments": call.arguments, **item}
    space, _, name = call.name.rpartition(SPACE)
    function = {"type": "function_call", "id": _parts.new_id("fc_"), "name": name, **item}
    return {**function, "arguments": json.dumps(call.arguments), **({"namespace": space} if space else {})}


def stream(body: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    for number, frame in enumerate(_frames(body, reply)):
        yield {**frame, "sequence_number": number}


def _frames(body: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    full = whole(body, reply)
    yield {"type": "response.created", "response": {**full, "status": "in_progress", "output": [], "usage": None}}
    for index, item in enumerate(full["output"]):
        empty: dict[str, Any] = {"content": [], "arguments": "", "input": "", "status": "in_progress"}
        opening = {key: empty.get(key, value) for key, value in item.items()}
        yield {"type": "response.output_item.added", "output_index": index, "item": opening}
        if item["type"] == "message":
            yield from _stream_text(index, item, reply)
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": full}


def _stream_text(index: int, item: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    """The deltas; what was dripped becomes part of the item's text, as a client would have it."""
    place = {"item_id": item["id"], "output_index": index, "content_index": 0}
    part = item["content"][0]
    yield {"type": "response.content_part.added", **place, "part": {**part, "text": ""}}
    spoken = ""
    for piece in _parts.pieces(reply):
        spoken += piece
        yield {"type": "response.output_text.delta", **place, "delta": piece}
    part["text"] = spoken
    yield {"type": "response.output_text.done", **place, "text": spoken}
    yield {"type": "response.content_part.done", **place, "part": part}


def failure(status: int) -> dict[str, Any]:
    return {"error": {"message": "scripted error", "type": "server_error", "code": str(status)}}
