"""Texts made comparable, and everything a session's file says, read without any reader: a scorer that looked through
the reader's eyes would share its faults."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from segue.redact import mask

_QUOTES = str.maketrans("“”‘’", "\"\"''")
_MARKUP = re.compile(r"[`*\\]")


def plain(text: str) -> str:
    """The text on one line in small letters, without markdown's escapes and emphasis."""
    text = unicodedata.normalize("NFC", text).translate(_QUOTES)
    return " ".join(_MARKUP.sub("", text).split()).casefold()


def holds(text: str, part: str) -> bool:
    return bool(part) and part in text


class Corpus(Struct, frozen=True):
    """All the words of one session's file, comparable: as they stand, and once more with secrets masked."""

    text: str

    def contains(self, part: str) -> bool:
        return holds(self.text, plain(part))


def corpus_of(transcript: Path) -> Corpus:
    lines = transcript.read_bytes().decode("utf-8", "replace").split("\n")
    said = "\n".join(text for line in lines for text in _texts(line))
    masked, secrets = mask(said)
    return Corpus(plain(f"{said}\n{masked}" if secrets else said))


def _texts(line: str) -> Iterator[str]:
    """Every string of a JSON line, also of JSON inside its strings; a line that is none, as it is."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = line
    yield from _strings(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if value.startswith(("{", "[")):
            try:
                yield from _strings(json.loads(value))
            except (ValueError, RecursionError):
                return
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
