"""Gemini generateContent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.e2e.kit.script import Asked, Event, Reply
from tests.e2e.kit.wire import _parts

EVENTS_ARE_NAMED = False
ENDS_WITH_DONE = False
ROUTING = {
    "reasoning": "scripted",
    "next_speaker": "user",
    "model_choice": "flash",
    "complexity_reasoning": "scripted",
    "complexity_score": 1,
}
"""What the client's side calls for routing and turn-taking want to hear, as JSON."""


def read(body: dict[str, Any]) -> Asked:
    declared = [one for tool in body.get("tools") or [] for one in tool.get("functionDeclarations", [])]
    tools = {one["name"]: one.get("parametersJsonSchema") or one.get("parameters", {}) for one in declared}
    return Asked([event for message in body.get("contents", []) for event in _events(message)], tools)


def _events(message: dict[str, Any]) -> Iterator[Event]:
    for part in message.get("parts", []):
        if "functionResponse" in part:
            yield Event("result", json.dumps(part["functionResponse"].get("response")))
        elif "text" in part and not part.get("thought"):
            yield Event("agent" if message.get("role") == "model" else "user", part["text"])


def wants_stream(body: dict[str, Any], path: str) -> bool:
    return "stream" in path


def whole(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    text = json.dumps(ROUTING) if _wants_json(body) else reply.text
    said = [{"text": text}] if text else []
    return _candidate(body, reply, [*said, *_calls(reply)], ends=True)


def stream(body: dict[str, Any], reply: Reply) -> Iterator[dict[str, Any]]:
    if _wants_json(body):
        yield whole(body, reply)
        return
    for piece in _parts.pieces(reply):
        yield _candidate(body, reply, [{"text": piece}], ends=False)
    yield _candidate(body, reply, _calls(reply) or [{"text": ""}], ends=True)


def failure(status: int) -> dict[str, Any]:
    return {"error": {"code": status, "message": "scripted error", "status": "INTERNAL"}}


def _wants_json(body: dict[str, Any]) -> bool:
    wanted = body.get("generationConfig") or {}
    return wanted.get("responseMimeType") == "application/json" or "responseJsonSchema" in wanted


def _calls(reply: Reply) -> list[dict[str, Any]]:
    calls = [{"id": _parts.new_id("call_"), "name": call.name, "args": call.arguments} for call in reply.calls]
    return [{"functionCall": call} for call in calls]


def _candidate(body: dict[str, Any], reply: Reply, parts: list[dict[str, Any]], *, ends: bool) -> dict[str, Any]:
    used = _parts.context_tokens(body, reply)
    content = {"content": {"role": "model", "parts": parts}, "index": 0}
    return {
        "candidates": [{**content, "finishReason": "STOP"} if ends else content],
        "usageMetadata": {
            "promptTokenCount": used,
            "candidatesTokenCount": _parts.OUTPUT_TOKENS,
            "totalTokenCount": used + _parts.OUTPUT_TOKENS,
        },
        "responseId": _parts.new_id("r"),
    }
