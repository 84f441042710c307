"""What the scripted model answers: the prompt itself carries the script, and the request says how far it got.

    Fix it. [[bash pytest -q]] [[edit /w/a.py|old|new]] [[text Fixed.]] [[usage 41000]]

One step is one answer of the model, in order: `bash COMMAND`, `write PATH|TEXT`, `edit PATH|OLD|NEW`,
`tool NAME {json}`. Steps joined by `&` are called in parallel: `[[bash a]]&[[bash b]]`. `text T` is the closing
answer. `usage N` claims N tokens of context, `slow S` streams for S seconds, `error STATUS` fails once.
A sub-agent's script stands inside its parent's, spelt `@@bash ls@@`. In texts, `\\n` is a line break; in a `tool`'s
arguments, `#TAG` is the newest tag of a file that a result showed (some clients name the state they edit by one).

A client without tools gets all steps in one answer, as text.

How many steps are done is the number of tool results after the prompt, so that nothing has to be kept in step with
the clients' side calls (titles, summaries). Not here: how a request is spelt on the wire (`wire/`).
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from tests.e2e.kit.vocabulary import BLOCKS, Call, Tools, call_for, in_prose

Kind = Literal["user", "agent", "result"]

VERBS = "bash|write|edit|tool|text|usage|slow|error"
OUTER = re.compile(rf"(&?)\[\[({VERBS})\s?(.*?)\]\](?!\])", re.S)
INNER = re.compile(rf"(&?)@@({VERBS})\s?(.*?)@@", re.S)
TAG = re.compile(r"^\[[^\]\n]*(#[0-9A-F]{4})\]$", re.M)
FLAGS = ("usage", "slow", "error", "text")
NOTES = ("<", "Base directory for this skill:")
"""How notes of a client itself begin, which may come after the prompt."""


class Event(NamedTuple):
    """One thing in a request's history, whatever the wire calls it."""

    kind: Kind
    text: str


class Asked(NamedTuple):
    """A request, read: what happened so far, and the tools that the client offers with their schemas."""

    events: list[Event]
    tools: Tools


class Reply(NamedTuple):
    text: str = ""
    calls: tuple[Call, ...] = ()
    usage: int | None = None
    slow: float = 0
    error: int | None = None


class Script(NamedTuple):
    groups: list[list[tuple[str, str]]]
    """Steps, each group in one answer."""
    flags: dict[str, str]


def plan(asked: Asked) -> Reply:
    """The answer to a request. Side calls of the client (a title, a summary) have no script and get a summary."""
    at = _prompt_at(asked.events) if asked.tools else None
    if at is None:  # never the client's own words back: they would end up in recorded files
        return Reply(text=f"SCRIPTED SUMMARY of {len(asked.events)} events")
    script = parse(asked.events[at].text)
    results = [event.text for event in asked.events[at + 1 :] if event.kind == "result"]
    return _reply(script, results, asked.tools)


def parse(prompt: str) -> Script:
    found = OUTER.findall(prompt) or INNER.findall(prompt)
    groups: list[list[tuple[str, str]]] = []
    flags: dict[str, str] = {}
    for joined, verb, argument in found:
        if verb in FLAGS:
            flags[verb] = argument.replace("\\n", "\n")
        elif joined and groups:
            groups[-1].append((verb, argument))
        else:
            groups.append([(verb, argument)])
    return Script(groups, flags)


def _reply(script: Script, results: list[str], tools: Tools) -> Reply:
    usage = script.flags.get("usage")
    claims = Reply(
        usage=int(usage) if usage else None,
        slow=float(script.flags.get("slow") or 0),
        error=int(script.flags.get("error") or 0) or None,
    )
    if BLOCKS in tools:
        steps = [in_prose(verb, argument) for group in script.groups for verb, argument in group]
        opening = ["All steps at once."] if steps else []
        return claims._replace(text="\n\n".join([*opening, *steps, script.flags.get("text", "DONE")]))
    done = 0
    for number, group in enumerate(script.groups, start=1):
        if len(results) == done:
            calls = tuple(call_for(verb, _tagged(argument, results), tools) for verb, argument in group)
            return claims._replace(text=f"Step {number}.", calls=calls)
        done += len(group)
    last = f" | last result: {results[-1][:300]}" if results and "text" not in script.flags else ""
    return claims._replace(text=script.flags.get("text", "DONE") + last)


def _tagged(argument: str, results: list[str]) -> str:
    tags = TAG.findall("\n".join(results))
    return argument.replace("#TAG", tags[-1]) if tags else argument


def _prompt_at(events: list[Event]) -> int | None:
    """Where the newest prompt with a script stands; only notes of the client itself may come after it."""
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        if event.kind != "user":
            continue
        script = parse(event.text)
        if script.groups or script.flags:
            return at
        if not event.text.lstrip().startswith(NOTES) and not _acknowledged(events, at):
            return None
    return None


def _acknowledged(events: list[Event], at: int) -> bool:
    """Whether the client lets the agent say Ok after this: then it is a note of its own."""
    after = events[at + 1] if at + 1 < len(events) else None
    return after is not None and after.kind == "agent" and after.text.startswith("Ok")
