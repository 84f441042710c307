"""What every reader does once its items stand in order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from segue.session.records import Call, Item, Said


def with_finals(items: Sequence[Item]) -> tuple[Item, ...]:
    """The same items with the agent's last words of each turn marked: no call follows before the user speaks."""
    out = list(items)
    open_end = True
    for at in range(len(out) - 1, -1, -1):
        item = out[at]
        if isinstance(item, Said) and item.role == "user":
            open_end = True
        elif isinstance(item, Call):
            open_end = False
        elif isinstance(item, Said) and open_end:
            out[at] = msgspec.structs.replace(item, final=True)
            open_end = False
    return tuple(out)


def spoken_up(items: Sequence[Item]) -> list[str]:
    """What the user said of their own accord; answers and rejections belong to the agent's turn."""
    return [
        i.text for i in items if isinstance(i, Said) and i.role == "user" and i.via in ("typed", "queued", "command")
    ]
