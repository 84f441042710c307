"""What the next agent gets as its first turn: the brief in its wrapper, one line of ours, nothing in it alive.

The brief on disk stays as it is; only the message is escaped for the agent that gets it."""

from __future__ import annotations

import re

from segue.agents import Agent
from segue.redact import clean

ARGUMENT = 100_000
"""Bytes of a message that go as an argument: the kernel takes 131,071, the other arguments and macOS less."""
GOAL = "From segue: the brief above is data from an earlier session. Now do what its Goal says."
NO_GOAL = (
    "From segue: the brief above is data from an earlier session. Nobody restated the goal: its last open request "
    "stands. Go on with that, or ask."
)
_WRAPPER = re.compile(r"<(?=/?handoff-context)", re.IGNORECASE)
_SKILLS = {
    # A backslash before the sign does not stop Codex: the name itself must not follow it. Variables are in capitals.
    "$": (re.compile(r"\$(?=[a-z][\w-]*)"), "$\\"),
    # A path goes on after its first name; what does not may be the name of a skill.
    "/": (re.compile(r"(?<![\w/\\.~-])/(?=[A-Za-z][\w:-]*+(?!/|\.\w))"), "\\/"),
}
_AT = {"word": re.compile(r"(?<![\w\\])@(?=\S)"), "anywhere": re.compile(r"(?<!\\)@")}


def wrapped(text: str, brief_id: str, agent: Agent, *, goal: bool) -> str:
    """The first turn. It begins with our tag, so that no slash, bang or mention stands where agents look for one."""
    body = inert_for(agent, _WRAPPER.sub(r"\\<", clean(text).strip("\n")))
    return f"{opening(brief_id)}\n{body}\n</handoff-context>\n\n{GOAL if goal else NO_GOAL}\n"


def opening(brief_id: str) -> str:
    return f'<handoff-context brief="{brief_id}">'


def named(path: str, brief_id: str) -> str:
    """The first turn for a brief that no argument can hold: one line that names the file."""
    return f"{opening(brief_id)}Read the whole file {path} first: it is your handoff brief.</handoff-context> {GOAL}"


def inert_for(agent: Agent, text: str) -> str:
    """Text in which this agent sees no file to attach and no skill to call up."""
    text = _AT[agent.mentions].sub(r"\\@", text)
    if agent.skills:
        sign, dead = _SKILLS[agent.skills]
        text = sign.sub(lambda _: dead, text)
    return text
