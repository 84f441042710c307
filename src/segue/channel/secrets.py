"""What people and agents write for us holds no secret: refused at the moment of writing, by kind and place."""

from __future__ import annotations

from collections.abc import Iterable

from segue.errors import BriefError
from segue.redact import secrets_in


def refuse(texts: Iterable[tuple[str, str]]) -> None:
    """BriefError for the first text that holds what looks like a secret: its kind and place, never its value."""
    for place, text in texts:
        for secret in secrets_in(text):
            line = text.count("\n", 0, secret.at) + 1
            where = f"{place}, line {line}" if "\n" in text else place
            raise BriefError(
                f"{where} holds what looks like a secret ({secret.kind})",
                hint="nothing was written; say where it is kept instead of what it is",
            )
