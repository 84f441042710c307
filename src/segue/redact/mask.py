"""Finding secrets in a text and replacing each by its kind. Keeps and reports kind and place, never the value."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from msgspec import Struct

from segue.patterns import compiled
from segue.redact.control import ANSI, INVISIBLE
from segue.redact.judge import is_example, is_random, is_secret, is_url_password
from segue.redact.keyed import Span, keyed
from segue.redact.patterns import OUTSIDE_A_WORD, RULES, Rule

_URL = r"(?<=://)([^\s/:@\"'<>|\\]{0,80}):([^\s/\"'<>\\]{3,128})@(?=[\w.\[-])"
_URL_TOKEN = r"(?<=://)([A-Za-z0-9_-]{20,128})@(?=[\w.\[-])"
_KEY_BEGINS = r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_KEY_ENDS = r"-----(END|BEGIN) (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_KEY_BODY = r"(?:(?:\\+[nr]|[\s\"'+|>,\\])*+(?:[A-Za-z0-9/+=]{24,}+|[A-Za-z0-9/+=]++(?=\s*(?:\Z|\[?…|\.\.\.))))*+"
_KEY_MOST = 20_000
_WRAPPED_AT = 60
# Between the characters of one secret: colours, invisible characters, markdown's and JSON's backslashes, a soft wrap.
# Every alternative begins with its own character and looks back from there, which lets `re` skip all others.
_SPLITTERS = (
    rf"{ANSI}|[{INVISIBLE}]|\\u001b\[[0-9;]{{0,20}}m|\\(?<!\\\\)\\*+(?=[-_*.~+/=])"
    r"|(?:\n(?<=[\w/+=-]\n)|\r\n(?<=[\w/+=-]\r\n))[ \t]*(?:[>|+#][ \t]?)?(?=[A-Za-z_+/=-]{0,40}\d[\w/+=-]{3})"
)


class Masked(Struct, frozen=True, kw_only=True, gc=False):
    """That there was a secret: what kind, and where it began in the text as it was given."""

    kind: str
    at: int


def mask(text: str) -> tuple[str, tuple[Masked, ...]]:
    """The text with `[masked: <kind>]` in place of every secret, and what was masked. Masking twice changes nothing."""
    spans = _spans(text)
    if not spans:
        return text, ()
    parts, at = [], 0
    for start, end, kind in spans:
        parts += [text[at:start], f"[masked: {kind}]"]
        at = end
    return "".join((*parts, text[at:])), tuple(Masked(kind=kind, at=start) for start, _, kind in spans)


def secrets_in(text: str) -> tuple[Masked, ...]:
    """What `mask` would replace."""
    return tuple(Masked(kind=kind, at=start) for start, _, kind in _spans(text))


def _spans(text: str) -> list[Span]:
    """Places of the secrets in the text, in order; where several overlap, all of it under the most telling kind."""
    view, origins = _joined(text)
    found = [(start, end, rank, kind) for rank, (start, end, kind) in enumerate(_found(view))]
    merged: list[tuple[int, int, int, str]] = []
    for start, end, rank, kind in sorted(found):
        if merged and start < merged[-1][1]:
            first, last, best, its_kind = merged[-1]
            merged[-1] = (first, max(last, end), *min((best, its_kind), (rank, kind)))
        else:
            merged.append((start, end, rank, kind))
    return [(_origin(origins, start), _origin(origins, end - 1) + 1, kind) for start, end, _, kind in merged]


def _found(view: str) -> Iterator[Span]:
    """Secrets in the order in which their kinds tell most: a known shape before a name."""
    if "PRIVATE KEY" in view:
        yield from _private_keys(view)
    for rule in RULES:
        if any(hint in view for hint in rule.hints):
            yield from _shaped(view, rule)
    if "://" in view:
        yield from _in_addresses(view)
    yield from keyed(view)


def _shaped(view: str, rule: Rule) -> Iterator[Span]:
    for found in compiled(rule.pattern).finditer(view):
        start, end = found.span(found.re.groups)  # no rule has more than one group
        end -= len(found[0]) - len(found[0].rstrip("."))
        if not found.re.groups and not compiled(OUTSIDE_A_WORD).match(view, start):
            continue
        value = view[start:end]
        if rule.judged:
            real = is_secret(value, password=rule.kind == "password", quoted=True)
        else:
            real = not is_example(value) and (rule.kind != "API key" or is_random(value))
        if real:
            yield start, end, rule.kind


def _in_addresses(view: str) -> Iterator[Span]:
    for found in compiled(_URL).finditer(view):
        if is_url_password(found[1], found[2]):
            yield found.start(2), found.end(2), "URL password"
    for found in compiled(_URL_TOKEN).finditer(view):
        if is_random(found[1]) and not is_example(found[1]):
            yield found.start(1), found.end(1), "URL credential"


def _private_keys(view: str) -> Iterator[Span]:
    """Whole blocks, escaped or not; of a block without an end, as far as it looks like one. A bare header is none."""
    at = 0
    while begin := compiled(_KEY_BEGINS).search(view, at):
        at = begin.end()
        mark = compiled(_KEY_ENDS).search(view, at, at + _KEY_MOST)
        whole = mark is not None and mark[1] == "END" and compiled(r"[A-Za-z0-9/+]{24}").search(view, at, mark.start())
        body = compiled(_KEY_BODY).match(view, at)
        end = mark.end() if mark and whole else body.end() if body else at
        if end - at >= 16:
            yield begin.start(), end, "private key"
            at = end


def _joined(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without what may split a secret, and for each piece where it begins here and in the original."""
    parts, origins, at, size = [], [(0, 0)], 0, 0
    for found in compiled(_SPLITTERS).finditer(text):
        if found[0].lstrip("\r").startswith("\n") and found.start() - text.rfind("\n", 0, found.start()) <= _WRAPPED_AT:
            continue
        parts.append(text[at : found.start()])
        size += len(parts[-1])
        at = found.end()
        origins.append((size, at))
    return "".join((*parts, text[at:])) if parts else text, origins


def _origin(origins: list[tuple[int, int]], at: int) -> int:
    here, there = origins[bisect_right(origins, (at, 1 << 62)) - 1]
    return there + at - here
