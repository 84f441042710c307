"""Who really said what: Codex writes most words twice, and puts words of its own into the user's mouth.

A message stands once for the model (`response_item`) and once for the screen (an event), in either order. `Voices`
makes one of the two and keeps the event's line. What the harness put in the user's name is told apart here too.
"""

from __future__ import annotations

import msgspec

from segue.patterns import late
from segue.session.records import Said
from segue.sources.codex._rows import ABSENT, Body, mapping, parts

INJECTED = (
    "<environment_context",
    "<user_instructions",
    "# AGENTS.md instructions",
    "<INSTRUCTIONS>",
    "<permissions instructions",
    "<app-context",
    "<skill>",
    "<image ",
    "</image>",
    "Another language model started to solve this problem",
    "Warning: apply_patch was requested via",
    "Warning: The maximum number of unified exec processes",
)
"""How text of the harness begins. Whatever is wrapped whole in a `<snake_case>` tag is the harness's as well."""
_TAG = late(r"<([a-z]+(?:_[a-z]+)+)[ >]")
_EVENTS_NOT_HUMAN = ("<environment_context", "<user_instructions")
_IDE, _REQUEST = "# Context from my IDE setup:", "## My request for Codex:"


class Voices:
    """The words of one side, each once.

    `near` is how many lines before its event a copy with another wording (an expanded mention) may stand.
    """

    def __init__(self, near: int = -1) -> None:
        self._near = near
        self.said: list[Said] = []
        self._first_lines: list[int] = []
        self._written: dict[str, int] = {}
        self._heard: dict[str, int] = {}

    def heard(self, said: Said) -> None:
        """Words from an event: the screen showed them."""
        at = self._written.pop(said.text.strip(), None)
        if at is None:
            at = self._just_written(said.line)
        if at is None:
            self._heard[said.text.strip()] = self._append(said)
        else:
            self.said[at] = msgspec.structs.replace(said, uid=said.uid or self.said[at].uid, via=self.said[at].via)

    def written(self, said: Said) -> None:
        """Words from a response item: the model saw them."""
        at = self._heard.pop(said.text.strip(), None)
        if at is None:
            self._written[said.text.strip()] = self._append(said)

    def new_turn(self) -> None:
        """Both copies stand in one turn: what found no partner by now has none."""
        self._written.clear()
        self._heard.clear()

    def roll_back(self, turns: int) -> int:
        """Forget the last words; the line from which on nothing counts any more, 0 when there was nothing."""
        if turns <= 0 or not self.said:
            return 0
        at = max(0, len(self.said) - turns)
        line = self._first_lines[at]
        del self.said[at:], self._first_lines[at:]
        self.new_turn()
        return line

    def drop_from(self, line: int) -> None:
        """Forget everything that was said at this line or later."""
        while self.said and self.said[-1].line >= line:
            self.said.pop()
            self._first_lines.pop()
        self.new_turn()

    def _append(self, said: Said) -> int:
        self.said.append(said)
        self._first_lines.append(said.line)
        return len(self.said) - 1

    def _just_written(self, line: int) -> int | None:
        for text, at in reversed(self._written.items()):
            if line - self.said[at].line <= self._near:
                del self._written[text]
                return at
        return None


def typed(body: Body) -> str:
    """What a person typed in a user's response item; empty when the harness wrote it."""
    pieces = parts(body.content)
    kinds = _kinds(body)
    if len(kinds) == len(pieces) and any(kind != "unknown" for kind in kinds):
        pieces = [piece for piece, kind in zip(pieces, kinds, strict=True) if kind.startswith("user.")]
    return own_request("".join(piece.text for piece in pieces if piece.text and not injected(piece.text)))


def shown(text: str, kind: str | None) -> str:
    """What a person typed according to an event; old versions announced injected context as an event too."""
    if kind not in (None, "plain") or text.lstrip().startswith(_EVENTS_NOT_HUMAN):
        return ""
    return own_request(text)


def injected(text: str) -> bool:
    start = text.lstrip()
    tag = _TAG.match(start)
    return start.startswith(INJECTED) or (tag is not None and start.rstrip().endswith(f"</{tag[1]}>"))


def own_request(text: str) -> str:
    """The request without the list of open files that an editor puts before it."""
    if text.startswith(_IDE) and _REQUEST in text:
        return text.split(_REQUEST, 1)[1].strip()
    return text


def _kinds(body: Body) -> list[str]:
    if body.internal_chat_message_metadata_passthrough == ABSENT:
        return []
    kinds = mapping(body.internal_chat_message_metadata_passthrough).get("content_item_kinds")
    return [kind for kind in kinds if isinstance(kind, str)] if isinstance(kinds, list) else []
