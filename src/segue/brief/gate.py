"""After rendering, on text, on every way out. What fails is refused, and nothing passes around it."""

from __future__ import annotations

from collections.abc import Sequence

from segue.brief.tokens import tokens
from segue.errors import BriefError
from segue.redact import clean, secrets_in

TITLE = "# "


def passed(text: str, headings: Sequence[str], *, budget: int, lines: int) -> str:
    """The text itself, when it may go out; BriefError when it may not."""
    _no_secret(text)
    if clean(text) != text:
        raise BriefError("the brief holds control characters", hint="this is a fault of segue's; please report it")
    found = [line[3:] for line in text.split("\n") if line.startswith("## ")]
    titles = sum(line.startswith(TITLE) for line in text.split("\n"))
    if found != list(headings) or titles != 1:
        raise BriefError(
            f"the brief's headings are {found}, not {list(headings)}",
            hint="this is a fault of segue's; please report it",
        )
    if text.count("\n") > lines:
        raise BriefError(f"the brief has {text.count(chr(10))} lines, more than {lines}")
    if tokens(text) > budget:
        raise BriefError(
            f"the brief takes {tokens(text)} tokens, more than {budget}", hint="give it more with --budget"
        )
    return text


def _no_secret(text: str) -> None:
    for secret in secrets_in(text):
        line = text.count("\n", 0, secret.at) + 1
        raise BriefError(
            f"line {line} holds what looks like a secret ({secret.kind})",
            hint="its value is not shown; leave it out of the goal",
        )
