"""Plain columns. They fit the terminal, keep whole words apart from the one flexible column, and survive a pipe."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), flexible: int = -1) -> str:
    widths = [max(width(row[n]) for row in (head, *rows)) for n in range(len(head))]
    if flexible >= 0 and sys.stdout and sys.stdout.isatty():
        rest = sum(widths) - widths[flexible] + 2 * (len(widths) - 1)
        widths[flexible] = min(widths[flexible], max(12, shutil.get_terminal_size().columns - rest))
    lines = []
    for row in (head, *rows):
        cells = [fitted(cell, widths[n], right=n in right) for n, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def width(text: str) -> int:
    """Columns on a terminal: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def fitted(text: str, columns: int, *, right: bool = False) -> str:
    if width(text) > columns:
        while text and width(text) > columns - 1:
            text = text[:-1]
        text += "…"
    pad = " " * (columns - width(text))
    return pad + text if right else text + pad
