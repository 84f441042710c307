"""The user's own words in a record that speaks in the user's name."""

from __future__ import annotations

import re

from segue.patterns import late
from segue.session.records import Via
from segue.sources.pi.rows import Message, details_of, text_of

_SKILL = late(r'\A<skill name="[^"]+" location="[^"]+">\n.*?\n</skill>(?:\n\n(.*))?\Z', re.DOTALL)
_FILES = late(r'\A(?:<file name="[^"\n]*">.*?</file>\n)+', re.DOTALL)
"""`pi @notes.md "fix it"` puts the file's text before the words."""


def of_user(message: Message) -> tuple[str, Via]:
    """A prompt without what pi put around it; empty when oh-my-pi wrote it by itself."""
    if message.synthetic or message.attribution == "agent":
        return "", "typed"
    text = text_of(message.content)
    if skill := _SKILL.match(text):
        return (skill[1] or "").strip(), "command"
    if text.startswith("<file name="):
        text = _FILES.sub("", text)
    return text if text.strip() else "", "queued" if message.steering else "typed"


def of_custom(message: Message) -> tuple[str, Via]:
    """Extensions' messages are not human, but for two of oh-my-pi's: a skill the user called, a guest's prompt."""
    if message.attribution != "user":
        return "", "typed"
    if message.custom_type == "skill-prompt":
        details = details_of(message.details)
        given = details.prompt if isinstance(details.prompt, str) else details.args
        return given if isinstance(given, str) and given.strip() else "", "command"
    return text_of(message.content) if message.custom_type == "collab-prompt" else "", "typed"
