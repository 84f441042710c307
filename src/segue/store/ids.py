"""Ids of what we keep: made from a clock and randomness that are passed in, and checked before any path is built."""

from __future__ import annotations

import re
import secrets
import time
from datetime import UTC, datetime

from msgspec import Struct

from segue.errors import UsageError

BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 128
BRIEF = re.compile(r"brief-[0-9]+-[a-z0-9]+")
_SEGMENT = re.compile(r"[A-Za-z0-9_-]+")


class Moment(Struct, frozen=True):
    """A clock that has been read once, and the randomness that goes with it: everything a new record needs."""

    ms: int
    random: str

    @property
    def iso(self) -> str:
        return iso(self.ms)

    def id(self, kind: str) -> str:
        """`<kind>-<unix ms>-<6 base-36 characters>`. Kinds made at one moment share their tail."""
        return f"{kind}-{self.ms}-{self.random}"


def now() -> Moment:
    """The one place that reads the clock and the dice."""
    return Moment(time.time_ns() // 1_000_000, "".join(secrets.choice(BASE36) for _ in range(6)))


def iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ms_of(when: str) -> int | None:
    """Unix milliseconds of an ISO 8601 time; None when it is none. Without a zone it is taken as UTC."""
    try:
        moment = datetime.fromisoformat(when)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return round(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def brief_id(value: str) -> str:
    """The id of a brief, checked; UsageError for what is none."""
    if len(value) > LONGEST or not BRIEF.fullmatch(value):
        raise UsageError(f"{_shown(value)} is no id of a brief", hint="an id looks like brief-1794736800000-a1b2c3")
    return value


def segment(value: str, what: str = "id") -> str:
    """A name that may become a file or a folder: it cannot leave the folder that holds it."""
    if len(value) > LONGEST or not _SEGMENT.fullmatch(value):
        raise UsageError(f"{_shown(value)} is no {what}", hint="an id has letters, digits, - and _ only")
    return value


def _shown(value: str) -> str:
    return repr(value[:60])
