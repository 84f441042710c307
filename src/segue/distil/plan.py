"""What extractors read: the spine of a session in files of its own, masked, and a plan that names them."""

from __future__ import annotations

from msgspec import Struct

from segue.distil.sections import KINDS
from segue.distil.spine import MOST, chunks, spine
from segue.redact import clean, mask
from segue.session.records import Session

WHOLE = 1 << 40
CHUNK = MOST // 2


class Stats(Struct, frozen=True, kw_only=True):
    records: int
    spine_characters: int
    chunks: int
    masked: int


class Plan(Struct, frozen=True, kw_only=True):
    """The plan, by the names of seed 004, and where pointers lead: record numbers mean the same in every file."""

    mode: str
    session_uuid: str
    agent: str
    leaf_uuid: str
    source_files: tuple[str, ...]
    repo_root: str
    sections_dir: str
    sections: tuple[str, ...] = tuple(KINDS)
    spine: str = ""
    chunks: tuple[str, ...] = ()
    stats: Stats
    version: int = 1


class Pieces(Struct, frozen=True, kw_only=True):
    """The text of the files that a plan names: one spine, or several chunks that begin at user turns."""

    texts: tuple[str, ...]
    stats: Stats
    leaf: str

    @property
    def direct(self) -> bool:
        return len(self.texts) == 1


def pieces(session: Session) -> Pieces:
    lines = spine(session, WHOLE)
    size = sum(len(str(line)) + 1 for line in lines)
    parts = [lines] if size <= MOST else list(chunks(lines, CHUNK))
    told = [mask(clean("\n".join(map(str, part)) + "\n")) for part in parts]
    stats = Stats(
        records=len(session.items),
        spine_characters=size,
        chunks=len(parts) if len(parts) > 1 else 0,
        masked=sum(len(secrets) for _, secrets in told),
    )
    leaf = next((uid for item in reversed(session.items) if (uid := getattr(item, "uid", ""))), session.glance.id)
    return Pieces(texts=tuple(text for text, _ in told), stats=stats, leaf=leaf)
