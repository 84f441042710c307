"""The reader of oh-my-pi's sessions: `~/.omp/agent/sessions/-<folder>/<time>_<id>.jsonl`.

The records are pi's with some more, and sources/pi reads them all. Only the places and the tell differ.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from segue.sources._files import newest_first
from segue.sources.pi import Pi, is_transcript, omp_home
from segue.sources.pi.origin import is_omp, is_session


class OhMyPi(Pi):
    agent = "omp"

    def find(self, home: Path) -> Iterator[Path]:
        """All profiles' sessions. Sub-agents' files lie one folder deeper, beside their parent's."""
        found = [path for root in _roots(home) for path in newest_first(root, 2, is_transcript)]
        return iter(sorted(found, key=lambda path: (-_changed(path), str(path))))

    def claims(self, path: Path) -> bool:
        return is_session(path) and is_omp(path)


def _roots(home: Path) -> Iterator[Path]:
    base = omp_home(home)
    yield base / "agent" / "sessions"
    yield from base.glob("profiles/*/agent/sessions")
    if data := os.environ.get("XDG_DATA_HOME"):
        yield Path(data) / "omp" / "sessions"
        yield from (Path(data) / "omp").glob("profiles/*/sessions")


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0  # gone while we looked
