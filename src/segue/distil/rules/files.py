"""The file trail: what was created, edited and deleted, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator

from segue.distil.records import Claim, Evidence, Finding, at
from segue.session.records import Call


def files(evidence: Evidence) -> Iterator[Finding]:
    last: dict[str, tuple[int, str, int]] = {}
    cwd = evidence.session.glance.cwd
    for item in evidence.session.items:
        if isinstance(item, Call) and item.outcome == "ok":
            for touch in item.files:
                if touch.how != "read":
                    path = touch.path.removeprefix(cwd.rstrip("/") + "/") if cwd else touch.path
                    how = (
                        "created" if last.get(path, (0, "", 0))[1] == "created" and touch.how == "edited" else touch.how
                    )
                    last[path] = (item.line, how, last.get(path, (0, "", 0))[2] + 1)
    for path, (line, how, times) in last.items():
        claim = Claim(text=f"{path} {how}", pointers=(at(line),), standing="verified")
        yield Finding(kind="file", claims=(claim,), weight=0.5 + 0.1 * min(times, 5))
